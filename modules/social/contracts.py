"""What other modules know of likes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class LikeSource(StrEnum):
    """Who gave a like: the member, or their "say hello for me" switch (spec 4.11)."""

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
    """How many likes of the swipe game a member has left today, and when new ones are available."""

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
    """The length of each likes list of a member, and how many of the received likes are new."""

    received: int
    sent: int
    matches: int
    new: int


@dataclass(frozen=True, slots=True)
class Visitor:
    """A member who opened the member's profile, and when they last did."""

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
    """The relation of a member to another: like, received like, match, or a block by either."""

    likes: bool
    is_liked: bool
    is_match: bool
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class Interaction:
    """An interaction of a member with another: liked, liked_by, matched, blocked, visited or passed."""

    kind: str
    other_id: UUID
    at: datetime


@dataclass(frozen=True, slots=True)
class Icebreaker:
    """A suggested first sentence; its number is its position in the site's list."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class WaitingLikes:
    """Likes that a member has not seen: their number, who gave the newest, and the time of the oldest."""

    count: int
    newest: tuple[UUID, ...]
    since: datetime
