"""Commands of the social module. Commands on a pair take the pair's lock first, to serialise them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, bindparam, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.events.outbox import publish
from app.kernel.personal.exports import BATCH, ModuleExport, Rows, Table
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature
from modules.profiles import api as profiles_api
from modules.profiles.contracts import ProfileCard, Viewer
from modules.sites import api as sites_api
from modules.social import policies, queries
from modules.social.contracts import LIKES_A_DAY, BlockedMember, LikeSource, SwipeKind, SwipeQuota
from modules.social.errors import AlreadySwiped, NothingToUndo, OutOfLikes
from modules.social.events import LikeGiven, LikesSeen, LikeWithdrawn, MatchMade, MemberBlocked, MemberUnblocked
from modules.social.models import AutoLikeConsent, Block, HiddenMember, HiddenVisitor, Like, Match, Swipe, Visit

_LOCK_PAIR = select(func.pg_advisory_xact_lock(queries.pair_key(queries.ONE, queries.OTHER)))
_LOCK_SWIPES = text("SELECT pg_advisory_xact_lock(hashtextextended('swipes ' || :member, 0))")


def give_like(
    session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID, source: LikeSource = LikeSource.MEMBER
) -> tuple[ProfileCard, bool]:
    """Like someone and return their card and whether it is mutual; a second like changes nothing (spec 4.10, 6.7).

    Raises FeatureLimited, and NotFound for oneself and for an absent member.
    """
    accounts_api.ensure_allowed(session, member_id=member_id, feature=Feature.LIKES)
    _lock_pair(session, member_id, to_id)
    card = get_present_card(session, viewer=viewer, member_id=member_id, to_id=to_id)
    like = insert(Like).values(from_id=member_id, to_id=to_id, source=source).on_conflict_do_nothing()
    if session.execute(like.returning(Like.to_id)).one_or_none() is not None:
        refresh_visibility(session, member_id=member_id)
        publish(session, LikeGiven(from_id=member_id, to_id=to_id))
    # Liking back marks the received like as seen.
    is_mutual = _mark_like_seen(session, from_id=to_id, to_id=member_id)
    if is_mutual:
        _make_match(session, member_id, to_id)
    return card, is_mutual


def _mark_like_seen(session: Session, *, from_id: UUID, to_id: UUID) -> bool:
    """Mark a received like as seen; returns whether there is one."""
    seen = (
        update(Like)
        .where(Like.from_id == from_id, Like.to_id == to_id)
        .values(seen_at=func.coalesce(Like.seen_at, func.now()))
    )
    return session.execute(seen.returning(Like.from_id)).one_or_none() is not None


def _make_match(session: Session, one: UUID, other: UUID) -> None:
    a_id, b_id = min(one, other), max(one, other)
    match = insert(Match).values(a_id=a_id, b_id=b_id).on_conflict_do_nothing().returning(Match.a_id)
    if session.execute(match).one_or_none() is not None:
        publish(session, MatchMade(a_id=a_id, b_id=b_id))


def withdraw_like(session: Session, *, member_id: UUID, to_id: UUID) -> None:
    """Withdraw a like and its match; does nothing without a like."""
    _lock_pair(session, member_id, to_id)
    like = delete(Like).where(Like.from_id == member_id, Like.to_id == to_id).returning(Like.to_id)
    if session.execute(like).one_or_none() is not None:
        pair = (Match.a_id == min(member_id, to_id), Match.b_id == max(member_id, to_id))
        session.execute(delete(Match).where(*pair))
        publish(session, LikeWithdrawn(from_id=member_id, to_id=to_id))


def swipe(
    session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID, kind: SwipeKind
) -> tuple[ProfileCard | None, SwipeQuota]:
    """Decide about a member in the swipe game, once; a like is a real one and uses one of the day's four places.

    Returns the card of a member who likes back, or None. Raises NotFound for an absent member, AlreadySwiped, and
    OutOfLikes after the day's four likes (spec 2.24, 9.2).
    """
    _lock_swipes(session, member_id)
    quota, day, places = _swipe_day(session, site_id=viewer.site_id, member_id=member_id)
    if kind is SwipeKind.PASS:
        get_present_card(session, viewer=viewer, member_id=member_id, to_id=to_id)
        _note_swipe(session, member_id=member_id, other_id=to_id, kind=kind, day=day)
        return None, quota
    if not places:
        raise OutOfLikes(likes=LIKES_A_DAY, renews_at=quota.renews_at.isoformat())
    card, is_match = give_like(session, viewer=viewer, member_id=member_id, to_id=to_id)
    _note_swipe(session, member_id=member_id, other_id=to_id, kind=kind, day=day, place=places[0])
    return card if is_match else None, replace(quota, likes_left=quota.likes_left - 1)


def _note_swipe(session: Session, **values: Any) -> None:
    swipe = insert(Swipe).values(**values)
    swipe = swipe.on_conflict_do_nothing(
        index_elements=[Swipe.member_id, Swipe.other_id], index_where=Swipe.undone_at.is_(None)
    )
    if session.execute(swipe.returning(Swipe.id)).one_or_none() is None:
        raise AlreadySwiped()


def undo_swipe(session: Session, *, site_id: UUID, member_id: UUID, to_id: UUID) -> SwipeQuota:
    """Undo the last swipe, once; a like is withdrawn, and the first one of a day frees its place.

    Raises NothingToUndo when the last swipe was another or is undone.
    """
    _lock_swipes(session, member_id)
    last = queries.find_last_swipe(session, member_id)
    if last is None or last.other_id != to_id or last.undone_at is not None:
        raise NothingToUndo()
    is_like = last.kind == SwipeKind.LIKE
    keeps_place = is_like and queries.has_returned_place(session, member_id, last.day)
    undone = update(Swipe).where(Swipe.id == last.id)
    session.execute(undone.values(undone_at=func.now(), place=last.place if keeps_place else None))
    if is_like:
        withdraw_like(session, member_id=member_id, to_id=to_id)
    return get_swipe_quota(session, site_id=site_id, member_id=member_id)


def get_swipe_quota(session: Session, *, site_id: UUID, member_id: UUID) -> SwipeQuota:
    """Return how many likes of the swipe game a member has left until the site's midnight (spec 9.2)."""
    return _swipe_day(session, site_id=site_id, member_id=member_id)[0]


