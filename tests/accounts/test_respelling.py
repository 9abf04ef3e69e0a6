"""Addresses of before are respelled by a migration, which stops at none."""

import runpy
from typing import Any
from uuid import UUID, uuid4

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import insert, select, update

from app.kernel.db import transaction
from cli.paths import ROOT
from modules.accounts.contracts import EmailPurpose
from modules.accounts.models import Contact, MemberRow
from modules.accounts.service.email_tokens import issue_token
from modules.moderation.models import StaffRow
from tests.accounts.routes.doors import links, log_in
from tests.conftest import Client
from tests.factories.moderation import make_staff

BEFORE, NOW = "Robin@bäckerei.example", "Robin@xn--bckerei-5wa.example"


def migrate() -> None:
    """Run the migration once more, in a transaction of its own."""
    step = runpy.run_path(str(ROOT / "migrations/versions/0089_addresses_in_one_spelling.py"))
    with transaction() as session, Operations.context(MigrationContext.configure(session.connection())):
        step["upgrade"]()


def email_of(row: Any, id: UUID) -> str | None:
    with transaction(read_only=True) as session:
        return session.execute(select(row.email).where(row.id == id)).scalar_one()


@pytest.mark.spec("5.3", "7.1")
def test_who_signed_up_before_logs_in_and_the_links_that_were_mailed_are_good(
    client: Client, site: Any, make_member: Any
) -> None:
    member, contact_id = make_member(email=BEFORE), uuid4()
    with transaction() as session:
        issue_token(session, member_id=member.id, email=BEFORE, purpose=EmailPurpose.RESET)
        contact = {"id": contact_id, "site_id": site.id, "email": BEFORE.lower(), "language": "en"}
        session.execute(insert(Contact).values(contact))
        staff = make_staff(session, email=f"{uuid4().hex}@other.example")
        theirs = staff.email.replace("other", "bäckerei")
        session.execute(update(StaffRow).where(StaffRow.id == staff.id).values(email=theirs))
    migrate()
    assert email_of(MemberRow, member.id) == NOW
    assert email_of(Contact, contact_id) == NOW.lower()
    assert email_of(StaffRow, staff.id) == theirs.replace("bäckerei", "xn--bckerei-5wa")
    assert log_in(client, BEFORE).status_code == 200
    [token] = links(member.id, "reset")
    new = {"token": token, "password": "seven different loud songs", "password_repeat": "seven different loud songs"}
    assert client.post("/api/v1/password-reset/confirm", new).status_code == 204


@pytest.mark.parametrize("typed", [BEFORE, NOW], ids=ascii)
def test_an_address_that_an_older_version_keeps_while_it_is_replaced_is_found(
    client: Client, make_member: Any, typed: str
) -> None:
    make_member(email=BEFORE)
    assert log_in(client, typed).status_code == 200


def test_two_spellings_that_are_there_both_stay_and_are_named(
    make_member: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, other = make_member(email=BEFORE), make_member(), make_member(email="a@bäckerei.example")
    with transaction() as session:
        # Nobody signs up with it any more.
        session.execute(update(MemberRow).where(MemberRow.id == second.id).values(email=NOW))
    migrate()
    emails = [email_of(MemberRow, one.id) for one in (first, second, other)]
    assert emails == [BEFORE, NOW, "a@xn--bckerei-5wa.example"]
    told = capsys.readouterr().err
    assert f"accounts.member {first.id} keeps its address" in told
    assert BEFORE not in told
    migrate()
    assert email_of(MemberRow, other.id) == "a@xn--bckerei-5wa.example"


def test_what_has_letters_only_before_its_at_and_what_is_no_address_stay(make_member: Any) -> None:
    kept = [make_member(email=email) for email in ("jürgen@example.com", "jörg@-ä.example")]
    migrate()
    assert [email_of(MemberRow, one.id) for one in kept] == ["jürgen@example.com", "jörg@-ä.example"]
