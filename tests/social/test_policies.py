"""The rules of the social module, tried without any engine."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from modules.social import policies
from modules.social.errors import IcebreakerLength
from tests.refusing import refused

AMSTERDAM = ZoneInfo("Europe/Amsterdam")


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (date(2026, 3, 28), datetime(2026, 3, 28, 23, tzinfo=UTC)),
        (date(2026, 3, 29), datetime(2026, 3, 29, 22, tzinfo=UTC)),  # 23 hours later
        (date(2026, 10, 25), datetime(2026, 10, 25, 23, tzinfo=UTC)),  # 25 hours after the one before
        (date(2026, 12, 31), datetime(2026, 12, 31, 23, tzinfo=UTC)),
    ],
)
def test_a_day_ends_at_midnight_there(day: date, ends: datetime) -> None:
    assert policies.day_ends(day, AMSTERDAM).astimezone(UTC) == ends


@pytest.mark.parametrize(
    ("text", "sentence"), [(" Hi  you\n", "Hi you"), ("Hello", "Hello"), (" " + "a" * 300 + " ", "a" * 300)]
)
def test_an_icebreaker_is_one_line_of_five_to_three_hundred_characters(text: str, sentence: str) -> None:
    assert policies.clean_icebreaker(text) == sentence


@pytest.mark.parametrize("text", ["", "Hiya", "H \n iy", "a" * 301])
def test_a_shorter_or_longer_one_is_refused_with_both_lengths(text: str) -> None:
    with refused(IcebreakerLength, "text", min=5, max=300):
        policies.clean_icebreaker(text)
