"""Cases that are reopened after a refused ban."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import literal, select
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from modules.moderation.complaints.models import Handover
from modules.moderation.contracts.queue import Priority
from modules.moderation.fiction.models import FictionalHandover
from modules.moderation.queue import queries
from modules.moderation.queue.models import OpenedCase
from modules.moderation.queue.queries import Item
from modules.moderation.queue.service.matches import note_matches
from modules.moderation.queue.service.queue import open_item


def reopen_case(session: Session, before: Item) -> None:
    """Reopen a case after a refused ban as an urgent one, with its origins and matches."""
    about: dict[str, Any] = {"kind": before.kind, "subject_id": before.subject_id}
    waiting = queries.lock_waiting(session, **about)
    again = open_item(
        session,
        **about,
        member_id=before.member_id,
        priority=Priority.HIGH,
        due_at=before.due_at,
        signals=[one for one in before.signals if waiting is None or one not in waiting.signals],
        digest=before.digest,
        message_id=before.message_id,
    )
    for brought in (OpenedCase, Handover, FictionalHandover):
        columns = [column for column in brought.__table__.columns if column.name != "item_id"]
        rows = select(literal(again), *columns).where(brought.item_id == before.id)
        carried = insert(brought).from_select(["item_id", *(column.name for column in columns)], rows)
        # A colleague may have opened a case meanwhile, for a reason of their own.
        session.execute(carried.on_conflict_do_nothing())
    matches = [asdict(match) for match in queries.list_matches(session, before.id)]
    note_matches(session, item_id=again, matches=matches)
