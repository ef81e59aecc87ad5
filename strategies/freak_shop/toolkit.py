"""What an author of strategies for Freak Shop needs: the names of objectives, decisions and actions, and questions about the table.

Three ways to write one, from the simplest:

- weigh exchanges by points, wealth, cards: `survey` the table, set weights (``W_POINTS`` …), `look_at_deals`, and `carry_on` the plan (see
`strategies.freak_shop.rich`); - find the exchange yourself, write it to memory as a row of numbers by kind, and let `next_step` carry it out;
`is_exchange` says whether it is legal; - answer every small step by itself.
"""

from sim.freak_shop.cards import (
    ACCESSOIRES,
    ANIMAUX,
    CLOU,
    COLLECTION,
    KINDS,
    MARCHANDAGE,
    MAX_SEATS,
    MODE,
    ORDONNE,
    PAS_LES_MEMES,
    PERSONNEL,
    RANGEMENT,
    SIAMOIS,
    SNOB,
    SOMME,
    TROIS,
    VALUES,
    VOISINS,
)
from sim.freak_shop.options import ANY, DIFFERENT_CARDS, NO
from sim.freak_shop.plan import is_exchange, next_step
from sim.freak_shop.scoring import cards_ahead, copies_of, depends_on_others, objective_points, on_sale, rank_of, run_points, total, worth
from sim.freak_shop.state import CARDS, DONE, EXCHANGE, FAIR_PRICE, GIVE, GOOD_DEAL, NOTHING_YET, PASS, TAKE
from strategies.freak_shop.deals import (
    W_CARDS,
    W_NEED,
    W_NEXT,
    W_POINTS,
    W_WORTH,
    WEIGHTS,
    carry_on,
    look_at_deals,
    next_gain,
)
from strategies.freak_shop.survey import MEMORY, NEED, PLANNED_TURN, rival, scored, survey
from strategies.freak_shop.time import risk, sure_turns, turns_to_come

__all__ = [
    "ACCESSOIRES", "ANIMAUX", "ANY", "CARDS", "CLOU", "COLLECTION", "DIFFERENT_CARDS", "DONE", "EXCHANGE", "FAIR_PRICE", "GIVE",
    "GOOD_DEAL", "KINDS", "MARCHANDAGE", "MAX_SEATS", "MEMORY", "MODE", "NEED", "NO", "NOTHING_YET", "ORDONNE", "PASS", "PAS_LES_MEMES",
    "PERSONNEL", "PLANNED_TURN", "RANGEMENT", "SIAMOIS", "SNOB", "SOMME", "TAKE", "TROIS", "VALUES", "VOISINS", "WEIGHTS", "W_CARDS",
    "W_NEED", "W_NEXT", "W_POINTS", "W_WORTH", "cards_ahead", "carry_on", "copies_of", "depends_on_others", "is_exchange", "look_at_deals",
    "next_gain", "next_step", "objective_points", "on_sale", "rank_of", "risk", "rival", "run_points", "scored", "sure_turns", "survey",
    "total", "turns_to_come", "worth",
]  # fmt: skip
