"""Pages that several files look at."""

from tests.pages import made  # noqa: F401  a fixture
