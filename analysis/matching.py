"""Which design points of two runs belong together, and in what they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.language import tr
from analysis.point_names import described
from analysis.points import PointInfo
from analysis.wording import Names


@dataclass(frozen=True)
class Matched:
    """Pairs of design points (of A, of B), and those that have none."""

    pairs: Sequence[tuple[PointInfo, PointInfo]]
    only_a: Sequence[PointInfo]
    only_b: Sequence[PointInfo]


def match(a: Sequence[PointInfo], b: Sequence[PointInfo]) -> Matched:
    """Match the design points of two runs of one game.

    Variant, number of players and line-up must agree; among several such, first those played by the same rules and deck, then those of the same
    label, then those of the same place in their study's grid; then a single one that is left on both sides. Last, where all else is matched, the
    line-up and then the variant may be what differs.
    """
    steps: list[tuple[Callable[[PointInfo], Any], bool]] = [
        (lambda info: (_shape(info), info.lineup, info.rules()), False),
        (lambda info: (_shape(info), info.lineup, info.label), False),
        (lambda info: (_shape(info), info.lineup, _settings(info)), False),
        (lambda info: (_shape(info), info.lineup), True),
        (_shape, True),
        (lambda info: (info.players, info.lineup), True),
    ]
    left_a, left_b = list(a), list(b)
    pairs: list[tuple[PointInfo, PointInfo]] = []
    for key, alone in steps:
        for info in list(left_a):
            same_a = [other for other in left_a if key(other) == key(info)]
            same_b = [other for other in left_b if key(other) == key(info)]
            if len(same_b) == 1 and (len(same_a) == 1 or not alone):
                pairs.append((info, same_b[0]))
                left_a.remove(info)
                left_b.remove(same_b[0])
    return Matched(sorted(pairs, key=lambda pair: pair[0].index), left_a, left_b)


def _shape(info: PointInfo) -> tuple[str, int]:
    return info.variant, info.players


def _settings(info: PointInfo) -> str:
    return repr(sorted((key, repr(value)) for key, value in info.settings.items()))


def differences(a: PointInfo, b: PointInfo, names: Names) -> list[str]:
    """What is otherwise at design point `b` than at `a`, in words; nothing when they are played alike."""
    found = []
    if a.variant != b.variant:
        found.append(_instead(names.variant(b.variant), names.variant(a.variant)))
    first, second = described(a, names), described(b, names)
    for key in dict.fromkeys([*first, *second]):
        if key in first and key in second:
            if first[key] != second[key]:
                found.append(_instead(second[key], first[key]))
        elif a.variant == b.variant:  # what only another variant has goes without saying
            found.append(tr("with {setting}", setting=second[key]) if key in second else tr("without {setting}", setting=first[key]))
    return found


def _instead(new: str, old: str) -> str:
    return tr("{new} instead of {old}", new=new, old=old)


def version_notes(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    """Where two manifests were played by other versions of the game, of a strategy or of its parameters: what differs may come from there."""
    found = []
    old, new = a["versions"]["game"], b["versions"]["game"]
    if old != new:
        found.append(
            tr("A was played by behaviour version {old} of the game, B by version {new}: what differs may come from there.", old=old, new=new)
        )
    theirs = b["study"]["strategies"]
    for name, mine in a["study"]["strategies"].items():
        other = theirs.get(name, mine)
        if (mine["version"], mine["source"], mine["sha256"]) != (other["version"], other["source"], other["sha256"]):
            found.append(
                tr("The strategy {name} is another program in A (version {old}) than in B (version {new}): what differs may come from there.",
                   name=name, old=mine["version"], new=other["version"])
            )  # fmt: skip
        elif mine["params"] != other["params"]:
            keys = [key for key in {**mine["params"], **other["params"]} if mine["params"].get(key) != other["params"].get(key)]
            told = ", ".join(_instead(f"{key} = {other['params'].get(key)}", str(mine["params"].get(key))) for key in keys)
            found.append(tr("The strategy {name} plays in B with {told}.", name=name, told=told))
    return found
