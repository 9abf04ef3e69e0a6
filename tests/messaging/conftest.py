"""What tests of conversations share."""

from dataclasses import dataclass

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.fixture_types import LogIn, MakeMember


@dataclass(frozen=True)
class Couple:
    """Two members, each in a browser."""

    ada: Member
    ben: Member
    ada_browser: Client
    ben_browser: Client


@pytest.fixture
def pair(make_member: MakeMember, login: LogIn) -> Couple:
    """Ada with 60 credits and Ben with 10, each in a browser; a message or photo costs 5, a rose 15."""
    ada, ben = make_member(name="Ada"), make_member(name="Ben")
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=50)
    return Couple(ada, ben, login(ada), login(ben))
