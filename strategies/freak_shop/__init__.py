"""Freak Shop's built-in strategies: one file each, found by name here."""

BUILT_IN = {
    "random": "strategies.freak_shop.random",
}
"""Every built-in strategy and the module that declares it."""
