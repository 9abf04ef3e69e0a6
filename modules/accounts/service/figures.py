"""Counting what the dashboards show: accounts knows of which site and traffic source everybody is."""

from datetime import date, timedelta

from app.kernel import figures
from app.kernel.db import Session
from modules.accounts.queries import counted

# For so long a day is counted anew, as some of it is known only the day after.
RECOUNTED = timedelta(days=1)
# So far back goes what is made up for after an outage, so that a run ends.
MADE_UP = timedelta(days=31)


def count_figures(session: Session, *, day: date) -> None:
    """Count every figure of a day anew, of all sites; fictional profiles never count.

    A source that few share is counted as one with all such, because a number outlives whom it counted.
    """
    sources = counted.list_shared_sources(session)
    figures.count_day(session, day=day, people=counted.WHO_COUNTS, parameters={"told_sources": ["", *sources]})


def list_due_days(session: Session, *, today: date) -> list[date]:
    """Return the days to count, oldest first: from the day before the last one of which anything is counted, for the
    job may have rested since, up to today; at least yesterday and today, at most 31 days back.
    """
    last = figures.find_last_day(session) or today
    first = max(min(last, today) - RECOUNTED, today - MADE_UP)
    return [first + timedelta(days=number) for number in range((today - first).days + 1)]
