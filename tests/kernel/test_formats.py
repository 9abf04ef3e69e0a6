"""Amounts, shares, counts and times as a person reads them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.kernel import i18n
from app.kernel.text import formats

pytestmark = pytest.mark.spec("1.5")


@pytest.mark.parametrize(
    ("language", "share"), [("en", "8.1%"), ("nl", "8,1%"), ("de", "8,1\xa0%"), ("fr", "8,1\xa0%"), ("sv", "8,1\xa0%")]
)
def test_a_share_is_written_as_the_language_writes_it(language: str, share: str) -> None:
    assert formats.percent(language, 810) == share


@pytest.mark.parametrize(("language", "words"), [("en", ("25 km", "10 MB")), ("fr", ("25\xa0km", "10\xa0Mo"))])
def test_a_unit_is_written_as_the_language_writes_it(language: str, words: tuple[str, str]) -> None:
    assert (formats.kilometres(language, 25), formats.megabytes(language, 10)) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "20 November 2026 at 14:05"),
        ("da", "20. november 2026 kl. 14.05"),
        ("fi", "20. marraskuuta 2026 klo 14.05"),
        ("de", "20. November 2026 um 14:05"),
    ],
)
def test_a_moment_is_written_as_the_language_writes_it(language: str, words: str) -> None:
    moment = datetime(2026, 11, 20, 14, 5, tzinfo=ZoneInfo("Europe/Helsinki"))
    assert formats.moment(language, moment) == words
    assert formats.moment("en", moment.replace(hour=0, minute=0)) == "20 November 2026"


@pytest.mark.parametrize(
    ("language", "seconds", "words"),
    [
        ("en", 1, "1 second"),
        ("en", 61, "2 minutes"),
        ("en", 3600, "1 hour"),
        ("en", 86_401, "1 day"),
        ("nl", 30, "30 seconden"),
        ("pl", 120, "2 minuty"),
    ],
)
def test_a_wait_is_told_in_its_largest_unit(language: str, seconds: int, words: str) -> None:
    assert formats.duration(language, seconds) == words


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [
        ("en", 1, "1 credit"),
        ("en", 120, "120 credits"),
        ("pl", 1, "1 punkt"),
        ("pl", 22, "22 punkty"),
        ("pl", 120, "120 punktów"),
        ("fr", 1, "1 crédit"),
        ("es", 2, "2 créditos"),
    ],
)
@pytest.mark.usefixtures("app")
def test_an_invoice_counts_credits(language: str, count: int, words: str) -> None:
    assert i18n.text(language, "paper.item.credits", count=count) == words
