"""Conversion of Stripe's objects into the port's types."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from babel.numbers import get_currency_precision

from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import ChargebackState
from modules.billing.payments.providers.port import (
    ListedLine,
    ProviderChargeback,
    ProviderPayment,
    ProviderRefund,
    ProviderRefundStatus,
    ProviderStatus,
    paid_from,
)
from modules.billing.payments.providers.stripe_methods import to_id

# https://docs.stripe.com/currencies: all others have two decimals at Stripe, even ISK and UGX, which have none.
NO_DECIMALS = ("BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF")
THREE_DECIMALS = ("BHD", "JOD", "KWD", "OMR", "TND")

# The status of a PaymentIntent without an open page: required actions of the payer are never done.
_STATUS = {
    "succeeded": ProviderStatus.PAID,
    "processing": ProviderStatus.PENDING,
    "requires_action": ProviderStatus.PENDING,
    "requires_confirmation": ProviderStatus.PENDING,
    "requires_capture": ProviderStatus.AUTHORIZED,
    "requires_payment_method": ProviderStatus.FAILED,
    "canceled": ProviderStatus.CANCELED,
}
# A refund with any other status, or none, is pending.
_REFUND_STATUS = {
    "succeeded": ProviderRefundStatus.REFUNDED,
    "failed": ProviderRefundStatus.FAILED,
    "canceled": ProviderRefundStatus.CANCELED,
}

Found = Mapping[str, Any]


def payment_ref_of(found: Found) -> str | None:
    """Return the ref of the payment that an object is about, or None if it is about something else."""
    match found.get("object"):
        case "checkout.session":
            ref = found["id"] if found["mode"] == "payment" else None
        case "payment_intent":
            ref = found["id"]
        case "charge" | "refund" | "dispute":
            ref = found.get("payment_intent")
        case _:
            ref = None
    return ref


def read_page(page: Found) -> ProviderPayment:
    """Return the payment of a Checkout Session, whose PaymentIntent must be expanded."""
    intent = page["payment_intent"] or {}
    match page["status"]:
        case "open":  # after a declined card the payer may use another
            status = ProviderStatus.OPEN
        case "expired":
            status = ProviderStatus.EXPIRED
        case _:
            status = _STATUS[intent["status"]]
    return _payment(page, intent, status, _money(page["amount_total"], page["currency"]), page["url"])


def read_intent(intent: Found) -> ProviderPayment:
    """Return the payment of a PaymentIntent without a Checkout Session."""
    amount = _money(intent["amount"], intent["currency"])
    return _payment(intent, intent, _STATUS[intent["status"]], amount, None)


def _payment(named: Found, intent: Found, status: ProviderStatus, amount: Money, url: str | None) -> ProviderPayment:
    way = _expanded_object(intent.get("payment_method"))
    charge = _expanded_object(intent.get("latest_charge"))
    error = intent.get("last_payment_error") or {}
    return ProviderPayment(
        ref=named["id"],
        payment_id=our_id(named, "payment_id"),
        status=status,
        amount=amount,
        method=to_id(way["type"]) if way else None,
        checkout_url=url,
        failure=error.get("decline_code") or error.get("code") if status is ProviderStatus.FAILED else None,
        customer_ref=named["customer"],
        # Only a saved payment method belongs to a customer.
        mandate_ref=way["id"] if way.get("customer") else None,
        card=label(way),
        paid_at=_time(charge["created"]) if charge and status is ProviderStatus.PAID else None,
        paid_from=paid_from(
            card=(way.get("card") or {}).get("country"),
            # For bank accounts, Stripe reports only the bank's BIC.
            bank=((way.get("ideal") or {}).get("bic") or "")[4:6],
            paypal=(way.get("paypal") or {}).get("country"),
        ),
    )


def read_refund(found: Found) -> ProviderRefund:
    """Return a refund."""
    amount = _money(found["amount"], found["currency"])
    status = _REFUND_STATUS.get(found["status"], ProviderRefundStatus.PENDING)
    return ProviderRefund(found["id"], amount, status, our_id(found, "refund_id"))


def read_chargeback(dispute: Found, paid: Money) -> ProviderChargeback:
    """Return a dispute that took money as a chargeback of at most what was paid: exchange rates can make it more."""
    given_back = balance_changes(dispute, +1)
    return ProviderChargeback(
        ref=dispute["id"],
        amount=min(_money(dispute["amount"], dispute["currency"]), paid, key=lambda money: money.minor),
        reason=dispute["reason"],
        created_at=_time(dispute["created"]),
        reversed_at=_time(given_back[-1]["created"]) if given_back else None,
    )


def list_payment(payment: ProviderPayment) -> ListedLine:
    """Return a payment as a line of a list."""
    return ListedLine(Subject.PAYMENT, payment.ref, payment.ref, payment.status, payment.amount)


def list_refund(found: Found) -> ListedLine:
    """Return a refund as a line of a list."""
    refund = read_refund(found)
    return ListedLine(Subject.REFUND, refund.ref, found["payment_intent"], refund.status, refund.amount)


def list_chargeback(dispute: Found) -> ListedLine:
    """Return a dispute that took money as a line of a list."""
    state = ChargebackState.REVERSED if balance_changes(dispute, +1) else ChargebackState.RECEIVED
    amount = _money(dispute["amount"], dispute["currency"])
    return ListedLine(Subject.CHARGEBACK, dispute["id"], dispute["payment_intent"], state, amount)


def balance_changes(dispute: Found, sign: int) -> list[Found]:
    """Return a dispute's balance transactions out of our account (`sign` -1) or into it (+1). An inquiry has none."""
    return [each for each in dispute["balance_transactions"] if each["amount"] * sign > 0]


def label(way: Found) -> str | None:
    """Return a card's brand and last four digits, or a PayPal account's email address, or None."""
    if card := way.get("card"):
        return f"{card['brand'].title()} {card['last4']}"
    return (way.get("paypal") or {}).get("payer_email")


def _expanded_object(found: Any) -> Found:
    """Return an expanded object, or an empty one if Stripe sent only its id."""
    return found if isinstance(found, dict) else {}


def our_id(found: Found, name: str) -> UUID | None:
    """Return our id from an object's metadata, or None if it is not ours."""
    try:
        return UUID((found["metadata"] or {})[name])
    except (KeyError, ValueError):
        return None


def _places(currency: str) -> int:
    if currency in NO_DECIMALS:
        return 0
    return 3 if currency in THREE_DECIMALS else 2


def to_minor(money: Money) -> int:
    """Return an amount in Stripe's minor units, whose decimals differ from ours in some currencies."""
    return int(Decimal(money.minor).scaleb(_places(money.currency) - get_currency_precision(money.currency)))


def _money(minor: int, currency: str) -> Money:
    currency = currency.upper()
    return Money(int(Decimal(minor).scaleb(get_currency_precision(currency) - _places(currency))), currency)


def to_locale(locale: str) -> str:
    """Return Stripe's code of a locale's language."""
    language = language_of(locale)
    return "nb" if language == "no" else language


def language_of(locale: str) -> str:
    """Return the language of a locale."""
    return re.split("[-_]", locale)[0]


def _time(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