def _swipe_day(session: Session, *, site_id: UUID, member_id: UUID) -> tuple[SwipeQuota, date, list[int]]:
    site = sites_api.get_site(session, site_id)
    day = site.day_of(clock.now())
    places = queries.list_free_places(session, member_id, day)
    return SwipeQuota(len(places), LIKES_A_DAY, policies.day_ends(day, site.zone)), day, places


def _mark_new_like_seen(session: Session, member_id: UUID, from_id: UUID) -> None:
    like = (Like.from_id == from_id, Like.to_id == member_id, Like.seen_at.is_(None))
    seen = update(Like).where(*like).values(seen_at=func.now())
    if session.execute(seen.returning(Like.from_id)).one_or_none() is not None:
        publish(session, LikesSeen(member_id=member_id))


def visit_profile(
    session: Session,
    *,
    viewer: Viewer,
    member_id: UUID,
    to_id: UUID,
    at: datetime | None = None,
    is_shown: bool = True,
) -> None:
    """Record that a member opened a profile, now or `at` a moment before, and clear its new-like flag (spec 4.10).

    Visits of members who are invisible or hide their visits, or did so then (not `is_shown`), are not recorded
    (spec 4.12).

    Raises NotFound for an absent member.
    """
    get_present_card(session, viewer=viewer, member_id=member_id, to_id=to_id)
    _mark_new_like_seen(session, member_id, to_id)
    if is_shown and profiles_api.is_visible(session, member_id) and queries.shows_visits(session, member_id):
        visit = insert(Visit).values(visitor_id=member_id, visited_id=to_id, visited_at=at or func.now())
        latest = func.greatest(Visit.visited_at, visit.excluded.visited_at)
        again = visit.on_conflict_do_update(
            index_elements=[Visit.visitor_id, Visit.visited_id], set_={"visited_at": latest}
        )
        session.execute(again)


