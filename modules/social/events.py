"""What happens between two members."""

from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


class LikeGiven(Event):
    """A member liked another for the first time."""

    from_id: UUID
    to_id: UUID


class MatchMade(Event):
    """Two members like each other; `a_id` is the smaller id."""

    a_id: UUID
    b_id: UUID


class LikeWithdrawn(Event):
    """A member withdrew a like."""

    from_id: UUID
    to_id: UUID


class LikesSeen(MemberEvent):
    """A member saw new likes."""


class MemberUnblocked(Event):
    """A member lifted their own block."""

    blocker_id: UUID
    blocked_id: UUID


class MemberBlocked(Event):
    """A member blocked another; from now on neither sees the other."""

    blocker_id: UUID
    blocked_id: UUID
