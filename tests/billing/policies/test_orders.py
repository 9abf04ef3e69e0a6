"""What an order costs, with a code and with VAT in it."""

import pytest

from modules.billing.contracts.shop import Quote
from modules.billing.payments.policies import orders as policies
from tests.billing.examples import a_bundle, a_discount


def test_a_price_stands_beside_what_is_off_and_the_vat_in_it() -> None:
    bundle = a_bundle(1999)
    assert policies.quote(bundle, discount=None, vat_basis_points=2100) == Quote(bundle, 1999, 0, 1999, 2100, 347, "")
    off = policies.quote(bundle, discount=a_discount(), vat_basis_points=2100)
    assert off == Quote(bundle, 1999, 500, 1499, 2100, 260, "SUN25")


@pytest.mark.parametrize(
    ("gross", "percent", "total"),
    [(1999, 25, 1499), (999, 25, 749), (1000, 33, 670), (1, 50, 0), (3, 50, 1), (1, 49, 1), (100, 90, 10), (0, 50, 0)],
)
def test_a_discount_is_rounded_half_up(gross: int, percent: int, total: int) -> None:
    quote = policies.quote(a_bundle(gross), discount=a_discount(value_percentage=percent), vat_basis_points=0)
    assert (quote.total, type(quote.total)) == (total, int)


def test_a_code_that_takes_nothing_off_is_not_used() -> None:
    assert policies.quote(a_bundle(1), discount=a_discount(), vat_basis_points=2100).code == ""


@pytest.mark.parametrize(
    ("amount", "basis_points", "vat"),
    [
        (0, 2100, 0),
        (121, 2100, 21),
        (1999, 0, 0),
        (1000, 550, 52),
        (1, 10_000, 1),  # a half, which is rounded up
        (3, 10_000, 2),
        (2, 3333, 0),
        (2, 3334, 1),
    ],
)
def test_the_vat_in_an_amount_is_rounded_half_up(amount: int, basis_points: int, vat: int) -> None:
    assert policies.vat_within(amount, basis_points) == vat
