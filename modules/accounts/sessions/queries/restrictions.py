"""Reads of restricted features."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Text,
    bindparam,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.accounts.contracts import (
    Feature,
)
from modules.accounts.sessions.models import RestrictionRow


@dataclass(frozen=True, slots=True)
class Restriction:
    """A restricted feature: the broken rule, the end, and the page with the reasons."""

    rule: str
    ends_at: datetime | None
    statement: str


def _in_force(feature: Feature | ColumnElement[str]) -> tuple[ColumnElement[bool], ...]:
    row = RestrictionRow
    ends = or_(row.ends_at.is_(None), row.ends_at > func.now())
    return (row.feature == feature, row.lifted_at.is_(None), ends)


def is_limited(member_id: InstrumentedAttribute[UUID], feature: Feature) -> ColumnElement[bool]:
    """Return, as SQL for other modules, whether a feature is restricted for a member now."""
    return exists().where(RestrictionRow.member_id == member_id, *_in_force(feature))


_RESTRICTION = (
    select(*columns_of(Restriction, RestrictionRow))
    .where(RestrictionRow.member_id == bindparam("member_id"), *_in_force(bindparam("feature", type_=Text)))
    .order_by(RestrictionRow.ends_at.desc().nulls_first())
    .limit(1)
)


def find_restriction(session: Session, member_id: UUID, feature: Feature) -> Restriction | None:
    """Return the restriction of a feature that lasts longest, or None."""
    return read(session, Restriction, _RESTRICTION, {"member_id": member_id, "feature": feature}).one_or_none()
