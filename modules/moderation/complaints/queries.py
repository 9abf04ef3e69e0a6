"""Reads of complaints."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, select

from app.kernel import clock
from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.moderation.complaints.models import ComplaintMessageRow, ComplaintRow
from modules.moderation.contracts.complaints import Author, Complaint, ComplaintFacts, ComplaintMessage


@dataclass(frozen=True, slots=True)
class StoredComplaint(ComplaintFacts):
    """A complaint as staff see it, without its messages."""

    site_id: UUID
    member_id: UUID | None
    contact_id: UUID | None
    claimed_by: UUID | None
    language: str
    opened_by: UUID | None


_COMPLAINTS = select(*columns_of(StoredComplaint, ComplaintRow))


def find_complaint(session: Session, complaint_id: UUID, *, lock: bool = False) -> StoredComplaint | None:
    """Return a complaint, with its row locked when `lock`, or None."""
    query = _COMPLAINTS.where(ComplaintRow.id == complaint_id)
    return read(session, StoredComplaint, query.with_for_update() if lock else query).one_or_none()


def get_complaint(session: Session, complaint_id: UUID) -> Complaint:
    """Return a complaint with its messages, in two statements."""
    own = _COMPLAINTS.where(ComplaintRow.id == complaint_id)
    return _complaints(session, [read(session, StoredComplaint, own).one()])[0]


def list_complaints(session: Session, member_id: UUID) -> list[Complaint]:
    """Return a member's complaints whose messages are not emptied, the newest first, in two statements."""
    own = _COMPLAINTS.where(ComplaintRow.member_id == member_id)
    newest = own.order_by(ComplaintRow.created_at.desc(), ComplaintRow.id).limit(100)
    found = read(session, StoredComplaint, newest).all()
    return [complaint for complaint in _complaints(session, found) if complaint.messages]


@dataclass(frozen=True, slots=True)
class _MessageOfComplaint:
    """A message with its complaint."""

    complaint_id: UUID
    message: ComplaintMessage


def _complaints(session: Session, found: Sequence[StoredComplaint]) -> list[Complaint]:
    said: dict[UUID, list[ComplaintMessage]] = {one.id: [] for one in found}
    row = ComplaintMessageRow
    if found:
        wanted = (
            select(row.complaint_id, *part("message", *columns_of(ComplaintMessage, row)))
            .where(row.complaint_id.in_(said), row.author != Author.NOTE, row.body != "")
            .order_by(row.created_at, row.id)
        )
        for one in read(session, _MessageOfComplaint, wanted):
            said[one.complaint_id].append(one.message)
    return [
        Complaint(
            id=one.id,
            number=one.number,
            topic=one.topic,
            state=one.state,
            created_at=one.created_at,
            due_at=one.due_at,
            closed_at=one.closed_at,
            messages=tuple(said[one.id]),
        )
        for one in found
    ]


def has_written_since(session: Session, complaint_id: UUID, seen: UUID) -> bool:
    """Return whether the complainant has written after the message `seen`."""
    row = ComplaintMessageRow
    own = row.complaint_id == complaint_id
    last = select(row.created_at).where(own, row.id == seen).scalar_subquery()
    newer = row.created_at > func.coalesce(last, func.to_timestamp(0))
    return session.execute(select(row.id).where(own, row.author == Author.COMPLAINANT, newer)).first() is not None


def knows_origin(session: Session, complaint_id: UUID, origin: bytes) -> bool:
    """Return whether a complaint has the reply by mail with this hash already."""
    row = ComplaintMessageRow
    known = select(row.id).where(row.complaint_id == complaint_id, row.origin == origin)
    return session.execute(known).first() is not None


def count_replies_of_today(session: Session, complaint_id: UUID) -> int:
    """Return how many replies by mail a complaint got in the last 24 hours."""
    row = ComplaintMessageRow
    is_mailed = (row.complaint_id == complaint_id, row.origin.is_not(None))
    since = clock.now() - timedelta(days=1)
    return session.execute(select(func.count()).where(*is_mailed, row.created_at > since)).scalar_one()
