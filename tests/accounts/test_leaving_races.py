"""Leaving while something else happens in the same moment, on the real Postgres."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.errors import MemberNotFound, PendingDeletion
from modules.accounts.leaving.models import DeletionRow
from modules.accounts.leaving.service import erasures, leaving
from modules.accounts.sessions.models import LoginSession
from modules.accounts.sessions.service import login
from modules.billing.ledger.queries import get_balance
from modules.messaging.contracts import Sent
from modules.messaging.errors import ConversationNotFound
from modules.messaging.models import MessageRow
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now, make_writers, status_of
from tests.accounts.routes.doors import log_in
from tests.billing.shopping import balance_of, sound
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.messaging import answer, write
from tests.fixture_types import MakeMember
from tests.racing import race


def open_sessions(member: Member) -> int:
    with transaction(read_only=True) as session:
        theirs = (LoginSession.member_id == member.id, LoginSession.revoked_at.is_(None))
        return session.execute(select(func.count()).select_from(LoginSession).where(*theirs)).scalar_one()


@pytest.mark.spec("4.2")
def test_no_login_survives_a_deletion_of_the_same_moment(app: Flask, site: Site, make_member: MakeMember) -> None:
    for _ in range(5):
        member = make_member()
        calls: list[Callable[[], Any]] = [lambda: log_in(Client(app, site.hosts[0]), member.email) for _ in range(4)]  # noqa: B023
        answers = race([*calls, lambda: delete_now(member)])  # noqa: B023
        codes = {answer.status_code for answer in answers[:-1]}
        assert codes <= {200, 403}
        assert status_of(member) is MemberStatus.DELETED
        assert open_sessions(member) == 0


def test_of_many_deletions_at_once_one_is_written(member: Member) -> None:
    results = race([lambda: delete_now(member)] * 6)
    assert sum(isinstance(result, MemberNotFound) for result in results) == 5
    with transaction(read_only=True) as session:
        rows = select(func.count()).select_from(DeletionRow).where(DeletionRow.member_id == member.id)
        assert session.execute(rows).scalar_one() == 1


@pytest.mark.spec("4.2")
def test_no_message_to_who_leaves_in_that_moment_is_lost_or_charged_for_nothing(make_member: MakeMember) -> None:
    for _ in range(3):
        gone, other = make_writers(make_member, credits=500)
        with transaction() as session:
            conversation_id = write(session, sender=gone, to=other).message.conversation_id
            before = get_balance(session, other.id)

        def send(other: Any = other, conversation_id: Any = conversation_id) -> Any:
            with transaction() as session:
                return answer(session, sender=other, conversation_id=conversation_id)

        results = race([send, send, send, lambda: delete_now(gone), send, send])  # noqa: B023
        sent = [result for result in results if isinstance(result, Sent)]
        refused = [result for result in results if isinstance(result, ConversationNotFound)]
        assert len(sent) + len(refused) == 5
        drain_now()
        with transaction(read_only=True) as session:
            theirs = (MessageRow.sender_id == other.id, MessageRow.conversation_id == conversation_id)
            kept = session.execute(select(MessageRow.refunded_at, MessageRow.tx_id).where(*theirs)).all()
            paid = [row for row in kept if row.tx_id is not None and row.refunded_at is None]
        spent = before - balance_of(other)
        sound()
        assert len(kept) == len(sent)
        assert (spent > 0) == bool(paid)
        # Whose job ran after the deletion went back; none may be both gone and paid for.
        assert paid == []


def test_a_login_that_was_checked_before_the_deletion_opens_no_session(site: Site, make_member: MakeMember) -> None:
    """The gap between the two transactions of a login, made wide."""
    member, here = make_member(), login.Browser(network="192.0.2.1")
    checked = login.check_login(site_id=site.id, email=member.email, password=PASSWORD, browser=here)
    delete_now(member)
    with pytest.raises(PendingDeletion), transaction() as session:
        login.complete_login(session, checked, here)
    assert open_sessions(member) == 0


@pytest.mark.spec("4.2")
def test_a_slow_storage_does_not_note_a_deletion_that_was_taken_back_meanwhile(
    make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restored backup would delete the account of who came back, or erase it."""
    member = make_member()
    delete_now(member)
    stored = storage()
    waiting: list[Callable[[], None]] = []

    class SlowStorage:
        def put(self, key: str, content: bytes) -> None:
            if waiting:
                waiting.pop()()
            stored.put(key, content)

        def __getattr__(self, name: str) -> Any:
            return getattr(stored, name)

    def come_back() -> None:
        with transaction() as session:
            leaving.reactivate_member(session, member_id=member.id)
        erasures.note_deletion(member.id)

    monkeypatch.setattr(erasures, "storage", SlowStorage)
    waiting.append(come_back)
    erasures.note_deletion(member.id)
    assert (status_of(member), waiting) == (MemberStatus.ACTIVE, [])
    assert erasures.hashed_id(member.id) not in {one.name for one in erasures.list_departures()}
