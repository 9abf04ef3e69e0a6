"""Transfers that pay debits back: whose they are, and in which company's file they stand."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from app.kernel.db.session import transaction
from modules.billing import api, jobs
from modules.billing.contracts.states import RefundState
from modules.billing.debit.service.bank_reports import Line
from modules.billing.errors.debit import (
    NothingToCollect,
)
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing import sepa_bank, shopping
from tests.billing.bank import Bank
from tests.billing.debiting import Payer, authorise, days_after, let_collect, send, settle, take_in
from tests.billing.shopping import buy, refund_of, sound, withdraw
from tests.conftest import drain_now
from tests.factories.sites import make_site
from tests.fixture_types import MakeMember


def test_a_file_of_transfers_has_the_refunds_of_its_company_alone(debit_shop: Site, make_member: MakeMember) -> None:
    with transaction() as session:
        elsewhere = make_site(session)
        api.open_shop(session, site_id=elsewhere.id)
    let_collect(elsewhere)
    refs = []
    for site in (elsewhere, debit_shop):
        member = make_member(site=site)
        order_id = authorise(member)
        settle(send(site))
        refs.append(withdraw(member, order_id).id.hex.upper().encode())
    files = []
    for site in (debit_shop, elsewhere):
        with transaction() as session:
            creditor_id = sites_api.get_site(session, site.id).company.creditor_id or ""
            files.append(api.export_refunds(session, creditor_id=creditor_id))
    assert [[ref in file for ref in refs] for file in files] == [[False, True], [True, False]]
    sound()


@pytest.mark.spec("9.7")
def test_a_transfer_that_comes_back_whole_has_failed_and_comes_back_once(
    debit_shop: Site, make_member: MakeMember
) -> None:
    member = make_member()
    order_id = authorise(member)
    settle(send(debit_shop))
    refund = withdraw(member, order_id)
    with transaction() as session:
        api.export_refunds(session, creditor_id=sites_api.get_site(session, debit_shop.id).company.creditor_id or "")
    ref, unknown = refund.id.hex.upper(), uuid4().hex.upper()
    sent = take_in(sepa_bank.booked(sepa_bank.went(ref, 999)))
    assert sent.lines == [Line("paid_back", ref, "", None, -999, "EUR")]
    back = take_in(sepa_bank.booked(sepa_bank.bounced(ref, 999, "AC04")))
    assert back.lines == [Line("bounced", ref, "AC04", None, 999, "EUR")]
    assert refund_of(refund.id).state is RefundState.FAILED
    again = take_in(sepa_bank.booked(*(sepa_bank.bounced(one, 999, "AC06") for one in (ref, unknown))))
    assert again.lines == [Line("ignored", one, "not our concern", None, 999, "EUR") for one in (ref, unknown)]
    assert refund_of(refund.id).state is RefundState.FAILED
    sound()


@pytest.mark.spec("9.7")
def test_a_bank_s_transfer_is_no_refund_of_a_payment_at_a_provider(
    debit_shop: Site, bank: Bank, make_member: MakeMember
) -> None:
    member = make_member()
    refund = withdraw(member, buy(bank, member))
    shopping.settle(bank, refund)
    ref, minor = refund.id.hex.upper(), refund.amount.minor
    booked = take_in(sepa_bank.booked(sepa_bank.went(ref, minor), sepa_bank.bounced(ref, minor, "AC04")))
    assert booked.lines == [Line("ignored", ref, "not our concern", None, moved, "EUR") for moved in (-minor, minor)]
    assert refund_of(refund.id).state is RefundState.REFUNDED
    sound()


@pytest.mark.spec("9.7")
def test_unspent_credits_go_back_by_transfer(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    settle(send(debit_shop))
    offered = payer.order(order_id)["refund_offer"]["amount"]
    asked = payer.browser.post(
        f"/api/v1/orders/{order_id}/withdrawal", {"amount_minor": offered["minor"]}, key=str(uuid4())
    )
    assert asked.status_code == 201, asked.get_json()
    drain_now()
    jobs.check_payments()
    refund_id = asked.get_json()["id"]
    assert payer.order(order_id)["refunds"][0]["state"] == "approved"
    today = datetime.now(UTC).date()
    with transaction() as session:
        company = sites_api.get_site_by_key(session, debit_shop.key).company
        file = api.export_refunds(session, creditor_id=company.creditor_id or "")
    assert payer.iban.encode() in file
    assert b"19.99" in file
    assert f"{debit_shop.name} refund {UUID(order_id).hex}".encode() in file
    assert any(f">{day}<".encode() in file for day in days_after(today, 1))
    with pytest.raises(NothingToCollect), transaction() as session:
        api.export_refunds(session, creditor_id=company.creditor_id or "")
    ref = refund_id.replace("-", "").upper()
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1))).paid_back == 0
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1999))).paid_back == 1
    assert payer.order(order_id)["refunds"][0]["state"] == "refunded"
    assert payer.credits == 10
    sound()
    # The payer's bank sends a part of it back, which a person looks at, and then all of it.
    part = take_in(sepa_bank.booked(sepa_bank.bounced(ref, 1000, "AC04")))
    assert [(one.status, one.amount, one.reason) for one in part.lines] == [
        ("ignored", 1000, "1000 cents came back, 1999 were sent")
    ]
    # Nor is it money that came back where the bank says nothing of that.
    other = take_in(sepa_bank.booked(sepa_bank.came(ref, 1999)))
    assert [(one.status, one.amount, one.reason) for one in other.lines] == [("ignored", 1999, "not our concern")]
    assert (payer.order(order_id)["refunds"][0]["state"], payer.credits) == ("refunded", 10)
    sound()
    back = take_in(sepa_bank.booked(sepa_bank.bounced(ref, 2000, "AC04")))
    assert [(one.status, one.amount, one.reason) for one in back.lines] == [
        ("bounced", 1999, "AC04"),
        ("ignored", 1, "charges of the bank"),
    ]
    assert payer.order(order_id)["refunds"][0]["state"] == "failed"
    assert payer.credits == 130
    sound()


@pytest.mark.spec("9.7")
def test_a_refund_whose_money_the_bank_took_meanwhile_is_over_and_holds_up_no_other(
    debit_shop: Site, new_payer: Callable[..., Payer]
) -> None:
    taken, other = new_payer(), new_payer()
    orders = [one.pay() for one in (taken, other)]
    settle(wanted := send(debit_shop))
    for one, order_id in zip((taken, other), orders, strict=True):
        amount = {"amount_minor": one.order(order_id)["refund_offer"]["amount"]["minor"]}
        asked = one.browser.post(f"/api/v1/orders/{order_id}/withdrawal", amount, key=str(uuid4()))
        assert asked.status_code == 201, asked.get_json()
    [ref] = [one.ref for one in wanted if one.iban == taken.iban]
    take_in(sepa_bank.booked(sepa_bank.returned(ref, 1999, "MD06")))
    states = [one.order(order_id)["refunds"][0]["state"] for one, order_id in zip((taken, other), orders, strict=True)]
    assert states == ["failed", "approved"]
    assert taken.credits == 10, "the bank has the money, and the installation its credits"
    sound()
    with transaction() as session:
        creditor_id = sites_api.get_site_by_key(session, debit_shop.key).company.creditor_id or ""
        file = api.export_refunds(session, creditor_id=creditor_id)
    assert (other.iban.encode() in file, taken.iban.encode() in file) == (True, False)
    with pytest.raises(NothingToCollect), transaction() as session:
        api.export_refunds(session, creditor_id=creditor_id)
    sound()
