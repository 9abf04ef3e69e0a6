"""Reads of the moderation module."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import Row, bindparam, exists, func, select

from app.kernel import clock
from app.kernel.addresses import as_stored
from app.kernel.db import Session
from app.kernel.ids import token_hash
from modules.moderation.contracts import (
    Author,
    Complaint,
    ComplaintMessage,
    ComplaintState,
    Outcome,
    Report,
    ReportKind,
    ReportReason,
    ReportState,
    Role,
    Staff,
    Topic,
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

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
STAFF = (
    StaffRow.id,
    StaffRow.email,
    StaffRow.name,
    StaffRow.roles,
    StaffRow.languages,
    StaffRow.created_at,
    StaffRow.disabled_at,
)


def staff_of(row: AnyRow) -> Staff:
    """Return the contract of a staff member's row."""
    roles, languages = tuple(map(Role, row.roles)), tuple(row.languages)
    return Staff(row.id, row.email, row.name, roles, languages, row.created_at, row.disabled_at)


def get_staff_by_email(session: Session, email: str) -> Staff:
    """Return the staff member with this address; raises StaffUnknown."""
    row = session.execute(select(*STAFF).where(StaffRow.email == as_stored(email).lower())).one_or_none()
    if row is None:
        raise StaffUnknown()
    return staff_of(row)


def get_staff(session: Session, staff_id: UUID) -> Staff | None:
    """Return a staff member by id, or None."""
    row = session.execute(select(*STAFF).where(StaffRow.id == staff_id)).one_or_none()
    return staff_of(row) if row else None


def list_staff(session: Session) -> list[Staff]:
    """Return all staff by name, those who are disabled too."""
    return [staff_of(row) for row in session.execute(select(*STAFF).order_by(StaffRow.name, StaffRow.email))]


def lock_staff(session: Session, staff_id: UUID) -> AnyRow | None:
    """Return a staff member's name and address, held until the transaction ends, or None."""
    columns = (StaffRow.name, StaffRow.email)
    return session.execute(select(*columns).where(StaffRow.id == staff_id).with_for_update()).one_or_none()


def find_credentials(session: Session, email: str, *, lock: bool = False) -> AnyRow | None:
    """Return id, password hash and state of the staff member with this address, or None; held when `lock`."""
    columns = (StaffRow.id, StaffRow.password_hash, StaffRow.disabled_at)
    found = select(*columns).where(StaffRow.email == as_stored(email).lower())
    return session.execute(found.with_for_update() if lock else found).one_or_none()


def has_signed_in_from(session: Session, *, email: str, network: str) -> bool:
    """Tell whether the staff member with this address ever signed in from a network."""
    row = StaffSessionRow
    theirs = select(StaffRow.id).where(StaffRow.email == as_stored(email).lower()).scalar_subquery()
    return bool(session.execute(select(exists().where(row.staff_id == theirs, row.network == network))).scalar())


def lock_totp(session: Session, staff_id: UUID) -> AnyRow:
    """Return the sealed secret and the last step used; locked, so that one code opens one session."""
    columns = (StaffRow.totp_secret, StaffRow.last_totp_step)
    return session.execute(select(*columns).where(StaffRow.id == staff_id).with_for_update()).one()


def count_recovery_codes(session: Session, staff_id: UUID) -> int:
    """Return how many recovery codes are left."""
    unused = select(RecoveryCode.code_hash).where(RecoveryCode.staff_id == staff_id, RecoveryCode.used_at.is_(None))
    return len(session.execute(unused).all())


_OPEN_SESSION = (
    select(
        *STAFF,
        StaffSessionRow.id.label("session_id"),
        StaffSessionRow.opened_at,
        StaffSessionRow.seen_at,
        StaffSessionRow.confirmed_at,
    )
    .join(StaffSessionRow, StaffSessionRow.staff_id == StaffRow.id)
    .where(StaffSessionRow.token_hash == bindparam("token_hash"), StaffSessionRow.closed_at.is_(None))
    .where(StaffRow.disabled_at.is_(None))
)


def find_session(session: Session, token: str) -> AnyRow | None:
    """Return an open session with its staff member, or None; whether it still holds is for policies to say."""
    return session.execute(_OPEN_SESSION, {"token_hash": token_hash(token)}).one_or_none()


COMPLAINT_COLUMNS = (
    ComplaintRow.id,
    ComplaintRow.number,
    ComplaintRow.topic,
    ComplaintRow.state,
    ComplaintRow.created_at,
    ComplaintRow.due_at,
    ComplaintRow.closed_at,
    ComplaintRow.site_id,
    ComplaintRow.member_id,
    ComplaintRow.contact_id,
    ComplaintRow.claimed_by,
    ComplaintRow.language,
    ComplaintRow.opened_by,
)


