"""Pages that several files look at."""

from tests.pages import made as made
