"""The printed decks of a game, which may differ from variant to variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.core.registry import Game


def printed_decks(game: Game) -> dict[str, dict[str, int]]:
    """The printed deck of each variant: copies by card."""
    return {name: dict(game.configure(name, variant.players[0]).deck) for name, variant in game.variants.items()}


def same_deck(game: Game) -> bool:
    """Whether all variants are played with the same cards."""
    return len({repr(sorted(deck.items())) for deck in printed_decks(game).values()}) == 1
