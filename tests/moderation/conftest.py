"""Members, staff and their browsers, a complaint to work on, and answers by mail."""

import pytest

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.registry import MODULES
from modules.accounts.contracts import Member
from modules.moderation.contracts.complaints import Complaint
from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_complaint
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.settings import SetEnv


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


@pytest.fixture
def mo(make_member: MakeMember) -> Member:
    """A member, about whom staff decide."""
    return make_member(name="Mo", language="en", paid=True)


@pytest.fixture
def staff(colleague: MakeColleague) -> Colleague:
    """A moderator."""
    return colleague(Role.MODERATOR, name="Linden")


@pytest.fixture
def ada(make_member: MakeMember) -> Member:
    """Another member."""
    return make_member(name="Ada", paid=True)


@pytest.fixture
def replies(set_env: SetEnv) -> None:
    """Let the installation take answers by mail."""
    set_env(HEARTH_REPLY_DOMAIN="replies.example")
    jobs.install(MODULES)
