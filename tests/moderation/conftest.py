"""Staff browsers, and a complaint to work on."""

from collections.abc import Callable
from typing import Any

import pytest

from modules.moderation.contracts import Role
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_complaint, make_staff, open_session


@pytest.fixture
def colleague(db: Any) -> Callable[..., Colleague]:
    """Make a staff member with roles."""

    def make(*roles: Role, **over: Any) -> Colleague:
        with db() as session:
            return make_staff(session, *roles, **over)

    return make


@pytest.fixture
def staff_browser(app: Any, site: Any, db: Any) -> Callable[[Colleague], Client]:
    """Return a browser in which a staff member is signed in."""

    def open_browser(staff: Colleague) -> Client:
        browser = Client(app, site.hosts[0])
        with db() as session:
            token = open_session(session, staff)
        browser.http.set_cookie("hearth_staff", token, domain=site.hosts[0], path="/ops")
        return browser

    return open_browser


@pytest.fixture
def complaint(make_member: Any, db: Any) -> Any:
    """A member's complaint."""
    member = make_member(language="nl")
    with db() as session:
        return make_complaint(session, member)


@pytest.fixture
def support(staff_browser: Callable[[Colleague], Client], colleague: Callable[..., Colleague]) -> Client:
    """A browser of support."""
    return staff_browser(colleague(Role.SUPPORT, name="Linden"))
