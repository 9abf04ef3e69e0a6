"""Conversations whose other side is absent: what was received stays readable, for a report, and nothing else does."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app.kernel.db.session import transaction
from app.kernel.events.outbox import OutboxEvent
from modules.profiles.service import profile
from modules.social.models import Block
from modules.social.service.interactions import unblock_member
from tests.accounts.leaving import ban, delete_now, erase_now, let_time_pass
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member, open_session
from tests.factories.billing import give_credits
from tests.factories.messaging import answer, write
from tests.factories.profiles import add_photo, fill_profile, make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.factories.social import block
from tests.fixture_types import CountQueries, LogIn, MakeMember
from tests.messaging.conftest import Couple
from tests.messaging.photographing import send

API = "/api/v1"
ENDED = f"{API}/ended-conversations"


def ended(browser: Client) -> list[Any]:
    """Return what a member finds among the conversations that ended."""
    found = browser.get(ENDED)
    assert found.status_code == 200
    return list(found.json["conversations"])


def messages(browser: Client, conversation_id: UUID | str) -> Any:
    return browser.get(f"{ENDED}/{conversation_id}/messages")


def speak(pair: Couple) -> UUID:
    """Let Ben write to Ada, and Ada answer."""
    with transaction() as session:
        sent = write(session, sender=pair.ben, to=pair.ada, body="Send me a gift card").message
        answer(session, sender=pair.ada, conversation_id=sent.conversation_id, body="No.")
    return sent.conversation_id


def go(pair: Couple, how: str) -> None:
    """Let Ben be absent for Ada."""
    if how == "leaves":
        delete_now(pair.ben)
    else:
        block(*((pair.ben, pair.ada) if how == "blocks" else (pair.ada, pair.ben)))


def age_block(pair: Couple, *, days: int) -> None:
    ids = (pair.ada.id, pair.ben.id)
    with transaction() as session:
        theirs = update(Block).where(Block.blocker_id.in_(ids), Block.blocked_id.in_(ids))
        session.execute(theirs.values(created_at=Block.created_at - timedelta(days=days)))


@pytest.mark.spec("6.7", "10.5")
@pytest.mark.parametrize("how", ["blocks", "is blocked", "leaves"])
def test_what_was_received_is_found_and_reported_from_there(pair: Couple, how: str) -> None:
    conversation_id = speak(pair)
    assert (ended(pair.ada_browser), messages(pair.ada_browser, conversation_id).status_code) == ([], 404)
    go(pair, how)
    (line,) = ended(pair.ada_browser)
    assert line | {"last_message": {**line["last_message"], "sent_at": ""}} == {
        "id": str(conversation_id),
        "kind": "member",
        "last_message": {"seq": 2, "kind": "text", "excerpt": "No.", "is_mine": True, "sent_at": ""},
    }
    theirs, own = messages(pair.ada_browser, conversation_id).json["messages"]
    assert theirs | {"id": "", "sent_at": ""} == {
        "id": "",
        "seq": 1,
        "is_mine": False,
        "kind": "text",
        "gift": None,
        "body": "Send me a gift card",
        "sent_at": "",
        "sender_kind": "member",
    }
    assert (own["body"], own["is_mine"]) == ("No.", True)
    wish = {"kind": "message", "message_id": theirs["id"], "reason": "money"}
    assert pair.ada_browser.post(f"{API}/reports", wish, key=uuid4().hex).status_code == 201


@pytest.mark.spec("6.7")
def test_a_block_a_departure_and_a_block_by_who_is_banned_since_look_alike(
    make_member: MakeMember, login: LogIn
) -> None:
    ada, *others = (make_member(name=name) for name in ("Ada", "Ben", "Cem", "Dan"))
    with transaction() as session:
        for other in others:
            write(session, sender=other, to=ada, body="Send me a gift card")
    blocks, leaves, is_banned = others
    block(blocks, ada)
    delete_now(leaves)
    block(is_banned, ada)
    ban(is_banned)
    browser = login(ada)
    lines = ended(browser)
    assert len(lines) == 3

    def without_own(line: Any) -> str:
        told = json.dumps([line, messages(browser, line["id"]).json], sort_keys=True)
        for message in messages(browser, line["id"]).json["messages"]:
            told = told.replace(message["id"], "").replace(message["sent_at"], "")
        return told.replace(line["id"], "").replace(line["last_message"]["sent_at"], "")

    assert len(set(map(without_own, lines))) == 1


@pytest.mark.spec("6.7")
def test_nothing_of_the_person_is_told_nor_what_they_did_since(pair: Couple) -> None:
    conversation_id = speak(pair)
    with transaction() as session:
        fill_profile(session, pair.ben.id, headline="Benny says hello")
        photo_id = add_photo(session, pair.ben.id)
    go(pair, "blocks")
    with transaction() as session:
        profile.update_profile(session, member_id=pair.ben.id, changes={"headline": "Benny again"})
    told = pair.ada_browser.get(ENDED).text + messages(pair.ada_browser, conversation_id).text
    for secret in ("Ben", str(pair.ben.id), str(photo_id), "/media/"):
        assert secret not in told


@pytest.mark.spec("6.7")
def test_a_photo_that_was_received_has_no_address_there(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, words="Here I am")
    drain_now()
    block(pair.ada, pair.ben)
    (photo,) = messages(pair.ben_browser, sent.json["conversation_id"]).json["messages"]
    assert (photo["kind"], photo["body"]) == ("photo", "Here I am")
    assert "/media/" not in json.dumps(photo)


@pytest.mark.spec("6.7")
def test_whoever_blocked_learns_nothing_and_nobody_is_reached_from_there(pair: Couple) -> None:
    conversation_id = speak(pair)
    go(pair, "blocks")
    drain_now()

    def traces() -> Any:
        with transaction(read_only=True) as session:
            return session.execute(select(func.count()).select_from(OutboxEvent)).scalar_one()

    before = traces()
    ended(pair.ada_browser)
    messages(pair.ada_browser, conversation_id)
    assert traces() == before
    conversation = f"{API}/conversations/{conversation_id}"
    refused = [
        pair.ada_browser.get(conversation),
        pair.ada_browser.get(f"{conversation}/messages"),
        pair.ada_browser.get(f"{conversation}/news"),
        pair.ada_browser.post(f"{conversation}/typing"),
        pair.ada_browser.post(f"{conversation}/read", {"seq": 1}),
        pair.ada_browser.post(f"{conversation}/messages", {"body": "Why?"}, key=uuid4().hex),
        pair.ada_browser.post(f"{ENDED}/{conversation_id}/messages", {"body": "Why?"}, key=uuid4().hex),
    ]
    assert [one.status_code for one in refused] == [404] * 6 + [405]
    with transaction() as session:
        unblock_member(session, member_id=pair.ben.id, to_id=pair.ada.id)
    # What Ada read while they were apart is not told as read.
    assert pair.ben_browser.get(conversation).json["other_read_seq"] == 0
    assert pair.ben_browser.get(f"{API}/visitors").json["total"] == 0
    assert ended(pair.ada_browser) == []


@pytest.mark.spec("6.7", "4.2")
@pytest.mark.parametrize("how", ["blocks", "leaves"])
def test_it_ends_as_soon_for_a_block_as_for_a_departure(pair: Couple, how: str) -> None:
    conversation_id = speak(pair)
    go(pair, how)

    def pass_days(days: int) -> None:
        if how == "leaves":
            let_time_pass(pair.ben.id, days=days)
        else:
            age_block(pair, days=days)

    pass_days(13)
    assert len(ended(pair.ada_browser)) == 1
    pass_days(1)
    # The job that erases has not run yet: whoever looks often must not see by that which of the two it was.
    assert ended(pair.ada_browser) == []
    assert messages(pair.ada_browser, conversation_id).status_code == 404


@pytest.mark.spec("6.7")
def test_an_old_block_is_not_shown_anew_by_a_later_one_nor_by_a_departure(pair: Couple) -> None:
    speak(pair)
    go(pair, "blocks")
    age_block(pair, days=14)
    go(pair, "is blocked")
    assert ended(pair.ada_browser) == []
    delete_now(pair.ben)
    assert ended(pair.ada_browser) == []


@pytest.mark.spec("4.2")
def test_of_who_is_erased_nothing_is_left_there(pair: Couple) -> None:
    conversation_id = speak(pair)
    erase_now(pair.ben)
    assert (ended(pair.ada_browser), messages(pair.ada_browser, conversation_id).status_code) == ([], 404)


@pytest.mark.spec("4.9")
def test_what_one_took_off_ones_list_is_not_there_either(pair: Couple) -> None:
    conversation_id = speak(pair)
    assert pair.ada_browser.delete(f"{API}/conversations/{conversation_id}").status_code == 204
    go(pair, "blocks")
    assert (ended(pair.ada_browser), messages(pair.ada_browser, conversation_id).status_code) == ([], 404)


@pytest.mark.spec("6.7")
def test_others_conversations_are_not_there(pair: Couple, make_member: MakeMember, login: LogIn) -> None:
    conversation_id = speak(pair)
    go(pair, "blocks")
    stranger = login(make_member())
    assert (ended(stranger), messages(stranger, conversation_id).status_code) == ([], 404)


@pytest.mark.spec("6.7")
def test_a_fictional_profile_is_named_as_one(app: Flask) -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        ada, vera = make_member(session, site=site), make_fictional(session, site=site)
        give_credits(session, member_id=ada.id, credits=10)
        write(session, sender=ada, to=vera, body="Hello", is_acknowledged=True)
        token = open_session(session, member_id=ada.id)
    block(ada, vera)
    browser = Client(app, site.hosts[0])
    browser.http.set_cookie("hearth_session", token, domain=site.hosts[0])
    assert [line["kind"] for line in ended(browser)] == ["fictional"]


@pytest.mark.spec("6.7")
def test_a_page_of_them_is_read_in_one_statement(pair: Couple, count_queries: CountQueries) -> None:
    speak(pair)
    go(pair, "blocks")
    # Who asks, and the list.
    assert count_queries(lambda: pair.ada_browser.get(ENDED)) == 2
