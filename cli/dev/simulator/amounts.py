"""Amounts in the API's format: a currency, and a text with exactly its decimals."""

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from cli.dev.simulator.refusal import Refusal

Amount = dict[str, str]

# Rough exchange rates of one euro, for the limits of methods.
RATES = {
    "EUR": Decimal(1),
    "CHF": Decimal("0.95"),
    "DKK": Decimal("7.46"),
    "GBP": Decimal("0.85"),
    "NOK": Decimal("11.6"),
    "PLN": Decimal("4.3"),
    "SEK": Decimal("11.2"),
    "USD": Decimal("1.1"),
}
VALUE = re.compile(r"\d{1,9}\.\d{2}")
CENT = Decimal("0.01")


def read_amount(found: Any) -> Amount:
    """Return an amount of a request; raises Refusal."""
    if not isinstance(found, dict) or set(found) != {"currency", "value"}:
        raise Refusal(422, "The amount must hold a currency and a value", "amount")
    if found["currency"] not in RATES:
        raise Refusal(422, "The amount contains an unsupported currency", "amount.currency")
    if not isinstance(found["value"], str) or not VALUE.fullmatch(found["value"]):
        raise Refusal(422, "The amount contains an invalid value, it needs two decimals", "amount.value")
    return {"currency": found["currency"], "value": found["value"]}


def worth(amount: Amount) -> Decimal:
    """Return the number of an amount."""
    return Decimal(amount["value"])


def amount(value: Decimal, currency: str) -> Amount:
    """Return a number as an amount."""
    return {"currency": currency, "value": f"{value:.2f}"}


def total(amounts: Iterable[Amount], currency: str) -> Amount:
    """Return the sum of amounts of one currency."""
    return amount(sum((worth(each) for each in amounts), Decimal(0)), currency)


def from_euros(euros: str, currency: str) -> Amount:
    """Return roughly what an amount of euros is in another currency."""
    return amount((Decimal(euros) * RATES[currency]).quantize(CENT, ROUND_HALF_UP), currency)
