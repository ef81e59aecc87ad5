"""The figures of a game's balance as tidy tables (Polars), made from the sums of `analysis.summary`.

Every table has a row a figure and these columns:

    point, label, variant, players, lineup   the design point; the line-up is one name when everybody plays the same strategy
    (level columns)                          order (0 = first player), strategy, the game's own (compo, coach); or the name of the figure
    games, blocks                            how many games (of a seat with that level) and independent blocks are behind it
    estimate, low, high                      the figure and its interval, `confidence` on its own
    low_simultaneous, high_simultaneous      the interval that holds together with those of the other rows of the same table at the
                                             same design point (family="run": with those of all design points)

Shares and differences of shares are fractions of 1, lengths are in turns (of all seats together) or rounds. A win rate counts every winner of a
game; a win share counts 1/winners. Unfinished games are games: they stay in every denominator.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis import anytime
from analysis.choice_model import model
from analysis.comparisons import change_of_endings, change_of_going_first, change_of_means, changes
from analysis.effects import effects, interactions, variation
from analysis.grids import map_table, weights
from analysis.ladder import equilibrium, ladder
from analysis.luck import luck_and_skill
from analysis.match_ups import match_up_differences, match_ups
from analysis.measures import CARDS, ENDINGS, MEANS, SEATS, WINS_WITH_CARD, card_effects, seats_by
from analysis.points import CHAMPIONS, MATCH_SHARES, Summary
from analysis.ratio_tables import RatioTable, estimates
from analysis.ratio_tables import changes as ratio_changes
from analysis.rows import (
    Family,
    columns_of,
    difference_rows,
    level_ratios,
    level_ratios_of_all,
    mean_rows,
    per_game,
    point_columns,
    share_rows,
    take,
    to_frame,
    variables_of,
)
from analysis.statistics import ratios, sidak_confidence
from analysis.tipping import tipping_points
from analysis.verdicts import by_profile, verdicts
from analysis.within import TABLES as WITHIN_TABLES
from analysis.within import correlations

QUANTILES = (0.1, 0.5, 0.9)


def win_rates(summary: Summary, factor: str, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Share of games won, by the levels of one of the game's factors: "order", "strategy", in Mercato "compo", "coach" and "compo_coach"."""
    rows = [share_rows(*level) for level in level_ratios_of_all(summary, factor, "wins")]
    return to_frame(anytime.win_rates(summary, factor, "wins", rows), summary.figures.factor(factor).levels, confidence, family)


