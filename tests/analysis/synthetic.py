"""Run folders made without the engine, with effects that are known: what the statistics and the pages are tested on.

A game's winner is drawn with probabilities proportional to exp(strength), a seat's strength being the sum of the effects
of its compo, coach, place in the order of play and strategy, and of its hand in that deal. Each other seat then wins too with
probability `shared`; a game ends unfinished, and won by nobody, with probability `unfinished`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

COMPOS = ("4-4-2", "4-3-3", "3-4-3", "3-5-2", "5-4-1")
COACHES = ("stratege", "fourbe", "marabout", "visionnaire", "cameleon", "sournois", "fossoyeur", "opportuniste")
VARIANTS = ("classic", "duel", "ultime", "ultime_duel")
DECK = {
    "gardien": 8,
    "defenseur": 16,
    "milieu": 16,
    "attaquant": 12,
    "blessure": 8,
    "soin": 8,
    "transfert": 8,
    **dict.fromkeys(COMPOS, 2),
    **dict.fromkeys(COACHES, 1),
}
LABELS = {"variant": "variant", "strategy": "strategy", "compo_start": "compo", "compo_end": "compo", "coach": "coach"}
LINES = ("gardien", "defenseur", "milieu", "attaquant")
OPTIONS = {"trade_proposals": 1, "discard": "when_stuck", "last_turns": "everyone", "max_turns": 1000, "games": 1}


@dataclass(frozen=True)
class SyntheticPoint:
    """One design point and the truth about it."""

    variant: str = "classic"
    players: int = 4
    lineup: tuple[str, ...] = ("expert",)
    compo: Sequence[float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    coach: Sequence[float] = (0.0,) * 8
    order: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    strategy: Mapping[str, float] = field(default_factory=dict)
    shared: float = 0.05
    unfinished: float = 0.0
    luck: float = 0.7
    length: float = 30.0
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """A strategy for each line-up position."""
        return self.lineup if len(self.lineup) == self.players else self.lineup * self.players

    @property
    def games(self) -> int:
        """Games of a match, its extra games not counted."""
        return int(self.options.get("games", 1))

    def compo_rates(self) -> np.ndarray:
        """The true win rate of each compo when no other effect exists (luck, order, coach, strategy all 0)."""
        strength = np.exp(np.asarray(self.compo))
        rate = np.zeros(len(strength))
        for others in product(range(len(strength)), repeat=self.players - 1):
            rate += strength / (strength + strength[list(others)].sum())
        rate /= len(strength) ** (self.players - 1)
        return (1 - self.unfinished) * (rate + (1 - rate) * self.shared)


def write_run(
    folder: Path,
    points: Sequence[SyntheticPoint],
    blocks: int = 500,
    blocks_per_part: int = 8192,
    seed: int = 1,
    title: str = "A synthetic study",
    question: str = "Does the compo matter?",
    game: str = "mercato",
    complete: bool = True,
) -> Path:
    """Write a run folder of the documented layout and return it."""
    strategies = list(dict.fromkeys(name for point in points for name in point.names))
    parts: dict[str, Any] = {}
    columns: dict[str, list[dict[str, str]]] = {"games": [], "seats": [], "matches": []}
    for index, point in enumerate(points):
        for number, first in enumerate(range(0, blocks, blocks_per_part)):
            count = min(blocks_per_part, blocks - first)
            tables = _tables(point, index, first, count, seed, strategies)
            key = f"p{index:03d}-{number:05d}"
            entry: dict[str, Any] = {"point": index, "first_block": first, "blocks": count, "tables": {}}
            for name, table in tables.items():
                file = folder / name / f"{key}.parquet"
                file.parent.mkdir(parents=True, exist_ok=True)
                table.write_parquet(file)
                columns[name] = [{"name": column, "dtype": "i8", "labels": LABELS.get(column, ""), "about": ""} for column in table.columns]
                entry["tables"][name] = {
                    "file": f"{name}/{key}.parquet",
                    "rows": table.height,
                    "bytes": file.stat().st_size,
                    "sha256": "",
                }
            parts[key] = entry
    manifest = {
        "format": 1,
        "study": {
            "name": "synthetic",
            "title": title,
            "question": question,
            "game": game,
            "margin": 2.5,
            "allow_impossible": False,
            "require_eleven": True,
            "strategies": {
                name: {"name": name, "source": name, "version": 1, "params": {"injure": 8.0}, "compiled": True, "sha256": ""} for name in strategies
            },
            "overrides": [],
        },
        "study_text": f'title = "{title}"\ngame = "{game}"\n',
        "seed": seed,
        "points": [_point(index, point, blocks, blocks_per_part) for index, point in enumerate(points)],
        "labels": {
            "variant": list(VARIANTS),
            "strategy": strategies,
            "compo": list(COMPOS),
            "coach": list(COACHES),
        },
        "columns": columns,
        "versions": {"balancier": "0.1", "game": 1, "strategies": dict.fromkeys(strategies, 1), "source_hash": "0" * 16},
        "complete": complete,
        "parts": parts,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def _point(index: int, point: SyntheticPoint, blocks: int, blocks_per_part: int) -> dict[str, Any]:
    lines = {"4-4-2": (1, 4, 4, 2), "4-3-3": (1, 4, 3, 3), "3-4-3": (1, 3, 4, 3), "3-5-2": (1, 3, 5, 2), "5-4-1": (1, 5, 4, 1)}
    return {
        "index": index,
        "label": point.label or f"{point.variant}, {point.players} players, {point.lineup[0]}",
        "variant": point.variant,
        "players": point.players,
        "lineup": list(point.names),
        "options": {**OPTIONS, **point.options},
        "deck": {**DECK, **point.deck},
        "compos": {name: dict(zip(LINES, counts, strict=True)) for name, counts in lines.items()},
        "settings": dict(point.settings),
        "rotations": point.players,
        "blocks": blocks,
        "blocks_per_part": blocks_per_part,
    }


def _tables(point: SyntheticPoint, index: int, first: int, blocks: int, seed: int, strategies: list[str]) -> dict[str, pl.DataFrame]:
    """The rows of a part. Chance depends on the seed and the block range only, so design points share their deals."""
    rng = np.random.default_rng([seed, first])
    players, games = point.players, point.games
    shape = (blocks, players, games, players)  # block, rotation, game of the match, seat
    dealt_compo = rng.integers(0, len(COMPOS), (blocks, 1, games, 4))[..., :players]
    dealt_coach = np.argsort(rng.random((blocks, 1, games, len(COACHES))), axis=3)[..., :players]
    hand = point.luck * rng.gumbel(size=(blocks, 1, games, 4))[..., :players]
    first_seat = rng.integers(0, 12, (blocks, 1, games, 1)) % players
    noise = rng.gumbel(size=(blocks, 4, games, 4))[:, :players, :, :players]
    coin = rng.random((blocks, 4, games, 4))[:, :players, :, :players]
    long = np.exp(0.4 * rng.normal(size=(blocks, 1, games)) + 0.3 * rng.normal(size=(blocks, 4, games))[:, :players])
    ends = rng.random((blocks, 4, games))[:, :players]

    seat = np.broadcast_to(np.arange(players), shape)
    rotation = np.broadcast_to(np.arange(players)[None, :, None, None], shape)
    game = np.broadcast_to(np.arange(games)[None, None, :, None], shape)
    alike = len(set(point.names)) == 1
    # Equal strategies: what is dealt rotates over the seats; otherwise the strategies do.
    position = seat if alike else (seat + rotation) % players
    dealt = (seat + rotation) % players if alike else seat
    compo = np.take_along_axis(np.broadcast_to(dealt_compo, shape), dealt, axis=3)
    coach = np.take_along_axis(np.broadcast_to(dealt_coach, shape), dealt, axis=3)
    strategy = np.array([strategies.index(name) for name in point.names])[position]
    order = (seat - first_seat) % players
    effect = np.array([point.strategy.get(name, 0.0) for name in strategies])
    strength = np.asarray(point.compo)[compo] + np.asarray(point.order)[order] + effect[strategy] + hand
    coached = point.variant.startswith("ultime")
    if coached:
        strength = strength + np.asarray(point.coach)[coach]
    unfinished = ends < point.unfinished
    winner = (strength + noise).argmax(axis=3)
    won = (seat == winner[..., None]) | (coin < point.shared)
    won &= ~unfinished[..., None]
    winners = won.sum(axis=3)
    turns = np.minimum(np.round(players * point.length * long / 4).astype(int) + players, 1000)
    turns = np.where(unfinished, 1000, turns)

    block = np.broadcast_to(np.arange(first, first + blocks)[:, None, None, None], shape)
    variant = VARIANTS.index(point.variant)
    common = {"point": (index, pl.UInt16), "variant": (variant, pl.UInt8), "players": (players, pl.UInt8)}

    def table(columns: Mapping[str, tuple[np.ndarray, Any]]) -> pl.DataFrame:
        height = next(iter(columns.values()))[0].size
        fixed = {name: pl.Series([value], dtype=kind).new_from_index(0, height) for name, (value, kind) in common.items()}
        return pl.DataFrame({**fixed, **{name: pl.Series(np.ravel(values)).cast(kind) for name, (values, kind) in columns.items()}})

    def of_seats(values: np.ndarray) -> np.ndarray:
        return np.broadcast_to(values[..., None], shape)

    result = {
        "games": table(
            {
                "block": (block[..., 0], pl.Int64),
                "rotation": (rotation[..., 0], pl.UInt8),
                "game": (game[..., 0], pl.UInt16),
                "first": (np.broadcast_to(first_seat, shape)[..., 0], pl.UInt8),
                "winners": (winners, pl.UInt8),
                "unfinished": (unfinished, pl.UInt8),
                "turns": (turns, pl.Int16),
                "rounds": (-(-turns // players), pl.Int16),
                "reshuffles": (turns // 90, pl.Int16),
                "extra": (np.zeros_like(turns), pl.UInt8),
                "decisions": (turns * 2, pl.Int32),
            }
        ),
        "seats": table(
            {
                "block": (block, pl.Int64),
                "rotation": (rotation, pl.UInt8),
                "game": (game, pl.UInt16),
                "seat": (seat, pl.UInt8),
                "position": (position, pl.UInt8),
                "strategy": (strategy, pl.UInt16),
                "order": (order, pl.UInt8),
                "compo_start": (compo, pl.UInt8),
                "compo_end": (compo, pl.UInt8),
                "coach": (coach if coached else np.full(shape, 255), pl.UInt8),
                "won": (won, pl.UInt8),
                "winners": (of_seats(winners), pl.UInt8),
                "unfinished": (of_seats(unfinished), pl.UInt8),
                "turns": (of_seats(turns), pl.Int16),
                "rounds": (of_seats(-(-turns // players)), pl.Int16),
            }
        ),
    }
    if games > 1:
        result["matches"] = _matches(point, table, won, block, rotation, seat, position, strategy)
    return result


def _matches(point: SyntheticPoint, table: Any, won: np.ndarray, block: Any, rotation: Any, seat: Any, position: Any, strategy: Any):
    points = won.sum(axis=2)
    lead = points == points.max(axis=2, keepdims=True)
    champion = lead.argmax(axis=2)
    extra = (lead.sum(axis=2) > 1).astype(int)
    last = (slice(None), slice(None), 0)
    shape = points.shape
    return table(
        {
            "block": (block[last], pl.Int64),
            "rotation": (rotation[last], pl.UInt8),
            "seat": (seat[last], pl.UInt8),
            "position": (position[last], pl.UInt8),
            "strategy": (strategy[last], pl.UInt16),
            "points": (points, pl.Int16),
            "games": (np.broadcast_to(point.games + extra[..., None], shape), pl.UInt16),
            "extra_games": (np.broadcast_to(extra[..., None], shape), pl.UInt8),
            "champion": (seat[last] == champion[..., None], pl.UInt8),
            "unfinished": (np.zeros(shape), pl.UInt8),
        }
    )


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """A Polars table as a pandas one, without pyarrow."""
    return pd.DataFrame({name: frame[name].to_numpy() for name in frame.columns})


def rows_of(run: Path, table: str, point: int) -> pd.DataFrame:
    """All rows of a table at a design point, straight from the Parquet parts."""
    files = sorted((run / table).glob(f"p{point:03d}-*.parquet"))
    return pd.concat([to_pandas(pl.read_parquet(file)).astype(int) for file in files], ignore_index=True)
