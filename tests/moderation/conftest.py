"""Staff browsers, and a complaint to work on."""

import pytest

from app.kernel.db.session import transaction
from modules.moderation.contracts.complaints import Complaint
from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.factories.moderation import make_complaint
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole


@pytest.fixture
def complaint(make_member: MakeMember) -> Complaint:
    """A member's complaint."""
    member = make_member(language="nl")
    with transaction() as session:
        return make_complaint(session, member)


@pytest.fixture
def support(staff_browser: OpenConsole, colleague: MakeColleague) -> Client:
    """A browser of support."""
    return staff_browser(colleague(Role.SUPPORT, name="Linden"))
