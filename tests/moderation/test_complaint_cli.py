"""`hearth complaint` and `hearth audit`: who waits, what was said, and who looked at it."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from app.kernel import clock
from app.kernel.db.session import transaction
from cli.audit import audit
from cli.complaint import complaint as complaint_command
from modules.accounts.contracts import Member
from modules.moderation import api
from modules.moderation.complaints.models import ComplaintRow
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.commands import refusal, run
from tests.factories.moderation import make_complaint, seen_in
from tests.fixture_types import MakeColleague, MakeMember

pytestmark = pytest.mark.usefixtures("commands_here")

WHY = "They rang up about it"


def rows(group: Any, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(group, *arguments, "--json"))
    return found


def answer(complaint_id: Any, staff: Any, text: str, **over: Any) -> None:
    with transaction() as session:
        seen = UUID(seen_in(session, complaint_id))
        complaints.answer_complaint(session, complaint_id=complaint_id, staff_id=staff.id, text=text, seen=seen, **over)


@pytest.mark.spec("10.6", "10.10")
def test_who_is_owed_an_answer_is_listed_by_the_day_it_is_due(
    site: Site, make_member: MakeMember, colleague: MakeColleague
) -> None:
    members = [make_member() for _ in range(3)]
    with transaction() as session:
        later, sooner, closed = (make_complaint(session, member) for member in members)
        soon = clock.now() + timedelta(hours=1)
        session.execute(update(ComplaintRow).where(ComplaintRow.id == sooner.id).values(due_at=soon))
    staff = colleague(Role.SUPPORT)
    answer(closed.id, staff, "It is paid back.", is_closed=True)
    here = ("list", "--site", site.key)
    assert [one["number"] for one in rows(complaint_command, *here)] == [sooner.number, later.number]
    assert [one["number"] for one in rows(complaint_command, *here, "--due", f"{soon:%Y-%m-%d}")] == [sooner.number]
    [over] = rows(complaint_command, *here, "--status", "closed")
    assert (over["number"], over["due_at"], over["claimed_by"]) == (closed.number, None, "Linden")
    assert "charged twice" not in run(complaint_command, *here, "--json"), "words are for those who say why"
    assert "remove --status" in refusal(complaint_command, *here, "--status", "closed", "--due", "2027-01-31")


@pytest.mark.spec("10.6", "10.10")
def test_a_complaint_is_shown_with_notes_and_that_is_written_down(
    make_member: MakeMember, colleague: MakeColleague
) -> None:
    member, staff = make_member(name="Robin"), colleague(Role.SUPPORT, name="Linden")
    with transaction() as session:
        made = make_complaint(session, member, text="I was charged twice in May.")
        complaints.note_complaint(session, complaint_id=made.id, staff_id=staff.id, text="The second time this year.")
    answer(made.id, staff, "The second charge goes back today.")
    said = run(complaint_command, "show", made.number.lower(), "--reason", WHY)
    for words in (f"Robin ({member.id})", "They:\nI was charged twice in May.", "We, by Linden:\nThe second charge"):
        assert words in said
    assert "Internal note by Linden:\nThe second time this year." in said
    [seen] = rows(audit, "list", "--resource", "moderation.complaints", "--record", str(made.id), "--action", "reveal")
    assert (seen["staff"], seen["reason"], seen["detail"]) == ("operator", WHY, {})
    told = json.loads(run(complaint_command, "show", str(made.id), "--reason", WHY, "--json"))
    assert [(one["author"], one["by"]) for one in told["messages"]] == [
        ("complainant", None),
        ("note", "Linden"),
        ("staff", "Linden"),
    ]
    assert len(rows(audit, "list", "--record", str(made.id), "--action", "reveal")) == 2


@pytest.mark.spec("10.6", "10.10")
def test_nobody_reads_a_complaint_without_a_reason(member: Member) -> None:
    with transaction() as session:
        made = make_complaint(session, member)
    assert CliRunner().invoke(complaint_command, ["show", made.number]).exit_code == 2
    assert "a reason for access is required" in refusal(complaint_command, "show", made.number, "--reason", " ")
    assert "no complaint ZZZZ" in refusal(complaint_command, "show", "ZZZZ", "--reason", WHY)
    assert "nothing was found with this ID" in refusal(complaint_command, "show", str(uuid4()), "--reason", WHY)
    assert rows(audit, "list", "--record", str(made.id), "--action", "reveal") == []


@pytest.mark.spec("10.10")
def test_the_access_log_says_who_did_what_and_why(colleague: MakeColleague) -> None:
    staff, record_id = colleague(), str(uuid4())
    for by, action in ((None, "first"), (staff.id, "second")):
        with transaction() as session:
            api.record_audit(
                session, staff_id=by, action=action, resource="test.things", record_id=record_id, reason="to try it"
            )
    about = ("list", "--record", record_id)
    assert [(one["staff"], one["action"]) for one in rows(audit, *about)] == [
        (staff.email, "second"),
        ("operator", "first"),
    ]
    assert [one["action"] for one in rows(audit, *about, "--staff", "operator")] == ["first"]
    assert [one["action"] for one in rows(audit, *about, "--staff", staff.email)] == ["second"]
    assert [one["action"] for one in rows(audit, *about, "--limit", "1")] == ["second"]
    assert rows(audit, *about, "--since", "2190-01-01") == []
    assert "to try it" in run(audit, *about, "--resource", "test.things")
    assert refusal(audit, "list", "--staff", "nobody@staff.example")
