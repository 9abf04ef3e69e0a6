"""What is Stripe's own: signed events about objects, names of payments, declined cards, disputes, minor units."""

from typing import Any
from uuid import uuid4

import pytest
import stripe as client

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.providers.port import (
    NoticeForged,
    NoticeIgnored,
    PaidFrom,
    ProviderRefundStatus,
    ProviderStatus,
    Rejected,
    Step,
)
from tests.billing.providers.stripe_account import SHAPES
from tests.billing.providers.worlds import StripeWorld, attempt, long_ago, paid, refund, save

pytestmark = pytest.mark.spec("2.35", "4.5")
CLASSES: dict[str, Any] = {
    "checkout.session": client.checkout.Session,
    "payment_intent": client.PaymentIntent,
    "charge": client.Charge,
    "refund": client.Refund,
    "dispute": client.Dispute,
    "balance_transaction": client.BalanceTransaction,
    "customer": client.Customer,
    "payment_method": client.PaymentMethod,
    "payment_method_configuration": client.PaymentMethodConfiguration,
    "event": client.Event,
}


def intent_of(stripe: StripeWorld, ref: str) -> str:
    """Return the name of the PaymentIntent below a page."""
    return str(stripe.server.account.objects[ref]["payment_intent"])


@pytest.mark.parametrize("shape", CLASSES)
def test_the_server_answers_in_shapes_that_the_client_knows(shape: str) -> None:
    types = CLASSES[shape].__annotations__
    needed = {name for name, type in types.items() if "Optional" not in str(type) and "ClassVar" not in str(type)}
    assert SHAPES[shape].keys() <= types.keys()
    assert needed <= SHAPES[shape].keys()


def test_paypal_says_in_which_country_its_account_is(stripe: StripeWorld) -> None:
    begun = stripe.provider.create_payment(attempt(methods=("paypal",)))
    stripe.pay(begun.ref, method="paypal")
    assert stripe.provider.fetch_payment(begun.ref).paid_from == PaidFrom(EvidenceKind.PAYPAL, "NL")


def test_a_page_is_asked_for_what_the_order_says(stripe: StripeWorld) -> None:
    wanted = attempt(methods=("creditcard", "przelewy24"), locale="no", customer_ref="cus_9")
    stripe.provider.create_payment(wanted)
    [asked] = stripe.server.asked
    assert (asked.path, asked.key, asked.version) == ("/v1/checkout/sessions", wanted.key, "2026-10-28.endive")
    price = {"currency": "eur", "unit_amount": "1999", "product_data": {"name": "100 credits"}}
    assert asked.params == {
        "mode": "payment",
        "line_items": {"0": {"quantity": "1", "price_data": price}},
        "success_url": wanted.return_url,
        "cancel_url": wanted.return_url,
        "locale": "nb",
        "metadata": {"payment_id": str(wanted.payment_id)},
        "payment_intent_data": {"description": "100 credits"},
        "adaptive_pricing": {"enabled": "false"},
        "allowed_payment_method_types": {"0": "card", "1": "p24"},
        "customer": "cus_9",
    }


def test_a_customer_is_nameless(stripe: StripeWorld) -> None:
    member = uuid4()
    stripe.provider.create_customer(member_id=member, key="k", locale="de")
    assert stripe.server.asked[-1].params == {"preferred_locales": {"0": "de"}, "metadata": {"member_id": str(member)}}


def test_nothing_is_told_about_this_machine(stripe: StripeWorld) -> None:
    assert client.enable_telemetry is False


def test_methods_that_are_switched_off_are_not_offered(stripe: StripeWorld) -> None:
    def ids(currency: str, country: str) -> list[str]:
        found = stripe.provider.list_methods(
            amount=Money(1999, currency), country=country, locale="da", step=Step.ONE_OFF
        )
        return [method.id for method in found]

    assert ids("DKK", "DK") == ["creditcard", "paypal", "klarna"]
    assert ids("EUR", "NL") == ["ideal", "creditcard", "paypal", "klarna"]
    assert ids("JPY", "JP") == ["creditcard"]


def test_a_card_is_named_in_the_readers_language(stripe: StripeWorld) -> None:
    found = stripe.provider.list_methods(amount=Money(1, "EUR"), country="NL", locale="fi", step=Step.FIRST)
    assert [method.name for method in found] == ["Kortti", "PayPal"]


