"""The only place where Python reads the time. In SQL it is `now()`; the browser's clock is never used."""

from datetime import UTC, date, datetime


def now() -> datetime:
    """Return the current time, aware, in UTC."""
    return datetime.now(UTC)


def today() -> date:
    """Return today's date in UTC."""
    return now().date()


def age_on(day: date, born: date) -> int:
    """Return the age in whole years on `day` of a person born on `born`."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
