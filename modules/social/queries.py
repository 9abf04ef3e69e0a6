"""Reads of the social module. `present` decides who sees whom; every list and count uses it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Date,
    ScalarSelect,
    Select,
    Uuid,
    and_,
    any_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    union,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.personal.exports import BATCH
from modules.accounts import api as accounts_api
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from modules.social.contracts import (
    LIKES_A_DAY,
    Icebreaker,
    Interaction,
    LikeCounts,
    LikeEntry,
    LikeList,
    Relation,
    SwipeKind,
    Visitor,
    WaitingLikes,
)
from modules.social.models import (
    AutoLikeConsent,
    Block,
    HiddenMember,
    HiddenVisitor,
    IcebreakerRow,
    Like,
    Match,
    Swipe,
    Visit,
)

Id = UUID | ColumnElement[UUID] | InstrumentedAttribute[UUID]
AUTO_LIKE_EVERY = timedelta(days=1)
ONE, OTHER = bindparam("one", type_=Uuid), bindparam("other", type_=Uuid)


def blocked(one: Id, other: Id) -> ColumnElement[bool]:
    """Return, as SQL, whether either of two members blocked the other (spec 6.7)."""
    return exists().where(_between(one, other))


def blocked_for(one: Id, other: Id, time: timedelta) -> ColumnElement[bool]:
    """Return, as SQL, whether either of two members blocked the other at least `time` ago."""
    return exists().where(_between(one, other), Block.created_at <= func.now() - time)


def _between(one: Id, other: Id) -> ColumnElement[bool]:
    return or_(
        and_(Block.blocker_id == one, Block.blocked_id == other),
        and_(Block.blocker_id == other, Block.blocked_id == one),
    )


def pair_key(one: Id, other: Id) -> ColumnElement[int]:
    """Return, as SQL, the key of the lock of two members, in whichever order they are named."""
    return func.hashtextextended(func.concat_ws(" ", "social", func.least(one, other), func.greatest(one, other)), 0)


def blocks_held_off(one: Id, other: Id) -> ColumnElement[None]:
    """Return, as SQL, a call that waits for a block of two members, and makes new ones wait until the transaction ends.

    A later statement sees the block that it waited for.
    """
    return func.pg_advisory_xact_lock_shared(pair_key(one, other))


# Built once, because every page and message runs them.
_ARE_BLOCKED = select(blocked(ONE, OTHER))
_HOLD_OFF_BLOCKS = select(blocks_held_off(ONE, OTHER))


def present(member_id: Id, other: Id) -> ColumnElement[bool]:
    """Return, as SQL, whether a member sees `other`: neither blocked the other, and `other` is not hidden."""
    hidden = exists().where(HiddenMember.member_id == other)
    return and_(~hidden, ~blocked(member_id, other))


def listed(member_id: Id, other: Id) -> ColumnElement[bool]:
    """Return, as SQL, whether `other` is in the member's lists: present, and of a kind that site and member show."""
    people = accounts_api.people()
    is_unwanted = or_(profiles_api.hides_fictional(member_id), ~sites_api.shows_fictional(people.c.site_id))
    return and_(present(member_id, other), ~exists().where(people.c.id == other, people.c.is_fictional, is_unwanted))


def hold_off_blocks(session: Session, one: UUID, other: UUID) -> None:
    """Wait for a block of two members, and make new ones wait until the transaction ends."""
    session.execute(_HOLD_OFF_BLOCKS, {"one": one, "other": other})


def are_blocked(session: Session, one: UUID, other: UUID) -> bool:
    """Return whether either of two members blocked the other."""
    return bool(session.execute(_ARE_BLOCKED, {"one": one, "other": other}).scalar_one())


_IS_LISTED = select(listed(ONE, OTHER))


def is_listed(session: Session, member_id: UUID, other_id: UUID) -> bool:
    """Return whether a member's lists contain another."""
    return bool(session.execute(_IS_LISTED, {"one": member_id, "other": other_id}).scalar_one())


_BLOCKED_IDS = union(
    select(Block.blocked_id).where(Block.blocker_id == ONE), select(Block.blocker_id).where(Block.blocked_id == ONE)
)