def block_member(session: Session, *, site_id: UUID, member_id: UUID, to_id: UUID) -> None:
    """Make two members absent for each other, at once and everywhere (spec 6.7); blocking twice changes nothing.

    A member who blocked first can be blocked too, because a refusal would reveal their block. Raises NotFound for
    oneself and for anybody without an account on this site.
    """
    if member_id == to_id:
        raise NotFound()
    other = accounts_api.list_members(session, [to_id]).get(to_id)
    if other is None or other.site_id != site_id:
        raise NotFound()
    _lock_pair(session, member_id, to_id)
    # Not the start of the transaction: a block that waited for a message comes after it.
    blocked_at = func.clock_timestamp()
    block = insert(Block).values(blocker_id=member_id, blocked_id=to_id, created_at=blocked_at).on_conflict_do_nothing()
    if session.execute(block.returning(Block.blocked_id)).one_or_none() is not None:
        publish(session, MemberBlocked(blocker_id=member_id, blocked_id=to_id))


def unblock_member(session: Session, *, member_id: UUID, to_id: UUID) -> None:
    """Lift the member's own block; likes and matches of the two are shown again."""
    block = delete(Block).where(Block.blocker_id == member_id, Block.blocked_id == to_id)
    if session.execute(block.returning(Block.blocked_id)).one_or_none() is not None:
        publish(session, MemberUnblocked(blocker_id=member_id, blocked_id=to_id))


def may_see_photo(session: Session, viewer_id: UUID | None, name: str) -> bool:
    """Return whether a viewer may see a file of a photo: the owner always, others unless blocked or it is hidden."""
    owner = profiles_api.find_owner_of_photo(session, name.partition("/")[0])
    if owner is None or owner.member_id == viewer_id:
        return owner is not None
    if not owner.is_shown or owner.is_hidden:
        return False
    return viewer_id is None or not queries.are_blocked(session, viewer_id, owner.member_id)


def get_present_card(session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID) -> ProfileCard:
    """Return the card of a member whom the viewer sees; raises NotFound, the same for every reason (spec 6.7)."""
    card = profiles_api.list_cards(session, member_ids=[to_id], viewer=viewer).get(to_id)
    if card is None or to_id == member_id or queries.are_blocked(session, member_id, to_id):
        raise NotFound()
    return card


def list_cards(
    session: Session, *, viewer: Viewer, ids: Sequence[UUID], with_invisible: bool = False
) -> list[ProfileCard]:
    """Return the cards of the visible members among `ids`, in the order given, in one statement."""
    cards = profiles_api.list_cards(
        session, member_ids=ids, viewer=viewer, with_invisible=with_invisible, liked=queries.LIKED
    )
    return [cards[member_id] for member_id in ids if member_id in cards]


# Whether the lists of a card's viewer contain whom it shows.
_IS_LISTED = queries.listed(bindparam("viewer_id", type_=Uuid), profiles_api.card_id())


def list_listed_cards(session: Session, *, viewer: Viewer, ids: Sequence[UUID]) -> list[ProfileCard]:
    """Return the cards of those among `ids` whom the viewer's lists contain now, in the order given, in one statement:
    neither blocked the other, and they are visible and of a kind that the viewer and the site show.
    """
    cards = profiles_api.list_cards(session, member_ids=ids, viewer=viewer, liked=queries.LIKED, shown=_IS_LISTED)
    return [cards[member_id] for member_id in ids if member_id in cards]


_SHOW = delete(HiddenMember).where(HiddenMember.member_id == bindparam("member_id"))
_HIDE = insert(HiddenMember).on_conflict_do_nothing()


def refresh_visibility(session: Session, *, member_id: UUID) -> None:
    """Store whether a member is visible now, so that likes are counted as they are shown."""
    is_visible = profiles_api.is_visible(session, member_id)
    session.execute(_SHOW if is_visible else _HIDE, {"member_id": member_id})


def list_blocks(session: Session, *, member_id: UUID) -> list[BlockedMember]:
    """Return whom the member blocked, the latest first; erased accounts are left out."""
    blocks = queries.list_blocks(session, member_id)
    members = accounts_api.list_members(session, list(blocks))
    return [BlockedMember(i, members[i].name, at) for i, at in blocks.items() if i in members and members[i].name]


