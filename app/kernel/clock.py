"""The one place where Python reads the time. In SQL it is `now()`; never the browser's clock."""

from datetime import UTC, date, datetime


def now() -> datetime:
    """Return this moment, aware, in UTC."""
    return datetime.now(UTC)


def today() -> date:
    """Return today's date in UTC."""
    return now().date()


def age_on(day: date, born: date) -> int:
    """Return the whole years lived on `day` by someone born on `born`."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