def list_blocked_ids(session: Session, member_id: UUID) -> set[UUID]:
    """Return the ids of all whom the member blocked or was blocked by."""
    return set(session.execute(_BLOCKED_IDS, {"one": member_id}).scalars())


def list_blocks(session: Session, member_id: UUID) -> dict[UUID, datetime]:
    """Return whom the member blocked and when, the latest first."""
    rows = session.execute(
        select(Block.blocked_id, Block.created_at)
        .where(Block.blocker_id == member_id)
        .order_by(Block.created_at.desc(), Block.blocked_id)
    )
    return {row.blocked_id: row.created_at for row in rows}


def undecided(member_id: Id, other: Id) -> ColumnElement[bool]:
    """Return, as SQL, whether a member has neither liked another nor decided about them in the swipe game."""
    swiped = exists().where(Swipe.member_id == member_id, Swipe.other_id == other, Swipe.undone_at.is_(None))
    return and_(~swiped, ~exists().where(Like.from_id == member_id, Like.to_id == other))


_PLACE = func.generate_series(1, LIKES_A_DAY).column_valued("number")
_FREE_PLACES = (
    select(_PLACE)
    .where(~exists().where(Swipe.member_id == ONE, Swipe.day == bindparam("day", type_=Date), Swipe.place == _PLACE))
    .order_by(_PLACE)
)


def list_free_places(session: Session, member_id: UUID, day: date) -> list[int]:
    """Return the places for likes of the swipe game that are free on a member's day."""
    return list(session.execute(_FREE_PLACES, {"one": member_id, "day": day}).scalars())


@dataclass(frozen=True, slots=True)
class LastSwipe:
    """A member's last decision in the swipe game, on a day of the site; a like that was not undone has a place."""

    id: int
    other_id: UUID
    kind: SwipeKind
    day: date
    place: int | None
    undone_at: datetime | None


_LAST_SWIPE = select(*columns_of(LastSwipe, Swipe)).where(Swipe.member_id == ONE).order_by(Swipe.id.desc()).limit(1)


def find_last_swipe(session: Session, member_id: UUID) -> LastSwipe | None:
    """Return a member's last swipe, undone or not."""
    return read(session, LastSwipe, _LAST_SWIPE, {"one": member_id}).one_or_none()


def has_returned_place(session: Session, member_id: UUID, day: date) -> bool:
    """Return whether an undone like of that day has freed its place."""
    of_day = exists().where(Swipe.member_id == member_id, Swipe.day == day)
    given_back = of_day.where(Swipe.kind == SwipeKind.LIKE, Swipe.place.is_(None))
    return bool(session.execute(select(given_back)).scalar_one())


_LIKED_IDS = select(Like.to_id).where(Like.from_id == ONE, Like.to_id == any_(bindparam("among", type_=ARRAY(Uuid))))


# Whether the viewer of a card likes whom it shows.
LIKED = exists().where(Like.from_id == bindparam("viewer_id", type_=Uuid), Like.to_id == profiles_api.card_id())


def liked_ids(session: Session, member_id: UUID, among: Sequence[UUID]) -> set[UUID]:
    """Return those of `among` whom the member likes."""
    return set(session.execute(_LIKED_IDS, {"one": member_id, "among": list(among)}).scalars()) if among else set()


def is_match(session: Session, one: UUID, other: UUID) -> bool:
    """Return whether two members like each other, and neither blocked the other."""
    pair = exists().where(Match.a_id == min(one, other), Match.b_id == max(one, other))
    return bool(session.execute(select(and_(pair, ~blocked(one, other)))).scalar_one())


_RELATION = select(
    exists().where(Like.from_id == ONE, Like.to_id == OTHER).label("likes"),
    exists().where(Like.from_id == OTHER, Like.to_id == ONE).label("is_liked"),
    exists().where(Match.a_id == func.least(ONE, OTHER), Match.b_id == func.greatest(ONE, OTHER)).label("is_match"),
    blocked(ONE, OTHER).label("is_blocked"),
)


def get_relation(session: Session, member_id: UUID, other_id: UUID) -> Relation:
    """Return the relation of a member to another, in one statement."""
    return read(session, Relation, _RELATION, {"one": member_id, "other": other_id}).one()


