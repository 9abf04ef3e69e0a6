"""Decoding pictures, with a limit of processor time for each member."""

import math
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from app.kernel.events.outbox import TryLater
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import TooManyRequests
from modules.media import policies
from modules.media.contracts import Crop, Use
from modules.media.errors import Rejected
from modules.media.images import rendering as images


def ensure_may_send_photo(member_id: UUID) -> None:
    """Raise TooManyRequests if too many of a member's uploads were no pictures or they took too long to decode."""
    ratelimit.ensure_left(policies.REFUSED_PICTURES, str(member_id))
    ensure_may_decode(member_id)


def ensure_may_decode(member_id: UUID) -> None:
    """Raise TooManyRequests if a member's pictures took too long to decode."""
    ratelimit.ensure_left(policies.DECODING, str(member_id))


def render(content: bytes, *, use: Use, member_id: UUID) -> images.Rendered:
    """Render a member's upload; raises Rejected, and TryLater until the member's next hour begins."""
    with _limit_processor_time(member_id):
        try:
            return images.render(content, use=use)
        except Rejected:
            ratelimit.count(policies.REFUSED_PICTURES, str(member_id))
            raise


def recut(whole: bytes, crop: Crop, *, member_id: UUID) -> images.Rendered:
    """Render a crop of a member's picture; raises Rejected, and TryLater until the member's next hour begins."""
    with _limit_processor_time(member_id):
        return images.recut(whole, crop)


@contextmanager
def _limit_processor_time(member_id: UUID) -> Iterator[None]:
    """Count the processor time of the block; raises TryLater when the member's limit of this hour is used up."""
    try:
        ensure_may_decode(member_id)
    except TooManyRequests as full:
        raise TryLater("the member's hour of decoding is used up", seconds=full.extra["retry_after"]) from full
    before = _processor_seconds()
    try:
        yield
    finally:
        took = math.ceil(1000 * (_processor_seconds() - before))
        ratelimit.count(policies.DECODING, str(member_id), calls=took)


def _processor_seconds() -> float:
    """Return the processor time in seconds of all ended child processes; a worker runs one decoder at a time."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime
