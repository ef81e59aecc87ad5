"""Mercato's built-in strategies: one file each, found by name here."""

BUILT_IN = {
    "random": "strategies.mercato.random",
    "greedy": "strategies.mercato.greedy",
    "builder": "strategies.mercato.builder",
    "spoiler": "strategies.mercato.spoiler",
    "trader": "strategies.mercato.trader",
    "expert": "strategies.mercato.expert",
}
"""Every built-in strategy and the module that declares it."""
