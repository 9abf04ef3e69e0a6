"""Two members."""

import pytest

from tests.fixture_types import MakeMember, Pair


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    """Anna and Bram."""
    return make_member(name="Anna"), make_member(name="Bram")
