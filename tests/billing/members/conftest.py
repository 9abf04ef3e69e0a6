"""A member in front of the shop."""

from collections.abc import Callable
from typing import Any

import pytest

from app.kernel.db import transaction
from modules.billing import api
from tests.conftest import Client


@pytest.fixture
def member(site: Any, make_member: Callable[..., Any]) -> Any:
    """A member of a site with a shop."""
    with transaction() as session:
        api.open_shop(session, site_id=site.id)
    return make_member()


@pytest.fixture
def browser(member: Any, login: Callable[..., Client]) -> Client:
    """The member's browser."""
    return login(member)
