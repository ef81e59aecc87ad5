"""Stealr's built-in strategies: one file each, found by name here."""

BUILT_IN = {
    "random": "strategies.stealr.random",
}
"""Every built-in strategy and the module that declares it."""
