"""A championship, game by game: who plays which game, and when it is over (M-34 to M-36)."""

from __future__ import annotations

from typing import Any

from .opening import is_int, need

_DUEL_OF = {"classic": "duel", "duel": "duel", "ultime": "ultime_duel", "ultime_duel": "ultime_duel"}


class MatchAudit:
    """The games of one match; outside championships a match is one game.

    A trace may begin in the middle of a match (`known` false): then only the games are audited, until the next match.
    """

    def __init__(self, first: dict[str, Any], *, known: bool) -> None:
        options = first["options"]
        self.games: int = options.get("games", 1)
        self.final: str = options.get("final", "game")
        self.most_extra: int = options.get("max_extra_games", 100)
        need(is_int(self.games, 1) and is_int(self.most_extra), "M-34", "games or max_extra_games is no number")
        need(self.final in ("game", "duel"), "M-36", f"final is {self.final!r}")
        self.known = known or first["match_game"] == 0
        self.name = _name(first)
        self.variant: str = first["variant"]
        self.seats = list(range(first["players"]))
        self.points = dict.fromkeys(self.seats, 0)
        self.left = list(self.seats)
        self.played = 0

    @property
    def over(self) -> bool:
        """Whether the match has ended: all its games played, and no tie left, or no extra games."""
        extra = self.played - self.games
        return not self.known or (extra >= 0 and (self.games == 1 or len(self.left) == 1 or extra >= self.most_extra))

    def begin(self, game: dict[str, Any]) -> None:
        """Check that this game is the one that the match needs next."""
        if not self.known:
            return
        number = self.played
        need(game["match_game"] == number and _name(game) == self.name, "M-34", f"game {number} of the match does not follow")
        need(not self.over, "M-35", "a game after the end of the match")
        need(game["match_seats"] == self.left, "M-35", f"seats {game['match_seats']} play on, not {self.left}")
        decider = number >= self.games and len(self.left) == 2 and self.final == "duel"
        variant = _DUEL_OF[self.variant] if decider else self.variant
        need(game["variant"] == variant, "M-36", f"game {number} is {game['variant']}, not {variant}")

    def end(self, game: dict[str, Any], winners: list[int]) -> None:
        """Count a game: points first, then elimination among the tied."""
        if not self.known:
            return
        won = [game["match_seats"][seat] for seat in winners]
        self.played += 1
        if self.played <= self.games:
            for seat in won:
                self.points[seat] += 1
            if self.played == self.games:
                self.left = [seat for seat in self.seats if self.points[seat] == max(self.points.values())]
        elif won:
            self.left = [seat for seat in self.left if seat in won]


def _name(game: dict[str, Any]) -> tuple[Any, ...]:
    return (game["seed"], game["block"], game["rotation"])
