"""Rules of the social module: pure functions."""

from datetime import date, datetime, time, timedelta, tzinfo

from modules.social.errors import IcebreakerLength

MIN_SENTENCE_LENGTH, MAX_SENTENCE_LENGTH = 5, 300


def day_ends(day: date, timezone: tzinfo) -> datetime:
    """Return the midnight at which a day ends in the site's time zone; a day may have 23 or 25 hours."""
    return datetime.combine(day + timedelta(days=1), time(), timezone)


def clean_icebreaker(text: str) -> str:
    """Return a sentence on one line; raises IcebreakerLength."""
    sentence = " ".join(text.split())
    if not MIN_SENTENCE_LENGTH <= len(sentence) <= MAX_SENTENCE_LENGTH:
        raise IcebreakerLength(field="text", min=MIN_SENTENCE_LENGTH, max=MAX_SENTENCE_LENGTH)
    return sentence
