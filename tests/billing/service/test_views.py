"""What pages show of bundles, codes, orders and refunds."""

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import pytest

from modules.billing.contracts.shop import Discount, Money
from modules.billing.contracts.states import PaymentState
from modules.billing.service import views
from tests.billing.examples import NOW, TICK, a_bundle, a_customer, a_discount, a_payment, a_refund, an_order, euros


@pytest.mark.parametrize(
    ("discount", "message_credits", "reduced", "messages", "message_price"),
    [
        (None, 5, None, 24, euros(84)),
        (None, 7, None, 17, euros(117)),
        (None, 120, None, 1, euros(1999)),
        (None, 0, None, 0, None),
        (a_discount(), 5, euros(1499), 24, euros(63)),
        (a_discount(paymentmethods=("paypal",)), 5, euros(1499), 24, euros(63)),
        (a_discount(minimum_order_minor=2000), 5, None, 24, euros(84)),
        (a_discount(currency="SEK"), 5, None, 24, euros(84)),
    ],
)
def test_a_bundle_shows_its_messages_and_what_one_costs_rounded_up(
    discount: Discount | None, message_credits: int, reduced: Money | None, messages: int, message_price: Money | None
) -> None:
    bundle = a_bundle(1999)
    site: Any = SimpleNamespace(message_credits=message_credits)
    assert views.show_bundle(site, bundle, discount) == {
        "id": bundle.id,
        "credits": 120,
        "price": euros(1999),
        "discounted": reduced,
        "messages": messages,
        "message_price": message_price,
    }


@pytest.mark.spec("3.4")
@pytest.mark.parametrize(("expires", "status"), [(NOW, "expired"), (NOW + TICK, "active")])
def test_a_code_is_shown_with_its_end(expires: Any, status: str) -> None:
    member = a_customer().member_id
    code = a_discount(
        country="NL",
        member_id=member,
        expires=expires,
        currency="EUR",
        minimum_order_minor=1000,
        validity=864_000,
        paymentmethods=("ideal",),
    )
    assert views.show_discount(code, a_customer()) == {
        "code": "SUN25",
        "country": "NL",
        "user_id": member,
        "expires": expires,
        "value_percentage": 25,
        "currency": "EUR",
        "minimum_order_value": 1000,
        "status": status,
        "validity": 864_000,
        "expired": status == "expired",
        "paymentmethods": ("ideal",),
        "occasion": "promotion",
        "server_now": NOW,
    }


def test_a_refund_is_shown_with_its_credit_note() -> None:
    refund = a_refund(credits=7, settled_at=NOW)
    shown = {
        "id": refund.id,
        "amount": euros(1000),
        "credits": 7,
        "reason": "support",
        "state": "requested",
        "created_at": NOW,
        "settled_at": NOW,
    }
    assert views.show_refund(refund, {refund.id: "2026-000012"}) == {**shown, "credit_note": "2026-000012"}
    assert views.show_refund(refund, {refund.payment_id: "2026-000012"}) == {**shown, "credit_note": None}


def test_an_order_is_shown_with_its_amounts() -> None:
    order = an_order()
    kept = ("id", "bundle_id", "origin", "state", "credits", "discount_code", "created_at", "completed_at")
    assert views._amounts(order) == {
        **{name: asdict(order)[name] for name in kept},
        "gross": euros(1999),
        "discount": euros(500),
        "total": euros(1499),
        "vat": euros(260),
        "vat_percent": 21,
    }


def test_a_payment_is_shown_without_what_only_the_provider_knows() -> None:
    payment = a_payment(failure="card_declined")
    names = ("id", "method", "state", "failure", "mandate_id", "created_at")
    assert views._show_payment(payment) == {name: asdict(payment)[name] for name in names}


def test_the_page_of_the_provider_is_that_of_the_open_payment() -> None:
    paid = a_payment(checkout_url="paid", state=PaymentState.PAID)
    is_open = a_payment(checkout_url="open", state=PaymentState.OPEN)
    assert views._checkout_url([paid, is_open]) == "open"
    assert views._checkout_url([paid]) is None
