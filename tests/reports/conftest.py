"""Pages and reports that several files look at."""

from tests.exports import exported as exported
from tests.pages import made as made
