"""Complaints and reports in the console, ordered by their due dates."""

from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import ColumnElement, Text, case, cast, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from app.kernel.db.session import Session
from app.kernel.http.schema import In, ReasonIn, one_of
from app.kernel.http.schema import Text as Words
from app.kernel.i18n import LOCALES
from app.kernel.resources import Action, Resource, View, badge, instant, long_text, ref, rows_of, text
from modules.accounts import api as accounts_api
from modules.moderation.complaints.models import ComplaintMessageRow, ComplaintRow
from modules.moderation.complaints.service import complaints, handover
from modules.moderation.contracts.complaint_desk import ComplainantAddress
from modules.moderation.contracts.complaints import Author, ComplaintState, Topic
from modules.moderation.contracts.reports import Outcome, ReportKind, ReportReason, ReportState
from modules.moderation.errors import CaseForNobody
from modules.moderation.ops.names import name_of
from modules.moderation.reports.models import ReportRow
from modules.moderation.service import complaint_desk
from modules.moderation.staff.policies.permissions import ANSWERS_COMPLAINTS


class AnswerIn(In):
    text = Words(min=3, max=5000, required=True, load_only=True, metadata={"label": "Message"})


class SaidIn(AnswerIn):
    """An answer; `seen` is the last message that its writer had read."""

    seen = fields.UUID(required=True)


class HandOverIn(In):
    member_id = fields.UUID(required=True, metadata={"label": "Topic", "reference": "accounts.members"})
    reason = Words(
        min=3,
        max=2000,
        required=True,
        load_only=True,
        metadata={"label": "What moderation should review (not shown to members)"},
    )


class AssignIn(In):
    to = fields.UUID(load_default=None, allow_none=True, metadata={"label": "Staff (empty for unassigned)"})


class NoteIn(In):
    text = Words(
        min=1,
        max=5000,
        required=True,
        load_only=True,
        metadata={"label": "Internal note"},
    )


class DueIn(In):
    day = fields.Date(required=True, metadata={"label": "Answer due by the end of"})


class OpenIn(In):
    """A new case for a member, or for an address on a site, by default in the site's language."""

    member_id = fields.UUID(load_default=None, metadata={"reference": "accounts.members"})
    site_id = fields.UUID(load_default=None, metadata={"reference": "sites.sites"})
    email = fields.String(load_default="", load_only=True)
    language = fields.String(load_default=None, validate=one_of(*LOCALES))
    topic = fields.String(required=True, validate=one_of(*Topic), metadata={"label": "Topic"})
    text = Words(min=3, max=5000, required=True, load_only=True, metadata={"label": "Message"})


def _history() -> ColumnElement[str]:
    """Return all messages of a complaint in order, as one text."""
    said = ComplaintMessageRow
    speaker = case((said.author == Author.STAFF, "Staff"), (said.author == Author.NOTE, "Note"), else_="Complainant")
    line = func.concat(func.to_char(said.created_at, "YYYY-MM-DD HH24:MI"), " ", speaker, ": ", said.body)
    in_order = aggregate_order_by(literal("\n\n"), said.created_at, said.id)
    history = select(func.string_agg(line, in_order)).where(said.complaint_id == ComplaintRow.id)
    return func.coalesce(history.scalar_subquery(), "")


def assign(session: Session, record_id: UUID, *, staff_id: UUID, to: UUID | None) -> None:
    """Assign a complaint to a colleague, or to nobody; raises StaffCannotAnswer or CaseClosed."""
    complaints.assign_complaint(session, complaint_id=record_id, to=to)


def set_due(session: Session, record_id: UUID, *, staff_id: UUID, day: date) -> None:
    """Set the day by the end of which a complaint must be answered; raises CaseClosed or Invalid."""
    complaints.set_due(session, complaint_id=record_id, day=day)


def open_complaint(
    session: Session,
    *,
    staff_id: UUID,
    member_id: UUID | None,
    site_id: UUID | None,
    email: str,
    language: str | None,
    topic: str,
    text: str,
) -> UUID:
    """Open a case with a first message; raises CaseForNobody, EmailInvalid or NotFound."""
    values: dict[str, Any] = {"staff_id": staff_id, "topic": Topic(topic), "text": text}
    if member_id and not email:
        return complaints.open_for_member(session, member_id=member_id, **values)
    if site_id and email and not member_id:
        return complaints.open_for_address(session, site_id=site_id, email=email, language=language, **values)
    raise CaseForNobody(field="email")


