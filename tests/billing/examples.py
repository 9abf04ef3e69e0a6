"""What billing is asked about, without a database. Each of these fits the others; `over` says what does not."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from modules.billing.contracts.payments import Customer, Order, Payment, Refund
from modules.billing.contracts.shop import Bundle, Discount, Money, PlaceOfSale
from modules.billing.contracts.states import (
    Occasion,
    OrderOrigin,
    OrderState,
    PaymentState,
    RefundReason,
    RefundState,
    Standing,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
SITE, MEMBER, OTHER = UUID(int=1), UUID(int=2), UUID(int=3)


def euros(minor: int) -> Money:
    return Money(minor, "EUR")


def a_bundle(minor: int = 1999, **over: Any) -> Bundle:
    return replace(Bundle(UUID(int=4), SITE, "NL", 120, euros(minor)), **over)


def a_discount(**over: Any) -> Discount:
    discount = Discount(
        id=UUID(int=5),
        site_id=SITE,
        code="SUN25",
        occasion=Occasion.PROMOTION,
        value_percentage=25,
        country=None,
        member_id=None,
        starts=NOW,
        expires=None,
        validity=None,
        currency=None,
        minimum_order_minor=0,
        paymentmethods=None,
        max_uses=None,
        used=0,
        is_active=True,
    )
    return replace(discount, **over)


def a_place(country: str) -> PlaceOfSale:
    return PlaceOfSale(country, Standing.AGREED)


def a_customer(*, country: str = "NL", **over: Any) -> Customer:
    customer = Customer(
        member_id=MEMBER,
        site_id=SITE,
        country=country,
        evidence={},
        place=a_place(country),
        language="en",
        is_paid=False,
        signup_at=NOW - timedelta(days=3),
        now=NOW,
    )
    return replace(customer, **over)


def an_order(**over: Any) -> Order:
    order = Order(
        id=UUID(int=7),
        site_id=SITE,
        member_id=MEMBER,
        bundle_id=UUID(int=4),
        origin=OrderOrigin.SHOP,
        country="NL",
        credits=120,
        currency="EUR",
        gross_minor=1999,
        discount_minor=500,
        discount_code="SUN25",
        total_minor=1499,
        vat_basis_points=2100,
        vat_minor=260,
        vat_country="NL",
        vat_standing=Standing.AGREED,
        state=OrderState.COMPLETED,
        created_at=NOW,
        completed_at=NOW + timedelta(minutes=1),
    )
    return replace(order, **over)


def a_payment(**over: Any) -> Payment:
    payment = Payment(
        id=UUID(int=6),
        order_id=UUID(int=7),
        attempt_no=1,
        provider="mollie",
        provider_ref="tr_1",
        provider_key="",
        method="ideal",
        issuer=None,
        step="",
        mandate_id=None,
        amount=euros(1000),
        state=PaymentState.PAID,
        failure=None,
        checkout_url=None,
        is_credited=False,
        refunded_minor=0,
        charged_back_minor=0,
        created_at=NOW,
    )
    return replace(payment, **over)


def a_refund(**over: Any) -> Refund:
    refund = Refund(
        id=UUID(int=8),
        payment_id=UUID(int=6),
        provider="mollie",
        provider_ref="re_1",
        provider_key="",
        amount=euros(1000),
        credits=0,
        hold_tx=None,
        reason=RefundReason.SUPPORT,
        note="",
        state=RefundState.REQUESTED,
        needs_approval=True,
        requested_by="robin",
        approved_by=None,
        refused_for=None,
        refused_words="",
        created_at=NOW,
        submitted_at=None,
        settled_at=None,
    )
    return replace(refund, **over)
