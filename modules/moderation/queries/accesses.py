"""What staff looked at that is private of a member: words out of conversations, what the console masks, the papers
that bear name and address, and the copies of everything that operators made.
"""

from uuid import UUID

from sqlalchemy import Select, and_, case, func, literal, null, or_, select, type_coerce, union_all
from sqlalchemy.sql.selectable import Subquery

from app.kernel.columns import EnumText
from app.kernel.db import Session
from app.kernel.read import read
from modules.billing import api as billing_api
from modules.moderation.contracts import Access, AccessKind
from modules.moderation.models import AuditEvent, ConversationAccess, ReportRow, ReviewItemRow, StaffRow

REVEAL, EXPORT = "reveal", "export"
MEMBERS, MANDATES = "accounts.members", "billing.debit-mandates"
PAPERS = ("billing.orders", "billing.refunds")


def list_accesses(session: Session, member_id: UUID, *, limit: int | None = None, offset: int = 0) -> list[Access]:
    """Return when staff looked at what is private of a member, the newest first; all of it without a limit."""
    looks = _looks(session, member_id)
    page = select(looks).order_by(looks.c.at.desc(), looks.c.id).limit(limit).offset(offset)
    return read(session, Access, page).all()


def count_accesses(session: Session, member_id: UUID) -> int:
    """Return how often staff looked at what is private of a member."""
    return session.execute(select(func.count()).select_from(_looks(session, member_id))).scalar_one()


def _looks(session: Session, member_id: UUID) -> Subquery:
    mandates = billing_api.list_mandate_ids(session, member_id=member_id)
    bought = billing_api.list_record_ids(session, member_id=member_id)
    return union_all(
        _read(member_id),
        _revealed(AccessKind.EMAIL, [member_id], MEMBERS),
        _revealed(AccessKind.BANK, mandates, MANDATES),
        _revealed(AccessKind.PAPER, bought, *PAPERS),
        _copied(member_id),
    ).subquery()


def _read(member_id: UUID) -> Select[*tuple[object, ...]]:
    """Every reading from a conversation; a report is known by its number to nobody but whoever made it."""
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


def _revealed(kind: AccessKind, ids: list[UUID], *resources: str) -> Select[*tuple[object, ...]]:
    """Every look at what is masked of these records; looks from before the role was written down have the one that the
    person has now.
    """
    row = AuditEvent
    role = func.coalesce(row.detail["role"].astext, StaffRow.roles[1])
    found = select(row.id, row.at, role.label("role"), literal(kind.value), null())
    about = (row.action == REVEAL, row.resource.in_(resources), row.record_id.in_(map(str, ids)))
    return found.join(StaffRow, StaffRow.id == row.staff_id).where(*about)


def _copied(member_id: UUID) -> Select[*tuple[object, ...]]:
    """Every copy of a member's data that an operator made; those that members fetch themselves are in no audit."""
    row = AuditEvent
    found = select(row.id, row.at, null().label("role"), literal(AccessKind.COPY.value), null())
    about = (row.action == EXPORT, row.resource == MEMBERS, row.record_id == str(member_id))
    return found.where(*about, row.staff_id.is_(None))
