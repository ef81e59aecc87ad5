"""The part of a page that makes it repeatable: options, deck, strategies, seed, versions, and how to play it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.decks import printed_decks
from analysis.language import noted, tr, trn
from analysis.point_names import label_words
from analysis.points import PointInfo, Summary
from analysis.spelling import value_words
from analysis.wording import Names, brief, listing, whole
from reports.card import Table

_MOST_VALUES = 8


@dataclass(frozen=True)
class OptionLine:
    """An option as it was played: value, default, rules that it belongs to, and whether it differs from the printed game."""

    name: str
    value: str
    default: str
    rules: str
    about: str
    differs: bool


@dataclass(frozen=True)
class About:
    """All of it, as text."""

    facts: Sequence[tuple[str, str]]
    options: Sequence[OptionLine]
    deck: Sequence[str]
    strategies: Table
    commands: Sequence[str]
    study_text: str
    points: Table


def about(summary: Summary, names: Names) -> About:
    """What was played, from the run's manifest."""
    manifest = summary.manifest
    infos = [point.info for point in summary.points]
    versions = manifest["versions"]
    blocks = sum(point.blocks for point in summary.points)
    planned = sum(info.blocks for info in infos)
    facts = [
        (tr("Game"), tr("{game}, behaviour version {version}", game=names.game.title, version=versions["game"])),
        (tr("Seed"), str(manifest["seed"])),
        (tr("Games"), whole(summary.game_count)),
        (tr("Blocks (deals)"), whole(blocks) if blocks == planned else tr("{done} of {planned}", done=whole(blocks), planned=whole(planned))),
        *_rule(manifest, names),
        (tr("Settings"), whole(len(infos))),
        ("balancier", tr("{version} (sources {digest})", version=versions["balancier"], digest=str(versions["source_hash"])[:12])),
    ]
    return About(
        facts=facts,
        options=_options(infos, names),
        deck=_deck(infos, names),
        strategies=_strategies(manifest),
        commands=_commands(manifest),
        study_text=manifest["study_text"],
        points=_points(summary, names),
    )


def _rule(manifest: Mapping[str, Any], names: Names) -> list[tuple[str, str]]:
    """How the number of games came about, where it was not simply given."""
    study = manifest["study"]
    if study.get("precision"):
        by = study["precision_of"]
        told = tr(
            "win rates by {factors} to ±{precision} points, the rows of a table together {confidence} %; decided after each of {rounds} rounds",
            factors=listing([" × ".join(names.family(family).head.lower() for family in names.figures.factor(factor).families) for factor in by]),
            precision=brief(study["precision"]),
            confidence=brief(100 * study["confidence"]),
            rounds=len(manifest.get("extended", [])) + 1,
        )
        return [(tr("Played until"), told)]
    if study.get("until"):
        told = tr(
            "the verdicts on {factors} were settled, or the most games allowed were played; looked at after every round, {rounds} in all; all levels "
            "together {confidence} %. The intervals of win rates, of differences from the average and of going first hold at every moment of "
            "the run, however often one looks. All others are those of a number of games that was fixed beforehand, and somewhat too narrow "
            "after such a stop.",
            factors=listing([tr(names.figures.factor(factor).title).lower() for factor in study["verdict_of"]]),
            confidence=brief(100 * study["confidence"]),
            rounds=len(manifest.get("extended", [])) + 1,
        )
        return [(tr("Played until"), told)]
    if manifest.get("extended"):
        times = len(manifest["extended"])
        return [(tr("Made longer"), trn("once", "{number} times", times, number=whole(times)))]
    return []


def _values(infos: Sequence[PointInfo], read: Any) -> list[Any]:
    found: list[Any] = []
    for info in infos:
        value = read(info)
        if value not in found:
            found.append(value)
    return found


