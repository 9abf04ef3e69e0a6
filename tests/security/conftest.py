"""What tests of who may do what share."""

import pytest
from flask import Flask

from tests import simulating
from tests.security import desks
from tests.security.world import World, build


@pytest.fixture(scope="module")
def world(app: Flask, _simulator: simulating.Simulator) -> World:
    """Everybody, and something for every role of staff to do."""
    made = build(app)
    desks.furnish(made)
    return made
