"""Stealr No Mercy: rules S-1 to S-34. `cards` and `options` say what there is, `state` holds a game, `legal` and `effects` are the rules of play."""
