"""The games, played: ground floor of balancier. Knows nothing of files, tables, statistics or people."""

from sim.core.cache import use_own_cache

use_own_cache()
