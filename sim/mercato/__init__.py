"""Mercato: rules M-1 to M-36. `cards` and `options` say what there is, `state` holds a game, `legal` and `effects` are the rules of play."""
