"""Reads of the marks by which banned persons are recognised."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import ARRAY, LargeBinary, any_, bindparam, select

from app.kernel.db.session import Session
from modules.moderation.contracts.decisions import MarkKind
from modules.moderation.decisions.models import BannedLikeness, BannedMark, DecisionRow

_MARKED = (
    select(DecisionRow.member_id)
    .join(BannedMark, BannedMark.decision_id == DecisionRow.id)
    .where(BannedMark.kind == bindparam("kind"), BannedMark.mark == any_(bindparam("marks", type_=ARRAY(LargeBinary))))
)


def list_marked(session: Session, kind: MarkKind, any_of: Collection[bytes]) -> set[UUID]:
    """Return the banned members with one of these marks."""
    return set(session.execute(_MARKED, {"kind": kind, "marks": [*any_of]}).scalars())


def list_bands(session: Session, any_of: Collection[int]) -> list[tuple[UUID, set[int]]]:
    """Return (member, bands) of banned members' pictures that have one of these bands."""
    row, decision = BannedLikeness, DecisionRow
    looks = select(decision.member_id, row.bands).join(row, row.decision_id == decision.id)
    found = session.execute(looks.where(row.bands.overlap(sorted(any_of))).order_by(row.id))
    return [(one.member_id, set(one.bands)) for one in found]
