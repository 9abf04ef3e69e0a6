"""Amounts, shares and counts as a person reads them."""

import pytest

from app.kernel import i18n
from app.kernel.text import formats

pytestmark = pytest.mark.spec("1.5")


@pytest.mark.parametrize(
    ("language", "share"), [("en", "8.1%"), ("nl", "8,1%"), ("de", "8,1\xa0%"), ("fr", "8,1\xa0%"), ("sv", "8,1\xa0%")]
)
def test_a_share_is_written_as_the_language_writes_it(language: str, share: str) -> None:
    assert formats.percent(language, 810) == share


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
