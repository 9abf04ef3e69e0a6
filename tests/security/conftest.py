"""What tests of who may do what share."""

from typing import Any

import pytest

from tests.security import desks
from tests.security.world import World, build


@pytest.fixture(scope="module")
def world(app: Any, _simulator: Any) -> World:
    """Everybody, and something for every role of staff to do."""
    made = build(app)
    desks.furnish(made)
    return made
