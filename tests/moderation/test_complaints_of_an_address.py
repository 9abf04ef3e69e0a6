"""Complaints from one address stand beside each other on the desk, whether or not somebody logged in."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories.moderation import make_complaint
from tests.moderation.test_complaint_desk import case, complain_as_visitor


def beside(browser: Client, complaint_id: Any) -> list[tuple[str, bool]]:
    return [(one["number"], one["is_proven"]) for one in case(browser, complaint_id)["others"]]


@pytest.mark.spec("10.6")
def test_who_writes_again_without_an_account_is_answered_by_who_knows_the_first(
    support: Client, client: Client
) -> None:
    email = f"{uuid4().hex[:8]}@example.org"
    first, second = complain_as_visitor(client, email), complain_as_visitor(client, email.upper())
    complain_as_visitor(client, f"x{email}")
    assert beside(support, second["id"]) == [(first["number"], False)]
    assert beside(support, first["id"]) == [(second["number"], False)]


@pytest.mark.spec("10.6")
def test_what_came_from_a_members_address_stands_beside_what_they_wrote_as_unproven(
    support: Client, client: Client, member: Member
) -> None:
    with transaction() as session:
        own = make_complaint(session, member)
    first, second = (complain_as_visitor(client, member.email) for _ in range(2))
    assert beside(support, own.id) == [(second["number"], False), (first["number"], False)]
    assert beside(support, second["id"]) == [(first["number"], False), (own.number, True)]
