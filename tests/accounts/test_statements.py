"""What logging in costs in statements; most of them say what the modules know of the member."""

from collections.abc import Callable

import pytest

from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember


@pytest.mark.spec("7.1")
def test_a_login_costs_few_statements(
    client: Client, make_member: MakeMember, count_queries: Callable[..., int]
) -> None:
    member = make_member()

    def log_in() -> None:
        body = {"email": member.email, "password": PASSWORD}
        assert client.post("/api/v1/session", body).status_code == 200

    # Before the hash: member, their devices and networks, counters locked, counted. After it: still let in, counters
    # forgotten, is the browser new, session, member; and the current user: account, profile, its photos, likes,
    # country, credits, unread, notifications.
    assert count_queries(log_in) == 4 + 5 + 8
