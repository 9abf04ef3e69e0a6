"""HTTP of the social module."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session, current_session
from app.kernel.fields import fields_of
from app.kernel.http import ratelimit
from app.kernel.http.auth import Actor, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation, edge
from app.kernel.manifest import CurrentUserPart
from modules.profiles.contracts import Viewer
from modules.social import queries
from modules.social.contracts import BlockedMember, LikeEntry, LikeList, SwipeQuota
from modules.social.schemas import (
    BlockedMemberOut,
    DocumentedLikesOut,
    IcebreakersOut,
    LikeAnswerOut,
    LikesIn,
    LikesOut,
    SwipeAnswerOut,
    SwipeIn,
    SwipeQuotaOut,
    SwitchIn,
    SwitchOut,
    VisitorsIn,
    VisitorsOut,
)
from modules.social.service import icebreakers
from modules.social.service import interactions as service
from modules.social.service.visits import VISITS

PAGE_SIZE = 24
# The documented call has no paging; its badge and its list need no more.
DOCUMENTED_LIKES = 100
HOUR, DAY = 3600, 86_400
# More than a person does by hand; each like and block notifies somebody.
LIKES = (Limit("like", calls=120, seconds=HOUR), Limit("like-day", calls=500, seconds=DAY))
BLOCKS = (Limit("block", calls=100, seconds=HOUR),)
# A repeated swipe counts once and gets the same answer.
ONCE = Operation(idempotent=True)

blp = ApiBlueprint("social", description="Likes, matches, visits and blocks")


@blp.post("/members/<uuid:member_id>/like")
@blp.response(200, LikeAnswerOut)
def like(member_id: UUID) -> dict[str, Any]:
    """Like someone; tells whether the like is mutual."""
    actor = current_actor()
    _count(LIKES, actor)
    card, is_match = service.give_like(
        current_session(), viewer=Viewer.of(actor), member_id=actor.member, to_id=member_id
    )
    return {"matched": is_match, "profile": replace(card, liked=True) if is_match else None}


@blp.delete("/members/<uuid:member_id>/like")
@blp.response(204)
def unlike(member_id: UUID) -> None:
    """Withdraw a like."""
    service.withdraw_like(current_session(), member_id=current_actor().member, to_id=member_id)


@blp.post("/members/<uuid:member_id>/swipe", op=ONCE)
@blp.arguments(SwipeIn)
@blp.response(200, SwipeAnswerOut)
def swipe(data: dict[str, Any], member_id: UUID) -> dict[str, Any]:
    """Decide about somebody in the swipe game; a like is a real one and counts for the day (spec 2.24, 9.2)."""
    actor = current_actor()
    card, quota = service.swipe(
        current_session(), viewer=Viewer.of(actor), member_id=actor.member, to_id=member_id, kind=data["kind"]
    )
    return {**fields_of(quota), "matched": card is not None, "profile": replace(card, liked=True) if card else None}


@blp.delete("/members/<uuid:member_id>/swipe", op=ONCE)
@blp.response(200, SwipeQuotaOut)
def undo_swipe(member_id: UUID) -> SwipeQuota:
    """Undo the last swipe."""
    actor = current_actor()
    return service.undo_swipe(current_session(), site_id=actor.site_id, member_id=actor.member, to_id=member_id)


@blp.post("/members/<uuid:member_id>/visit")
@blp.response(204)
def visit(member_id: UUID) -> None:
    """Say that the member opened a profile: records the visit and clears the new-like flag (spec 4.10)."""
    actor = current_actor()
    _count((VISITS,), actor)
    service.visit_profile(current_session(), viewer=Viewer.of(actor), member_id=actor.member, to_id=member_id)


@blp.get("/likes")
@blp.arguments(LikesIn, location="query")
@blp.response(200, LikesOut)
def likes(args: dict[str, Any]) -> dict[str, Any]:
    """List received likes, given likes or matches."""
    session, actor, page = current_session(), current_actor(), args["page"]
    offset = (page - 1) * PAGE_SIZE
    entries = queries.list_likes(session, actor.member, args["type"], limit=PAGE_SIZE, offset=offset)
    counts = queries.count_likes(session, actor.member)
    return {
        "profiles": _cards(session, actor, entries),
        "totals": counts,
        "page": page,
        "pages": -(-getattr(counts, args["type"]) // PAGE_SIZE),
        "new_likes": counts.new,
    }


@blp.get("/visitors")
@blp.arguments(VisitorsIn, location="query")
@blp.response(200, VisitorsOut)
def visitors(args: dict[str, Any]) -> dict[str, Any]:
    """List who opened the member's profile and lets others know (spec 4.12)."""
    session, actor, page = current_session(), current_actor(), args["page"]
    offset = (page - 1) * PAGE_SIZE
    found, total = queries.list_visitors(session, actor.member, limit=PAGE_SIZE, offset=offset)
    at = {visitor.member_id: visitor.visited_at for visitor in found}
    cards = service.list_cards(session, viewer=Viewer.of(actor), ids=list(at))
    profiles = [{**fields_of(card), "visited_at": at[card.id]} for card in cards]
    return {"profiles": profiles, "total": total, "page": page, "pages": -(-total // PAGE_SIZE)}


@blp.get("/shown-visits")
@blp.response(200, SwitchOut)
def shown_visits() -> dict[str, bool]:
    """Return whether the members whom the member visits see that."""
    return {"enabled": queries.shows_visits(current_session(), current_actor().member)}


@blp.put("/shown-visits")
@blp.arguments(SwitchIn)
@blp.response(200, SwitchOut)
def set_shown_visits(data: dict[str, bool]) -> dict[str, bool]:
    """Show the member's visits to others, or hide them and delete those of the past."""
    service.set_shown_visits(current_session(), member_id=current_actor().member, is_enabled=data["enabled"])
    return data


@blp.post("/members/<uuid:member_id>/block")
@blp.response(204)
def block(member_id: UUID) -> None:
    """Block a member: from now on neither sees the other (spec 6.7)."""
    actor = current_actor()
    _count(BLOCKS, actor)
    service.block_member(current_session(), site_id=actor.site_id, member_id=actor.member, to_id=member_id)


@blp.delete("/members/<uuid:member_id>/block")
@blp.response(204)
def unblock(member_id: UUID) -> None:
    """Lift the member's own block."""
    service.unblock_member(current_session(), member_id=current_actor().member, to_id=member_id)


@blp.get("/blocks")
@blp.response(200, BlockedMemberOut(many=True))
def blocks() -> list[BlockedMember]:
    """List whom the member blocked."""
    return service.list_blocks(current_session(), member_id=current_actor().member)


@blp.get("/icebreakers")
@blp.response(200, IcebreakersOut)
def list_icebreakers() -> dict[str, list[str]]:
    """List icebreakers, suggested first sentences that the member can send (spec 2.38)."""
    actor = current_actor()
    found = icebreakers.list_icebreakers(current_session(), site_id=actor.site_id, language=actor.language)
    return {"texts": [one.text for one in found]}


@blp.get("/auto-like")
@blp.response(200, SwitchOut)
def auto_like_setting() -> dict[str, bool]:
    """Return whether "say hello for me" is on."""
    return {"enabled": queries.has_auto_like(current_session(), current_actor().member)}


@blp.put("/auto-like")
@blp.arguments(SwitchIn)
@blp.response(200, SwitchOut)
def set_auto_like(data: dict[str, bool]) -> dict[str, bool]:
    """Switch "say hello for me" on or off."""
    service.set_auto_like(current_session(), member_id=current_actor().member, is_enabled=data["enabled"])
    return data


@blp.response(200, DocumentedLikesOut)
def list_documented_likes() -> dict[str, Any]:
    """GET /api/likes.php: whom the member likes and who likes the member, the latest first (spec 7.12)."""
    session, actor = current_session(), current_actor()
    sent = queries.list_likes(session, actor.member, LikeList.SENT, limit=DOCUMENTED_LIKES)
    received = queries.list_likes(session, actor.member, LikeList.RECEIVED, limit=DOCUMENTED_LIKES)
    return {"profiles": _cards(session, actor, sent), "liked_by": _cards(session, actor, received)}


documented_likes = edge(list_documented_likes, Operation())


def _count(limits: Iterable[Limit], actor: Actor) -> None:
    for limit in limits:
        ratelimit.check(limit, str(actor.member))


def _current_user(session: Session, actor: Actor, waiting: queries.Waiting) -> dict[str, int | bool]:
    """Return the likes' badge (spec 2.45), and whether "say hello for me" is due (spec 4.11)."""
    return fields_of(waiting)


CURRENT_USER = CurrentUserPart(_current_user, queries.Waiting, queries.WAITING)


def _cards(session: Session, actor: Actor, entries: list[LikeEntry]) -> list[dict[str, Any]]:
    is_new = {entry.member_id: entry.is_new for entry in entries}
    cards = service.list_cards(session, viewer=Viewer.of(actor), ids=list(is_new))
    return [{**fields_of(card), "like_new": is_new[card.id]} for card in cards]
