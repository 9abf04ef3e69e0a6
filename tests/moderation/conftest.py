"""Staff browsers, and a complaint to work on."""

from collections.abc import Callable
from typing import Any

import pytest

from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_complaint


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
