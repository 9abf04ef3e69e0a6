"""What logging in and the current user cost in statements."""

from collections.abc import Callable

import pytest

from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.fixture_types import LogIn, MakeMember


@pytest.mark.spec("7.1")
def test_a_login_costs_few_statements(client: Client, count_queries: Callable[..., int], member: Member) -> None:
    def log_in() -> None:
        body = {"email": member.email, "password": PASSWORD}
        assert client.post("/api/v1/session", body).status_code == 200

    # Before the hash: member, their devices and networks, counters locked, counted. After it: still let in, counters
    # forgotten, is the browser new, session; and the current user: what the modules know, credits.
    assert count_queries(log_in) == 4 + 4 + 2


@pytest.mark.spec("3.1", "7.2")
def test_the_current_user_costs_three_statements(
    login: LogIn, make_member: MakeMember, count_queries: Callable[..., int]
) -> None:
    hers = login(make_member())
    # Session; what the modules know, credits.
    assert count_queries(lambda: hers.get("/api/v1/me")) == 3
