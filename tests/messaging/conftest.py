"""What tests of conversations share."""

from typing import Any

import pytest

from app.kernel.db.session import transaction
from tests.factories.billing import give_credits
from tests.fixture_types import LogIn, MakeMember


@pytest.fixture
def pair(make_member: MakeMember, login: LogIn) -> Any:
    """Ada with 60 credits and Ben with 10, each in a browser; a message or photo costs 5, a rose 15."""

    class Pair:
        ada, ben = make_member(name="Ada"), make_member(name="Ben")
        ada_browser, ben_browser = login(ada), login(ben)

    with transaction() as session:
        give_credits(session, member_id=Pair.ada.id, credits=50)
    return Pair
