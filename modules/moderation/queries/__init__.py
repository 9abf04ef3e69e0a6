"""Reads of the moderation module."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import bindparam, exists, func, select

from app.kernel import clock
from app.kernel.addresses import as_stored
from app.kernel.db import Session
from app.kernel.ids import token_hash
from app.kernel.read import columns_of, part, read
from modules.moderation.contracts import (
    Author,
    Complaint,
    ComplaintMessage,
    Report,
    Staff,
)
from modules.moderation.errors import StaffUnknown
from modules.moderation.models import (
    ComplaintMessageRow,
    ComplaintRow,
    RecoveryCode,
    ReportRow,
    StaffRow,
    StaffSessionRow,
)
from modules.moderation.queries.rows import (
    Credentials,
    LockedReport,
    LockedStaff,
    OpenSession,
    StoredComplaint,
    Totp,
)

_STAFF = select(*columns_of(Staff, StaffRow))
_COMPLAINTS = select(*columns_of(StoredComplaint, ComplaintRow))


def get_staff_by_email(session: Session, email: str) -> Staff:
    """Return the staff member with this address; raises StaffUnknown."""
    staff = read(session, Staff, _STAFF.where(StaffRow.email == as_stored(email).lower())).one_or_none()
    if staff is None:
        raise StaffUnknown()
    return staff


def get_staff(session: Session, staff_id: UUID) -> Staff | None:
    """Return a staff member by id, or None."""
    return read(session, Staff, _STAFF.where(StaffRow.id == staff_id)).one_or_none()


def list_staff(session: Session) -> list[Staff]:
    """Return all staff by name, including disabled ones."""
    return read(session, Staff, _STAFF.order_by(StaffRow.name, StaffRow.email)).all()


def lock_staff(session: Session, staff_id: UUID) -> LockedStaff | None:
    """Return a staff member's name and address with their row locked, or None."""
    own = select(*columns_of(LockedStaff, StaffRow)).where(StaffRow.id == staff_id)
    return read(session, LockedStaff, own.with_for_update()).one_or_none()


def find_credentials(session: Session, email: str, *, lock: bool = False) -> Credentials | None:
    """Return the credentials of the staff member with this address, or None; with their row locked when `lock`."""
    found = select(*columns_of(Credentials, StaffRow)).where(StaffRow.email == as_stored(email).lower())
    return read(session, Credentials, found.with_for_update() if lock else found).one_or_none()


def has_signed_in_from(session: Session, *, email: str, network: str) -> bool:
    """Return whether the staff member with this address ever signed in from a network."""
    row = StaffSessionRow
    theirs = select(StaffRow.id).where(StaffRow.email == as_stored(email).lower()).scalar_subquery()
    return bool(session.execute(select(exists().where(row.staff_id == theirs, row.network == network))).scalar())


def lock_totp(session: Session, staff_id: UUID) -> Totp:
    """Return the sealed secret and the last step used, with the row locked so that a code opens one session."""
    own = select(*columns_of(Totp, StaffRow)).where(StaffRow.id == staff_id)
    return read(session, Totp, own.with_for_update()).one()


def count_recovery_codes(session: Session, staff_id: UUID) -> int:
    """Return how many recovery codes are left."""
    unused = select(RecoveryCode.code_hash).where(RecoveryCode.staff_id == staff_id, RecoveryCode.used_at.is_(None))
    return len(session.execute(unused).all())


_OPEN_SESSION = (
    select(
        *part("staff", *_STAFF.selected_columns),
        StaffSessionRow.id.label("session_id"),
        StaffSessionRow.opened_at,
        StaffSessionRow.seen_at,
        StaffSessionRow.confirmed_at,
    )
    .join(StaffSessionRow, StaffSessionRow.staff_id == StaffRow.id)
    .where(StaffSessionRow.token_hash == bindparam("token_hash"), StaffSessionRow.closed_at.is_(None))
    .where(StaffRow.disabled_at.is_(None))
)


def find_session(session: Session, token: str) -> OpenSession | None:
    """Return an open session with its staff member, or None; `policies.is_live` decides whether it is valid."""
    return read(session, OpenSession, _OPEN_SESSION, {"token_hash": token_hash(token)}).one_or_none()


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


_REPORTS = select(*columns_of(Report, ReportRow), ReportRow.evidence["name"].astext.label("about"))


def get_report(session: Session, report_id: UUID) -> Report:
    """Return a report as its reporter sees it."""
    return read(session, Report, _REPORTS.where(ReportRow.id == report_id)).one()


def list_reports(session: Session, member_id: UUID) -> list[Report]:
    """Return a member's reports, the newest first."""
    own = _REPORTS.where(ReportRow.reporter_id == member_id)
    return read(session, Report, own.order_by(ReportRow.created_at.desc(), ReportRow.id).limit(100)).all()


def lock_report(session: Session, report_id: UUID) -> LockedReport | None:
    """Return a report's number, people and state with its row locked, or None."""
    own = select(*columns_of(LockedReport, ReportRow)).where(ReportRow.id == report_id)
    return read(session, LockedReport, own.with_for_update()).one_or_none()
