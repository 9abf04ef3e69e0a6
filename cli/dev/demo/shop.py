"""Orders of demo people, paid at the simulated provider."""

import urllib3

from app.kernel.db.session import transaction
from cli.dev.demo.members import DemoMember
from modules.billing import api as billing_api
from modules.billing.contracts.states import Consent, OrderOrigin
from modules.billing.payments.service import orders, payments
from modules.billing.service import views

PATIENCE = 60  # time-out for the simulator, in seconds


def buy_bundle(buyer: DemoMember, credits: int, simulator: str) -> None:
    """Order, pay and receive a bundle, through the provider's client."""
    with transaction() as session:
        customer = orders.get_customer(session, actor=buyer.actor())
        bundles = billing_api.list_bundles(session, site_id=buyer.site.id, country=customer.country)
        order_id = orders.place_order(
            session,
            customer=customer,
            bundle_id=next(bundle.id for bundle in bundles if bundle.credits == credits),
            wish=orders.Wish("creditcard"),
            code=None,
            origin=OrderOrigin.SHOP,
            consent=Consent.START_NOW,
            client=orders.ClientKey(f"demo {buyer.id}", b""),
            provider=billing_api.provider_name(),
        )
    payments.submit_order(order_id)
    with transaction(read_only=True) as session:
        [order] = views.show_orders(session, [billing_api.get_order(session, order_id)])
    ref = order["checkout_url"].rpartition("/")[2]
    paid = {"payment": ref, "outcome": "paid", "method": "creditcard", "country": customer.country}
    urllib3.request("POST", f"{simulator}/_simulator/pay", json=paid, timeout=PATIENCE)
    payments.sync_order(order_id)
    buyer.is_paid = True
