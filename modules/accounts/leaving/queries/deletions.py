"""Reads of deletions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    exists,
    func,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.session import Session
from modules.accounts.leaving.models import DeletionRow


def find_erase_at(session: Session, member_id: UUID) -> datetime | None:
    """Return when a deleted account will be erased, or None for an account that is not deleted."""
    still_open = select(DeletionRow.erase_at).where(DeletionRow.member_id == member_id, DeletionRow.ended_at.is_(None))
    return session.execute(still_open).scalar_one_or_none()


def list_due_erasures(session: Session, *, limit: int) -> list[UUID]:
    """Return members whose erasure is due, the longest overdue first."""
    due = select(DeletionRow.member_id).where(DeletionRow.ended_at.is_(None), DeletionRow.erase_at <= func.now())
    return list(session.execute(due.order_by(DeletionRow.erase_at).limit(limit)).scalars())


def erasure_due(member_id: UUID | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Return, as SQL, whether a member deleted their account and its erasure is due."""
    return exists().where(
        DeletionRow.member_id == member_id, DeletionRow.ended_at.is_(None), DeletionRow.erase_at <= func.now()
    )


def is_erasure_due(session: Session, member_id: UUID) -> bool:
    """Return whether a member deleted their account and its erasure is due."""
    return bool(session.execute(select(erasure_due(member_id))).scalar_one())
