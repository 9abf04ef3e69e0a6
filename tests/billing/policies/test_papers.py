"""Which of a company's VAT numbers stands on its invoices."""

import pytest

from modules.billing.papers import policies

NUMBERS = ("DE1", "nl2", "EL3", "CHE-4")


@pytest.mark.parametrize(
    ("numbers", "country", "home", "number"),
    [
        (NUMBERS, "NL", "DE", "nl2"),
        (NUMBERS, "GR", "DE", "EL3"),
        (NUMBERS, "CH", "DE", "CHE-4"),
        (NUMBERS, "FR", "NL", "nl2"),
        (NUMBERS, "FR", "GR", "EL3"),
        (NUMBERS, "FR", "CH", "CHE-4"),
        (NUMBERS, "FR", "ES", "DE1"),
        (("NL1", "NL2"), "NL", "DE", "NL1"),
        ((), "NL", "NL", ""),
    ],
)
def test_it_is_the_countrys_then_the_homes_then_the_first(
    numbers: tuple[str, ...], country: str, home: str, number: str
) -> None:
    assert policies.vat_number(numbers, country=country, home=home) == number
