"""Payments at their providers: where notices come, who is away, and what a report can be about."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from prometheus_client import REGISTRY

from app.kernel import clock
from app.kernel.config import ConfigError
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import PaymentState, RefundReason
from modules.billing.debit.service import transfers
from modules.billing.errors.payments import ProviderAway, TransitionForbidden
from modules.billing.papers.service import papers
from modules.billing.payments.providers.port import (
    OutcomeUnknown,
    ProviderPayment,
    ProviderStatus,
    Rejected,
    Unavailable,
)
from modules.billing.payments.service import outcomes, payments, refunds
from modules.sites import api as sites_api
from tests.billing.examples import NOW, TICK, a_payment, a_refund, euros
from tests.billing.shopping import logged_line
from tests.refusing import refused

PAYMENT = a_payment()
COMPANY: Any = SimpleNamespace(
    name="Hearth BV",
    address="Lampstraat 1",
    city="Utrecht",
    country="NL",
    kvk="123",
    vat_numbers=("NL1", "DE2"),
    iban="NL91ABNA0417164300",
    bic="ABNANL2A",
    creditor_id="NL98ZZZ099999999999",
)


@pytest.mark.parametrize("away", [Unavailable("slow"), OutcomeUnknown("cut off")])
def test_a_provider_that_does_not_answer_is_away(away: Exception) -> None:
    with refused(ProviderAway), payments.reachable():
        raise away
    with pytest.raises(Rejected), payments.reachable():
        raise Rejected("403", "no scope")


def test_a_provider_without_an_account_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    mollie: Any = object()

    def named(name: str) -> Any:
        if name != "mollie":
            raise ConfigError("no key")
        return mollie

    monkeypatch.setattr(payments, "provider_named", named)
    assert payments.provider_at("mollie") is mollie
    assert payments._has_account("mollie")
    assert not payments._has_account("stripe")
    with refused(ProviderAway):
        payments.provider_at("stripe")


@pytest.mark.parametrize(("ref", "asked"), [("tr_1", ("tr_1",)), (None, (PAYMENT.id, NOW - timedelta(minutes=10)))])
def test_a_payment_is_asked_after_by_its_name_or_looked_for(
    monkeypatch: pytest.MonkeyPatch, ref: str | None, asked: tuple[Any, ...]
) -> None:
    provider = SimpleNamespace(fetch_payment=lambda ref: (ref,), find_payment=lambda id, since: (id, since))
    monkeypatch.setattr(payments, "provider_at", {"mollie": provider}.get)
    fetched: Any = payments._fetch(a_payment(provider_ref=ref))
    assert fetched == asked


@pytest.mark.parametrize(
    ("state", "age", "is_repeatable"),
    [
        (PaymentState.SUBMITTED, timedelta(minutes=50) - TICK, True),
        (PaymentState.SUBMITTED, timedelta(minutes=50), False),
        (PaymentState.UNKNOWN, timedelta(), False),
    ],
)
def test_the_same_call_is_made_again_while_its_key_is_known(
    monkeypatch: pytest.MonkeyPatch, state: PaymentState, age: timedelta, is_repeatable: bool
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    assert payments._is_repeatable(a_payment(state=state, created_at=NOW - age)) is is_repeatable


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://notices.test", "https://notices.test/api/v1/payment-notices/mollie"),
        (None, "https://site.test/api/v1/payment-notices/mollie"),
    ],
)
def test_notices_come_to_the_installation_or_to_the_site(
    monkeypatch: pytest.MonkeyPatch, base: str | None, url: str
) -> None:
    monkeypatch.setattr(payments, "config", lambda: SimpleNamespace(notice_url=base))
    monkeypatch.setattr(sites_api, "site_url", lambda site, path: f"https://{site.key}.test{path}")
    site: Any = SimpleNamespace(key="site")
    assert payments._notice_url(site, "mollie") == url


def told(ref: str = "tr_1", amount: Money = PAYMENT.amount) -> ProviderPayment:
    return ProviderPayment(ref, PAYMENT.id, ProviderStatus.PAID, amount, None, None, None, None, None, None, None)


def mismatches() -> float:
    return REGISTRY.get_sample_value("hearth_payment_mismatches_total") or 0


def test_a_report_is_about_a_payment_of_its_name_and_amount(logged: list[Any]) -> None:
    nameless, named = a_payment(provider_ref=None), a_payment(provider_ref="tr_1")
    before = mismatches()
    assert outcomes._fits_payment(nameless, told())
    assert outcomes._fits_payment(named, told())
    assert (mismatches(), logged) == (before, [])
    assert not outcomes._fits_payment(named, told(ref="tr_2"))
    assert not outcomes._fits_payment(named, told(amount=euros(999)))
    assert mismatches() == before + 2
    said = ("error", "a report does not fit its payment")
    assert logged == [logged_line(*said, payment_id=str(named.id), ref=ref) for ref in ("tr_2", "tr_1")]


@pytest.mark.parametrize(
    ("reason", "kept", "not_taken_for"),
    [
        (RefundReason.SUPPORT, RefundReason.SUPPORT, None),
        (RefundReason.PAID_TWICE, RefundReason.PAID_TWICE, None),
        (RefundReason.OVER_LIMIT, RefundReason.PAID_TWICE, RefundReason.OVER_LIMIT),
        (RefundReason.MEMBER_GONE, RefundReason.PAID_TWICE, RefundReason.MEMBER_GONE),
    ],
)
def test_a_refund_of_what_was_not_taken_says_why(
    reason: RefundReason, kept: RefundReason, not_taken_for: RefundReason | None
) -> None:
    row = refunds._refund_row(PAYMENT, reason, "robin", amount=700)
    assert isinstance(row["id"], UUID)
    assert row == {
        "id": row["id"],
        "payment_id": PAYMENT.id,
        "provider": "mollie",
        "provider_key": f"refund:{row['id']}",
        "amount_minor": 700,
        "currency": "EUR",
        "credits": 0,
        "hold_tx": None,
        "reason": kept,
        "not_taken_for": not_taken_for,
        "note": "",
        "needs_approval": False,
        "requested_by": "robin",
    }
    assert refunds._refund_row(PAYMENT, reason, "robin", amount=700, note="by phone")["note"] == "by phone"


def test_a_paper_names_its_seller_as_they_are_known_in_the_country() -> None:
    site: Any = SimpleNamespace(name="Hearthside", support_email="help@example.org", company=COMPANY)
    assert papers._seller(site, "DE") == {
        "name": "Hearth BV",
        "site": "Hearthside",
        "address": "Lampstraat 1",
        "city": "Utrecht",
        "country": "NL",
        "kvk": "123",
        "vat_number": "DE2",
        "email": "help@example.org",
    }
    assert papers._seller(site, "FR")["vat_number"] == "NL1"


def test_a_transfer_is_known_by_its_refund() -> None:
    assert transfers.ref_of(a_refund(id=UUID(int=0xABC))) == "00000000000000000000000000000ABC"


def test_a_payment_that_is_paid_stays_so() -> None:
    nothing_is_written: Any = None
    with refused(TransitionForbidden, current="paid", to="open"):
        outcomes.set_state(nothing_is_written, PAYMENT, PaymentState.OPEN)