# The same condition as the list, so that the badge counts only whom the list shows.
def _new(member_id: Id) -> tuple[ColumnElement[bool], ...]:
    return Like.to_id == member_id, Like.seen_at.is_(None), listed(member_id, Like.from_id)


_NEW_LIKES = select(func.count()).where(*_new(ONE))


def count_new_likes(session: Session, member_id: UUID) -> int:
    """Return how many received likes the member has not seen (spec 2.45)."""
    return session.execute(_NEW_LIKES, {"one": member_id}).scalar_one()


# Most people that one notice names.
MAX_WAITING = 20
_WAITING_LIKES = (
    select(Like.from_id, func.count().over().label("total"), func.min(Like.created_at).over().label("since"))
    .where(*_new(ONE))
    .order_by(Like.created_at.desc())
    .limit(MAX_WAITING)
)


def find_waiting_likes(session: Session, member_id: UUID) -> WaitingLikes | None:
    """Return the likes that the member has not seen (spec 2.45), or None, in one statement."""
    rows = session.execute(_WAITING_LIKES, {"one": member_id}).all()
    return WaitingLikes(rows[0].total, tuple(row.from_id for row in rows), rows[0].since) if rows else None


def list_likes(session: Session, member_id: UUID, which: LikeList, *, limit: int, offset: int = 0) -> list[LikeEntry]:
    """Return one page of a likes list, the latest first (spec 3.10)."""
    found = _LISTS[which](member_id).subquery()
    page = select(found).order_by(found.c.liked_at.desc(), found.c.member_id).limit(limit).offset(offset)
    return read(session, LikeEntry, page).all()


def count_likes(session: Session, member_id: UUID) -> LikeCounts:
    """Return how long each likes list of a member is, and how many of the received likes are new, in one statement."""
    return read(session, LikeCounts, _LIKE_COUNTS, {"one": member_id}).one()


def _received(member_id: Id) -> Select[UUID, bool, datetime]:
    is_new, liked_at = Like.seen_at.is_(None).label("is_new"), Like.created_at.label("liked_at")
    return select(Like.from_id.label("member_id"), is_new, liked_at).where(
        Like.to_id == member_id, listed(member_id, Like.from_id)
    )


def _sent(member_id: Id) -> Select[UUID, bool, datetime]:
    is_new, liked_at = literal(False).label("is_new"), Like.created_at.label("liked_at")
    return select(Like.to_id.label("member_id"), is_new, liked_at).where(
        Like.from_id == member_id, listed(member_id, Like.to_id)
    )


def _matches(member_id: Id) -> Select[UUID, bool, datetime]:
    other = case((Match.a_id == member_id, Match.b_id), else_=Match.a_id)
    pairs = (
        select(other.label("member_id"), Match.created_at.label("liked_at"))
        .where(or_(Match.a_id == member_id, Match.b_id == member_id))
        .subquery()
    )
    return select(pairs.c.member_id, literal(False).label("is_new"), pairs.c.liked_at).where(
        listed(member_id, pairs.c.member_id)
    )


_LISTS = {LikeList.RECEIVED: _received, LikeList.SENT: _sent, LikeList.MATCHES: _matches}


def _length(found: Select[UUID, bool, datetime]) -> ScalarSelect[int]:
    return select(func.count()).select_from(found.subquery()).scalar_subquery()


_LIKE_COUNTS = select(
    _length(_received(ONE)).label("received"),
    _length(_sent(ONE)).label("sent"),
    _length(_matches(ONE)).label("matches"),
    _NEW_LIKES.scalar_subquery().label("new"),
)


