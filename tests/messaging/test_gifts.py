"""Gifts: the catalogue, and sending one over HTTP."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from app.kernel import i18n
from app.kernel.db.session import transaction
from modules.messaging import api as messaging_api
from modules.messaging.contracts import Gift
from modules.messaging.policies.writing import gift_size
from modules.sites.service.sites import update_site_settings
from tests.billing.shopping import sound
from tests.conftest import Client
from tests.factories.billing import credits_of, give_credits
from tests.factories.messaging import write
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.conftest import Couple
from tests.racing import race

API = "/api/v1"
PER_SIZE = 15  # gift_credits of the tests' sites


def key() -> str:
    return uuid4().hex


def send(browser: Client, to: Any, gift: Any = "rose", *, body: str = "", same: str | None = None) -> Any:
    return browser.post(f"{API}/members/{to.id}/messages", {"gift": gift, "body": body}, key=same or key())


@pytest.mark.spec("1.3")
def test_the_catalogue_names_a_price_for_each_gift_the_dearest_last(
    pair: Couple, count_queries: Callable[..., int]
) -> None:
    gifts = pair.ada_browser.get(f"{API}/gifts").json["gifts"]
    prices = [(one["key"], one["price"]["credits"]) for one in gifts]
    assert prices == [(gift, gift_size(gift) * PER_SIZE) for gift in Gift]
    assert [credits for _, credits in prices] == sorted(credits for _, credits in prices)
    assert gifts[0] == {
        "key": "rose",
        "name": "A rose",
        "image": "/api/v1/gifts/rose.svg",
        "price": {"credits": 15, "money": None},
    }
    assert count_queries(lambda: pair.ada_browser.get(f"{API}/gifts")) == 3


@pytest.mark.parametrize("gift", list(Gift))
def test_every_gift_has_a_small_drawing_and_a_name_in_each_language(client: Client, gift: Gift) -> None:
    drawing = client.get(f"{API}/gifts/{gift}.svg")
    assert (drawing.status_code, drawing.mimetype) == (200, "image/svg+xml")
    assert "max-age" in drawing.headers["Cache-Control"]
    assert len(drawing.data) < 3_000
    assert drawing.text.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 104">')
    assert len({i18n.text(language, f"gifts.{gift}") for language in ("en", "nl", "de")}) > 1
    assert gift_size(gift) in (1, 2, 3)


def test_no_two_drawings_are_the_same(client: Client) -> None:
    assert len({client.get(f"{API}/gifts/{gift}.svg").data for gift in Gift}) == len(Gift)
    for name in ("tractor", "..%2Fgifts%2Frose", "ROSE"):
        assert client.get(f"{API}/gifts/{name}.svg").status_code == 404


@pytest.mark.spec("1.1", "1.3", "2.37")
def test_a_gift_is_paid_once_and_arrives(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, body=" For the wet shoes. ")
    assert sent.status_code == 201
    gift = {"key": "rose", "name": "A rose", "image": "/api/v1/gifts/rose.svg"}
    message = sent.json["message"]
    assert (message["kind"], message["gift"], message["body"]) == ("gift", gift, "For the wet shoes.")
    assert (sent.json["credits"], sent.json["cost"]) == (45, {"credits": 5, "money": None})
    assert [(line["kind"], line["credits"]) for line in pair.ada_browser.get(f"{API}/credits").json["entries"][:1]] == [
        ("gift", -15)
    ]

    conversation = f"{API}/conversations/{sent.json['conversation_id']}"
    (line,) = pair.ben_browser.get(f"{API}/conversations").json["conversations"]
    assert (line["num_unread_messages"], line["last_message"]["kind"]) == (1, "gift")
    assert line["last_message"]["excerpt"] == "A rose: For the wet shoes."
    (seen,) = pair.ben_browser.get(f"{conversation}/messages").json["messages"]
    assert (seen["is_mine"], seen["gift"], seen["body"]) == (False, gift, "For the wet shoes.")
    assert pair.ada_browser.get(conversation).json["spent"]["credits"] == 15
    sound()


def test_a_gift_needs_no_note(pair: Couple) -> None:
    started = send(pair.ada_browser, pair.ben, "tulips").json["conversation_id"]
    again = pair.ada_browser.post(f"{API}/conversations/{started}/messages", {"gift": "tea"}, key=key())
    assert (again.status_code, again.json["message"]["body"], again.json["credits"]) == (201, "", 60 - 30 - 15)
    (line,) = pair.ada_browser.get(f"{API}/conversations").json["conversations"]
    assert line["last_message"]["excerpt"] == "A cup of tea"


def test_its_name_is_in_the_readers_language(pair: Couple, make_member: MakeMember, login: LogIn) -> None:
    dirk = make_member(name="Dirk", language="de")
    send(pair.ada_browser, dirk, "kite")
    (line,) = login(dirk).get(f"{API}/conversations").json["conversations"]
    assert line["last_message"]["excerpt"] == "Ein Drachen"


def test_a_repeat_of_a_gift_is_the_same_answer_and_one_gift(pair: Couple) -> None:
    same = key()
    first, again = (send(pair.ada_browser, pair.ben, same=same) for _ in range(2))
    assert first.data == again.data
    assert again.headers["Idempotent-Replay"] == "true"
    other = send(pair.ada_browser, pair.ben, "tea", same=same)
    assert (other.status_code, other.json["code"]) == (422, "idempotency.key-reused")
    assert credits_of(pair.ada_browser) == 45


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"gift": "tractor"}, "invalid", "/gift"),
        ({"gift": 5}, "invalid", "/gift"),
        ({"gift": ["rose"]}, "invalid", "/gift"),
        ({"gift": "rose", "body": "x" * 201}, "messaging.too-long", "/body"),
        ({"gift": "rose", "body": None}, "invalid", "/body"),
        ({"gift": "rose", "price": 0}, "invalid", "/price"),
        ({"gift": None}, "messaging.empty", "/body"),
    ],
)
def test_odd_gifts_are_refused_and_cost_nothing(pair: Couple, body: Any, code: str, pointer: str) -> None:
    refused = pair.ada_browser.post(f"{API}/members/{pair.ben.id}/messages", body, key=key())
    assert (refused.status_code, refused.json["code"]) == (422, code)
    assert refused.json["errors"][0]["pointer"] == pointer
    assert credits_of(pair.ada_browser) == 60


@pytest.mark.spec("8.5")
def test_what_one_cannot_pay_is_not_sent(pair: Couple) -> None:
    refused = send(pair.ben_browser, pair.ada)
    assert (refused.status_code, refused.json["code"]) == (402, "billing.insufficient-credits")
    assert (refused.json["needed"], refused.json["balance"]) == (15, 10)
    assert pair.ada_browser.get(f"{API}/conversations").json["conversations"] == []


@pytest.mark.spec("6.3")
def test_a_visitor_logs_in_before_giving(client: Client, pair: Couple) -> None:
    for answer in (client.get(f"{API}/gifts"), send(client, pair.ben)):
        assert (answer.status_code, answer.json["authentication_required"]) == (403, True)


@pytest.mark.spec("6.4", "6.7")
def test_a_gift_starts_a_conversation_like_a_message_and_a_block_ends_it(pair: Couple, make_member: MakeMember) -> None:
    send(pair.ada_browser, pair.ben)
    send(pair.ada_browser, make_member())
    third = send(pair.ada_browser, make_member())
    assert (third.status_code, third.json["code"]) == (403, "messaging.too-many-conversations")
    assert pair.ben_browser.post(f"{API}/members/{pair.ada.id}/block").status_code == 204
    assert send(pair.ada_browser, pair.ben).status_code == 404
    assert credits_of(pair.ada_browser) == 30


@pytest.mark.spec("4.7")
def test_an_unconfirmed_member_gets_no_gift(pair: Couple, make_member: MakeMember) -> None:
    newcomer = make_member(confirmed=False)
    with transaction() as session:
        give_credits(session, member_id=newcomer.id, credits=5)
        conversation_id = write(session, sender=newcomer, to=pair.ada).message.conversation_id
    refused = pair.ada_browser.post(f"{API}/conversations/{conversation_id}/messages", {"gift": "rose"}, key=key())
    assert (refused.status_code, refused.json["code"]) == (403, "messaging.not-confirmed")
    assert credits_of(pair.ada_browser) == 60


def test_a_refunded_gift_gives_its_whole_price_back(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, "fireworks")
    with transaction() as session:
        assert messaging_api.refund_message(session, message_id=sent.json["message"]["id"], reason="a cheat") == 45
    conversation = f"{API}/conversations/{sent.json['conversation_id']}"
    assert pair.ada_browser.get(f"{conversation}/messages").json["messages"][0]["refunded"] is True
    assert pair.ada_browser.get(conversation).json["spent"]["credits"] == 0
    assert credits_of(pair.ada_browser) == 60
    sound()


def test_where_gifts_are_free_nothing_is_posted(pair: Couple) -> None:
    with transaction() as session:
        update_site_settings(session, site_id=pair.ada.site_id, changes={"gift_credits": 0})
    sent = send(pair.ben_browser, pair.ada, "boat")
    assert (sent.status_code, sent.json["credits"]) == (201, 10)


def test_the_last_credits_buy_one_gift(app: Flask, pair: Couple) -> None:
    cookie = pair.ada_browser.http.get_cookie("hearth_session", domain=pair.ada_browser.host)

    def give() -> int:
        browser = Client(app, pair.ada_browser.host)
        browser.http.set_cookie("hearth_session", cookie.value, domain=browser.host)
        status: int = send(browser, pair.ben, "lighthouse").status_code
        return status

    assert sorted(race([give] * 8)) == [201] + [402] * 7
    assert credits_of(pair.ada_browser) == 15
    (line,) = pair.ben_browser.get(f"{API}/conversations").json["conversations"]
    assert line["num_unread_messages"] == 1
    sound()
