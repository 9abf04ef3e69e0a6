"""Complaints and reports in the ops console: who waits longest comes first."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import ColumnElement, Text, case, cast, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.kernel.ops import Action, OpsQuery, Page, Resource, View, badge, instant, long_text, read_page, ref, text
from app.kernel.schema import In, one_of
from app.kernel.schema import Text as Words
from modules.moderation.contracts import (
    Author,
    ComplaintState,
    Outcome,
    ReportKind,
    ReportReason,
    ReportState,
    Topic,
)
from modules.moderation.models import ComplaintMessageRow, ComplaintRow, ReportRow, StaffRow
from modules.moderation.policies import ANSWERS_COMPLAINTS
from modules.moderation.service import complaint_desk, complaints


@dataclass(frozen=True, slots=True)
class ComplaintRecord:
    """A complaint as support sees it, with its whole history."""

    id: UUID
    number: str
    topic: str
    state: str
    site_id: UUID
    member_id: UUID | None
    language: str
    created_at: datetime
    due_at: datetime
    closed_at: datetime | None
    claimed_by: str | None
    history: str


@dataclass(frozen=True, slots=True)
class ReportRecord:
    """A report as a moderator sees it, with the evidence of that moment."""

    id: UUID
    number: str
    kind: str
    reason: str
    state: str
    site_id: UUID
    reported_id: UUID
    reporter_id: UUID
    words: str
    evidence: str | None
    created_at: datetime
    due_at: datetime
    claimed_by: str | None
    decided_at: datetime | None
    outcome: str | None
    answer: str


class AnswerIn(In):
    text = Words(min=3, max=5000, required=True, metadata={"label": "What they will read"})


class AssignIn(In):
    to = fields.UUID(load_default=None, allow_none=True, metadata={"label": "To whom; nobody when empty"})


class NoteIn(In):
    text = Words(min=1, max=5000, required=True, metadata={"label": "Note for colleagues; it stays in the house"})


class OpenIn(In):
    member_id = fields.UUID(required=True, metadata={"label": "Member", "reference": "accounts.members"})
    topic = fields.String(required=True, validate=one_of(*Topic), metadata={"label": "About"})
    text = Words(min=3, max=5000, required=True, metadata={"label": "What they will read"})


def list_complaints(session: Session, query: OpsQuery) -> Page[ComplaintRecord]:
    """Return a page of the complaints of all sites."""
    said = ComplaintMessageRow
    speaker = case((said.author == Author.STAFF, "Staff"), (said.author == Author.NOTE, "Note"), else_="They")
    line = func.concat(func.to_char(said.created_at, "YYYY-MM-DD HH24:MI"), " ", speaker, ": ", said.body)
    in_order = aggregate_order_by(literal("\n\n"), said.created_at, said.id)
    history = select(func.string_agg(line, in_order))
    history = history.where(said.complaint_id == ComplaintRow.id)
    found = _columns(ComplaintRow, ComplaintRecord, history=history.scalar_subquery())
    return read_page(session, select(*found), ComplaintRecord, query)


def list_reports(session: Session, query: OpsQuery) -> Page[ReportRecord]:
    """Return a page of the reports of all sites. Words out of a conversation are read in the review queue only, where
    that is written down.
    """
    evidence = case((ReportRow.kind != ReportKind.MESSAGE, cast(func.jsonb_pretty(ReportRow.evidence), Text)))
    return read_page(session, select(*_columns(ReportRow, ReportRecord, evidence=evidence)), ReportRecord, query)


def _columns(row: type[Any], record: type[Any], **computed: ColumnElement[Any]) -> list[ColumnElement[Any]]:
    """Return the columns of a record. Who works on it is named: not everybody may open the list of staff."""
    computed["claimed_by"] = _name_of(row.claimed_by)
    names = record.__dataclass_fields__
    return [computed[name].label(name) if name in computed else getattr(row, name) for name in names]


def _name_of(staff_id: InstrumentedAttribute[UUID | None]) -> ColumnElement[Any]:
    return select(StaffRow.name).where(StaffRow.id == staff_id).scalar_subquery()


def claim_complaint(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Take a complaint on; raises CaseClaimed or CaseClosed."""
    complaints.claim_complaint(session, complaint_id=record_id, staff_id=staff_id)


def answer_complaint(session: Session, *, staff_id: UUID, record_id: UUID, text: str) -> None:
    """Answer a complaint; raises CaseClaimed or CaseClosed."""
    complaints.answer_complaint(session, complaint_id=record_id, staff_id=staff_id, text=text)