def auto_like_due(member_id: Id) -> ColumnElement[bool]:
    """Return, as SQL, whether a member's "say hello for me" is on and was not used for a day."""
    unused = or_(AutoLikeConsent.used_at.is_(None), AutoLikeConsent.used_at < func.now() - AUTO_LIKE_EVERY)
    return and_(AutoLikeConsent.member_id == member_id, AutoLikeConsent.withdrawn_at.is_(None), unused)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many likes are new, and whether "say hello for me" is due."""

    new_likes: int
    auto_like_due: bool


_MEMBER = bindparam("member_id", type_=Uuid)
WAITING = select(
    select(func.count()).where(*_new(_MEMBER)).scalar_subquery().label("new_likes"),
    exists().where(auto_like_due(_MEMBER)).label("auto_like_due"),
)


def list_visitors(session: Session, member_id: UUID, *, limit: int, offset: int = 0) -> tuple[list[Visitor], int]:
    """Return one page of those who opened the member's profile, latest first, and their number (spec 4.12)."""
    found = (
        select(Visit.visitor_id.label("member_id"), Visit.visited_at)
        .where(Visit.visited_id == member_id, listed(member_id, Visit.visitor_id))
        .subquery()
    )
    total = session.execute(select(func.count()).select_from(found)).scalar_one()
    page = select(found).order_by(found.c.visited_at.desc(), found.c.member_id).limit(limit).offset(offset)
    return read(session, Visitor, page).all(), total


def shows_visits(session: Session, member_id: UUID) -> bool:
    """Return whether the members whom a member visits see that."""
    hidden = exists().where(HiddenVisitor.member_id == member_id)
    return not session.execute(select(hidden)).scalar_one()


def has_auto_like(session: Session, member_id: UUID) -> bool:
    """Return whether the member's "say hello for me" is on."""
    given = exists().where(AutoLikeConsent.member_id == member_id, AutoLikeConsent.withdrawn_at.is_(None))
    return bool(session.execute(select(given)).scalar_one())


def read_interactions(session: Session, member_id: UUID) -> Iterator[Interaction]:
    """Yield a member's interactions with others, and the likes they received, the latest first, read in batches.

    Who blocked or visited the member is not included: that is the others' data.
    """
    passed = and_(Swipe.member_id == member_id, Swipe.kind == SwipeKind.PASS)
    acts = union_all(
        _interactions("liked", Like.to_id, Like.created_at, Like.from_id == member_id),
        _interactions("liked_by", Like.from_id, Like.created_at, Like.to_id == member_id),
        _interactions("matched", Match.b_id, Match.created_at, Match.a_id == member_id),
        _interactions("matched", Match.a_id, Match.created_at, Match.b_id == member_id),
        _interactions("blocked", Block.blocked_id, Block.created_at, Block.blocker_id == member_id),
        _interactions("visited", Visit.visited_id, Visit.visited_at, Visit.visitor_id == member_id),
        _interactions("passed", Swipe.other_id, Swipe.swiped_at, passed),
    ).subquery()
    ordered = select(acts).order_by(acts.c.at.desc(), acts.c.other_id)
    yield from read(session, Interaction, ordered, yield_per=BATCH)


def _interactions(
    kind: str, other: InstrumentedAttribute[UUID], at: InstrumentedAttribute[datetime], which: ColumnElement[bool]
) -> Select[str, UUID, datetime]:
    return select(literal(kind).label("kind"), other.label("other_id"), at.label("at")).where(which)


def find_auto_like_consent(session: Session, member_id: UUID) -> dict[str, datetime | None] | None:
    """Return when a member gave, withdrew and last used "say hello for me", or None if they never did."""
    columns = (AutoLikeConsent.given_at, AutoLikeConsent.withdrawn_at, AutoLikeConsent.used_at)
    row = session.execute(select(*columns).where(AutoLikeConsent.member_id == member_id)).one_or_none()
    return row._asdict() if row else None


def list_icebreakers(session: Session, *, site_id: UUID, language: str) -> list[Icebreaker] | None:
    """Return a site's own icebreakers in a language, in order; None when it never changed the built-in ones."""
    row = IcebreakerRow
    rows = session.execute(
        select(row.position, row.text, row.active)
        .where(row.site_id == site_id, row.language == language)
        .order_by(row.position)
    ).all()
    return [Icebreaker(one.position, one.text) for one in rows if one.active] if rows else None


def last_icebreaker(session: Session, *, site_id: UUID, language: str) -> int:
    """Return the highest number that an icebreaker of a site ever had in a language."""
    own = (IcebreakerRow.site_id == site_id, IcebreakerRow.language == language)
    return session.execute(select(func.coalesce(func.max(IcebreakerRow.position), 0)).where(*own)).scalar_one()