def show_address(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> ComplainantAddress:
    """Return the address of a complainant without an account; raises ComplaintNotFound."""
    return {"email": complaint_desk.get_address(session, complaint_id=record_id)}


ask_back = partial(complaints.answer_complaint, asks=True)
close_complaint = partial(complaints.answer_complaint, is_closed=True)

HANDS_OVER, REVEALS = "moderation.complaints.hand-over", "accounts.members.reveal"
UNFINISHED = ("state", (ComplaintState.OPEN, ComplaintState.WAITING, ComplaintState.ANSWERED))

COMPLAINTS = Resource(
    key="moderation.complaints",
    label="Complaints",
    title="number",
    empty="No complaints yet. Messages to support are listed here.",
    icon="ForumOutlined",
    group="cases",
    rows=rows_of(
        ComplaintRow,
        matched_id=accounts_api.member_of_contact(ComplaintRow.contact_id),
        claimed_by=name_of(ComplaintRow.claimed_by),
        history=_history(),
    ),
    columns=(
        text("number", "Number"),
        badge("state", "State", [*ComplaintState]),
        badge("topic", "Topic", [*Topic]),
        ref("site_id", "Site", to="sites.sites"),
        ref("member_id", "Member", to="accounts.members", related=True),
        instant("due_at", "Answer due", sort=True),
        text("claimed_by", "Assigned to"),
        ref("matched_id", "Same email address (unconfirmed)", to="accounts.members", in_list=False),
        instant("created_at", "Received", sort=True, in_list=False),
        instant("closed_at", "Closed", in_list=False),
        badge("language", "Language", LOCALES, in_list=False),
        long_text("history", "Messages"),
    ),
    filters=("number", "state", "topic", "site_id", "member_id", "created_at"),
    finds={"number": "number"},
    default_sort="due_at",
    actions=(
        Action("open", "New complaint", ANSWERS_COMPLAINTS, open_complaint, form=OpenIn, creates=True, hand_drawn=True),
        Action("claim", "Assign to me", ANSWERS_COMPLAINTS, complaints.claim_complaint, when=UNFINISHED),
        Action(
            "answer",
            "Answer",
            ANSWERS_COMPLAINTS,
            complaints.answer_complaint,
            form=SaidIn,
            when=UNFINISHED,
            hand_drawn=True,
        ),
        Action("ask", "Ask a question", ANSWERS_COMPLAINTS, ask_back, form=SaidIn, when=UNFINISHED, hand_drawn=True),
        Action("close", "Close", ANSWERS_COMPLAINTS, close_complaint, form=SaidIn, when=UNFINISHED, hand_drawn=True),
        Action("note", "Add note", ANSWERS_COMPLAINTS, complaints.note_complaint, form=NoteIn),
        Action(
            "hand-over",
            "Hand over to moderation",
            HANDS_OVER,
            handover.hand_over,
            form=HandOverIn,
            when=UNFINISHED,
            hand_drawn=True,
        ),
        Action(
            "address",
            "Show email address",
            REVEALS,
            show_address,
            form=ReasonIn,
            hand_drawn=True,
            answers=True,
            reveals=True,
        ),
        Action("assign", "Assign", ANSWERS_COMPLAINTS, assign, form=AssignIn, hand_drawn=True),
        Action("due", "Set due date", ANSWERS_COMPLAINTS, set_due, form=DueIn, hand_drawn=True),
    ),
    views=(View("case", "moderation.complaints.read", complaint_desk.show_case),),
)

# Without messages: those are read in the review queue and in CASE_MESSAGES, where each look is recorded.
EVIDENCE = case((ReportRow.kind != ReportKind.MESSAGE, cast(func.jsonb_pretty(ReportRow.evidence), Text)))

REPORTS = Resource(
    key="moderation.reports",
    label="Reports",
    title="number",
    empty="No reports yet. Reports are listed here with the reported content.",
    icon="FlagOutlined",
    group="cases",
    rows=rows_of(ReportRow, claimed_by=name_of(ReportRow.claimed_by), evidence=EVIDENCE),
    columns=(
        text("number", "Number"),
        badge("state", "State", [*ReportState]),
        badge("kind", "Topic", [*ReportKind]),
        badge("reason", "Reason", [*ReportReason]),
        ref("reported_id", "Reported member", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        instant("due_at", "Decision due", sort=True),
        text("claimed_by", "Claimed by"),
        ref("reporter_id", "Reported by", to="accounts.members", in_list=False, related=True),
        instant("created_at", "Received", sort=True, in_list=False),
        long_text("words", "Description"),
        long_text("evidence", "Evidence"),
        instant("decided_at", "Decided", in_list=False),
        badge("outcome", "Outcome", [*Outcome], in_list=False),
        instant("reviewed_at", "Reviewed", in_list=False),
        text("answer", "Answer to the reporter", in_list=False),
    ),
    filters=("number", "state", "kind", "reason", "reported_id", "reporter_id", "site_id", "created_at"),
    finds={"number": "number"},
    default_sort="due_at",
)
