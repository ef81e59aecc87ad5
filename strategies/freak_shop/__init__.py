"""Freak Shop's built-in strategies: one file each, found by name here."""

BUILT_IN = {
    "random": "strategies.freak_shop.random",
    "greedy": "strategies.freak_shop.greedy",
    "rich": "strategies.freak_shop.rich",
    "collector": "strategies.freak_shop.collector",
    "climber": "strategies.freak_shop.climber",
    "spoiler": "strategies.freak_shop.spoiler",
    "planner": "strategies.freak_shop.planner",
    "expert": "strategies.freak_shop.expert",
}
"""Every built-in strategy and the module that declares it."""
