"""Complaints as staff see them: messages with notes, the person, decisions about them, and canned answers."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, RowMapping, Select, func, or_, select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.mail.addresses import as_shown
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.moderation.complaints import queries as complaint_queries
from modules.moderation.complaints.models import ComplaintMessageRow, ComplaintRow, Handover
from modules.moderation.complaints.queries import StoredComplaint
from modules.moderation.contracts.complaint_desk import (
    CannedAnswer,
    CaseOfComplaint,
    Complainant,
    ComplaintCase,
    ComplaintThread,
    RelatedRecords,
    ThreadMessage,
)
from modules.moderation.contracts.complaints import ComplaintState, Topic
from modules.moderation.contracts.decisions import DecisionState, Measure
from modules.moderation.contracts.staff import Staff
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.errors import ComplaintNotFound
from modules.moderation.queue.models import ConversationAccess, ReviewItemRow
from modules.moderation.staff import queries as staff_queries
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.policies import permissions as policies
from modules.sites import api as sites_api

FICTIONAL = "fictional"
# Canned answers: key, topic (None for all) and label; staff read and adapt the text before they send it.
CANNED = (
    ("looking", None, "Being reviewed"),
    ("details", None, "More information needed"),
    ("settled", None, "Settled"),
    ("refund", Topic.PAYMENT, "Refund on its way"),
    ("twice", Topic.PAYMENT, "Charged twice"),
    ("statement", Topic.PAYMENT, "What an amount was for"),
    ("unsent", Topic.PAYMENT, "Undelivered messages are free"),
    ("mandate", Topic.PAYMENT, "How a mandate ends"),
    ("used", Topic.PAYMENT, "No refund: the credits were used"),
    ("reported", Topic.PERSON, "How to block and report"),
    (FICTIONAL, Topic.PERSON, "Fictional profiles explained"),
    ("login", Topic.ACCOUNT, "Can’t log in"),
    ("mail", Topic.ACCOUNT, "Emails don’t arrive"),
    ("photo", Topic.ACCOUNT, "Why a photo is not shown"),
    ("appeal", Topic.DECISION, "How to appeal a decision"),
    ("copy", Topic.PRIVACY, "How to get a copy of the data"),
    ("leave", Topic.PRIVACY, "How to delete the account"),
    ("device", Topic.OTHER, "Device and error details needed"),
)
SHOWN = 20


def show_case(session: Session, complaint_id: UUID, *, staff_id: UUID) -> ComplaintCase:
    """Return a complaint with all that answering it needs, as JSON; raises ComplaintNotFound."""
    row = _get_row(session, complaint_id)
    member = _find_member(session, row)
    staff = staff_queries.list_staff(session)
    return {
        **_complaint_json(session, row, member, staff),
        "is_mine": row.claimed_by == staff_id,
        "colleagues": [
            {"id": str(one.id), "name": one.name}
            for one in staff
            if one.disabled_at is None
            and any(policies.ANSWERS_COMPLAINTS in policies.PERMISSIONS[role] for role in one.roles)
        ],
        "canned": _canned_answers(session, row),
        "handed": list_handovers(session, row.id),
        **_related_records(session, row, member),
    }


def show_complaint(session: Session, *, complaint_id: UUID) -> ComplaintThread:
    """Return a complaint with its messages and notes as JSON; raises ComplaintNotFound."""
    row = _get_row(session, complaint_id)
    return _complaint_json(session, row, _find_member(session, row), staff_queries.list_staff(session))


def get_address(session: Session, *, complaint_id: UUID) -> str:
    """Return the address of a complainant without an account; raises ComplaintNotFound."""
    row = complaint_queries.find_complaint(session, complaint_id)
    found = accounts_api.find_address(session, row.contact_id) if row and row.contact_id else None
    if found is None:
        raise ComplaintNotFound()
    return as_shown(found[1])


def _get_row(session: Session, complaint_id: UUID) -> StoredComplaint:
    row = complaint_queries.find_complaint(session, complaint_id)
    if row is None:
        raise ComplaintNotFound()
    return row


def _complaint_json(
    session: Session, row: StoredComplaint, member: Member | None, staff: Sequence[Staff]
) -> ComplaintThread:
    holder = next((one for one in staff if one.id == row.claimed_by), None)
    return {
        "id": str(row.id),
        "number": row.number,
        "topic": row.topic,
        "state": row.state,
        "language": row.language,
        "created_at": row.created_at.isoformat(),
        "due_at": row.due_at.isoformat() if row.state == ComplaintState.OPEN else None,
        "due_day": _due_day(session, row).isoformat(),
        "closed_at": _iso(row.closed_at),
        "claimed_by": {"id": str(holder.id), "name": holder.name} if holder else None,
        "is_ours": row.opened_by is not None,
        "person": _person_json(member) if member else None,
        "is_matched": member is not None and row.member_id is None,
        "messages": _thread(session, row.id),
    }


def _find_member(session: Session, row: StoredComplaint) -> Member | None:
    """Return the complainant; for a visitor, the member with the same address on the site, or None."""
    if row.member_id is not None:
        return accounts_api.get_member(session, row.member_id)
    if row.contact_id is None:
        return None
    matched = session.execute(select(accounts_api.member_of_contact(row.contact_id))).scalar_one()
    return accounts_api.get_member(session, matched) if matched else None


def _person_json(member: Member) -> Complainant:
    return {
        "id": str(member.id),
        "name": member.name,
        "status": member.status,
        "is_paid": member.is_paid,
        "signup_at": member.signup_at.isoformat(),
    }


def _thread(session: Session, complaint_id: UUID) -> list[ThreadMessage]:
    said = ComplaintMessageRow
    found = select(said.id, said.author, said.body, said.created_at, said.origin, StaffRow.name)
    found = found.outerjoin(StaffRow, StaffRow.id == said.staff_id).where(said.complaint_id == complaint_id)
    return [
        {
            "id": str(one.id),
            "author": one.author,
            "by": one.name,
            "body": one.body,
            "at": one.created_at.isoformat(),
            "is_mailed": one.origin is not None,
        }
        for one in session.execute(found.order_by(said.created_at, said.id))
    ]


def _related_records(session: Session, row: StoredComplaint, member: Member | None) -> RelatedRecords:
    """Return the complainant's other complaints, decisions, and conversations read for cases, as JSON."""

    def listed(wanted: Select[*tuple[Any, ...]]) -> list[Any]:
        return [_row_json(one) for one in session.execute(wanted.limit(SHOWN)).mappings()]

    return {
        "others": listed(_other_complaints(row, member)),
        "decisions": listed(_decisions_about(member.id)) if member else [],
        "conversations": listed(_conversations_read(member.id)) if member else [],
    }


