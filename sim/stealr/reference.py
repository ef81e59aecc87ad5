"""Tables that compiled rules look things up in."""

from __future__ import annotations

import numpy as np

from sim.stealr.cards import JOKER_COLOURS, RENT_COLOURS

JOKER_PAIRS = np.array(JOKER_COLOURS, np.int8)
"""(7, 2) the two colours of each two-colour joker."""
RENT_PAIRS = np.array(RENT_COLOURS, np.int8)
"""(5, 2) the two colours of each pair that rents name."""
