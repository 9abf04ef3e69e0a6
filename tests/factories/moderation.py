"""Staff for tests, made through the services."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import pyotp
from sqlalchemy import Row, select

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.moderation import api
from modules.moderation.complaints.models import ComplaintMessageRow
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Complaint, Topic
from modules.moderation.contracts.decisions import AppealOutcome, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import Report, ReportKind, ReportReason
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import AppealRow
from modules.moderation.decisions.service import appeals, decisions
from modules.moderation.queue import queries as queue_queries
from modules.moderation.queue.service import queue
from modules.moderation.reports.service import reports
from modules.moderation.staff.models import AuditEvent
from modules.moderation.staff.service import sessions
from tests.conftest import Client
from tests.factories.messaging import actor_of

PASSWORD = "lamps lit along the quay"


@dataclass(frozen=True)
class Colleague:
    """A staff member with all that they know and hold."""

    id: UUID
    email: str
    totp: pyotp.TOTP
    recovery_codes: tuple[str, ...]


def make_staff(session: Session, *roles: Role, **over: Any) -> Colleague:
    """Make a staff member who knows PASSWORD; an admin unless told otherwise."""
    values = {"email": f"{uuid4().hex[:12]}@staff.example", "name": "Linden", "password": PASSWORD, **over}
    enrolment = api.create_staff(session, roles=roles or (Role.ADMIN,), **values)
    secret = parse_qs(urlsplit(enrolment.provisioning_uri).query)["secret"][0]
    return Colleague(enrolment.staff_id, values["email"], pyotp.TOTP(secret), enrolment.recovery_codes)


def open_session(session: Session, staff: Colleague) -> str:
    """Sign a browser in and return its token, without password and code."""
    return sessions.open_session(session, staff_id=staff.id, network="127.0.0.1")


def make_complaint(session: Session, member: Member, *, text: str = "I was charged twice in May.") -> Complaint:
    """Let a member complain."""
    return complaints.create_complaint(session, actor=actor_of(member), topic=Topic.PAYMENT, text=text)


def seen_in(session: Session, complaint_id: Any) -> str:
    """Return the last that was said in a complaint, as a desk that shows it sends it along."""
    said = ComplaintMessageRow
    last = select(said.id).where(said.complaint_id == complaint_id).order_by(said.created_at.desc()).limit(1)
    return str(session.execute(last).scalar_one())


def make_report(session: Session, reporter: Member, about: Member, **over: Any) -> Report:
    """Let a member report another's profile, or what `over` says."""
    values = {"kind": ReportKind.PROFILE, "reason": ReportReason.FAKE, "member_id": about.id, **over}
    return reports.report(session, actor=actor_of(reporter), **values)


def make_decision(session: Session, member: Member, staff: Colleague, verdict: Verdict, **item: Any) -> UUID:
    """Let a staff member decide about a member, or about what `item` says, as the review queue does."""
    about = {"kind": ItemKind.RISK, "subject_id": member.id, **item}
    if queue_queries.lock_waiting(session, about["kind"], about["subject_id"]) is None:
        queue.open_item(session, member_id=member.id, **about)
    waiting = queue_queries.lock_waiting(session, about["kind"], about["subject_id"])
    assert waiting is not None
    queue.claim_item(session, item_id=waiting.id, staff_id=staff.id, version=waiting.version)
    version = waiting.version + 1
    return decisions.decide(session, item_id=waiting.id, staff_id=staff.id, version=version, verdict=verdict)


def object_to(browser: Client, decision_id: UUID | str, key: str = "") -> Any:
    """Appeal against a decision, as whom it concerns; returns the answer."""
    path = f"/api/v1/cases/{decision_id}/appeal?key={key}"
    return browser.post(path, {"words": "That was a misunderstanding."}, key=uuid4().hex)


def decide_appeal(
    session: Session, decision_id: UUID, *, staff: Colleague, outcome: AppealOutcome = AppealOutcome.CONFIRMED
) -> UUID:
    """Let a staff member answer the open appeal against a decision; returns the appeal's id."""
    appeal_id = session.execute(
        select(AppealRow.id).where(AppealRow.decision_id == decision_id, AppealRow.state == "open")
    ).scalar_one()
    words: dict[str, Any] = {"outcome": outcome, "answer": "We looked at it anew."}
    appeals.decide_appeal(session, appeal_id=appeal_id, staff_id=staff.id, **words)
    return appeal_id


def audit_of(staff: Colleague) -> list[str]:
    """Return the actions of a staff member in the audit, the first one first."""
    with transaction(read_only=True) as session:
        found = select(AuditEvent.action).where(AuditEvent.staff_id == staff.id).order_by(AuditEvent.at)
        return list(session.execute(found).scalars())


def audit_about(record_id: UUID | str) -> list[Row[Any]]:
    """Return the audit of a record, the first event first."""
    row = AuditEvent
    events = select(row.staff_id, row.action, row.resource, row.reason, row.detail)
    with transaction(read_only=True) as session:
        return list(session.execute(events.where(row.record_id == str(record_id)).order_by(row.at, row.id)))
