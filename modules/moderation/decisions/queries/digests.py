"""Reads of the digests of reviewed texts."""

from uuid import UUID

from sqlalchemy import Select, bindparam, exists, select
from sqlalchemy.orm import aliased

from app.kernel.db.session import Session
from modules.moderation.contracts.decisions import STANDS
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.queue.models import ReviewItemRow


def _last_digest() -> Select[bytes | None, bool]:
    item, decision, same = ReviewItemRow, DecisionRow, aliased(ReviewItemRow)
    # After a refused ban, the reopened case has the same digest as the case that removed the texts.
    of_same = (same.kind == item.kind, same.subject_id == item.subject_id, same.digest == item.digest)
    removed = exists().where(decision.item_id == same.id, *of_same, decision.takes_texts, decision.state.in_(STANDS))
    of_texts = (item.kind == ItemKind.PROFILE_TEXT, item.subject_id == bindparam("of_member"))
    return select(item.digest, removed).where(*of_texts).order_by(item.opened_at.desc()).limit(1)


# Built once, because that costs more than running it, and it runs for every new member.
_LAST_DIGEST = _last_digest()


def find_last_digest(session: Session, member_id: UUID) -> tuple[bytes | None, bool]:
    """Return the digest of a member's newest review of texts, None without one, and whether it removed the texts."""
    found = session.execute(_LAST_DIGEST, {"of_member": member_id}).one_or_none()
    return (found[0], found[1]) if found else (None, False)
