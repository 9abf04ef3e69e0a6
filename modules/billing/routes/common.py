"""What the routes of the shop share."""

from app.kernel import ratelimit
from app.kernel.auth import current_actor
from app.kernel.ratelimit import Limit

# How often a member names a discount code in an hour: who looks at every bundle with one stays far below, who guesses
# codes of others does not.
NAMED_CODES = Limit("discount-code", calls=120, seconds=3600)


def count_code(code: str | None) -> None:
    """Count that the member named a discount code, if they did; raises TooManyRequests."""
    if code:
        ratelimit.check(NAMED_CODES, str(current_actor().member))
