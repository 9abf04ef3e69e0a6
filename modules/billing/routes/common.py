"""What the routes of the shop share."""

from app.kernel.http import ratelimit
from app.kernel.http.auth import current_actor
from app.kernel.http.ratelimit import Limit

# Discount codes that a member may enter in an hour: enough for looking at all bundles with a code, too few for guessing
# codes.
NAMED_CODES = Limit("discount-code", calls=120, seconds=3600)

# How often a member's requests may ask the provider: a thread waits for each answer.
ASKED = Limit("provider-asked", calls=60, seconds=60)


def count_asking() -> None:
    """Count a request that asks the payment provider; raises TooManyRequests."""
    ratelimit.check(ASKED, str(current_actor().member))


def count_code(code: str | None) -> None:
    """Count an attempt to use a discount code, if one is given; raises TooManyRequests."""
    if code:
        ratelimit.check(NAMED_CODES, str(current_actor().member))
