"""Run folders of Stealr and Freak Shop made without their engines, with a truth that is known: what figures of seats, of cards and within a game are
tested on.

Stealr. A seat holds each kind of card with a known probability, plays a held card with a known probability, and wins with a probability
proportional to exp(strength), its strength being the sum of the effects of the kinds that it played, its place and its strategy. Freak Shop. The
points of a seat by the three objectives are rounded normal numbers with known means, standard deviations and correlation; the highest total wins,
a tie is decided by chance.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl

from sim.core.options import Option, Variant
from sim.core.registry import Game, get_game

CARDS = ("deal_breaker", "yoink", "just_say_no")
MODES = ("no_mercy", "doux", "debutant")


@dataclass(frozen=True)
class Point:
    """One design point."""

    variant: str
    players: int
    lineup: tuple[str, ...] = ("expert",)
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    truth: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """A strategy for each line-up position."""
        return self.lineup if len(self.lineup) == self.players else self.lineup * self.players


def write_tables(
    folder: Path, game: str, points: Sequence[Point], blocks: int, blocks_per_part: int, labels: dict[str, list[str]], make: Any
) -> Path:
    """Write a run folder of the documented layout; `make(point, first_block, blocks, strategies)` gives the columns of `games` (G,) and `seats`
    (G, players)."""
    strategies = list(dict.fromkeys(name for point in points for name in point.names))
    parts: dict[str, Any] = {}
    columns: dict[str, list[dict[str, str]]] = {"games": [], "seats": [], "matches": []}
    families = {"strategy": "strategy", **{f"objective_{k}": "objective" for k in (1, 2, 3)}}
    for index, point in enumerate(points):
        for number, first in enumerate(range(0, blocks, blocks_per_part)):
            count = min(blocks_per_part, blocks - first)
            games, seats = make(point, first, count, strategies)
            key = f"p{index:03d}-{number:05d}"
            entry: dict[str, Any] = {"point": index, "first_block": first, "blocks": count, "tables": {}}
            for name, table in (("games", games), ("seats", seats)):
                frame = pl.DataFrame({column: pl.Series(np.ravel(values)).cast(pl.Int32) for column, values in table.items()})
                file = folder / name / f"{key}.parquet"
                file.parent.mkdir(parents=True, exist_ok=True)
                frame.write_parquet(file)
                columns[name] = [{"name": c, "dtype": "i4", "labels": families.get(c, ""), "about": ""} for c in frame.columns]
                entry["tables"][name] = {"file": f"{name}/{key}.parquet", "rows": frame.height, "bytes": file.stat().st_size, "sha256": ""}
            parts[key] = entry
    specs = {name: {"name": name, "source": name, "version": 1, "params": {}, "compiled": True, "sha256": ""} for name in strategies}
    manifest = {
        "format": 1,
        "study": {
            "name": "synthetic", "title": f"A synthetic study of {game}", "question": "What does it do?", "game": game, "margin": 2.5,
            "allow_impossible": False, "require_eleven": True, "strategies": specs, "overrides": [],
        },
        "study_text": f'game = "{game}"\n',
        "seed": 1,
        "points": [
            {
                "index": index, "label": f"point {index}", "variant": point.variant, "players": point.players, "lineup": list(point.names),
                "options": dict(point.options), "deck": {}, "compos": {}, "settings": dict(point.settings), "rotations": 1, "blocks": blocks,
                "blocks_per_part": blocks_per_part,
            }
            for index, point in enumerate(points)
        ],
        "labels": {**labels, "strategy": strategies},
        "columns": columns,
        "versions": {"balancier": "0.1", "game": 1, "strategies": dict.fromkeys(strategies, 1), "source_hash": "0" * 16},
        "complete": True,
        "parts": parts,
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def _common(point: Point, first: int, blocks: int, rotations: int, strategies: list[str]) -> tuple[dict[str, Any], dict[str, Any], np.ndarray]:
    """Columns that every game has, and the strategy of each seat; the first player is seat 0."""
    players = point.players
    games = blocks * rotations
    block = np.repeat(np.arange(first, first + blocks), rotations)
    rotation = np.tile(np.arange(rotations), blocks)
    seat = np.broadcast_to(np.arange(players), (games, players))
    alike = len(set(point.names)) == 1
    position = seat if alike else (seat + rotation[:, None]) % players
    strategy = np.array([strategies.index(name) for name in point.names])[position]
    zero = np.zeros(games, int)
    of_games = {"block": block, "rotation": rotation, "game": zero}
    of_seats = {
        "block": np.broadcast_to(block[:, None], seat.shape),
        "rotation": np.broadcast_to(rotation[:, None], seat.shape),
        "game": np.broadcast_to(zero[:, None], seat.shape),
        "seat": seat,
        "order": seat,
        "strategy": strategy,
    }
    return of_games, of_seats, strategy


def stealr_part(point: Point, first: int, blocks: int, strategies: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Chance depends on the block range only: modes share their deals."""
    rng = np.random.default_rng([7, first])
    truth, players = point.truth, point.players
    games, seats, strategy = _common(point, first, blocks, players, strategies)
    shape = (blocks * players, players)
    strength = np.array(truth.get("order", (0.0,) * players))[seats["order"]] + np.array([truth.get(name, 0.0) for name in strategies])[strategy]
    for number, card in enumerate(CARDS):
        own = np.random.default_rng([8, first, number])
        held = own.random(shape) < truth["held"][card]
        played = held & (own.random(shape) < truth["played"][card])
        seats[f"{card}_held"], seats[f"{card}_played"] = held.astype(int), played.astype(int)
        seats[f"{card}_banked"] = (held & ~played).astype(int)
        strength = strength + truth["effect"].get(card, 0.0) * played
    winner = (strength + rng.gumbel(size=shape)).argmax(axis=1)
    won = (seats["seat"] == winner[:, None]).astype(int)
    turns = np.round(truth["length"] * np.exp(0.3 * rng.normal(size=shape[0]))).astype(int)
    lost = rng.random(shape[0]) < truth.get("lead_lost", 0.3)
    other = (rng.random(shape[0]) < truth.get("on_other_turn", 0.1)).astype(int)
    games |= {
        "winners": won.sum(axis=1), "on_other_turn": other, "emptied": np.zeros_like(turns), "unfinished": np.zeros_like(turns),
        "turns": turns, "rounds": -(-turns // players), "reshuffles": turns // 20, "decisions": 4 * turns,
    }  # fmt: skip
    seats |= {
        "won": won, "winners": won * 0 + 1, "turns": won * 0 + turns[:, None] // players, "sets": 1 + 2 * won,
        "lead_lost": (seats["seat"] == 1) * lost[:, None], "tokens_given": rng.poisson(truth.get("tokens", 0.4), shape),
        "rent_claimed": won * 0 + 10, "rent_received": rng.binomial(10, 0.6, shape),
    }  # fmt: skip
    return games, seats


def freak_part(point: Point, first: int, blocks: int, strategies: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """One game a block. Points: mean + sd * normal, the first two objectives' with a correlation; the seller has `seller` points more by the
    third."""
    rng = np.random.default_rng([9, first])
    truth, players = point.truth, point.players
    games, seats, _ = _common(point, first, blocks, 1, strategies)
    shape = (blocks, players)
    z = rng.normal(size=(3, *shape))
    z[1] = truth.get("correlation", 0.0) * z[0] + np.sqrt(1.0 - truth.get("correlation", 0.0) ** 2) * z[1]
    points = np.round(np.array(truth["mean"])[:, None, None] + np.array(truth["sd"])[:, None, None] * z).astype(int)
    points[2] += truth.get("seller", 0) * (seats["seat"] == 0)
    total = points.sum(axis=0)
    key = total + rng.permuted(np.broadcast_to(np.linspace(0.0, 0.5, players), shape), axis=1)  # decides ties
    rank = 1 + (key[:, :, None] < key[:, None, :]).sum(axis=2)
    won = (rank == 1).astype(int)
    others = np.where(np.eye(players, dtype=bool)[None], np.iinfo(int).min, total[:, None, :]).max(axis=2)
    turns = truth.get("length", 24) + rng.integers(0, 4, blocks)
    of_seat = turns[:, None] // players + (seats["seat"] < turns[:, None] % players)
    if point.options.get("equal_turns"):
        of_seat = np.broadcast_to(of_seat.max(axis=1, keepdims=True), shape)
        turns = of_seat.sum(axis=1)
    games |= {
        "winners": won.sum(axis=1), "unfinished": turns * 0, "turns": turns, "rounds": -(-turns // players),
        "leader_changes": rng.poisson(3.0, blocks), "above_closing": rng.integers(0, 7, blocks), "decisions": 5 * turns,
    }  # fmt: skip
    seats |= {
        "won": won, "winners": won * 0 + 1, "points_1": points[0], "points_2": points[1], "points_3": points[2], "total": total, "rank": rank,
        "margin": total - others, "tie_break": won * (total == others), "turns": of_seat, "cards": rng.integers(3, 12, shape),
        "worth": rng.integers(10, 60, shape),
    }  # fmt: skip
    return games, seats


def write_stealr(folder: Path, points: Sequence[Point], blocks: int = 400, blocks_per_part: int = 8192) -> Path:
    """A run of Stealr."""
    return write_tables(folder, "stealr", points, blocks, blocks_per_part, {"variant": list(MODES)}, stealr_part)


def write_freak(folder: Path, points: Sequence[Point], blocks: int = 400, blocks_per_part: int = 8192) -> Path:
    """A run of Freak Shop."""
    return write_tables(folder, "freak_shop", points, blocks, blocks_per_part, {"variant": ["classic"]}, freak_part)


def stand_in(name: str) -> Game:
    """What pages need of a game (titles, options), for games whose engine is not needed here."""
    variants = {
        "stealr": {mode: Variant(mode, title, (2, 3, 4), "") for mode, title in zip(MODES, ("No Mercy", "Doux", "Débutant"), strict=True)},
        "freak_shop": {"classic": Variant("classic", "Freak Shop", (2, 3, 4, 5), "")},
    }[name]
    options = {
        "stealr": {"sets_to_win": Option("sets_to_win", 3, "int", "complete sets that win", ("S-11",), 1, 10)},
        "freak_shop": {
            "objectives": Option("objectives", "random", "choice", "the three objectives", choices=("random",)),
            "equal_turns": Option("equal_turns", False, "bool", "the last round is played out", ("F-8",)),
        },
    }[name]
    titles = {"deal_breaker": "Deal Breaker", "yoink": "Yoink!", "just_say_no": "Just Say No"}
    return replace(
        get_game("mercato"), name=name, title={"stealr": "Stealr No Mercy", "freak_shop": "Freak Shop"}[name], variants=variants, options=options,
        deck={}, deck_titles=titles, coaches=(), printed_compos={}, configure=lambda variant, players, **_: SimpleNamespace(deck={}),
    )  # fmt: skip
