"""What is Mollie's own: its methods and banks, its mandates, its notices without a signature, its client's manners."""

import logging
from typing import Any
from uuid import uuid4

import pytest

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.providers.mollie import _payment
from modules.billing.payments.providers.port import NoticeForged, PaidFrom, ProviderStatus, Rejected, Step
from tests.billing.providers.worlds import MollieWorld, attempt, paid, refund, save

pytestmark = pytest.mark.spec("2.35", "4.5")


def test_methods_fit_amount_country_and_step(mollie: MollieWorld) -> None:
    def ids(minor: int, country: str, step: Step = Step.ONE_OFF) -> list[str]:
        found = mollie.provider.list_methods(amount=Money(minor, "EUR"), country=country, locale="nl", step=step)
        return [method.id for method in found]

    assert ids(1999, "NL") == ["ideal", "creditcard", "applepay", "paypal", "klarna", "banktransfer"]
    assert "eps" not in ids(99, "AT")
    assert ids(1999, "NL", Step.RECURRING) == ["creditcard", "paypal", "directdebit"]


def test_banks_are_listed_where_there_are_any(mollie: MollieWorld) -> None:
    found = mollie.provider.list_methods(amount=Money(1999, "EUR"), country="NL", locale="nl", step=Step.ONE_OFF)
    banks = {method.id: [bank.name for bank in method.issuers] for method in found}
    assert "ING" in banks["ideal"]
    assert banks["paypal"] == []


def test_one_method_and_its_bank_are_chosen_beforehand(mollie: MollieWorld) -> None:
    begun = mollie.provider.create_payment(attempt(methods=("ideal",), issuer="ideal_INGBNL2A"))
    assert begun.method == "ideal"


def test_payments_of_others_carry_no_id_of_ours(mollie: MollieWorld) -> None:
    client = mollie.provider._client
    for metadata in (None, "text", {"payment_id": 7}, {"payment_id": "none"}, ["a"]):
        data = {
            "amount": {"currency": "EUR", "value": "1.00"},
            "description": "x",
            "redirectUrl": "http://shop.localhost/",
            "metadata": metadata,
        }
        made = client.payments.create(data, idempotency_key=str(uuid4()))
        assert mollie.provider.fetch_payment(made["id"]).payment_id is None


@pytest.mark.parametrize(
    ("details", "told"),
    [
        ({"cardCountryCode": "BE", "cardNumber": "6787"}, PaidFrom(EvidenceKind.CARD, "BE")),
        ({"consumerAccount": "BE68 5390 0754 7034"}, PaidFrom(EvidenceKind.BANK, "BE")),
        ({"consumerAccount": "1234567890"}, None),
        ({"consumerAccount": "payer@example.org"}, None),
        ({"cardCountryCode": None, "consumerAccount": None}, None),
        (None, None),
    ],
)
def test_a_country_is_that_of_a_card_or_of_an_iban_and_nothing_else(
    details: dict[str, Any] | None, told: PaidFrom | None, mollie: MollieWorld
) -> None:
    found = mollie.provider._client.payments.get(paid(mollie).ref)
    assert _payment({**found, "details": details}).paid_from == told


@pytest.mark.spec("10.7")
def test_a_refund_beyond_the_payment_is_refused_for_its_amount(mollie: MollieWorld) -> None:
    payment = paid(mollie)
    with pytest.raises(Rejected) as rejected:
        refund(mollie.provider, payment, 2000)
    assert rejected.value.code == "422.amount"


def test_a_direct_debit_that_comes_back_says_why(mollie: MollieWorld) -> None:
    customer, ref = save(mollie, "ideal")
    [mandate] = mollie.provider.list_mandates(customer)
    assert (mandate.method, mandate.label[:3]) == ("directdebit", "NL ")
    again = attempt(step=Step.RECURRING, customer_ref=customer, mandate_ref=ref, methods=())
    payment = mollie.provider.create_payment(again)
    assert payment.status == ProviderStatus.PENDING
    mollie.simulator.control("pay", payment=payment.ref, outcome="failed", failure="AM04", method=None)
    failed = mollie.provider.fetch_payment(payment.ref)
    assert (failed.status, failed.failure) == (ProviderStatus.FAILED, "AM04")


def test_a_notice_names_a_payment(mollie: MollieWorld) -> None:
    assert mollie.provider.read_notice(b"id=tr_5B8cwPMGnU6qLbRvo7qEZo", {}) == "tr_5B8cwPMGnU6qLbRvo7qEZo"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"id=",
        b"id=re_5B8cwPMGnU",
        b"id=tr_1",
        b"id=tr_../../customers",
        b"id=tr_5B8cwPMGnU&id=tr_other",
        b"id=tr_" + b"a" * 65,
        b"\xff\xfe",
        b'{"id": "tr_5B8cwPMGnU"}',
        b"id=tr_5B8cwPMGnU&x=" + b"a" * 2000,
    ],
)
def test_anything_else_is_no_notice(mollie: MollieWorld, body: bytes) -> None:
    with pytest.raises(NoticeForged):
        mollie.provider.read_notice(body, {})


def test_no_key_is_written_to_the_log(mollie: MollieWorld, caplog: Any) -> None:
    wanted = attempt()
    mollie.provider.create_payment(wanted)
    mollie.provider.create_payment(wanted)
    assert wanted.key not in caplog.text
    logging.warning("something else")
    assert "something else" in caplog.text
