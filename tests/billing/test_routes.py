"""Credits over HTTP."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from tests.conftest import Client
from tests.factories.billing import give_credits, spend_credits
from tests.fixture_types import LogIn, MakeMember


def test_credits_belong_to_a_member(client: Client) -> None:
    answer = client.get("/api/v1/credits")
    assert answer.status_code == 403
    assert answer.json["authentication_required"] is True


def test_a_member_sees_what_came_and_where_it_went(
    make_member: MakeMember, login: LogIn, count_queries: Callable[..., int]
) -> None:
    member, talk = make_member(), uuid4()
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=5)
        spend_credits(session, member_id=member.id, credits=12, reference_id=talk)
    browser = login(member)
    answer = browser.get("/api/v1/credits").json
    assert answer["balance"] == 3
    assert [(lot["kind"], lot["remaining"]) for lot in answer["lots"]] == [("bonus", 3)]
    assert answer["spent_month"] == {"credits": 12, "money": None}
    lines = [
        (line["kind"], line["credits"], line["balance_after"], line["conversation_id"]) for line in answer["entries"]
    ]
    assert lines == [("message", -12, 3, str(talk)), ("support", 5, 15, None), ("signup", 10, 10, None)]
    assert count_queries(lambda: browser.get("/api/v1/credits")) <= 7


@pytest.mark.spec("3.1")
def test_the_current_user_knows_credits_and_what_a_message_costs(make_member: MakeMember, login: LogIn) -> None:
    user = login(make_member()).get("/api/v1/me").json
    assert user["credits"] == 10
    assert user["message_cost"] == {"credits": 5, "money": None}


@pytest.mark.spec("3.1")
def test_nobody_sets_their_own_credits(make_member: MakeMember, login: LogIn) -> None:
    browser = login(make_member())
    for path, method in (("/api/v1/me", "PATCH"), ("/api/v1/credits", "POST"), ("/api/v1/profile", "PATCH")):
        assert browser.open(path, method=method, json={"credits": 1000, "balance": 1000}).status_code >= 400
    assert browser.get("/api/v1/credits").json["balance"] == 10


@pytest.mark.spec("7.15")
@pytest.mark.parametrize("name", ["mastercard", "visa", "applepay"])
def test_everybody_gets_the_logos_of_payment_methods(client: Client, name: str) -> None:
    logo = client.get(f"/api/assets/paymentmethod/{name}.svg")
    assert logo.status_code == 200
    assert logo.content_type.startswith("image/svg+xml")
    assert logo.text.startswith("<svg ")
    assert "max-age" in logo.headers["Cache-Control"]
    logo.close()


@pytest.mark.spec("7.15")
@pytest.mark.parametrize("name", ["monopoly", "cash", "..%2f..%2froutes", "%2e%2e/x", "visa.svg%00"])
def test_other_logos_are_not_there(client: Client, name: str) -> None:
    assert client.get(f"/api/assets/paymentmethod/{name}.svg").status_code == 404
