"""What can go wrong, told in one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """A mistake of the user's, as one clear sentence: what is wrong, where, what would be right. Exit code 2."""


class UnknownNameError(UserError, ValueError):
    """A name that does not exist."""


class SetupError(UserError, ValueError):
    """A setting with which a game cannot be played.

    ``key`` is the setting (``deck.transfert``), ``message`` what is wrong with it, ``hint`` what would be right.
    """

    def __init__(self, key: str, message: str, hint: str = "") -> None:
        """Keep the three parts, for callers that know the line in which the key stands."""
        self.key, self.message, self.hint = key, message, hint
        super().__init__(f"{key}: {message}{'; ' + hint if hint else ''}")


class StrategyFileError(UserError):
    """A strategy's file that cannot be read, imported or compiled."""


class GameFailure(Exception):
    """A game that could not be played to its end. Exit code 3."""


class StrategyFailure(GameFailure):
    """A strategy that failed while playing: raised an exception or answered with an index outside the legal moves (C-4). Exit code 3."""

    def __init__(self, strategy: str, game: str, seed: int, block: int, rotation: int, decision: int, message: str) -> None:
        """Name the strategy, the game and the decision, so that it can be replayed."""
        self.strategy, self.game, self.seed = strategy, game, seed
        self.block, self.rotation, self.decision, self.message = block, rotation, decision, message
        super().__init__(strategy, game, seed, block, rotation, decision, message)

    def __str__(self) -> str:
        """The sentence that people read."""
        return (
            f"strategy {self.strategy} failed in {self.game} (seed {self.seed}, block {self.block}, rotation {self.rotation}, "
            f"decision {self.decision}): {self.message}"
        )


class RulesFailure(GameFailure):
    """A game whose rules left someone who must decide without a legal move: a fault of the rules, not of a strategy. Exit code 3."""

    def __init__(self, game: str, seed: int, block: int, rotation: int, decision: int) -> None:
        """Name the game and the decision, so that it can be replayed."""
        self.game, self.seed, self.block, self.rotation, self.decision = game, seed, block, rotation, decision
        super().__init__(game, seed, block, rotation, decision)

    def __str__(self) -> str:
        """The sentence that people read."""
        return (
            f"the rules of {self.game} offer no legal move (seed {self.seed}, block {self.block}, rotation {self.rotation}, "
            f"decision {self.decision}): a fault of balancier, not of a strategy or the study; please report it"
        )


def nearest(word: str, known: Iterable[str], what: str = "name") -> str:
    """A hint at the right spelling: the nearest known word, and the list of all."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6) or difflib.get_close_matches(
        word.lower(), [name.lower() for name in names], n=1, cutoff=0.6
    )
    meant = next((name for name in names if close and name.lower() == close[0].lower()), None)
    listed = ", ".join(names)
    return f"did you mean {meant!r}? ({what}s: {listed})" if meant else f"the {what}s are: {listed}"
