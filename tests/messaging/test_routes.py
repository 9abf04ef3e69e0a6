"""Conversations over HTTP."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.accounts.sessions.service import sessions
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.conftest import Couple

API = "/api/v1"


def key() -> str:
    return uuid4().hex


@pytest.fixture
def pair(make_member: MakeMember, login: LogIn) -> Couple:
    """Ada and Ben with 10 credits each, each in a browser; a message costs 5."""
    ada, ben = make_member(name="Ada"), make_member(name="Ben")
    return Couple(ada, ben, login(ada), login(ben))


def start(pair: Couple, body: str = "Hello Ben") -> Any:
    sent = pair.ada_browser.post(f"{API}/members/{pair.ben.id}/messages", {"body": body}, key=key())
    assert sent.status_code == 201
    return sent.json


@pytest.mark.spec("6.3")
def test_a_visitor_logs_in_before_chatting(client: Client, member: Member) -> None:
    for answer in (
        client.get(f"{API}/conversations"),
        client.get("/api/chats.php"),
        client.post(f"{API}/members/{member.id}/messages", {"body": "Hello"}, key=key()),
    ):
        assert answer.status_code == 403
        assert answer.json["authentication_required"] is True


def test_a_conversation_from_both_sides(pair: Couple) -> None:
    sent = start(pair)
    conversation = f"{API}/conversations/{sent['conversation_id']}"
    assert sent["message"] | {"id": "", "sent_at": ""} == {
        "id": "",
        "seq": 1,
        "is_mine": True,
        "kind": "text",
        "gift": None,
        "photo": None,
        "body": "Hello Ben",
        "sent_at": "",
        "is_read": False,
        "sender_kind": "member",
        "refunded": False,
        "hints": [],
    }
    assert (sent["credits"], sent["cost"]) == (5, {"credits": 5, "money": None})

    (line,) = pair.ben_browser.get(f"{API}/conversations").json["conversations"]
    assert (line["id"], line["num_unread_messages"]) == (sent["conversation_id"], 1)
    assert (line["profile"]["name"], line["profile"]["kind"], line["profile"]["fictional_label"]) == (
        "Ada",
        "member",
        None,
    )
    assert (line["last_message"]["excerpt"], line["last_message"]["is_mine"]) == ("Hello Ben", False)
    assert pair.ben_browser.get(f"{API}/unread").json == {"unread_messages": 1, "new_likes": 0}
    assert pair.ben_browser.get(f"{API}/me").json["unread_messages"] == 1

    opened = pair.ben_browser.get(conversation).json
    assert (opened["profile"]["name"], opened["num_unread_messages"], opened["can_write"]) == ("Ada", 1, True)
    assert (opened["spent"], opened["blocked_reason"]) == ({"credits": 0, "money": None}, None)
    history = pair.ben_browser.get(f"{conversation}/messages").json
    assert [(m["body"], m["is_mine"], m["is_read"]) for m in history["messages"]] == [("Hello Ben", False, False)]
    assert history["has_more"] is False

    read = pair.ben_browser.post(f"{conversation}/read", {"seq": 1})
    assert read.json == {"num_unread_messages": 0, "total_unread": 0}
    assert pair.ada_browser.get(f"{conversation}/messages").json["messages"][0]["is_read"] is True
    assert pair.ada_browser.get(conversation).json["other_read_seq"] == 1

    reply = pair.ben_browser.post(f"{conversation}/messages", {"body": "Hello Ada"}, key=key())
    assert reply.json["message"]["seq"] == 2
    assert pair.ada_browser.get(f"{API}/members/{pair.ben.id}/conversation").json == {
        "conversation_id": sent["conversation_id"],
        "cost": {"credits": 5, "money": None},
        "photo_cost": {"credits": 5, "money": None},
        "can_write": True,
        "blocked_reason": None,
    }


@pytest.mark.spec("7.11", "7.13", "4.9")
def test_the_documented_calls(pair: Couple) -> None:
    sent = start(pair)
    (chat,) = pair.ben_browser.get("/api/chats.php").json["chats"]
    assert chat["conversation"] == {"id": sent["conversation_id"]}
    assert chat["profile"]["id"] == str(pair.ada.id)
    assert chat["num_unread_messages"] == 1
    removed = pair.ben_browser.delete(f"/api/chat.php?conversation_id={sent['conversation_id']}")
    assert removed.status_code == 204
    assert pair.ben_browser.get("/api/chats.php").json["chats"] == []
    assert len(pair.ada_browser.get("/api/chats.php").json["chats"]) == 1


@pytest.mark.spec("4.9")
def test_removing_is_for_one_side(pair: Couple) -> None:
    sent = start(pair)
    assert pair.ben_browser.delete(f"{API}/conversations/{sent['conversation_id']}").status_code == 204
    assert pair.ben_browser.get(f"{API}/conversations").json == {
        "conversations": [],
        "total_unread": 0,
        "has_more": False,
    }
    assert len(pair.ada_browser.get(f"{API}/conversations").json["conversations"]) == 1


def test_a_repeat_of_a_send_is_the_same_answer_and_one_message(pair: Couple) -> None:
    path, same = f"{API}/members/{pair.ben.id}/messages", key()
    first = pair.ada_browser.post(path, {"body": "Hello"}, key=same)
    again = pair.ada_browser.post(path, {"body": "Hello"}, key=same)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.data == again.data
    assert again.headers["Idempotent-Replay"] == "true"
    assert pair.ada_browser.get(f"{API}/credits").json["balance"] == 5
    other = pair.ada_browser.post(path, {"body": "Something else"}, key=same)
    assert (other.status_code, other.json["code"]) == (422, "idempotency.key-reused")
    assert pair.ada_browser.post(path, {"body": "Hello"}).json["code"] == "idempotency.key-missing"


@pytest.mark.spec("8.5")
def test_refusals_say_what_and_why(pair: Couple, make_member: MakeMember) -> None:
    path = f"{API}/members/{pair.ben.id}/messages"

    def refusal(body: str, to: str = path) -> Any:
        answer = pair.ada_browser.post(to, {"body": body}, key=key())
        return answer.status_code, answer.json

    status, problem = refusal("  ")
    assert (status, problem["code"], problem["errors"][0]["pointer"]) == (422, "messaging.empty", "/body")
    status, problem = refusal("x" * 1001)
    assert (status, problem["code"], problem["max"]) == (422, "messaging.too-long", 1000)
    assert "1000" in problem["detail"]
    start(pair)
    start(pair)
    status, problem = refusal("one too many")
    assert (status, problem["code"], problem["needed"], problem["balance"]) == (
        402,
        "billing.insufficient-credits",
        5,
        0,
    )
    assert problem["detail"] == "You do not have enough credits: this costs 5, and you have 0."
    with transaction() as session:
        give_credits(session, member_id=pair.ada.id, credits=50)
    refusal("second start", f"{API}/members/{make_member().id}/messages")
    status, problem = refusal("third start", f"{API}/members/{make_member().id}/messages")
    assert (status, problem["code"], problem["limit"]) == (403, "messaging.too-many-conversations", 2)
    assert "authentication_required" not in problem


@pytest.mark.spec("4.7")
def test_a_reply_to_an_unconfirmed_member_waits(make_member: MakeMember, login: LogIn, pair: Couple) -> None:
    newcomer = make_member(confirmed=False)
    with transaction() as session:
        give_credits(session, member_id=newcomer.id, credits=5)
        conversation_id = write(session, sender=newcomer, to=pair.ben).message.conversation_id
    opened = pair.ben_browser.get(f"{API}/conversations/{conversation_id}").json
    assert (opened["can_write"], opened["blocked_reason"]) == (False, "not-confirmed")
    refused = pair.ben_browser.post(f"{API}/conversations/{conversation_id}/messages", {"body": "Hi"}, key=key())
    assert (refused.status_code, refused.json["code"]) == (403, "messaging.not-confirmed")


def test_a_fictional_profile_is_acknowledged_before_the_first_charge(
    make_member: MakeMember, login: LogIn, app: Flask
) -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        fay = make_fictional(session, site=site, name="Fay")
    ada = make_member(site=site)
    browser = login(ada)
    browser.host = site.hosts[0]
    with transaction() as session:
        browser.http.set_cookie(
            "hearth_session", sessions.open_session(session, member_id=ada.id)[1], domain=site.hosts[0]
        )
    path = f"{API}/members/{fay.id}/messages"
    refused = browser.post(path, {"body": "Hello"}, key=key())
    assert (refused.status_code, refused.json["code"]) == (409, "messaging.acknowledge-fictional")
    assert refused.json["warning"] == refused.json["detail"] == "Nobody stands behind it."
    assert browser.get(f"{API}/credits").json["balance"] == 10
    sent = browser.post(path, {"body": "Hello", "fictional_acknowledged": True}, key=key())
    assert sent.status_code == 201
    (line,) = browser.get(f"{API}/conversations").json["conversations"]
    assert (line["profile"]["kind"], line["profile"]["fictional_label"]) == ("fictional", "Story")


@pytest.mark.spec("6.7")
def test_a_block_looks_like_absence_from_both_sides(pair: Couple) -> None:
    sent = start(pair)
    assert pair.ben_browser.post(f"{API}/members/{pair.ada.id}/block").status_code == 204
    nobody = uuid4()
    for browser, other in ((pair.ada_browser, pair.ben), (pair.ben_browser, pair.ada)):
        for path in ("conversations/{}", "conversations/{}/messages", "members/{}/conversation"):
            target = other.id if path.startswith("members") else sent["conversation_id"]
            blocked = browser.get(f"{API}/{path.format(target)}")
            absent = browser.get(f"{API}/{path.format(nobody)}")
            assert (blocked.status_code, blocked.json) == (404, absent.json)
        blocked = browser.post(f"{API}/members/{other.id}/messages", {"body": "Hi"}, key=key())
        absent = browser.post(f"{API}/members/{nobody}/messages", {"body": "Hi"}, key=key())
        assert (blocked.status_code, blocked.json) == (404, absent.json)
        assert browser.get(f"{API}/conversations").json["conversations"] == []
        assert browser.get("/api/chats.php").json["chats"] == []
        assert browser.get(f"{API}/unread").json["unread_messages"] == 0
    assert pair.ada_browser.get(f"{API}/credits").json["balance"] == 5


@pytest.mark.parametrize(
    ("path", "query"),
    [("conversations", "page=0"), ("conversations/{}/messages", "limit=0"), ("conversations/{}/messages", "before=x")],
)
def test_odd_questions_are_refused_with_a_sentence(pair: Couple, path: str, query: str) -> None:
    sent = start(pair)
    refused = pair.ada_browser.get(f"{API}/{path.format(sent['conversation_id'])}?{query}")
    assert refused.status_code == 422
    assert refused.json["errors"][0]["pointer"].startswith("/")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"body": None},
        {"body": 5},
        {"body": ["x"]},
        {"body": "x", "credits": 0},
        {"body": "x", "sender_kind": "member"},
        [],
        "x",
    ],
)
def test_odd_messages_are_refused_and_cost_nothing(pair: Couple, body: Any) -> None:
    refused = pair.ada_browser.open(f"{API}/members/{pair.ben.id}/messages", method="POST", json=body, key=key())
    assert refused.status_code == 422
    assert pair.ada_browser.get(f"{API}/credits").json["balance"] == 10


def test_statements_per_request(pair: Couple, count_queries: Callable[..., int]) -> None:
    with transaction() as session:
        give_credits(session, member_id=pair.ada.id, credits=50)
    conversation = f"{API}/conversations/{start(pair)['conversation_id']}"

    def send() -> None:
        assert pair.ada_browser.post(f"{conversation}/messages", {"body": "Hello"}, key=key()).status_code == 201

    counted = {
        "send": count_queries(send),
        "list": count_queries(lambda: pair.ben_browser.get(f"{API}/conversations")),
        "open": count_queries(lambda: pair.ben_browser.get(conversation)),
        "history": count_queries(lambda: pair.ben_browser.get(f"{conversation}/messages")),
        "read": count_queries(lambda: pair.ben_browser.post(f"{conversation}/read", {"seq": 2})),
        "unread": count_queries(lambda: pair.ben_browser.get(f"{API}/unread")),
    }
    assert counted["send"] <= 12
    assert counted == {"send": 8, "list": 4, "open": 5, "history": 3, "read": 7, "unread": 3}
