"""`hearth member ban|unban`: an operator's ban has its reasons too, and one for good a second signature."""

from typing import Any

import click
import pytest
from click.testing import CliRunner
from sqlalchemy import select

from app.kernel.db import transaction
from cli import instance
from cli.errors import CliError
from cli.member import member as group
from modules.accounts.contracts import MemberStatus
from modules.moderation.models import AuditEvent, DecisionRow
from tests.accounts.leaving import status_of

REASON = "The same words went to 40 people within an hour."


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands work on the engines of the test."""
    monkeypatch.setattr(instance, "use", lambda: None)


def run(*arguments: str) -> str:
    return CliRunner().invoke(group, arguments, catch_exceptions=False, standalone_mode=False).output


def refusal(*arguments: str) -> str:
    with pytest.raises(CliError) as refused:
        CliRunner().invoke(group, arguments, catch_exceptions=False, standalone_mode=False)
    return refused.value.message


@pytest.mark.spec("10.5")
def test_an_operator_bans_with_reasons_and_lifts_it(site: Any, make_member: Any, colleague: Any) -> None:
    member, staff = make_member(name="Robin"), colleague()
    who, said = (member.email, "--site", site.key), ("--rule", "spam", "--reason", REASON)
    assert "second signature" in refusal("ban", *who, *said)
    assert "write what happened" in refusal("ban", *who, "--rule", "spam", "--reason", "Spam.", "--days", "7", "--yes")
    with pytest.raises(click.Abort):
        run("ban", *who, *said, "--days", "7")
    assert status_of(member) is MemberStatus.ACTIVE
    assert "Robin is banned for 7 days" in run("ban", *who, *said, "--days", "7", "--yes")
    assert status_of(member) is MemberStatus.BANNED
    assert "this is for members who are active" in refusal("ban", *who, *said, "--days", "7")
    assert "Robin is back" in run("unban", *who, "--reason", "a mistake")
    assert status_of(member) is MemberStatus.ACTIVE
    assert "Robin is banned for good" in run("ban", *who, *said, "--second", staff.email, "--yes")
    with transaction(read_only=True) as session:
        row = DecisionRow
        made = select(row.id, row.facts, row.second_by).where(row.member_id == member.id)
        decisions = session.execute(made.order_by(row.created_at)).all()
        about = select(AuditEvent.action).where(AuditEvent.record_id.in_([str(one.id) for one in decisions]))
        audited = sorted(session.execute(about).scalars())
    assert [(one.facts, one.second_by) for one in decisions] == [(REASON, None), (REASON, staff.id)]
    assert audited == ["decide", "decide", "lift"]
