"""How long words about a case are kept, by whomever they were said, and that nothing keeps them a second time."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.complaints.queries import find_complaint
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import AppealRow
from modules.moderation.errors import ComplaintOver
from modules.moderation.jobs import empty_evidence
from modules.moderation.reports.models import ReportRow
from modules.moderation.service import retention
from modules.moderation.staff.models import AuditEvent
from tests.accounts.leaving import delete_now, erase_now
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import answer as answer_in
from tests.factories.messaging import write
from tests.factories.moderation import Colleague, decide_appeal, make_complaint, make_report, object_to
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_complaint_desk import act, case
from tests.moderation.test_complaints import a_complaint
from tests.moderation.test_decisions import A_WEEK, FACTS, WARNING, decide, row_of
from tests.moderation.test_queue import only

DESK = "/ops/api/moderation.review"


@pytest.fixture
def much_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 180 days be over at once."""
    for module in (retention, complaints):
        monkeypatch.setattr(module, "EVIDENCE_IS_KEPT", timedelta(seconds=-1))


def count(statement: str, **values: Any) -> int:
    with transaction(read_only=True) as session:
        found: int = session.execute(text(f"SELECT count(*) FROM {statement}"), values).scalar_one()
    return found


@pytest.mark.spec("4.2", "10.6")
def test_a_visitor_is_forgotten_when_their_complaint_is_long_over(
    client: Client, colleague: MakeColleague, staff_browser: OpenConsole, much_later: None
) -> None:
    body = a_complaint(text="My private words about a payment.")
    made = client.post("/api/v1/complaints", body, key=uuid4().hex).json
    drain_now()
    desk, path = staff_browser(colleague(Role.SUPPORT)), f"/api/v1/complaints/{made['id']}?key={made['key']}"
    of_visitor = "accounts.contact WHERE email = :email"
    mails = "notifications.mail WHERE params->>'complaint_id' = :id"
    empty_evidence()
    assert (count(of_visitor, email=body["email"]), client.get(path).status_code) == (1, 200), "it waits for an answer"

    act(desk, made["id"], "answer", text="Dear visitor, it is on its way.")
    drain_now()
    assert count(mails, id=made["id"]) == 2
    empty_evidence()
    assert case(desk, made["id"])["state"] == "closed", "nobody said more"
    empty_evidence()
    drain_now()
    assert (count(of_visitor, email=body["email"]), count(mails, id=made["id"])) == (0, 0)
    assert client.get(path).status_code == 404
    assert [said["body"] for said in case(desk, made["id"])["messages"]] == ["", ""]


@pytest.mark.spec("4.2", "10.6")
def test_a_complaint_that_is_long_over_is_not_among_a_members_cases(
    make_member: MakeMember, login: LogIn, colleague: MakeColleague, much_later: None
) -> None:
    member, linden = make_member(), colleague()
    with transaction() as session:
        made = make_complaint(session, member)
        complaints.answer_complaint(
            session, complaint_id=made.id, staff_id=linden.id, text="Dear Robin.", is_closed=True
        )
    assert len(login(member).get("/api/v1/cases").json["complaints"]) == 1
    empty_evidence()
    assert login(member).get("/api/v1/cases").json["complaints"] == []


@pytest.mark.spec("4.2")
def test_reasons_end_with_a_decision_that_keeps_nobody_out(mo: Member, staff: Colleague, much_later: None) -> None:
    warned, banned = decide(mo, staff, WARNING), decide(mo, staff, A_WEEK)
    empty_evidence()
    assert (row_of(warned).facts, row_of(warned).rule) == ("", "spam")
    assert row_of(banned).facts == FACTS, "they may be asked why"


@pytest.mark.spec("4.2")
def test_what_was_answered_to_an_objection_goes_with_it(
    mo: Member, staff: Colleague, colleague: MakeColleague, login: LogIn, much_later: None
) -> None:
    decision_id = decide(mo, staff, WARNING)
    assert object_to(login(mo), decision_id).status_code == 201
    asked = select(AppealRow.words, AppealRow.answer).where(AppealRow.decision_id == decision_id)
    empty_evidence()
    judge = colleague()
    with transaction() as session:
        assert session.execute(asked).one().words == "That was a misunderstanding.", "it is not decided"
        decide_appeal(session, decision_id, staff=judge)
    empty_evidence()
    with transaction() as session:
        assert session.execute(asked).one() == ("", "")


@pytest.mark.spec("10.5")
def test_what_was_seen_is_kept_for_as_long_after_an_objection_was_heard(
    mo: Member, staff: Colleague, colleague: MakeColleague, login: LogIn
) -> None:
    decision_id, judge = decide(mo, staff, WARNING), colleague()
    assert object_to(login(mo), decision_id).status_code == 201
    with transaction() as session:
        appeal_id = decide_appeal(session, decision_id, staff=judge)
    long_ago("decision", "in_force_at", decision_id)
    empty_evidence()
    assert row_of(decision_id).evidence["member"]["name"] == "Mo"
    long_ago("appeal", "decided_at", appeal_id)
    empty_evidence()
    assert (row_of(decision_id).evidence, row_of(decision_id).facts) == ({}, "")


