"""What accounts offer to the other modules."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.ids import new_private_id, token_hash
from modules.accounts import api
from modules.accounts.contracts import EmailPurpose, Member, MemberStatus
from modules.accounts.errors import FictionalDisabled, MemberNotFound
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.service import hashing
from modules.accounts.jobs import remove_stale
from modules.accounts.sessions.models import EmailToken, ExistenceAnswer, LoginFailure, LoginSession
from modules.accounts.sessions.service import email_tokens
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, status_of
from tests.factories.accounts import PASSWORD, open_session
from tests.factories.sites import disclose
from tests.fixture_types import MakeMember


def issue(member: Member, purpose: EmailPurpose = EmailPurpose.RESET) -> Any:
    with transaction() as session:
        email_tokens.issue_token(session, member_id=member.id, email=member.email, purpose=purpose)
        which = select(EmailToken.id).where(EmailToken.member_id == member.id, EmailToken.purpose == purpose)
        return session.execute(which.order_by(EmailToken.created_at.desc())).scalars().first()


def test_members_are_found_by_id_and_by_address(site: Site, member: Member) -> None:
    with transaction(read_only=True) as session:
        assert api.get_member(session, member.id) == member
        assert api.list_members(session, [member.id, uuid4()]) == {member.id: member}
        assert api.find_member_by_email(session, site_id=site.id, email=member.email.upper()) == member
        with pytest.raises(MemberNotFound):
            api.get_member(session, uuid4())


@pytest.mark.spec("1.2")
def test_a_member_becomes_premium(member: Member) -> None:
    assert not member.is_paid
    with transaction() as session:
        api.mark_paid(session, member_id=member.id)
        assert api.get_member(session, member.id).is_paid


@pytest.mark.spec("4.1")
def test_a_member_is_confirmed_once(make_member: MakeMember) -> None:
    member = make_member(confirmed=False)
    with transaction() as session:
        assert api.confirm_member(session, member_id=member.id)
        assert not api.confirm_member(session, member_id=member.id)
        assert api.get_member(session, member.id).status is MemberStatus.ACTIVE


@pytest.mark.spec("4.1")
@pytest.mark.parametrize(("confirmed", "status"), [(True, MemberStatus.ACTIVE), (False, MemberStatus.NOT_CONFIRMED)])
def test_after_a_ban_a_member_is_what_they_were(make_member: MakeMember, confirmed: bool, status: MemberStatus) -> None:
    member = make_member(confirmed=confirmed)
    decision_id = ban(member)
    assert status_of(member) is MemberStatus.BANNED
    with transaction() as session:
        api.lift_restrictions(session, decision_id=decision_id)
    assert status_of(member) is status


def test_only_the_hash_of_a_session_token_is_stored(member: Member) -> None:
    with transaction() as session:
        token = open_session(session, member_id=member.id)
    with transaction(read_only=True) as session:
        row = session.execute(select(LoginSession).where(LoginSession.member_id == member.id)).one()
        assert row.token_hash == token_hash(token)
        everything = session.execute(text("SELECT string_agg(s::text, ' ') FROM accounts.login_session AS s")).scalar()
        assert token not in everything


def test_authentication_takes_one_query(site: Site, make_member: MakeMember, count_queries: Callable[..., int]) -> None:
    member = make_member(paid=True)
    with transaction() as session:
        token = open_session(session, member_id=member.id)
    with transaction(read_only=True) as session:
        found: list[Any] = []
        assert count_queries(lambda: found.append(api.authenticate(session, site_id=site.id, token=token))) == 1
    assert (found[0].member_id, found[0].is_paid, found[0].is_confirmed) == (member.id, True, True)


def test_a_link_leads_to_the_sites_own_domain(site: Site, app: Flask, member: Member) -> None:
    token_id = issue(member)
    with app.test_request_context("/", base_url="http://evil.example"), transaction(read_only=True) as session:
        link = api.find_email_link(session, token_id)
    assert link is not None
    assert link.url == f"http://{site.domain}/reset-password/do?token={email_tokens.token_of(token_id)}"
    assert link.is_open
    assert link.member_id == member.id


def test_the_secret_of_a_link_is_not_in_the_database(make_member: MakeMember) -> None:
    token = email_tokens.token_of(issue(make_member()))
    with transaction(read_only=True) as session:
        everything = session.execute(text("SELECT string_agg(t::text, ' ') FROM accounts.email_token AS t")).scalar()
    assert token not in everything
    assert email_tokens.read_token(token)


def test_a_used_link_is_not_open_any_more(site: Site, member: Member) -> None:
    token_id = issue(member)
    with transaction() as session:
        email_tokens.use_token(session, email_tokens.token_of(token_id), EmailPurpose.RESET, site_id=site.id)
    with transaction(read_only=True) as session:
        link = api.find_email_link(session, token_id)
    assert link is not None
    assert not link.is_open


@pytest.mark.spec("10.9")
def test_a_fictional_member_needs_a_site_that_says_so_and_never_logs_in(site: Site) -> None:
    facts: dict[str, Any] = {"name": "Noor", "date_of_birth": date(1980, 1, 1), "language": "en"}
    with transaction() as session:
        with pytest.raises(FictionalDisabled):
            api.create_fictional_member(session, site_id=site.id, **facts)
        disclose(session, site)
        member = api.get_member(session, api.create_fictional_member(session, site_id=site.id, **facts))
        assert member.is_fictional
        assert member.status is MemberStatus.ACTIVE
        assert not member.is_reachable
        assert api.find_member_by_email(session, site_id=site.id, email=member.email) is None


@pytest.mark.spec("10.9")
def test_a_fictional_member_and_no_other_becomes_somebody_else(site: Site) -> None:
    facts: dict[str, Any] = {"name": "Noor", "date_of_birth": date(1980, 1, 1), "language": "en"}
    with transaction() as session:
        disclose(session, site)
        changed, other = (api.create_fictional_member(session, site_id=site.id, **facts) for _ in range(2))
        api.change_fictional_member(session, member_id=changed, name=" Vera ", date_of_birth=date(1985, 5, 17))
        told = [api.get_member(session, one) for one in (changed, other)]
    assert [(one.name, one.date_of_birth) for one in told] == [("Vera", date(1985, 5, 17)), ("Noor", date(1980, 1, 1))]


@pytest.mark.spec("10.9")
def test_a_fictional_member_is_old_enough_on_the_birthday_where_the_site_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 29, 23, 30, tzinfo=UTC))  # the 30th in Amsterdam
    with transaction() as session:
        disclose(session, site)
        facts: dict[str, Any] = {"name": "Noor", "date_of_birth": date(2008, 11, 30), "language": "en"}
        member_id = api.create_fictional_member(session, site_id=site.id, **facts)
        api.change_fictional_member(session, member_id=member_id, name="Vera", date_of_birth=date(2008, 11, 30))
        assert api.get_member(session, member_id).name == "Vera"


def test_of_who_wrote_without_an_account_the_address_is_found(site: Site) -> None:
    with transaction() as session:
        first, other = (
            api.add_contact(session, site_id=site.id, email=f"{name}@example.org", language="en")
            for name in ("Robin", "kim")
        )
        assert api.find_address(session, first) == (site.id, "robin@example.org")
        assert api.find_address(session, other) == (site.id, "kim@example.org")
        assert api.find_address(session, uuid4()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"status": "sleeping"},
        {"name": "@robin"},
        {"name": ""},
        {"email": None},
        {"password_hash": None},
        {"is_fictional": True},
    ],
)
def test_the_database_itself_refuses_a_broken_account(change: dict[str, Any], member: Member) -> None:
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(update(MemberRow).where(MemberRow.id == member.id).values(**change))


@pytest.mark.spec("5.3")
def test_the_database_itself_refuses_a_second_account(site: Site, member: Member) -> None:
    row = {
        "id": new_private_id(),
        "site_id": site.id,
        "email": member.email.upper(),
        "name": "Robin",
        "password_hash": "x",
        "date_of_birth": date(1980, 1, 1),
        "language": "en",
    }
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(insert(MemberRow).values(row))


@pytest.mark.usefixtures("real_hashing")
def test_a_hash_is_made_at_the_least_cost_that_owasp_asks_for() -> None:
    assert hashing.hash_password(PASSWORD).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.usefixtures("real_hashing")
def test_the_hash_of_nobody_costs_what_a_members_costs() -> None:
    assert not hashing.is_outdated(hashing.NOBODYS_HASH, PASSWORD)
    assert not hashing.is_password(None, PASSWORD)
    assert not hashing.is_password("no hash at all", PASSWORD)


@pytest.mark.parametrize(
    ("before", "typed", "is_old"),
    [("Gru\u0308nes-Boot", "Gr\u00fcnes-Boot", True), ("Gr\u00fcnes-Boot", "Gru\u0308nes-Boot", False)],
)
def test_a_password_that_was_set_decomposed_is_right_composed_and_hashed_anew(
    before: str, typed: str, is_old: bool
) -> None:
    kept = hashing._hasher.hash(before)
    assert hashing.is_password(kept, typed)
    assert hashing.is_outdated(kept, typed) == is_old
    assert not hashing.is_password(kept, "Grunes-Boot")


def test_what_is_long_over_is_forgotten(site: Site, member: Member) -> None:
    with transaction() as session:
        open_session(session, member_id=member.id)
        old = text("UPDATE accounts.login_session SET expires_at = now() - interval '181 days' WHERE member_id = :id")
        session.execute(old, {"id": member.id})
        open_session(session, member_id=member.id)
        counter = {"site_id": site.id, "email_hash": b"x"}
        session.execute(
            insert(LoginFailure).values(place="old", failed_at=text("now() - interval '25 hours'"), **counter)
        )
        session.execute(insert(LoginFailure).values(place="new", **counter))
        for days in (1, 2):
            told = {"place": f"{days} days ago", "day": func.current_date() - days}
            session.execute(insert(ExistenceAnswer).values(site_id=site.id, **told))
    remove_stale()
    with transaction(read_only=True) as session:
        kept = session.execute(select(LoginSession.id).where(LoginSession.member_id == member.id)).all()
        places = session.execute(select(LoginFailure.place).where(LoginFailure.site_id == site.id)).scalars().all()
        answers = select(ExistenceAnswer.place).where(ExistenceAnswer.site_id == site.id)
        answered = session.execute(answers).scalars().all()
    assert len(kept) == 1
    assert places == ["new"]
    assert answered == ["1 days ago"]