def win_shares(summary: Summary, factor: str, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Wins per game when a win that k players share counts 1/k, by the factor's levels."""
    rows = [share_rows(*level) for level in level_ratios_of_all(summary, factor, "shares")]
    return to_frame(anytime.win_rates(summary, factor, "shares", rows), summary.figures.factor(factor).levels, confidence, family)


def from_par(summary: Summary, factor: str, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate less par, within the same blocks, by the factor's levels; a column `par` holds par.

    Par is the win rate of all seats of the design point. This says whether a level is above or below the average.
    """
    rows = []
    for info, columns, found in level_ratios_of_all(summary, factor, "wins"):
        here = len(found.estimate) - 1
        columns = {**columns, "par": [found.estimate[here]] * here}
        rows.append(difference_rows(info, columns, found, list(range(here)), [here] * here, exact_second=True))
    return to_frame(anytime.from_par(summary, factor, rows), (*summary.figures.factor(factor).levels, "par"), confidence, family)


def going_first(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate of the first player less that of the last, and less that of all others together (column `against`)."""
    rows = []
    for point in summary.points:
        moments = point.factors.get("order")
        if moments is None or point.info.players < 2:
            continue
        players = point.info.players
        wins, games = variables_of(moments, "wins"), variables_of(moments, "games")
        unit = np.eye(moments.variables)
        first, last, everyone = 0, players - 1, players
        others = unit[wins[everyone]] - unit[wins[first]], unit[games[everyone]] - unit[games[first]]
        chosen = [(unit[wins[first]], unit[games[first]]), (unit[wins[last]], unit[games[last]]), others]
        found = ratios(moments, *(np.array(side) for side in zip(*chosen, strict=True)))
        names = ["last", "others"] if players > 2 else ["last"]
        rows.append(difference_rows(point.info, {"against": names}, found, [0] * len(names), [1, 2][: len(names)]))
    return to_frame(anytime.going_first(summary, rows), ("against",), confidence, family)


def endings(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Shares of games (column `ending`): those that reached the limit of turns ("unfinished"), and what else the game's figures name."""
    return estimates(summary, ENDINGS, confidence, family)


def means(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Means per game (column `number`): turns of all seats together, rounds, and what else the game's figures name.

    An unfinished game counts with the turns that it was given.
    """
    return estimates(summary, MEANS, confidence, family)


def lengths(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Quantiles of the length of games: for turns and rounds (`number`) the 10, 50 and 90 % `quantile`.

    Estimate and ends are numbers of turns or rounds that occur. An unfinished game is longer than any finished one.
    """
    rows = []
    for point in summary.points:
        for number, histogram in point.lengths.items():
            if not histogram.games:
                continue
            alone = histogram.quantile(list(QUANTILES), confidence)
            together = histogram.quantile(list(QUANTILES), sidak_confidence(confidence, len(QUANTILES)))
            for q, (value, low, high), (_, lower, higher) in zip(QUANTILES, alone, together, strict=True):
                rows.append(
                    {
                        **point_columns(point.info),
                        "number": number,
                        "quantile": q,
                        "games": histogram.games,
                        "blocks": histogram.blocks,
                        "estimate": float(value),
                        "low": float(low),
                        "high": float(high),
                        "low_simultaneous": float(lower),
                        "high_simultaneous": float(higher),
                    }
                )
    return pl.DataFrame(rows, schema=columns_of(("number", "quantile"), quantile=pl.Float64))


def champions(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Share of championships that each strategy's seats won; only runs of championships have rows."""
    rows = []
    for point in summary.points:
        if point.champions is not None:
            info, columns, found = level_ratios(summary, point, CHAMPIONS, point.champions, "wins")
            kept = np.arange(len(found.estimate) - 1)
            rows.append(share_rows(info, columns, take(found, kept)))
    return to_frame(rows, ("strategy",), confidence, family)


def matches(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Shares of championships that needed extra games ("extended") and that found no champion ("unfinished")."""
    rows = []
    for point in summary.points:
        if point.matches is not None:
            found = per_game(point.matches, range(1, 1 + len(MATCH_SHARES)))
            rows.append(share_rows(point.info, {"ending": list(MATCH_SHARES)}, found))
    return to_frame(rows, ("ending",), confidence, family)


def extra_games(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Mean number of extra games of a championship."""
    rows = []
    for point in summary.points:
        if point.matches is not None:
            rows.append(mean_rows(point.info, {"number": ["extra_games"]}, per_game(point.matches, [1 + len(MATCH_SHARES)])))
    return to_frame(rows, ("number",), confidence, family)


def tables(summary: Summary, confidence: float = 0.95) -> dict[str, pl.DataFrame]:
    """Every table of the run that has rows, by name."""
    found: dict[str, pl.DataFrame] = {}
    for factor in summary.figures.factors:
        found[f"win_rate_by_{factor.name}"] = win_rates(summary, factor.name, confidence)
        found[f"win_share_by_{factor.name}"] = win_shares(summary, factor.name, confidence)
        found[f"from_par_by_{factor.name}"] = from_par(summary, factor.name, confidence)
        if factor.paired:
            found[f"change_by_{factor.name}"] = changes(summary, factor.name, confidence)
    found["verdicts"] = verdicts(summary, confidence)
    found["verdicts_by_profile"] = by_profile(summary, found["verdicts"])
    found["going_first"] = going_first(summary, confidence)
    found["endings"] = endings(summary, confidence)
    found["means"] = means(summary, confidence)
    found["lengths"] = lengths(summary, confidence)
    found["change_of_endings"] = change_of_endings(summary, confidence)
    found["change_of_means"] = change_of_means(summary, confidence)
    found["change_of_going_first"] = change_of_going_first(summary, confidence)
    found["tipping_points"] = tipping_points(summary, confidence)
    found["champions"] = champions(summary, confidence)
    found["matches"] = matches(summary, confidence)
    found["extra_games"] = extra_games(summary, confidence)
    for table in _ratio_tables(summary):
        found[table.name] = estimates(summary, table, confidence)
        found[f"change_of_{table.name}"] = ratio_changes(summary, table, confidence)
    found["from_par_by_card"] = card_effects(summary, confidence)
    if summary.figures.within is not None:
        found["correlations"] = correlations(summary, confidence)
    if summary.pools:
        found["weights"] = weights(summary, confidence)
        found["maps"] = map_table(summary, confidence)
    for make in (effects, interactions, variation, match_ups, match_up_differences, model, luck_and_skill, ladder, equilibrium):
        found[make.__name__] = make(summary, confidence)
    return {name: table for name, table in found.items() if table.height}


def _ratio_tables(summary: Summary) -> list[RatioTable]:
    """The tables of figures of seats, of cards and of what is within a game."""
    by = dict.fromkeys(name for figure in summary.figures.seats for name in figure.by)
    cards = [CARDS, WINS_WITH_CARD] if summary.figures.cards is not None else []
    within = list(WITHIN_TABLES) if summary.figures.within is not None else []
    return [SEATS, *(seats_by(summary, name) for name in by), *cards, *within]


__all__ = [
    "champions",
    "change_of_endings",
    "change_of_going_first",
    "change_of_means",
    "changes",
    "endings",
    "extra_games",
    "from_par",
    "going_first",
    "lengths",
    "matches",
    "means",
    "tables",
    "verdicts",
    "win_rates",
    "win_shares",
]
