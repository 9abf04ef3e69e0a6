"""Numbers of the transparency page: the public figures of the last whole months."""

from datetime import date
from itertools import accumulate
from typing import Any
from uuid import UUID

from app.kernel import clock, figures
from app.kernel.db.session import Session
from app.kernel.text import formats

MONTHS = 3
# A number below this could identify a member.
MIN_PUBLISHED = 5
HIDDEN = f"1\u2013{MIN_PUBLISHED - 1}"
# Durations of decisions, shortest first: the figure, and the name that the page has for it.
WAITS = {
    "moderation.decided-in-an-hour": "hour",
    "moderation.decided-in-a-day": "day",
    "moderation.decided-in-three-days": "three_days",
    "moderation.decided-later": "longer",
}


def values(session: Session, *, site_id: UUID, language: str) -> dict[str, Any]:
    """Return the values of the page: `months`, `numbers` by figure and `median`, each with one value a month."""
    months = last_months(clock.today())
    sums = [figures.sum_public(session, begin=begin, end=end, site_id=site_id) for begin, end in months]
    return {
        "months": tuple(formats.month(language, begin) for begin, _ in months),
        "numbers": {name: tuple(published(name, one[name]) for one in sums) for name in sums[0]},
        "median": tuple(median([one.get(name, 0) for name in WAITS]) for one in sums),
    }


def last_months(today: date) -> list[tuple[date, date]]:
    """Return begin and exclusive end of the last whole months, the latest first."""
    found, end = [], today.replace(day=1)
    for _ in range(MONTHS):
        begin = end.replace(year=end.year - 1, month=12) if end.month == 1 else end.replace(month=end.month - 1)
        found.append((begin, end))
        end = begin
    return found


def published(name: str, number: int) -> str:
    """Return a number for publication: HIDDEN instead of a small number of members."""
    counts_members = not figures.all_figures()[name].of_site
    return HIDDEN if counts_members and 0 < number < MIN_PUBLISHED else str(number)


def median(counts: list[int]) -> str:
    """Return the name in WAITS of the median duration of decisions, or "none" for too few decisions."""
    total = sum(counts)
    if total < MIN_PUBLISHED:
        return "none"
    return next(word for word, count in zip(WAITS.values(), accumulate(counts), strict=True) if count * 2 >= total)
