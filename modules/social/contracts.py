"""What other modules know of likes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class LikeSource(StrEnum):
    """Who pressed: the member, or the member's own "say hello for me" switch (spec 4.11)."""

    MEMBER = "member"
    AUTO = "auto"


class LikeList(StrEnum):
    """The three lists of the likes page (spec 2.15)."""

    RECEIVED = "received"
    SENT = "sent"
    MATCHES = "matches"


# The likes that a member may give in the swipe game on one day of the site (spec 9.2).
LIKES_A_DAY = 4


class SwipeKind(StrEnum):
    """What a member decided about somebody in the swipe game."""

    LIKE = "like"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class SwipeQuota:
    """How many likes of the swipe game a member has left today, and when there are new ones."""

    likes_left: int
    likes_a_day: int
    renews_at: datetime


@dataclass(frozen=True, slots=True)
class LikeEntry:
    """One line of a likes list; `is_new` until the member has looked (spec 3.10)."""

    member_id: UUID
    is_new: bool
    liked_at: datetime


@dataclass(frozen=True, slots=True)
class LikeCounts:
    """How many people stand in each likes list of a member, and how many of the received likes are new."""

    received: int
    sent: int
    matches: int
    new: int


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who opened the member's profile, and when they did so last."""

    member_id: UUID
    visited_at: datetime


@dataclass(frozen=True, slots=True)
class BlockedMember:
    """Someone whom the member blocked."""

    id: UUID
    name: str
    blocked_at: datetime


@dataclass(frozen=True, slots=True)
class Relation:
    """What is between a member and another: the member's like, the other's like, both, or a block either way."""

    likes: bool
    is_liked: bool
    is_match: bool
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class Act:
    """One thing between a member and another: liked, liked_by, matched, blocked, visited or passed."""

    kind: str
    other_id: UUID
    at: datetime


@dataclass(frozen=True, slots=True)
class Icebreaker:
    """A sentence that helps to begin; its number is its place in the site's list."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class WaitingLikes:
    """Likes that a member has not looked at: how many, whose the newest are, and when the oldest one came."""

    count: int
    newest: tuple[UUID, ...]
    since: datetime
