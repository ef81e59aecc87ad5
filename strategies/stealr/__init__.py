"""Stealr's built-in strategies: one file each, found by name here."""

BUILT_IN = {
    "random": "strategies.stealr.random",
    "greedy": "strategies.stealr.greedy",
    "banker": "strategies.stealr.banker",
    "builder": "strategies.stealr.builder",
    "raider": "strategies.stealr.raider",
    "guard": "strategies.stealr.guard",
    "expert": "strategies.stealr.expert",
}
"""Every built-in strategy and the module that declares it."""
