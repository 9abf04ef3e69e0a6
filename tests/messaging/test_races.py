"""Many at the same moment, on the real Postgres."""

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.ledger.queries import get_balance
from modules.messaging.contracts import Gift, Sent
from modules.messaging.errors import ConversationNotFound, TooManyConversations
from modules.messaging.service import conversations
from modules.social.service import interactions as social_service
from tests.billing.shopping import sound
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, answer, write
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.photographing import one
from tests.racing import HANGS, race, start_while_open, wait_for_a_lock


def sender(member: Member, to: Any, body: str = "Hello!") -> Callable[[], Sent]:
    def send() -> Sent:
        with transaction() as session:
            return write(session, sender=member, to=to, body=body)

    return send


def kinds(results: list[Any]) -> dict[type, int]:
    types = [type(result) for result in results]
    return {kind: types.count(kind) for kind in types}


@pytest.mark.spec("6.4")
def test_of_fifty_starts_at_once_two_are_free(make_member: MakeMember) -> None:
    ada, others = make_member(), [make_member() for _ in range(50)]
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=500)
    results = race([sender(ada, other) for other in others])
    assert kinds(results) == {Sent: 2, TooManyConversations: 48}
    started = one("SELECT count(*) FROM messaging.conversation WHERE started_by = :id", id=ada.id)
    assert started.count == 2
    with transaction(read_only=True) as session:
        assert get_balance(session, ada.id) == 500
    sound()


def test_two_who_write_to_each_other_at_once_share_one_conversation(make_member: MakeMember) -> None:
    for _ in range(4):
        ada, ben = make_member(), make_member()
        results = race([sender(ada, ben), sender(ben, ada)] * 2)
        assert kinds(results) == {Sent: 4}
        assert sorted(result.message.seq for result in results) == [1, 2, 3, 4]
        assert len({result.message.conversation_id for result in results}) == 1


def test_the_last_credits_send_one_message(make_member: MakeMember) -> None:
    ada, ben = make_member(), make_member()
    sender(ada, ben)()
    assert kinds(race([sender(ada, ben)] * 16)) == {Sent: 1, InsufficientCredits: 15}
    row = one(
        "SELECT last_seq, unread FROM messaging.conversation c JOIN messaging.participant p ON p.conversation_id = c.id"
        " WHERE p.member_id = :id",
        id=ben.id,
    )
    assert (row.last_seq, row.unread) == (2, 2)
    sound()


def test_messages_are_numbered_and_dated_in_one_order(make_member: MakeMember) -> None:
    ada, ben = make_member(), make_member()
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=50)
        give_credits(session, member_id=ben.id, credits=50)
    race([sender(ada, ben), sender(ben, ada)] * 6)
    rows = one(
        "SELECT array_agg(seq ORDER BY sent_at) AS by_time, array_agg(seq ORDER BY seq) AS by_number"
        " FROM messaging.message m JOIN messaging.participant p USING (conversation_id) WHERE p.member_id = :id",
        id=ada.id,
    )
    assert rows.by_time == rows.by_number == list(range(1, 13))


def test_reading_while_the_other_writes_loses_no_count(make_member: MakeMember) -> None:
    ada, ben = make_member(), make_member()
    conversation_id = sender(ada, ben)().message.conversation_id
    written, end = threading.Event(), threading.Event()

    def write_slowly() -> None:
        with transaction() as session:
            write(session, sender=ada, to=ben)
            written.set()
            end.wait(HANGS)

    def read() -> int:
        written.wait(HANGS)
        with transaction() as session:
            return conversations.mark_read(session, actor=actor_of(ben), conversation_id=conversation_id, seq=1)

    def release_the_writer() -> None:
        wait_for_a_lock()
        end.set()

    assert race([write_slowly, read, release_the_writer])[1] == 1
    row = one("SELECT unread, read_seq FROM messaging.participant WHERE member_id = :id", id=ben.id)
    assert (row.unread, row.read_seq) == (1, 1)


@pytest.mark.spec("6.7")
def test_once_blocked_nothing_is_sent_and_nobody_pays_for_nothing(make_member: MakeMember) -> None:
    ada, ben = make_member(), make_member()
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=190)
    blocked = threading.Event()

    def block() -> None:
        with transaction() as session:
            social_service.block_member(session, site_id=ben.site_id, member_id=ben.id, to_id=ada.id)
        blocked.set()

    def send() -> bool:
        """Return whether the send began after the block was answered."""
        is_late = blocked.is_set()
        with transaction() as session:
            write(session, sender=ada, to=ben)
        return is_late

    results = race([send] * 12 + [block] + [send] * 12)
    sent = [result for result in results if isinstance(result, bool)]
    assert True not in sent
    assert {type(result) for result in results} <= {bool, type(None), ConversationNotFound}
    with pytest.raises(ConversationNotFound):
        send()
    with transaction(read_only=True) as session:
        assert get_balance(session, ada.id) == 200 - 5 * len(sent)
    assert one("SELECT count(*) FROM messaging.message WHERE sender_id = :id", id=ada.id).count == len(sent)
    sound()


