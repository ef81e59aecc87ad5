"""Who plays: one small file a strategy, one folder a game. A strategy sees only its game's view."""
