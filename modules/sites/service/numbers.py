"""What a site tells of itself in numbers: the public figures of the last whole months, from sums that name nobody."""

from datetime import date
from itertools import accumulate
from typing import Any
from uuid import UUID

from app.kernel import clock, figures, formats
from app.kernel.db import Session

MONTHS = 3
# A number below this could point at somebody.
LEAST_TOLD = 5
HIDDEN = f"1\u2013{LEAST_TOLD - 1}"
# How long decisions took, from the quickest on, as figures and by the words that the page has for them.
WAITS = {
    "moderation.decided-in-an-hour": "hour",
    "moderation.decided-in-a-day": "day",
    "moderation.decided-in-three-days": "three_days",
    "moderation.decided-later": "longer",
}


def values(session: Session, *, site_id: UUID, language: str) -> dict[str, Any]:
    """Return what the page of numbers may name: `months`, `numbers` by figure and `median`, each a value a month."""
    months = last_months(clock.today())
    sums = [figures.sum_public(session, begin=begin, end=end, site_id=site_id) for begin, end in months]
    return {
        "months": tuple(formats.month(language, begin) for begin, _ in months),
        "numbers": {name: tuple(told(name, one[name]) for one in sums) for name in sums[0]},
        "median": tuple(median([one.get(name, 0) for name in WAITS]) for one in sums),
    }


def last_months(today: date) -> list[tuple[date, date]]:
    """Return begin and end (without it) of the last whole months, the latest first."""
    found, end = [], today.replace(day=1)
    for _ in range(MONTHS):
        begin = end.replace(year=end.year - 1, month=12) if end.month == 1 else end.replace(month=end.month - 1)
        found.append((begin, end))
        end = begin
    return found


def told(name: str, number: int) -> str:
    """Return a number as everybody may read it: small ones that count members only roughly."""
    counts_members = not figures.known()[name].of_site
    return HIDDEN if counts_members and 0 < number < LEAST_TOLD else str(number)


def median(counts: list[int]) -> str:
    """Return within which time half of the decisions were made, by its word; none where there were too few to tell."""
    total = sum(counts)
    if total < LEAST_TOLD:
        return "none"
    return next(word for word, count in zip(WAITS.values(), accumulate(counts), strict=True) if count * 2 >= total)