def put_block(session: Session, *, by: Any, of: Any) -> None:
    social_service.block_member(session, site_id=by.site_id, member_id=by.id, to_id=of.id)


WAYS = ["first message", "later message", "gift"]


def sending(way: str, ada: Any, ben: Any) -> Callable[[Any], Any]:
    """Return what Ada sends to Ben within a transaction; each costs credits, and later ones have a conversation."""
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=90)
        if way == "first message":
            return lambda session: write(session, sender=ada, to=ben)
        begun = write(session, sender=ada, to=ben).message.conversation_id
    gift = Gift.ROSE if way == "gift" else None
    return lambda session: answer(session, sender=ada, conversation_id=begun, gift=gift)


@pytest.mark.spec("6.7")
@pytest.mark.parametrize("way", WAYS)
def test_a_message_that_meets_a_block_is_delivered_before_it(make_member: MakeMember, way: str) -> None:
    ada, ben = make_member(), make_member()
    send = sending(way, ada, ben)

    def block() -> None:
        with transaction() as session:
            put_block(session, by=ben, of=ada)

    assert start_while_open(send, block) == (None, True)
    times = one(
        "SELECT max(sent_at) AS sent_at, max(created_at) AS blocked_at FROM messaging.message, social.block"
        " WHERE sender_id = :id AND blocked_id = :id",
        id=ada.id,
    )
    assert times.sent_at < times.blocked_at


@pytest.mark.spec("6.7")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_ben", [True, False], ids=["the recipient blocks", "the sender blocks"])
def test_a_message_that_meets_a_block_is_refused_after_it_and_costs_nothing(
    make_member: MakeMember, way: str, *, is_ben: bool
) -> None:
    ada, ben = make_member(), make_member()
    send, (blocker, blocked) = sending(way, ada, ben), (ben, ada) if is_ben else (ada, ben)
    had = credits_and_messages(ada)

    def try_it() -> None:
        with transaction() as session:
            send(session)

    refused, has_waited = start_while_open(lambda session: put_block(session, by=blocker, of=blocked), try_it)
    assert (type(refused), has_waited) == (ConversationNotFound, True)
    assert credits_and_messages(ada) == had
    sound()


def credits_and_messages(member: Member) -> tuple[int, int]:
    with transaction(read_only=True) as session:
        balance = get_balance(session, member.id)
    return balance, one("SELECT count(*) FROM messaging.message WHERE sender_id = :id", id=member.id).count


def test_one_key_at_the_same_moment_is_one_message(app: Flask, make_member: MakeMember, login: LogIn) -> None:
    ada, ben = make_member(), make_member()
    cookie = login(ada).http.get_cookie("hearth_session", domain=login(ada).host)
    host, key = login(ada).host, uuid4().hex
    assert cookie is not None

    def post() -> Any:
        browser = Client(app, host)
        browser.http.set_cookie("hearth_session", cookie.value, domain=host)
        answer = browser.post(f"/api/v1/members/{ben.id}/messages", {"body": "Hello"}, key=key)
        return answer.status_code, answer.json.get("code"), answer.data if answer.status_code == 201 else b""

    results = race([post] * 16)
    assert {result[:2] for result in results} <= {(201, None), (409, "idempotency.still-running")}
    assert len({result[2] for result in results if result[0] == 201}) == 1
    assert post()[0] == 201
    with transaction(read_only=True) as session:
        assert get_balance(session, ada.id) == 5


def test_a_running_request_is_not_run_beside_itself(app: Flask, make_member: MakeMember, login: LogIn) -> None:
    ada, ben = make_member(), make_member()
    browser, key = login(ada), uuid4().hex
    lock = text("SELECT pg_advisory_xact_lock(hashtextextended(:scope || ' ' || :key, 0))")
    running, end = threading.Event(), threading.Event()

    def run_elsewhere() -> None:
        with transaction() as session:
            session.execute(lock, {"scope": str(ada.id), "key": key})
            running.set()
            end.wait(HANGS)

    other = threading.Thread(target=run_elsewhere)
    other.start()
    running.wait(HANGS)
    answer = browser.post(f"/api/v1/members/{ben.id}/messages", {"body": "Hello"}, key=key)
    end.set()
    other.join()
    assert (answer.status_code, answer.json["code"]) == (409, "idempotency.still-running")
    assert browser.post(f"/api/v1/members/{ben.id}/messages", {"body": "Hello"}, key=key).status_code == 201
