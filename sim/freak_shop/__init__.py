"""Freak Shop: rules F-1 to F-22. `cards` and `options` say what there is, `state` holds a game, `exchange` and `legal` are its small steps."""
