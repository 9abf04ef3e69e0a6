"""How many pictures a member may send that make no photo: decoding those takes the most, and they fill no place."""

from uuid import UUID

from app.kernel import ratelimit

REFUSED = ratelimit.Limit("refused-picture", calls=20, seconds=3600)


def ensure_uploads_left(member_id: UUID) -> None:
    """Raise TooManyRequests where too many of a member's pictures were refused lately, of a profile or in a chat."""
    ratelimit.ensure_left(REFUSED, str(member_id))


def count_refused(member_id: UUID) -> None:
    """Note that a picture of a member was refused after the work on it was done."""
    ratelimit.count(REFUSED, str(member_id))