def _other_complaints(row: StoredComplaint, member: Member | None) -> Select[*tuple[Any, ...]]:
    """Select the complainant's other complaints; those without a login from the same address are unproven."""
    other, is_proven = ComplaintRow, ComplaintRow.member_id.is_not(None).label("is_proven")
    whose = {"member_id": member.id if member else None, "contact_id": row.contact_id}
    own: list[ColumnElement[bool]] = [other.contact_id.in_(accounts_api.contacts_of(**whose))]
    if member is not None:
        own.append(other.member_id == member.id)
    others = select(other.id, other.number, other.topic, other.state, other.created_at, is_proven)
    return others.where(or_(*own), other.id != row.id).order_by(other.created_at.desc())


def _decisions_about(member_id: UUID) -> Select[*tuple[Any, ...]]:
    decided = DecisionRow
    decisions = select(decided.id, decided.number, decided.measure, decided.state, decided.created_at)
    return decisions.where(decided.member_id == member_id).order_by(decided.created_at.desc())


def _conversations_read(member_id: UUID) -> Select[*tuple[Any, ...]]:
    """Select the conversations read for cases; those that writers of fictional profiles read belong to none."""
    read = ConversationAccess
    last = func.max(read.at).label("created_at")
    reads = select(read.conversation_id.label("id"), last).group_by(read.conversation_id).order_by(last.desc())
    return reads.where((read.one_id == member_id) | (read.other_id == member_id), read.item_id.is_not(None))


def _canned_answers(session: Session, row: StoredComplaint) -> list[CannedAnswer]:
    """Return the canned answers in the complainant's language: those of the topic, general ones, then the others.

    Their labels are in English. The one about fictional profiles is left out on sites without them.
    """
    site = sites_api.in_language(sites_api.get_site(session, row.site_id), row.language)
    until = formats.day(row.language, _due_day(session, row))
    words = {"number": row.number, "until": until, "site": site.name, "label": site.fictional_singular}

    def translate(key: str) -> str:
        return i18n.text(row.language, f"moderation.canned.{key}", **words)

    rank = {row.topic: 0, None: 1}
    return [
        {"key": key, "topic": topic, "label": label, "text": translate(key)}
        for key, topic, label in sorted(CANNED, key=lambda one: rank.get(one[1], 2))
        if key != FICTIONAL or site.fictional_singular
    ]


def _due_day(session: Session, row: StoredComplaint) -> date:
    """Return the day by which a complaint must be answered, in its site's time zone."""
    return sites_api.get_site(session, row.site_id).day_of(row.due_at)


def _row_json(row: RowMapping) -> dict[str, Any]:
    return {name: _value_json(value) for name, value in row.items()}


def _value_json(value: object) -> Any:
    if isinstance(value, datetime):
        return _iso(value)
    return value if isinstance(value, bool) else str(value)


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def list_handovers(session: Session, complaint_id: UUID) -> list[CaseOfComplaint]:
    """Return the cases into which a complaint was handed over as JSON, the newest first."""
    row, item, decision = Handover, ReviewItemRow, DecisionRow
    decided = select(decision.measure).where(decision.item_id == item.id, decision.state != DecisionState.REFUSED)
    # With a ban and the removal of content in one case, the ban.
    measure = decided.order_by(decision.measure == Measure.REMOVE_CONTENT).limit(1).scalar_subquery()
    found = session.execute(
        select(row.item_id, row.reason, row.created_at, item.member_id, item.state, measure.label("measure"))
        .join(item, item.id == row.item_id)
        .where(row.complaint_id == complaint_id)
        .order_by(row.created_at.desc())
    ).all()
    names = accounts_api.list_members(session, [one.member_id for one in found])
    return [
        {
            "id": str(one.item_id),
            "member_id": str(one.member_id),
            "name": names[one.member_id].name if one.member_id in names else "",
            "reason": one.reason,
            "state": one.state,
            "measure": one.measure,
            "created_at": one.created_at.isoformat(),
        }
        for one in found
    ]