@pytest.mark.parametrize(
    ("minor", "currency", "asked"),
    [
        (1999, "EUR", "1999"),
        (500, "JPY", "500"),
        (500, "ISK", "50000"),
        (500, "UGX", "50000"),
        (199_900, "HUF", "199900"),
        (199_050, "HUF", "199050"),
        (5120, "KWD", "5120"),
        (700, "RSD", "70000"),
    ],
)
def test_minor_units_become_stripes(stripe: StripeWorld, minor: int, currency: str, asked: str) -> None:
    payment = paid(stripe, amount=Money(minor, currency))
    assert stripe.server.asked[0].params["line_items"]["0"]["price_data"]["unit_amount"] == asked
    assert payment.amount == Money(minor, currency)
    refund(stripe.provider, payment, minor)
    assert stripe.server.asked[-1].params["amount"] == asked
    [seen] = stripe.provider.fetch_payment(payment.ref).refunds
    assert seen.amount == Money(minor, currency)


def test_a_declined_card_leaves_the_page_open(stripe: StripeWorld) -> None:
    begun = stripe.provider.create_payment(attempt())
    stripe.server.account.decline(begun.ref, "insufficient_funds")
    shown = stripe.provider.fetch_payment(begun.ref)
    assert (shown.status, shown.failure, shown.checkout_url) == (ProviderStatus.OPEN, None, begun.checkout_url)
    stripe.pay(begun.ref)
    assert stripe.provider.fetch_payment(begun.ref).status == ProviderStatus.PAID


def test_a_saved_card_that_is_declined_is_a_payment_that_failed(stripe: StripeWorld) -> None:
    customer, ref = save(stripe)
    stripe.server.account.declining = "insufficient_funds"
    wanted = attempt(step=Step.RECURRING, customer_ref=customer, mandate_ref=ref, methods=("creditcard",))
    for _ in range(2):
        failed = stripe.provider.create_payment(wanted)
        assert (failed.status, failed.failure) == (ProviderStatus.FAILED, "insufficient_funds")
        assert (failed.payment_id, failed.amount) == (wanted.payment_id, wanted.amount)
    assert stripe.provider.fetch_payment(failed.ref).status == ProviderStatus.FAILED
    found = stripe.provider.find_payment(wanted.payment_id, since=long_ago(stripe))
    assert found is not None
    assert found.ref == failed.ref


def test_a_payment_by_a_saved_card_is_refunded_and_cancelled_by_its_own_name(stripe: StripeWorld) -> None:
    customer, ref = save(stripe)
    wanted = attempt(step=Step.RECURRING, customer_ref=customer, mandate_ref=ref, methods=("creditcard",))
    payment = stripe.provider.create_payment(wanted)
    assert (payment.ref[:3], payment.status) == ("pi_", ProviderStatus.PAID)
    made = refund(stripe.provider, payment, 100)
    stripe.provider.cancel_payment(payment.ref)
    shown = stripe.provider.fetch_payment(payment.ref)
    assert (shown.status, [each.ref for each in shown.refunds]) == (ProviderStatus.PAID, [made.ref])
    stripe.server.account.objects[payment.ref]["status"] = "requires_action"
    stripe.provider.cancel_payment(payment.ref)
    assert stripe.provider.fetch_payment(payment.ref).status == ProviderStatus.CANCELED


def test_a_payment_is_fetched_by_what_lies_below_its_page(stripe: StripeWorld) -> None:
    payment = paid(stripe)
    assert payment.ref.startswith("cs_")
    assert stripe.provider.fetch_payment(intent_of(stripe, payment.ref)) == payment


@pytest.mark.parametrize("ref", ["", "nonsense", "pi_", "cs_../../customers", "cus_T1234567", "pi_1234?expand=x"])
def test_nothing_is_asked_for_a_name_that_is_none(stripe: StripeWorld, ref: str) -> None:
    with pytest.raises(Rejected):
        stripe.provider.fetch_payment(ref)
    assert stripe.server.asked == []


def test_what_others_were_paid_carries_no_id_of_ours(stripe: StripeWorld) -> None:
    account = stripe.server.account
    for metadata in ({}, {"payment_id": "none"}, {"order": "7"}):
        made = account.make("payment_intent", amount=100, metadata=metadata, status="processing")
        shown = stripe.provider.fetch_payment(made["id"])
        assert (shown.ref, shown.payment_id) == (made["id"], None)


def test_a_saved_way_of_another_customer_is_left_alone(stripe: StripeWorld) -> None:
    customer, ref = save(stripe)
    stripe.provider.revoke_mandate("cus_another", ref)
    assert len(stripe.provider.list_mandates(customer)) == 1


