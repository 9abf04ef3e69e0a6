"""What the provider is asked for: by whoever pays, saves a way to pay and uses it, and has money back."""

from dataclasses import replace
from typing import Any
from unittest.mock import Mock, call
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.shop import Money
from modules.billing.payments.models.orders import CustomerRow
from modules.billing.payments.providers.port import Attempt, ProviderStatus, Step
from modules.billing.payments.service import payments
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, order_of, pay, payment_of, withdraw
from tests.billing.test_orders import order
from tests.conftest import Client


@pytest.fixture
def asked(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> Mock:
    """The calls that the bank was asked for, in their order; it answers them."""
    calls = Mock(wraps=bank)
    monkeypatch.setattr(payments, "provider_named", lambda _name: calls)
    return calls


def attempt_at(site: Site, member: Member, order_id: str, **over: Any) -> Attempt:
    """Return the attempt to pay an order of 120 credits by bank that the provider is asked for."""
    payment = payment_of(UUID(order_id))
    attempt = Attempt(
        payment_id=payment.id,
        key=payment.provider_key,
        amount=Money(order_of(UUID(order_id)).total_minor, "EUR"),
        description=f"{site.name} 120",
        return_url=sites_api.site_url(site, f"/transactions/{order_id}"),
        notice_url=sites_api.site_url(site, "/api/v1/payment-notices/mollie"),
        locale=member.language,
        methods=("ideal",),
    )
    return replace(attempt, **over)


@pytest.mark.spec("4.5")
def test_who_pays_by_bank_comes_back_to_their_order_from_the_bank_of_their_choice(
    asked: Mock, site: Site, member: Member, browser: Client
) -> None:
    order_id = order(browser, issuer="ideal_INGBNL2A").get_json()["id"]
    wanted = attempt_at(site, member, order_id, issuer="ideal_INGBNL2A")
    assert asked.method_calls == [call.create_payment(wanted)]


@pytest.mark.spec("2.12", "4.5")
def test_a_card_is_saved_for_a_customer_who_pays_with_it_under_the_same_name(
    asked: Mock, bank: Bank, site: Site, member: Member, browser: Client
) -> None:
    first = order(browser, method="creditcard", save=True).get_json()["id"]
    customer = f"cst_{member.id.hex}"
    card = {"methods": ("creditcard",), "customer_ref": customer}
    assert asked.method_calls == [
        call.create_customer(member_id=member.id, key=f"customer:{member.id}", locale=member.language),
        call.create_payment(attempt_at(site, member, first, step=Step.FIRST, **card)),
    ]
    ref = str(payment_of(UUID(first)).provider_ref)
    mandate = f"mdt_{uuid4().hex}"
    bank.payments[ref] = replace(bank.payments[ref], mandate_ref=mandate, card="Visa 4242")
    pay(bank, UUID(first), ProviderStatus.PAID)
    [saved] = browser.get("/api/v1/saved-methods").get_json()

    asked.reset_mock()
    again = order(browser, method="creditcard", mandate_id=saved["id"]).get_json()["id"]
    by_bank = order(browser).get_json()["id"]
    assert asked.method_calls == [
        call.create_payment(
            attempt_at(site, member, again, step=Step.RECURRING, mandate_ref=mandate, **card),
        ),
        call.create_payment(attempt_at(site, member, by_bank, customer_ref=customer)),
    ]


def test_who_becomes_a_customer_in_two_tabs_stays_the_first_one(
    asked: Mock, bank: Bank, site: Site, member: Member, browser: Client
) -> None:
    first = f"cst_{uuid4().hex}"

    def come_second(**_who: Any) -> str:
        with transaction() as session:
            session.execute(insert(CustomerRow).values(member_id=member.id, provider="mollie", ref=first))
        return "cst_second"

    asked.create_customer.side_effect = come_second
    order_id = order(browser, method="creditcard", save=True).get_json()["id"]
    wanted = attempt_at(site, member, order_id, methods=("creditcard",), step=Step.FIRST, customer_ref=first)
    assert asked.create_payment.call_args == call(wanted)


@pytest.mark.spec("9.7")
def test_a_refund_is_asked_for_under_its_own_number(asked: Mock, bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    asked.reset_mock()
    payments.submit_refund(refund.id)
    ref = payment_of(order_id).provider_ref
    assert asked.method_calls == [
        call.create_refund(
            ref, refund_id=refund.id, key=f"refund:{refund.id}", amount=Money(1080, "EUR"), description=str(refund.id)
        ),
        call.fetch_payment(ref),
    ]
