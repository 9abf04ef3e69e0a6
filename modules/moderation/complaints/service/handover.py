"""Handovers of complaints from support to moderation, as cases about a member."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.errors import MemberNotFound
from modules.messaging import api as messaging_api
from modules.moderation.complaints import queries
from modules.moderation.complaints.models import ComplaintRow, Handover
from modules.moderation.contracts.complaints import Author, ComplaintState
from modules.moderation.contracts.evidence import HandedComplaint
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.errors import AlreadyHandedOver, CaseClosed, ComplaintNotFound
from modules.moderation.queue.policies.review import ensure_present
from modules.moderation.queue.queries import Item, lock_waiting
from modules.moderation.queue.service import queue
from modules.moderation.queue.service.messages import SHOWN, message_json
from modules.moderation.staff.models import StaffRow


def hand_over(session: Session, complaint_id: UUID, *, member_id: UUID, staff_id: UUID, reason: str) -> None:
    """Hand a complaint over to moderation, into a new or the open case about a member of its site.

    Raises ComplaintNotFound, CaseClosed, MemberNotFound, or AlreadyHandedOver while the complaint is in the open case
    already.
    """
    row = queries.find_complaint(session, complaint_id, lock=True)
    if row is None:
        raise ComplaintNotFound()
    if row.state == ComplaintState.CLOSED:
        raise CaseClosed()
    member = accounts_api.get_member(session, member_id)
    if member.site_id != row.site_id:
        raise MemberNotFound()
    ensure_present(member.status)
    queue.open_item(session, kind=ItemKind.OPENED, subject_id=member_id, member_id=member_id, priority=Priority.MEDIUM)
    item = lock_waiting(session, ItemKind.OPENED, member_id)
    values = {"complaint_id": complaint_id, "item_id": item.id if item else None, "staff_id": staff_id}
    added = insert(Handover).values(**values, reason=reason).on_conflict_do_nothing()
    if session.execute(added.returning(Handover.item_id)).one_or_none() is None:
        raise AlreadyHandedOver(field="member_id")


def show_to_moderation(session: Session, item: Item) -> list[HandedComplaint]:
    """Return the complaints handed over into a case as JSON: their messages without notes, and the last messages
    between complainant and member.
    """
    row = Handover
    found = select(row.complaint_id, row.reason, StaffRow.name, ComplaintRow.member_id, ComplaintRow.language)
    found = found.join(StaffRow, StaffRow.id == row.staff_id).join(ComplaintRow, ComplaintRow.id == row.complaint_id)
    handed = read(session, _ComplaintHandover, found.where(row.item_id == item.id).order_by(row.created_at)).all()
    return [_complaint_json(session, item, one) for one in handed]


@dataclass(frozen=True, slots=True)
class _ComplaintHandover:
    """A handover of a complaint; `member_id` is the complainant, None for a visitor."""

    complaint_id: UUID
    reason: str
    name: str
    member_id: UUID | None
    language: str


def _complaint_json(session: Session, item: Item, row: _ComplaintHandover) -> HandedComplaint:
    complaint = queries.get_complaint(session, row.complaint_id)
    written = (
        messaging_api.list_between(session, member_id=row.member_id, partner_id=item.member_id, limit=SHOWN)
        if row.member_id
        else []
    )
    return {
        "number": complaint.number,
        "by": row.name,
        "reason": row.reason,
        "language": row.language,
        "complainant_id": str(row.member_id) if row.member_id else None,
        "words": [
            {"is_theirs": one.author is Author.COMPLAINANT, "body": one.body, "at": one.created_at.isoformat()}
            for one in complaint.messages
        ],
        "conversation": str(written[0].conversation_id) if written else None,
        "said": [message_json(one) for one in written],
    }
