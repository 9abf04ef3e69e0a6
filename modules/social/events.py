"""What happens between two members."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


@dataclass(frozen=True)
class LikeGiven(Event):
    """A member liked another for the first time."""

    from_id: UUID
    to_id: UUID


@dataclass(frozen=True)
class MatchMade(Event):
    """Two members like each other; `a_id` is the smaller id."""

    a_id: UUID
    b_id: UUID


@dataclass(frozen=True)
class LikeWithdrawn(Event):
    """A member withdrew a like."""

    from_id: UUID
    to_id: UUID


class LikesSeen(MemberEvent):
    """A member saw new likes."""


@dataclass(frozen=True)
class MemberUnblocked(Event):
    """A member lifted their own block."""

    blocker_id: UUID
    blocked_id: UUID


@dataclass(frozen=True)
class MemberBlocked(Event):
    """A member blocked another; from now on neither sees the other."""

    blocker_id: UUID
    blocked_id: UUID
