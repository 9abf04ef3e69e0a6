"""Transfers that pay debits back: whose they are, and in which company's file they stand."""

from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.contracts.states import RefundState
from modules.billing.debit.service.bank_reports import Line
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing import sepa_bank, shopping
from tests.billing.bank import Bank
from tests.billing.debiting import authorise, gateway, let_collect, send, settle, shop, take_in
from tests.billing.shopping import buy, refund_of, sound, withdraw
from tests.factories.sites import make_site
from tests.fixture_types import MakeMember

__all__ = ["gateway", "shop"]


def test_a_file_of_transfers_has_the_refunds_of_its_company_alone(shop: Site, make_member: MakeMember) -> None:
    with transaction() as session:
        elsewhere = make_site(session)
        api.open_shop(session, site_id=elsewhere.id)
    let_collect(elsewhere)
    refs = []
    for site in (elsewhere, shop):
        member = make_member(site=site)
        order_id = authorise(member)
        settle(send(site))
        refs.append(withdraw(member, order_id).id.hex.upper().encode())
    files = []
    for site in (shop, elsewhere):
        with transaction() as session:
            creditor_id = sites_api.get_site(session, site.id).company.creditor_id or ""
            files.append(api.export_refunds(session, creditor_id=creditor_id))
    assert [[ref in file for ref in refs] for file in files] == [[False, True], [True, False]]
    sound()


@pytest.mark.spec("9.7")
def test_a_transfer_that_comes_back_whole_has_failed_and_comes_back_once(shop: Site, make_member: MakeMember) -> None:
    member = make_member()
    order_id = authorise(member)
    settle(send(shop))
    refund = withdraw(member, order_id)
    with transaction() as session:
        api.export_refunds(session, creditor_id=sites_api.get_site(session, shop.id).company.creditor_id or "")
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
    shop: Site, bank: Bank, make_member: MakeMember
) -> None:
    member = make_member()
    refund = withdraw(member, buy(bank, member))
    shopping.settle(bank, refund)
    ref, minor = refund.id.hex.upper(), refund.amount.minor
    booked = take_in(sepa_bank.booked(sepa_bank.went(ref, minor), sepa_bank.bounced(ref, minor, "AC04")))
    assert booked.lines == [Line("ignored", ref, "not our concern", None, moved, "EUR") for moved in (-minor, minor)]
    assert refund_of(refund.id).state is RefundState.REFUNDED
    sound()
