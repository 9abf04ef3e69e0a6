"""Looks of staff at members' private data: messages, values that the console masks, invoices and credit notes, and
copies made by operators.
"""

from uuid import UUID

from sqlalchemy import Select, and_, case, func, literal, null, or_, select, type_coerce, union_all
from sqlalchemy.sql.selectable import Subquery

from app.kernel.db.columns import EnumText
from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.billing import api as billing_api
from modules.moderation.contracts.staff import Access, AccessKind
from modules.moderation.queue.models import ConversationAccess, ReviewItemRow
from modules.moderation.reports.models import ReportRow
from modules.moderation.staff.models import AuditEvent, StaffRow

REVEAL, EXPORT = "reveal", "export"
MEMBERS, MANDATES = "accounts.members", "billing.debit-mandates"
PAPERS = ("billing.orders", "billing.refunds")


def list_accesses(session: Session, member_id: UUID, *, limit: int | None = None, offset: int = 0) -> list[Access]:
    """Return the looks of staff at a member's private data, the newest first; all without a limit."""
    looks = _accesses(session, member_id)
    page = select(looks).order_by(looks.c.at.desc(), looks.c.id).limit(limit).offset(offset)
    return read(session, Access, page).all()


def count_accesses(session: Session, member_id: UUID) -> int:
    """Return the number of looks of staff at a member's private data."""
    return session.execute(select(func.count()).select_from(_accesses(session, member_id))).scalar_one()


def _accesses(session: Session, member_id: UUID) -> Subquery:
    mandates = billing_api.list_mandate_ids(session, member_id=member_id)
    bought = billing_api.list_record_ids(session, member_id=member_id)
    return union_all(
        _conversations_read(member_id),
        _values_revealed(AccessKind.EMAIL, [member_id], MEMBERS),
        _values_revealed(AccessKind.BANK, mandates, MANDATES),
        _values_revealed(AccessKind.PAPER, bought, *PAPERS),
        _copies_made(member_id),
    ).subquery()


def _conversations_read(member_id: UUID) -> Select[*tuple[object, ...]]:
    """Select the looks into conversations; only the reporter gets the number of a report."""
    row, item, report = ConversationAccess, ReviewItemRow, ReportRow
    own = and_(report.reporter_id == member_id, report.subject_id == item.subject_id, report.created_at <= row.at)
    number = select(func.max(report.number)).where(own).correlate(row, item).scalar_subquery()
    kind = case(
        (row.item_id.is_(None), AccessKind.FICTIONAL.value),
        (number.is_not(None), AccessKind.OWN_REPORT.value),
        else_=AccessKind.CASE.value,
    )
    found = select(
        row.id, row.at, row.role, type_coerce(kind, EnumText(AccessKind)).label("kind"), number.label("number")
    )
    found = found.outerjoin(item, item.id == row.item_id)
    return found.where(or_(row.one_id == member_id, row.other_id == member_id))


def _values_revealed(kind: AccessKind, ids: list[UUID], *resources: str) -> Select[*tuple[object, ...]]:
    """Select the looks at masked values of records; old ones without a role get the person's current one."""
    row = AuditEvent
    role = func.coalesce(row.detail["role"].astext, StaffRow.roles[1])
    found = select(row.id, row.at, role.label("role"), literal(kind.value), null())
    about = (row.action == REVEAL, row.resource.in_(resources), row.record_id.in_(map(str, ids)))
    return found.join(StaffRow, StaffRow.id == row.staff_id).where(*about)


def _copies_made(member_id: UUID) -> Select[*tuple[object, ...]]:
    """Select the copies of a member's data that operators made; those that members request are not audited."""
    row = AuditEvent
    found = select(row.id, row.at, null().label("role"), literal(AccessKind.COPY.value), null())
    about = (row.action == EXPORT, row.resource == MEMBERS, row.record_id == str(member_id))
    return found.where(*about, row.staff_id.is_(None))
