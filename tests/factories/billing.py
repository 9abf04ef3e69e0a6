"""Credits for tests, moved through the services."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert, update

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.http.auth import Actor
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.ledger import Spent
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import Consent, Occasion, OrderOrigin, Reason, ReloadEnd
from modules.billing.payments.models.orders import CustomerRow, Mandate, PaymentRow
from modules.billing.payments.providers.port import ProviderChargeback
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import chargebacks, limits, money, orders, redemptions, reload, reload_end
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.billing.shop import queries as shop_queries
from tests.conftest import Client


def give_credits(session: Session, *, member_id: UUID, credits: int) -> int:
    """Give a member bonus credits; returns the balance."""
    return api.adjust_credits(session, member_id=member_id, credits=credits, note="for a test", actor="test")


def spend_credits(session: Session, *, member_id: UUID, credits: int, reference_id: UUID | None = None) -> Spent:
    """Spend credits as a message does."""
    return api.spend(
        session,
        member_id=member_id,
        credits=credits,
        reason=Reason.MESSAGE,
        reference_id=reference_id or uuid4(),
        idem=uuid4(),
    )


def make_actor(member: Member) -> Actor:
    """Return the member as they come in through HTTP."""
    return Actor(site_id=member.site_id, member_id=member.id, language="en", network="test", is_confirmed=True)


def place_order(
    session: Session,
    *,
    member: Member,
    credits: int = 120,
    code: str | None = None,
    key: str | None = None,
    method: str = "ideal",
    save: bool = False,
    mandate_id: UUID | None = None,
    price: Money | None = None,
    origin: OrderOrigin = OrderOrigin.SHOP,
) -> UUID:
    """Let a member order credits, at 9 cents each unless a price is given; returns the order, not submitted yet."""
    if not shop_queries.list_selling_countries(session, site_id=member.site_id):
        api.open_shop(session, site_id=member.site_id)
    customer = orders.get_customer(session, actor=make_actor(member))
    bundles = shop_queries.list_bundles(session, site_id=member.site_id, country=customer.country)
    price = price or Money(credits * 9, "EUR")
    bundle = next((bundle for bundle in bundles if (bundle.credits, bundle.price) == (credits, price)), None)
    if bundle is None:
        site_id, country = member.site_id, customer.country
        bundle = api.set_bundle(session, site_id=site_id, country=country, credits=credits, price=price)
    return orders.place_order(
        session,
        customer=customer,
        bundle_id=bundle.id,
        wish=Wish(method, mandate_id=mandate_id, save=save),
        code=code,
        origin=origin,
        consent=Consent.START_NOW,
        client=ClientKey(key or str(uuid4()), b""),
        provider="mollie",
    )


def buy_credits(session: Session, *, member: Member, credits: int = 120, code: str | None = None) -> UUID:
    """Let a member buy credits at 9 cents each, as if the provider had said that they are paid. Returns the order."""
    order_id = place_order(session, member=member, credits=credits, code=code)
    [payment] = queries.list_payments(session, order_ids=[order_id])
    paid = {"provider_ref": f"tr_{payment.id.hex}", "is_credited": True}
    for state, values in (("submitted", {}), ("paid", paid)):
        session.execute(update(PaymentRow).where(PaymentRow.id == payment.id).values(state=state, **values))
    redemptions.redeem_code(session, order_id)
    order = orders.complete_order(session, queries.get_order(session, order_id))
    money.post_purchase(
        session,
        order_id=order.id,
        member_id=member.id,
        credits=order.credits,
        currency=order.currency,
        paid=order.total_minor,
        vat=order.vat_minor,
    )
    return order_id


def charge_back(session: Session, *, order_id: UUID, minor: int = 500) -> None:
    """Let the payer's bank take money of an order back, as if the provider had told of it."""
    [paid] = queries.list_payments(session, order_ids=[order_id])
    told = ProviderChargeback(f"chb_{uuid4().hex}", Money(minor, paid.amount.currency), "MD06", clock.now(), None)
    payment = queries.lock_payment(session, paid.id)
    chargebacks.apply_chargeback(session, payment, queries.lock_order(session, order_id), told)


def give_discount(member: Member, occasion: Occasion, **over: Any) -> str:
    """Give a member a code of 20 % for themselves; returns it."""
    with transaction() as session:
        given = {"site_id": member.site_id, "member_id": member.id, "actor": "test", "occasion": occasion, **over}
        return api.give_discount(session, value_percentage=20, **given).code


def buy_with_own_code(session: Session, *, member: Member) -> UUID:
    """Let a member buy credits with a discount code that was given to them alone. Returns the order."""
    code = api.give_discount(
        session,
        site_id=member.site_id,
        expires=clock.now() + timedelta(days=30),
        member_id=member.id,
        actor="test",
        value_percentage=20,
    ).code
    return buy_credits(session, member=member, code=code)


def save_spending_rules(session: Session, *, member: Member) -> None:
    """Let a member limit what they spend, now and from later on, and end an auto-reload."""
    customer = orders.get_customer(session, actor=make_actor(member))
    for minor in (50_000, 90_000):
        limits.set_limit(session, customer=customer, minor=minor)
    bundle = shop_queries.list_bundles(session, site_id=member.site_id, country=customer.country)[0]
    paid_by = {"bundle_id": bundle.id, "mandate_id": save_method(session, member_id=member.id)}
    reload.set_rule(session, customer=customer, threshold=1, monthly_cap_minor=100_000, **paid_by)
    reload_end.end_rule(session, member_id=member.id, reason=ReloadEnd.MEMBER)


def save_customer(session: Session, *, member_id: UUID) -> None:
    """Store the id under which the provider knows a member."""
    session.execute(insert(CustomerRow).values(member_id=member_id, provider="mollie", ref=f"cst_{uuid4().hex}"))


def save_method(session: Session, *, member_id: UUID, label: str = "Visa 4242") -> UUID:
    """Save a way to pay for a member, as if the provider had told of it."""
    mandate_id = uuid4()
    row = {"id": mandate_id, "member_id": member_id, "provider": "mollie", "method": "creditcard", "label": label}
    session.execute(insert(Mandate).values(**row, provider_ref=f"mdt_{uuid4().hex}"))
    return mandate_id


def credits_of(browser: Client) -> int:
    """Return the balance that a member's browser is told."""
    return int(browser.get("/api/v1/credits").get_json()["balance"])
