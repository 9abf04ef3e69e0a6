"""Counting the figures of the dashboards: accounts knows the site and traffic source of every member."""

from datetime import date, timedelta

from app.kernel import figures
from app.kernel.db.session import Session
from modules.accounts.identity.queries import statistics

# How long a day is counted again, because some of its numbers are known only the day after.
RECOUNT_PERIOD = timedelta(days=1)
# The oldest day that is counted after an outage, so that a run ends.
MAX_CATCH_UP = timedelta(days=31)


def count_figures(session: Session, *, day: date) -> None:
    """Count every figure of a day again, for all sites; fictional profiles never count.

    Traffic sources that few members share are counted together, because a small number could identify a member.
    """
    sources = statistics.list_shared_sources(session)
    figures.count_day(session, day=day, people=statistics.COUNTED_MEMBERS, parameters={"named_sources": ["", *sources]})


def list_due_days(session: Session, *, today: date) -> list[date]:
    """Return the days to count, oldest first: from the day before the last counted one up to today; at least yesterday
    and today, at most 31 days back.
    """
    last = figures.find_last_day(session) or today
    first = max(min(last, today) - RECOUNT_PERIOD, today - MAX_CATCH_UP)
    return [first + timedelta(days=number) for number in range((today - first).days + 1)]