def ask_back(session: Session, *, staff_id: UUID, record_id: UUID, text: str) -> None:
    """Ask whoever complained something, and wait; raises CaseClaimed or CaseClosed."""
    complaints.answer_complaint(session, complaint_id=record_id, staff_id=staff_id, text=text, asks=True)


def note(session: Session, *, staff_id: UUID, record_id: UUID, text: str) -> None:
    """Write a note that stays in the house."""
    complaints.note_complaint(session, complaint_id=record_id, staff_id=staff_id, text=text)


def assign(session: Session, *, staff_id: UUID, record_id: UUID, to: UUID | None) -> None:
    """Give a complaint to a colleague; raises StaffCannotAnswer or CaseClosed."""
    complaints.assign_complaint(session, complaint_id=record_id, to=to)


def open_complaint(session: Session, *, staff_id: UUID, member_id: UUID, topic: str, text: str) -> UUID:
    """Open a case for a member with the first word."""
    return complaints.open_for_member(session, staff_id=staff_id, member_id=member_id, topic=Topic(topic), text=text)


def show_case(session: Session, *, staff_id: UUID, record_id: UUID) -> dict[str, Any]:
    """Return a complaint with all that answering it needs."""
    return complaint_desk.show_case(session, complaint_id=record_id, staff_id=staff_id)


def close_complaint(session: Session, *, staff_id: UUID, record_id: UUID, text: str) -> None:
    """Close a complaint with a last word; raises CaseClaimed or CaseClosed."""
    complaints.answer_complaint(session, complaint_id=record_id, staff_id=staff_id, text=text, is_closed=True)


COMPLAINTS = Resource(
    key="moderation.complaints",
    label="Complaints",
    title="number",
    icon="ForumOutlined",
    group="cases",
    permission="moderation.complaints.read",
    rows=list_complaints,
    columns=(
        text("number", "Number"),
        badge("state", "State", [*ComplaintState]),
        badge("topic", "About", [*Topic]),
        ref("site_id", "Site", to="sites.sites"),
        ref("member_id", "Member", to="accounts.members", related=True),
        instant("due_at", "Answer due", sort=True),
        text("claimed_by", "Taken on by"),
        instant("created_at", "Received", sort=True, in_list=False),
        instant("closed_at", "Closed", in_list=False),
        text("language", "Language", in_list=False),
        long_text("history", "What was said"),
    ),
    filters=("number", "state", "topic", "site_id", "member_id"),
    default_sort="due_at",
    actions=(
        Action("open", "Open a case", ANSWERS_COMPLAINTS, open_complaint, form=OpenIn, creates=True),
        Action("claim", "Take on", ANSWERS_COMPLAINTS, claim_complaint),
        Action("answer", "Answer", ANSWERS_COMPLAINTS, answer_complaint, form=AnswerIn),
        Action("ask", "Ask back", ANSWERS_COMPLAINTS, ask_back, form=AnswerIn),
        Action("close", "Close", ANSWERS_COMPLAINTS, close_complaint, form=AnswerIn),
        Action("note", "Write a note", ANSWERS_COMPLAINTS, note, form=NoteIn),
        Action("assign", "Assign", ANSWERS_COMPLAINTS, assign, form=AssignIn, hand_drawn=True),
    ),
    views=(View("case", "moderation.complaints.read", show_case),),
)

REPORTS = Resource(
    key="moderation.reports",
    label="Reports",
    title="number",
    icon="FlagOutlined",
    group="cases",
    permission="moderation.reports.read",
    rows=list_reports,
    columns=(
        text("number", "Number"),
        badge("state", "State", [*ReportState]),
        badge("kind", "About", [*ReportKind]),
        badge("reason", "Reason", [*ReportReason]),
        ref("reported_id", "Reported", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        instant("due_at", "Decision due", sort=True),
        text("claimed_by", "Taken on by"),
        ref("reporter_id", "Reported by", to="accounts.members", in_list=False, related=True),
        instant("created_at", "Received", sort=True, in_list=False),
        text("words", "In their words", in_list=False),
        long_text("evidence", "As it was then"),
        instant("decided_at", "Decided", in_list=False),
        badge("outcome", "Outcome", [*Outcome], in_list=False),
        text("answer", "What the reporter reads", in_list=False),
    ),
    filters=("number", "state", "kind", "reason", "reported_id", "reporter_id", "site_id"),
    default_sort="due_at",
)
