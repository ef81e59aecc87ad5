"""The printed deck by kind: what the coupling of shuffles refers to (see `sim.core.shuffle`)."""

from __future__ import annotations

import numpy as np

from sim.mercato.cards import COACHES, COMPO, KINDS, PLAIN_SLUGS, PRINTED_COMPOS, PRINTED_DECK

REFERENCE = np.zeros(KINDS, np.int16)
"""Copies of every kind, compos included (86 cards)."""
REFERENCE[:COMPO] = [PRINTED_DECK[name] for name in PLAIN_SLUGS]
REFERENCE[COMPO : COMPO + len(PRINTED_COMPOS)] = [PRINTED_DECK[name] for name in PRINTED_COMPOS]

PLAIN_REFERENCE = REFERENCE.copy()
"""The same without compos: what M-2 deals from."""
PLAIN_REFERENCE[COMPO:] = 0

COMPO_REFERENCE = REFERENCE.copy()
"""Compos alone: what M-1 deals from."""
COMPO_REFERENCE[:COMPO] = 0

COACH_REFERENCE = np.ones(COACHES, np.int16)
