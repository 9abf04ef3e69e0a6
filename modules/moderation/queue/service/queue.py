"""Commands of the review queue. A case in it hides and decides nothing by itself.

Changes lock the row and increment its version.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import case, func, text, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.moderation.contracts.queue import ItemKind, ItemState, Priority
from modules.moderation.errors import CaseOpen, QueueEmpty
from modules.moderation.queue import queries
from modules.moderation.queue.models import WAITS, OpenedCase, ReviewItemRow
from modules.moderation.queue.policies import review as policies
from modules.moderation.queue.queries import Item

_NEW = insert(ReviewItemRow)
_MERGED_SIGNALS = case(
    (ReviewItemRow.signals.contains(_NEW.excluded.signals), ReviewItemRow.signals),
    else_=ReviewItemRow.signals.concat(_NEW.excluded.signals),
)
_UPSERT = _NEW.on_conflict_do_update(
    index_elements=[ReviewItemRow.kind, ReviewItemRow.subject_id],
    index_where=text(WAITS),
    set_={
        "priority": func.least(ReviewItemRow.priority, _NEW.excluded.priority),
        "due_at": func.least(ReviewItemRow.due_at, _NEW.excluded.due_at),
        "signals": _MERGED_SIGNALS,
        "digest": func.coalesce(_NEW.excluded.digest, ReviewItemRow.digest),
        "message_id": func.coalesce(_NEW.excluded.message_id, ReviewItemRow.message_id),
        "version": ReviewItemRow.version + 1,
    },
).returning(ReviewItemRow.id)


def open_item(
    session: Session,
    *,
    kind: ItemKind,
    subject_id: UUID,
    member_id: UUID,
    priority: Priority = Priority.LOW,
    due_at: datetime | None = None,
    signals: Sequence[str] = (),
    digest: bytes | None = None,
    message_id: UUID | None = None,
) -> UUID:
    """Open a case about a member's content and return its id; an open case about the same subject is updated instead.

    The update raises its priority and adds signals; a claim of it stays, and its version changes.
    """
    row = {
        "id": new_id(),
        "site_id": accounts_api.get_member(session, member_id).site_id,
        "kind": kind,
        "subject_id": subject_id,
        "member_id": member_id,
        "priority": priority,
        "due_at": due_at or policies.due_at(kind, priority, clock.now()),
        "signals": list(signals),
        "digest": digest,
        "message_id": message_id,
    }
    item_id: UUID = session.execute(_UPSERT, row).scalar_one()
    return item_id


def open_case(session: Session, *, member_id: UUID, staff_id: UUID, reason: str) -> UUID:
    """Open a case about a member without a report, claimed by its opener, and return its id.

    Raises MemberNotFound, or CaseOpen while another of this kind is open.
    """
    policies.ensure_present(accounts_api.get_member(session, member_id).status)
    open_item(session, kind=ItemKind.OPENED, subject_id=member_id, member_id=member_id, priority=Priority.MEDIUM)
    item = queries.lock_waiting(session, ItemKind.OPENED, member_id)
    if item is None or item.version:
        raise CaseOpen(field="member_id")
    session.execute(insert(OpenedCase).values(item_id=item.id, staff_id=staff_id, reason=reason))
    _claim(session, item, staff_id)
    return item.id


def take_next(session: Session, *, staff_id: UUID, kinds: tuple[ItemKind, ...] = ()) -> UUID:
    """Claim the most urgent unclaimed case of some kinds (all without), release the person's other ones, return its id.

    Without another case they keep the one that they have claimed. Raises QueueEmpty.
    """
    held = queries.lock_held(session, staff_id)
    item = queries.lock_next(session, kinds)
    if item is not None:
        for one in held:
            _release(session, one)
        _claim(session, item, staff_id)
    else:
        item = next((one for one in held if not kinds or one.kind in kinds), None)
    if item is None:
        raise QueueEmpty()
    return item.id


def claim_item(session: Session, item_id: UUID, *, staff_id: UUID, version: int) -> None:
    """Claim a case for 15 minutes, or extend the claim; raises CaseClosed, CaseClaimed or CaseChanged."""
    item = _lock(session, item_id)
    policies.ensure_free(
        claimed_by=item.claimed_by, claimed_until=item.claimed_until, staff_id=staff_id, now=clock.now()
    )
    policies.ensure_version(item.version, seen=version)
    _claim(session, item, staff_id)


def release_item(session: Session, item_id: UUID, *, staff_id: UUID, version: int) -> None:
    """Release a claimed case; raises CaseClosed, CaseNotClaimed or CaseChanged."""
    item = lock_claimed_item(session, item_id=item_id, staff_id=staff_id, version=version)
    _release(session, item)


def lock_claimed_item(session: Session, *, item_id: UUID, staff_id: UUID, version: int | None = None) -> Item:
    """Return a case that the person has claimed with its row locked, if it still has the `version` they saw.

    Raises CaseClosed, CaseNotClaimed or CaseChanged.
    """
    item = _lock(session, item_id)
    policies.ensure_in_hand(claimed_by=item.claimed_by, staff_id=staff_id)
    if version is not None:
        policies.ensure_version(item.version, seen=version)
    return item


def close_item(session: Session, item: Item, *, state: ItemState, decided_by: UUID | None = None) -> None:
    """Close a locked case as decided or gone."""
    nobody = {"claimed_by": None, "claimed_until": None}
    change_item(session, item, state=state, decided_by=decided_by, closed_at=func.now(), **nobody)


def settle(session: Session, *, kind: ItemKind, subject_id: UUID, decided_by: UUID | None = None) -> None:
    """Close the open case about a subject, if any, that was decided elsewhere or is gone."""
    item = queries.lock_waiting(session, kind, subject_id)
    if item is not None:
        state = ItemState.DECIDED if decided_by else ItemState.GONE
        close_item(session, item, state=state, decided_by=decided_by)


def change_item(session: Session, item: Item, **values: Any) -> None:
    """Change a locked case and increment its version."""
    same = (ReviewItemRow.id == item.id, ReviewItemRow.version == item.version)
    session.execute(update(ReviewItemRow).where(*same).values(version=item.version + 1, **values))


def _claim(session: Session, item: Item, staff_id: UUID) -> None:
    until = clock.now() + policies.CLAIM
    change_item(session, item, state=ItemState.CLAIMED, claimed_by=staff_id, claimed_until=until)


def _release(session: Session, item: Item) -> None:
    change_item(session, item, state=ItemState.OPEN, claimed_by=None, claimed_until=None)


def _lock(session: Session, item_id: UUID) -> Item:
    item = queries.lock_item(session, item_id)
    if item is None:
        raise NotFound()
    policies.ensure_waiting(item.closed_at)
    return item
