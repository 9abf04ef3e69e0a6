"""Reads of the match finder: a member's answers, and the people to compare them with."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import Integer, Row, bindparam, select

from app.kernel.db import Session, plan_for_the_values
from modules.catalog.contracts import SearchQuery
from modules.catalog.models import FinderAnswersRow, Listing, ListingText
from modules.catalog.queries import filters_of, values_of

AnyRow: TypeAlias = Row[*tuple[Any, ...]]

_ANSWERS = (
    FinderAnswersRow.radius_km,
    FinderAnswersRow.aim,
    FinderAnswersRow.ways,
    FinderAnswersRow.matters,
    FinderAnswersRow.asked,
)
_TRAITS = (
    Listing.member_id,
    Listing.interests,
    Listing.region,
    Listing.cell,
    Listing.seeking,
    Listing.seeking_min_age,
    Listing.seeking_max_age,
    ListingText.city,
    FinderAnswersRow.aim,
    FinderAnswersRow.ways,
)


def find_answers(session: Session, member_id: UUID) -> AnyRow | None:
    """Return the row of a member's answers, or None."""
    return session.execute(select(*_ANSWERS).where(FinderAnswersRow.member_id == member_id)).one_or_none()


def list_candidates(session: Session, query: SearchQuery, *, most: int) -> Sequence[AnyRow]:
    """Return what the people found by a search are compared by, the most recently active first."""
    plan_for_the_values(session)
    statement = (
        select(*_TRAITS)
        .join(ListingText, ListingText.member_id == Listing.member_id)
        .outerjoin(FinderAnswersRow, FinderAnswersRow.member_id == Listing.member_id)
        .where(*filters_of(query))
        .order_by(Listing.last_active_at.desc(), Listing.member_id)
        .limit(bindparam("most", type_=Integer))
    )
    return session.execute(statement, values_of(query) | {"most": most}).all()