def set_auto_like(session: Session, *, member_id: UUID, is_enabled: bool) -> None:
    """Give or withdraw the consent to "say hello for me"."""
    if not is_enabled:
        withdrawn = update(AutoLikeConsent).where(AutoLikeConsent.member_id == member_id)
        session.execute(withdrawn.where(AutoLikeConsent.withdrawn_at.is_(None)).values(withdrawn_at=func.now()))
        return
    given = insert(AutoLikeConsent).values(member_id=member_id)
    again = given.on_conflict_do_update(
        index_elements=[AutoLikeConsent.member_id],
        set_={"given_at": func.now(), "withdrawn_at": None},
        where=AutoLikeConsent.withdrawn_at.is_not(None),
    )
    session.execute(again)


def set_shown_visits(session: Session, *, member_id: UUID, is_enabled: bool) -> None:
    """Show the member's visits to others, or hide them and delete those of the past."""
    if is_enabled:
        session.execute(delete(HiddenVisitor).where(HiddenVisitor.member_id == member_id))
        return
    session.execute(insert(HiddenVisitor).values(member_id=member_id).on_conflict_do_nothing())
    session.execute(delete(Visit).where(Visit.visitor_id == member_id))


def may_auto_like(session: Session, *, member_id: UUID) -> bool:
    """Return whether an automatic like is enabled and due (one a day); locks the consent until the transaction ends."""
    consent = select(AutoLikeConsent.member_id).where(queries.auto_like_due(member_id))
    return session.execute(consent.with_for_update()).one_or_none() is not None


def give_auto_like(session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID) -> ProfileCard:
    """Give the automatic like of a member (spec 7.10), after `may_auto_like`; raises NotFound."""
    card, _ = give_like(session, viewer=viewer, member_id=member_id, to_id=to_id, source=LikeSource.AUTO)
    session.execute(update(AutoLikeConsent).where(AutoLikeConsent.member_id == member_id).values(used_at=func.now()))
    return card


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Delete a member's likes, matches, blocks, swipes, visits and consent."""
    session.execute(delete(Like).where(or_(Like.from_id == member_id, Like.to_id == member_id)))
    session.execute(delete(Match).where(or_(Match.a_id == member_id, Match.b_id == member_id)))
    session.execute(delete(Block).where(or_(Block.blocker_id == member_id, Block.blocked_id == member_id)))
    session.execute(delete(Swipe).where(or_(Swipe.member_id == member_id, Swipe.other_id == member_id)))
    session.execute(delete(Visit).where(or_(Visit.visitor_id == member_id, Visit.visited_id == member_id)))
    session.execute(delete(AutoLikeConsent).where(AutoLikeConsent.member_id == member_id))
    session.execute(delete(HiddenMember).where(HiddenMember.member_id == member_id))
    session.execute(delete(HiddenVisitor).where(HiddenVisitor.member_id == member_id))


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return whom a member liked, matched with, blocked and visited, and who liked them, for the copy of their data."""

    def word(key: str) -> str:
        return i18n.text(language, f"export.social.{key}")

    def acts() -> Iterator[dict[str, Any]]:
        for kind, name, at in _named_interactions(session, member_id):
            yield {"kind": kind, "with": name, "at": at}

    def lines() -> Iterator[tuple[str, ...]]:
        for kind, name, at in _named_interactions(session, member_id):
            yield word(kind), name, formats.moment(language, at)

    columns = (word("what"), word("who"), word("at"))
    return ModuleExport(
        data={"acts": Rows(acts), "auto_like": queries.find_auto_like_consent(session, member_id)},
        tables=(Table(word("title"), Rows(lines), columns),),
    )


def _named_interactions(session: Session, member_id: UUID) -> Iterator[tuple[str, str, datetime]]:
    """Yield the kind of each of a member's interactions, the name of the other and when it was; none with those whose
    names are erased.
    """
    interactions = queries.read_interactions(session, member_id)
    while batch := [*islice(interactions, BATCH)]:
        others = accounts_api.list_members(session, {one.other_id for one in batch})
        yield from ((one.kind, name, one.at) for one in batch if (name := others[one.other_id].name))


def _lock_swipes(session: Session, member_id: UUID) -> None:
    """Serialise a member's swipes; always taken before a pair's lock."""
    session.execute(_LOCK_SWIPES, {"member": str(member_id)})


def _lock_pair(session: Session, one: UUID, other: UUID) -> None:
    session.execute(_LOCK_PAIR, {"one": one, "other": other})
