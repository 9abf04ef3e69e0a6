"""What the database says of a row that it refuses is logged and stored, so it holds nothing of the row."""

import traceback
from dataclasses import replace

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from app.kernel import jobs
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import InboxEntry, OutboxEvent, publish
from app.relay import finish
from modules.accounts.contracts import Member
from modules.accounts.events import MemberConfirmed
from modules.accounts.identity.models import MemberRow
from modules.sites.contracts import Site
from tests.fixture_types import MakeMember

RULE = "member_name_is_no_email_check"


def call_by_address(session: Session, member: Member) -> None:
    """Try to write what a constraint of the table refuses."""
    session.execute(update(MemberRow).where(MemberRow.id == member.id).values(name=member.email))


def test_a_traceback_says_which_rule_was_broken_and_nothing_of_the_row(member: Member) -> None:
    with pytest.raises(IntegrityError) as refused, transaction() as session:
        call_by_address(session, member)
    logged = "".join(traceback.format_exception(refused.value))
    assert RULE in logged
    assert [word for word in (member.email, "$argon2", str(member.id)) if word in logged] == []


def test_a_traceback_does_not_say_which_address_is_there_already(site: Site, make_member: MakeMember) -> None:
    member, other = make_member(), make_member()
    with pytest.raises(IntegrityError) as refused, transaction() as session:
        session.execute(update(MemberRow).where(MemberRow.id == other.id).values(email=member.email))
    logged = "".join(traceback.format_exception(refused.value))
    assert "member_site_email_key" in logged
    assert member.email not in logged


def test_a_failed_job_says_nothing_of_the_row(site: Site, monkeypatch: pytest.MonkeyPatch, member: Member) -> None:
    handler = jobs._handlers["profiles.show_profile"]
    fails = replace(handler, run=lambda session, _event: call_by_address(session, member))
    monkeypatch.setitem(jobs._handlers, handler.name, fails)
    with transaction() as session:
        publish(session, MemberConfirmed(member_id=member.id))
    assert finish(MemberConfirmed) == 1
    with transaction(read_only=True) as session:
        told = select(InboxEntry.error).join(OutboxEvent, OutboxEvent.id == InboxEntry.event_id)
        mine = (OutboxEvent.payload["member_id"].astext == str(member.id), InboxEntry.error.is_not(None))
        error = session.execute(told.where(*mine)).scalar_one()
    assert RULE in error
    assert [word for word in (member.email, "$argon2", str(member.id)) if word in error] == []
