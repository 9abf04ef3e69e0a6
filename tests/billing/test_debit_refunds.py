"""Transfers that pay debits back: whose they are, and in which company's file they stand."""

from collections.abc import Callable
from typing import Any

from app.kernel.db import transaction
from modules.billing import api
from modules.sites import api as sites_api
from tests.billing.debiting import authorise, gateway, let_collect, send, settle, shop
from tests.billing.shopping import sound, withdraw
from tests.factories.sites import make_site

__all__ = ["gateway", "shop"]


def test_a_file_of_transfers_has_the_refunds_of_its_company_alone(shop: Any, make_member: Callable[..., Any]) -> None:
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