@pytest.mark.spec("10.7")
@pytest.mark.parametrize(
    ("told", "understood"),
    [
        (None, ProviderRefundStatus.PENDING),
        ("pending", ProviderRefundStatus.PENDING),
        ("requires_action", ProviderRefundStatus.PENDING),
        ("succeeded", ProviderRefundStatus.REFUNDED),
        ("failed", ProviderRefundStatus.FAILED),
        ("canceled", ProviderRefundStatus.CANCELED),
    ],
)
def test_every_status_of_a_refund_is_understood(
    stripe: StripeWorld, told: str | None, understood: ProviderRefundStatus
) -> None:
    payment = paid(stripe)
    made = refund(stripe.provider, payment, 100)
    stripe.server.account.objects[made.ref]["status"] = told
    assert [each.status for each in stripe.provider.fetch_payment(payment.ref).refunds] == [understood]


def test_a_dispute_is_a_chargeback_from_when_it_takes_money_until_it_gives_it_back(stripe: StripeWorld) -> None:
    account, payment = stripe.server.account, paid(stripe)

    def chargebacks() -> list[tuple[str, bool]]:
        found = stripe.provider.fetch_payment(payment.ref).chargebacks
        return [(each.ref, each.reversed_at is not None) for each in found]

    inquiry = account.dispute(payment.ref, 1999, status="warning_needs_response")
    assert chargebacks() == []
    account.lose(inquiry["id"])
    assert chargebacks() == []
    dispute = account.dispute(payment.ref, 1999)["id"]
    assert chargebacks() == [(dispute, False)]
    account.lose(dispute)
    assert chargebacks() == [(dispute, False)]
    account.win(dispute)
    assert chargebacks() == [(dispute, True)]


def test_no_chargeback_is_more_than_was_paid(stripe: StripeWorld) -> None:
    payment = paid(stripe)
    stripe.server.account.dispute(payment.ref, 2010)
    assert [each.amount for each in stripe.provider.fetch_payment(payment.ref).chargebacks] == [Money(1999, "EUR")]


@pytest.mark.parametrize(
    "type",
    [
        "checkout.session.completed",
        "payment_intent.succeeded",
        "charge.succeeded",
        "refund.updated",
        "charge.dispute.created",
    ],
)
def test_an_event_names_its_payment(stripe: StripeWorld, type: str) -> None:
    payment, account = paid(stripe), stripe.server.account
    about = {
        "checkout.session.completed": lambda: account.objects[payment.ref],
        "payment_intent.succeeded": lambda: account.objects[intent_of(stripe, payment.ref)],
        "charge.succeeded": lambda: account.objects[account.objects[intent_of(stripe, payment.ref)]["latest_charge"]],
        "refund.updated": lambda: account.objects[refund(stripe.provider, payment, 1).ref],
        "charge.dispute.created": lambda: account.dispute(payment.ref, 1),
    }[type]()
    body = stripe.server.event(type, about)
    named = stripe.provider.read_notice(body, stripe.server.sign(body))
    assert stripe.provider.fetch_payment(named).ref == payment.ref


def test_an_event_about_no_payment_is_ignored(stripe: StripeWorld) -> None:
    customer, ref = save(stripe)
    account = stripe.server.account
    setup = account.make("checkout.session", mode="setup")
    for about in (account.objects[customer], account.objects[ref], setup, account.make("charge"), {"object": "payout"}):
        body = stripe.server.event("something.happened", about)
        with pytest.raises(NoticeIgnored):
            stripe.provider.read_notice(body, stripe.server.sign(body))


def test_an_event_that_is_not_signed_by_stripe_now_is_forged(stripe: StripeWorld) -> None:
    body = stripe.server.event("checkout.session.completed", stripe.server.account.objects[paid(stripe).ref])
    sign = stripe.server.sign
    good = sign(body, age=240)
    assert stripe.provider.read_notice(body, good)
    forged: list[tuple[bytes, dict[str, str]]] = [
        (body, {}),
        (body, {"Stripe-Signature": ""}),
        (body, {"Stripe-Signature": "t=now,v1=abc"}),
        (body, {"Stripe-Signature": good["Stripe-Signature"].replace("v1=", "v2=")}),
        (body, sign(body, secret="whsec_another")),
        (body, sign(body, age=360)),
        (body.replace(b"cs_test_a", b"cs_test_b"), good),
        (body + b" ", good),
        (b"", good),
        (b"\xff\xfe", good),
        (b"no json", sign(b"no json")),
    ]
    for told, headers in forged:
        with pytest.raises(NoticeForged):
            stripe.provider.read_notice(told, headers)
