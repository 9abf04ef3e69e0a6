"""Reads of the match finder: a member's answers, and the candidates."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Integer, bindparam, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session, planned_for_values
from modules.catalog.contracts import Aim, Matter, SearchQuery, Way
from modules.catalog.models import FinderAnswersRow, Listing, ListingText
from modules.catalog.queries.search import filters_of, values_of


@dataclass(frozen=True, slots=True)
class Answers:
    """A member's answers to the match finder beyond the profile; `asked` are the answered or skipped questions."""

    radius_km: int | None
    aim: Aim | None
    ways: tuple[Way, ...]
    matters: tuple[Matter, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member to compare; `ways` is None when they never answered the match finder."""

    member_id: UUID
    interests: list[str]
    region: str | None
    cell: str | None
    seeking: list[str]
    seeking_min_age: int
    seeking_max_age: int
    city: str
    aim: Aim | None
    ways: tuple[Way, ...] | None


_CANDIDATES = select(*columns_of(Candidate, Listing), ListingText.city, FinderAnswersRow.aim, FinderAnswersRow.ways)


def find_answers(session: Session, member_id: UUID) -> Answers | None:
    """Return a member's answers, or None."""
    own = select(*columns_of(Answers, FinderAnswersRow)).where(FinderAnswersRow.member_id == member_id)
    return read(session, Answers, own).one_or_none()


def list_candidates(session: Session, query: SearchQuery, *, limit: int) -> list[Candidate]:
    """Return up to `limit` results of a search, the most recently active first."""
    statement = (
        _CANDIDATES.join(ListingText, ListingText.member_id == Listing.member_id)
        .outerjoin(FinderAnswersRow, FinderAnswersRow.member_id == Listing.member_id)
        .where(*filters_of(query))
        .order_by(Listing.last_active_at.desc(), Listing.member_id)
        .limit(bindparam("limit", type_=Integer))
    )
    with planned_for_values(session):
        return read(session, Candidate, statement, values_of(query) | {"limit": limit}).all()
