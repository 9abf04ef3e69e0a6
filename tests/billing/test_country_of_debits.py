"""The account that is to be debited says where its payer is: for an order's code before, for its VAT once it paid."""

from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.debit.service import direct_debit, payers
from modules.billing.errors.shop import DiscountNotFound
from modules.billing.payments.service import orders
from modules.billing.payments.service.orders import ClientKey
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.debiting import Payer, new_iban, run_sql, send, settle, take_in
from tests.billing.shopping import make_code
from tests.billing.test_country_of_sale import evidence_of, located, taxed, travel
from tests.billing.test_discount_terms import again, refused
from tests.conftest import drain_now
from tests.factories.billing import make_actor

__all__ = ["located"]


def test_an_account_that_is_to_be_debited_says_where_one_is_before(payer: Payer, site: Site) -> None:
    make_code(site, "GERMANY", country="DE")
    run_sql("UPDATE profiles.profile SET country = 'DE' WHERE member_id = :id", id=payer.member.id)
    with pytest.raises(DiscountNotFound), transaction() as session:
        customer = orders.get_customer(session, actor=make_actor(payer.member))
        [bundle, *_] = api.list_bundles(session, site_id=site.id, country="DE")
        direct_debit.ask_code(
            session,
            customer=customer,
            payer=payers.Payer(payer.iban, "J. Jansen", payer.phone),
            bundle_id=bundle.id,
            code="GERMANY",
            order_id=None,
            client=ClientKey(uuid4().hex, b""),
            network="test",
        )


def test_a_debited_account_is_evidence_once_its_money_came(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    assert evidence_of(order_id) == {}
    settle(send(debit_shop))
    assert (evidence_of(order_id), taxed(order_id)) == ({"bank": "NL"}, ("NL", "single"))


@pytest.mark.spec("3.4", "5.6")
@pytest.mark.usefixtures("located")
def test_a_code_is_not_had_with_one_account_and_paid_from_another(payer: Payer, debit_shop: Site) -> None:
    german = new_iban("DE")
    make_code(debit_shop, "GERMANY", country="DE")
    travel(payer.browser, "NL", "DE")
    order_id = payer.ask(code="GERMANY", iban=german)
    sent = len(payer.gateway.texts(payer.phone))
    refused(payer.start(order_id=order_id))
    drain_now()
    assert len(payer.gateway.texts(payer.phone)) == sent
    payer.ask(order_id=order_id, iban=german)
    assert payer.confirm(order_id).status_code == 200


@pytest.mark.spec("3.4", "4.5")
@pytest.mark.usefixtures("located")
def test_a_code_that_an_account_gave_is_given_by_it_again(payer: Payer, debit_shop: Site) -> None:
    german = new_iban("DE")
    make_code(debit_shop, "GERMANY", country="DE")
    travel(payer.browser, "NL", "DE")
    order_id = payer.pay(code="GERMANY", iban=german)
    [sent] = send(debit_shop)
    take_in(sepa_bank.refused((sent.ref, "MS03")))
    assert payer.order(order_id)["state"] == "failed"
    refused(payer.start(order_id=order_id))
    refused(again(payer.browser, order_id, "ideal"))
    payer.ask(order_id=order_id, iban=german)
    assert payer.confirm(order_id).status_code == 200
