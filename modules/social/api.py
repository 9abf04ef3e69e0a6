"""What other modules may ask of likes and blocks; every function works in the caller's transaction."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db import Session
from modules.profiles.contracts import ProfileCard, Viewer
from modules.social import queries, service
from modules.social.contracts import Icebreaker, Relation, SwipeQuota, WaitingLikes
from modules.social.service import icebreakers

export_member = service.export_member


def list_cards(
    session: Session, *, viewer: Viewer, ids: Sequence[UUID], with_invisible: bool = False
) -> list[ProfileCard]:
    """Return the cards of those of `ids` who are to be seen, in the order given; see profiles for `with_invisible`."""
    return service.list_cards(session, viewer=viewer, ids=ids, with_invisible=with_invisible)


def list_blocked_ids(session: Session, *, member_id: UUID) -> set[UUID]:
    """Return everybody who is absent for the member because either blocked the other (spec 6.7)."""
    return queries.list_blocked_ids(session, member_id)


def blocked(one: InstrumentedAttribute[UUID], other: InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Tell in other modules' statements whether either of two members blocked the other (spec 6.7)."""
    return queries.blocked(one, other)


def blocked_for(
    one: InstrumentedAttribute[UUID], other: InstrumentedAttribute[UUID], time: timedelta
) -> ColumnElement[bool]:
    """Tell in other modules' statements whether either of two members has blocked the other for at least a time."""
    return queries.blocked_for(one, other, time)


def are_blocked(session: Session, a: UUID, b: UUID) -> bool:
    """Tell whether either of two members blocked the other (spec 6.7)."""
    return queries.are_blocked(session, a, b)


def is_listed(session: Session, member_id: UUID, other_id: UUID) -> bool:
    """Tell whether somebody's likes count for a member: they are to be seen, of a kind that the member does not hide,
    and neither blocked the other.
    """
    return queries.is_listed(session, member_id, other_id)


def liked_ids(session: Session, *, member_id: UUID, among: Sequence[UUID]) -> set[UUID]:
    """Return those of `among` whom the member likes."""
    return queries.liked_ids(session, member_id, among)


def is_match(session: Session, a: UUID, b: UUID) -> bool:
    """Tell whether two members like each other and neither blocked the other."""
    return queries.is_match(session, a, b)


def get_relation(session: Session, *, member_id: UUID, other_id: UUID) -> Relation:
    """Return what is between a member and another, in one query."""
    return queries.get_relation(session, member_id, other_id)


def unmet(member_id: ColumnElement[UUID], other: InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Tell in other modules' statements whether a member has neither liked another nor swiped them."""
    return queries.unmet(member_id, other)


def get_swipe_quota(session: Session, *, site_id: UUID, member_id: UUID) -> SwipeQuota:
    """Return how many likes of the swipe game a member has left until the site's midnight (spec 9.2)."""
    return service.get_swipe_quota(session, site_id=site_id, member_id=member_id)


def count_new_likes(session: Session, member_id: UUID) -> int:
    """Return how many received likes the member has not looked at (spec 2.45, 4.19)."""
    return queries.count_new_likes(session, member_id)


def find_waiting_likes(session: Session, member_id: UUID) -> WaitingLikes | None:
    """Return the likes that the member has not looked at (spec 2.45), or None."""
    return queries.find_waiting_likes(session, member_id)


def may_auto_like(session: Session, *, member_id: UUID) -> bool:
    """Tell whether the member's "say hello for me" is on and due; locks the consent until the transaction ends."""
    return service.may_auto_like(session, member_id=member_id)


def give_auto_like(session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID) -> ProfileCard:
    """Like someone in the name of a member who asked for it (spec 7.10); raises NotFound when they are not there."""
    return service.give_auto_like(session, viewer=viewer, member_id=member_id, to_id=to_id)


def get_present_card(session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID) -> ProfileCard:
    """Return the card of somebody who is there for the member; raises NotFound, alike for every reason (spec 6.7)."""
    return service.get_present_card(session, viewer=viewer, member_id=member_id, to_id=to_id)


def block_member(session: Session, *, site_id: UUID, member_id: UUID, to_id: UUID) -> None:
    """Make two members absent for each other, at once and everywhere (spec 6.7); raises NotFound."""
    service.block_member(session, site_id=site_id, member_id=member_id, to_id=to_id)


def list_icebreakers(session: Session, *, site_id: UUID, language: str) -> list[Icebreaker]:
    """Return the sentences with which a site helps to begin, in order (spec 2.38)."""
    return icebreakers.list_icebreakers(session, site_id=site_id, language=language)


def add_icebreaker(session: Session, *, site_id: UUID, language: str, text: str) -> Icebreaker:
    """Add a sentence at the end of a site's list; raises IcebreakerLength."""
    return icebreakers.add_icebreaker(session, site_id=site_id, language=language, text=text)


def remove_icebreaker(session: Session, *, site_id: UUID, language: str, position: int) -> Icebreaker:
    """Take a sentence off a site's list; raises IcebreakerUnknown."""
    return icebreakers.remove_icebreaker(session, site_id=site_id, language=language, position=position)