def _options(infos: Sequence[PointInfo], names: Names) -> list[OptionLine]:
    """The options that have a say in the variants played; those that differ from the default come first."""
    variants = {info.variant for info in infos}
    lines = []
    for option in names.game.options.values():
        if option.variants and not variants & set(option.variants):
            continue
        concerned = [info for info in infos if not option.variants or info.variant in option.variants]
        values = _values(concerned, lambda info, name=option.name, usual=option.default: info.options.get(name, usual))
        lines.append(
            OptionLine(
                option.name,
                _several(values, option.default),
                tr("as printed") if isinstance(option.default, Mapping) else value_words(option.default),
                ", ".join(option.rules),
                tr(option.about),
                values != [option.default],
            )
        )
    return sorted(lines, key=lambda line: not line.differs)


def _several(values: Sequence[Any], default: Any) -> str:
    """The values of an option at all design points; of tables what differs from the default, of very many values the first ones."""
    if isinstance(default, Mapping):
        values = [{key: entry for key, entry in value.items() if default.get(key) != entry} or tr("as printed") for value in values]
    told = [value_words(value) for value in values]
    if len(told) <= _MOST_VALUES:
        return " / ".join(told)
    return tr("{values} and {number} more", values=" / ".join(told[:_MOST_VALUES]), number=whole(len(told) - _MOST_VALUES))


def _deck(infos: Sequence[PointInfo], names: Names) -> list[str]:
    """Sentences on how the deck differs from the printed one, which may differ from variant to variant."""
    decks = printed_decks(names.game)
    sentences = []
    for slug in dict.fromkeys(slug for info in infos for slug in (*decks.get(info.variant, {}), *info.deck)):
        for printed in dict.fromkeys(decks.get(info.variant, {}).get(slug) for info in infos):
            concerned = [info for info in infos if decks.get(info.variant, {}).get(slug) == printed]
            values = _values(concerned, lambda info, slug=slug, printed=printed: info.deck.get(slug, printed or 0))
            if values != [printed or 0]:
                words = noted("{card}: {copies} (printed: {printed})") if printed is not None else noted("{card}: {copies} (not in the printed deck)")
                sentences.append(tr(words, card=names.card(slug), copies=" / ".join(str(v) for v in values), printed=printed))
    lines = names.game.printed_compos
    for slug in dict.fromkeys(slug for info in infos for slug in info.compos):
        values = _values(infos, lambda info, slug=slug: dict(info.compos[slug]) if slug in info.compos else None)
        for value in values:
            if value is not None and value != lines.get(slug):
                told = ", ".join(f"{count} {names.card(line)}" for line, count in value.items())
                sentences.append(tr("{compo} asks for {lines}", compo=names.card(slug), lines=told))
    return sentences


def _strategies(manifest: Mapping[str, Any]) -> Table:
    rows = []
    for name, spec in manifest["study"]["strategies"].items():
        params = ", ".join(f"{key} = {_exactly(value)}" for key, value in spec["params"].items())
        source = spec["source"] if spec["source"] != name else tr("built in")
        if spec.get("sha256"):  # a file may change without its version; these digits tell which it was
            source += f" (sha256 {spec['sha256'][:12]}…)"
        rows.append((name, source, str(spec["version"]), params))
    return Table((tr("Strategy"), tr("From"), tr("Version"), tr("Parameters")), rows, 4)


def _exactly(value: float) -> str:
    """A parameter as it has to be typed to get the same games, in any language: no digit is left out."""
    return repr(float(value)).removesuffix(".0")


def _commands(manifest: Mapping[str, Any]) -> list[str]:
    """What to type to play it again, with what the command line had changed."""
    study = manifest["study"]
    words = ["balancier", "run", f"{study['name']}.toml"]
    for override in study["overrides"]:
        words += override.split(" ", 1)
    return [shlex.join(words), f"balancier report runs/{shlex.quote(study['name'])}"]


def _points(summary: Summary, names: Names) -> Table:
    rows = []
    for point in summary.points:
        info = point.info
        rows.append(
            (
                str(info.index),
                label_words(info),
                names.variant(info.variant),
                str(info.players),
                info.lineup_label,
                f"{info.rotations}",
                whole(point.blocks),
                whole(point.game_count),
            )
        )
    headings = (
        tr("Number"),
        tr("Label"),
        tr("Variant"),
        tr("Players"),
        tr("Strategies"),
        tr("Games a block"),
        tr("Blocks"),
        tr("Games"),
    )
    return Table(headings, rows, 5)