def find_complaint_row(session: Session, complaint_id: UUID, *, lock: bool = False) -> AnyRow | None:
    """Return a complaint's row, held until the transaction ends when `lock`, or None."""
    query = select(*COMPLAINT_COLUMNS).where(ComplaintRow.id == complaint_id)
    return session.execute(query.with_for_update() if lock else query).one_or_none()


def get_complaint(session: Session, complaint_id: UUID) -> Complaint:
    """Return a complaint with all that was said and is still kept, in two statements."""
    row = session.execute(select(*COMPLAINT_COLUMNS).where(ComplaintRow.id == complaint_id)).one()
    return _complaints(session, [row])[0]


def list_complaints(session: Session, member_id: UUID) -> list[Complaint]:
    """Return a member's complaints whose words are still kept, the newest first, in two statements."""
    rows = session.execute(
        select(*COMPLAINT_COLUMNS)
        .where(ComplaintRow.member_id == member_id)
        .order_by(ComplaintRow.created_at.desc(), ComplaintRow.id)
        .limit(100)
    ).all()
    return [complaint for complaint in _complaints(session, rows) if complaint.messages]


def _complaints(session: Session, rows: Sequence[AnyRow]) -> list[Complaint]:
    said: dict[UUID, list[ComplaintMessage]] = {row.id: [] for row in rows}
    message = ComplaintMessageRow
    if rows:
        found = session.execute(
            select(message.complaint_id, message.author, message.body, message.created_at)
            .where(message.complaint_id.in_(said), message.author != Author.NOTE, message.body != "")
            .order_by(message.created_at, message.id)
        )
        for one in found:
            said[one.complaint_id].append(ComplaintMessage(Author(one.author), one.body, one.created_at))
    return [
        Complaint(
            id=row.id,
            number=row.number,
            topic=Topic(row.topic),
            state=ComplaintState(row.state),
            created_at=row.created_at,
            due_at=row.due_at,
            closed_at=row.closed_at,
            messages=tuple(said[row.id]),
        )
        for row in rows
    ]


def has_written_since(session: Session, complaint_id: UUID, seen: UUID) -> bool:
    """Tell whether whoever complained said more after something that was said in their complaint."""
    row = ComplaintMessageRow
    own = row.complaint_id == complaint_id
    last = select(row.created_at).where(own, row.id == seen).scalar_subquery()
    newer = row.created_at > func.coalesce(last, func.to_timestamp(0))
    return session.execute(select(row.id).where(own, row.author == Author.COMPLAINANT, newer)).first() is not None


def knows_origin(session: Session, complaint_id: UUID, origin: bytes) -> bool:
    """Tell whether a mail is in a complaint already."""
    row = ComplaintMessageRow
    known = select(row.id).where(row.complaint_id == complaint_id, row.origin == origin)
    return session.execute(known).first() is not None


def count_replies_of_today(session: Session, complaint_id: UUID) -> int:
    """Return how many answers by mail a complaint got in the last 24 hours."""
    row = ComplaintMessageRow
    is_mailed = (row.complaint_id == complaint_id, row.origin.is_not(None))
    since = clock.now() - timedelta(days=1)
    return session.execute(select(func.count()).where(*is_mailed, row.created_at > since)).scalar_one()


_REPORTS = select(
    ReportRow.id,
    ReportRow.number,
    ReportRow.kind,
    ReportRow.reason,
    ReportRow.evidence["name"].astext.label("about"),
    ReportRow.state,
    ReportRow.created_at,
    ReportRow.due_at,
    ReportRow.decided_at,
    ReportRow.outcome,
    ReportRow.answer,
    ReportRow.reviewed_at,
)


def _report_of(row: AnyRow) -> Report:
    kinds = {
        "kind": ReportKind(row.kind),
        "reason": ReportReason(row.reason),
        "state": ReportState(row.state),
        "outcome": Outcome(row.outcome) if row.outcome else None,
    }
    return Report(**{**row._mapping, **kinds})


def get_report(session: Session, report_id: UUID) -> Report:
    """Return a report as its reporter sees it."""
    return _report_of(session.execute(_REPORTS.where(ReportRow.id == report_id)).one())


def list_reports(session: Session, member_id: UUID) -> list[Report]:
    """Return what a member reported, the newest first."""
    own = _REPORTS.where(ReportRow.reporter_id == member_id)
    rows = session.execute(own.order_by(ReportRow.created_at.desc(), ReportRow.id).limit(100))
    return [_report_of(row) for row in rows]


def lock_report(session: Session, report_id: UUID) -> AnyRow | None:
    """Return a report's number, people and state, held until the transaction ends, or None."""
    row = ReportRow
    columns = (row.number, row.reporter_id, row.reported_id, row.state)
    return session.execute(select(*columns).where(row.id == report_id).with_for_update()).one_or_none()