@pytest.mark.spec("10.5")
def test_reported_words_are_kept_for_as_long_as_a_decision_about_them_is_spoken_of(
    mo: Member, staff: Colleague, make_member: MakeMember, colleague: MakeColleague, login: LogIn
) -> None:
    ruth, judge = make_member(), colleague()
    with transaction() as session:
        report_id = make_report(session, ruth, mo, words="He asks for money.").id
    decision_id = decide(mo, staff, WARNING, kind=ItemKind.MEMBER_REPORT)
    assert object_to(login(mo), decision_id).status_code == 201
    long_ago("report", "decided_at", report_id)
    long_ago("decision", "in_force_at", decision_id)
    kept = select(ReportRow.words, ReportRow.evidence != {}).where(ReportRow.id == report_id)
    empty_evidence()
    with transaction() as session:
        assert session.execute(kept).one() == ("He asks for money.", True), "the objection waits for its judge"
        appeal_id = decide_appeal(session, decision_id, staff=judge)
    empty_evidence()
    with transaction() as session:
        assert session.execute(kept).one() == ("He asks for money.", True), "it was heard just now"
    long_ago("appeal", "decided_at", appeal_id)
    empty_evidence()
    with transaction() as session:
        assert session.execute(kept).one() == ("", False)


def long_ago(table: str, moment: str, record_id: UUID) -> None:
    """Let something have happened 181 days ago, which the triggers let nobody say."""
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        earlier = f"UPDATE moderation.{table} SET {moment} = {moment} - interval '181 days' WHERE id = :id"
        session.execute(text(earlier), {"id": record_id})


@pytest.mark.spec("4.2", "10.5")
def test_what_an_erased_reporter_wrote_leaves_the_evidence_and_the_rest_stays(make_member: MakeMember) -> None:
    ruth, rob = make_member(name="Ruth"), make_member(name="Rob")
    with transaction() as session:
        give_credits(session, member_id=rob.id, credits=100)
        conversation_id = write(session, sender=ruth, to=rob, body="My daughter is ill").message.conversation_id
        answer_in(session, sender=rob, conversation_id=conversation_id, body="Poor you")
        sent = answer_in(session, sender=rob, conversation_id=conversation_id, body="Card number?")
        about = {
            "kind": ReportKind.MESSAGE,
            "member_id": None,
            "thing_id": sent.message.id,
            "words": "He asks for cards.",
        }
        made = make_report(session, ruth, rob, **about)
    delete_now(ruth)
    erase_now(ruth)
    drain_now()
    with transaction(read_only=True) as session:
        row = session.execute(select(ReportRow.words, ReportRow.evidence).where(ReportRow.id == made.id)).one()
    assert [said["body"] for said in row.evidence["before"]] == ["Poor you"]
    assert (row.words, row.evidence["message"]["body"]) == ("", "Card number?")


@pytest.mark.spec("4.2")
def test_nobody_adds_words_for_somebody_who_is_erased(member: Member) -> None:
    with transaction() as session:
        made = make_complaint(session, member)
    delete_now(member)
    erase_now(member)
    with transaction() as session, pytest.raises(ComplaintOver):
        row = find_complaint(session, made.id, lock=True)
        assert row is not None
        complaints.add_reply(session, row=row, text="It is still not settled.", origin=b"by mail")


@pytest.mark.spec("4.2", "10.4")
def test_what_staff_write_to_and_read_of_a_member_lies_in_one_place_only(
    mo: Member, make_member: MakeMember, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    linden, key, ruth = colleague(Role.MODERATOR), uuid4().hex, make_member()
    browser = staff_browser(linden)
    with transaction() as session:
        make_report(session, ruth, mo, words=f"He wrote {key}.")
    item = only(mo, ItemKind.MEMBER_REPORT)
    path = f"{DESK}/{item.id}/actions"
    claimed = browser.post(f"{path}/claim", {"version": item.version}, key=uuid4().hex).json
    seen = browser.post(f"{path}/evidence", {}, key=uuid4().hex)
    assert key in seen.text
    verdict = {"measure": "warning", "rule": "spam", "facts": f"You wrote {key}.", "answer": f"He wrote {key}, indeed."}
    done = browser.post(f"{path}/decide", {**verdict, "version": claimed["version"]}, key=uuid4().hex)
    assert done.status_code in (200, 204), done.text
    with transaction(read_only=True) as session:
        audits = session.execute(select(AuditEvent.action, AuditEvent.detail).where(AuditEvent.staff_id == linden.id))
        noted = {row.action: row.detail for row in audits}
        answers = session.execute(text("SELECT answer::text FROM platform.idempotency_key")).scalars().all()
    assert noted["decide"]["measure"] == "warning"
    assert key not in json.dumps(noted)
    assert key not in "".join(answer or "" for answer in answers)
