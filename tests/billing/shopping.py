"""What a shopper does, without a browser."""

from datetime import datetime, time, timedelta, tzinfo
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.payments import Order, Payment, Refund, RefundOffer
from modules.billing.contracts.shop import Money
from modules.billing.ledger.queries import get_balance
from modules.billing.payments.policies.returns import refund_until
from modules.billing.payments.providers.port import ProviderRefundStatus, ProviderStatus
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import limits, orders, payments, refunds
from modules.billing.payments.service.customers import Buyer
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.factories.billing import make_actor, place_order, spend_credits

PAYPAL = Wish("paypal")


def open_shop(site: Site) -> None:
    """Let a site sell what a new shop sells."""
    with transaction() as session:
        api.open_shop(session, site_id=site.id)


def stock(site: Site) -> None:
    """Open a site's shop, with the bundle that is ordered here."""
    open_shop(site)
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="NL", credits=120, price=Money(1080, "EUR"))


def change_currency(site: Site, credits: int, price: Money) -> None:
    """Sell nothing but one bundle, in another currency."""
    with transaction() as session:
        session.execute(text("UPDATE billing.price_bundle SET retired_at = now() WHERE site_id = :id"), {"id": site.id})
        api.set_bundle(session, site_id=site.id, country="NL", credits=credits, price=price)


def order(member: Member, **over: Any) -> UUID:
    """Order credits and begin their payment."""
    with transaction() as session:
        order_id = place_order(session, member=member, **over)
    payments.submit_order(order_id)
    return order_id


def pay(bank: Bank, order_id: UUID, status: ProviderStatus = ProviderStatus.PAID) -> None:
    """Bring the newest payment of an order to a status at the bank, and ask after it."""
    payment = payment_of(order_id)
    assert payment.provider_ref is not None
    bank.turn(payment.provider_ref, status)
    payments.sync_payment(payment.id)


def refundable_since(zone: tzinfo) -> datetime:
    """Return the earliest time of payment whose unspent credits a member can still return within the next hour."""
    return next(day for day in _last_days(zone) if _until(day) > clock.now() + timedelta(hours=1))


def refundable_before(zone: tzinfo) -> datetime:
    """Return the latest time of payment whose unspent credits a member can no longer return."""
    day = next(day for day in reversed(_last_days(zone)) if _until(day) < clock.now())
    return datetime.combine(day, time.max, zone)


def _last_days(zone: tzinfo) -> list[datetime]:
    today = clock.now().astimezone(zone).date()
    return [datetime.combine(today - timedelta(days=days), time.min, zone) for days in range(20, 0, -1)]


def _until(paid_at: datetime) -> datetime:
    assert paid_at.tzinfo
    return refund_until(paid_at, refund_days=14, zone=paid_at.tzinfo)


def backdate_payment(session: Session, order_id: UUID, at: datetime) -> None:
    """Change when an order was paid."""
    session.execute(text("SET LOCAL session_replication_role = replica"))  # an order keeps when it was paid
    move = text("UPDATE billing.credit_order SET completed_at = :at WHERE id = :id")
    session.execute(move, {"id": order_id, "at": at})


def offer_of(order_id: UUID) -> RefundOffer:
    """Return what the member of an order can have back alone; raises NothingToRefund, RefundTooLate."""
    bought = order_of(order_id)
    with transaction(read_only=True) as session:
        return refunds.get_refund_offer(session, order=bought)


def buy(bank: Bank, member: Member, **over: Any) -> UUID:
    """Order credits and pay them."""
    order_id = order(member, **over)
    pay(bank, order_id)
    return order_id


def spend(member: Member, credits: int) -> UUID:
    """Spend credits; returns the posting."""
    with transaction() as session:
        return spend_credits(session, member_id=member.id, credits=credits).tx_id


def withdraw(member: Member, order_id: UUID) -> Refund:
    """Have the unspent credits of an order back, as far as we can do it alone."""
    with transaction() as session:
        return refunds.withdraw(session, member_id=member.id, order_id=order_id)


def support(order_id: UUID, *, credits: int, extra: int = 0, actor: str = "support") -> Refund:
    """Refund as support does."""
    with transaction() as session:
        return api.request_refund(
            session, order_id=order_id, credits=credits, extra_minor=extra, actor=actor, note="a test"
        )


def settle(bank: Bank, refund: Refund, status: ProviderRefundStatus = ProviderRefundStatus.REFUNDED) -> None:
    """Send a refund out where it was not, bring it to a status at the bank, and ask after it."""
    payments.submit_refund(refund.id)
    ref = refund_of(refund.id).provider_ref
    assert ref is not None
    bank.turn_refund(ref, status)
    payments.sync_payment(refund.payment_id)


def price_of(credits: int) -> int:
    """Return what credits cost with a code of 20 %, as `make_code` makes them."""
    return (credits * 9 * 80 + 50) // 100


def order_of(order_id: UUID) -> Order:
    with transaction(read_only=True) as session:
        return queries.get_order(session, order_id)


def pay_twice(bank: Bank, member: Member, **over: Any) -> Payment:
    """Pay an order, and then its first payment as well, which had failed; returns that one."""
    order_id = order(member, **over)
    pay(bank, order_id, ProviderStatus.FAILED)
    pay_again(member, order_id)
    pay(bank, order_id)
    first = payments_of(order_id)[0]
    bank.turn(str(first.provider_ref), ProviderStatus.PAID)
    payments.sync_payment(first.id)
    return first


def payments_of(order_id: UUID) -> list[Payment]:
    """Return the payments of an order, the newest last."""
    with transaction(read_only=True) as session:
        return queries.list_payments(session, order_ids=[order_id])


def payment_of(order_id: UUID) -> Payment:
    return payments_of(order_id)[-1]


def ref_of(order_id: UUID | str) -> str:
    """Return the provider's name of an order's newest payment."""
    return str(payment_of(UUID(str(order_id))).provider_ref)


def refund_of(refund_id: UUID) -> Refund:
    with transaction(read_only=True) as session:
        return return_queries.get_refund(session, refund_id)


def unspent_of(order_id: UUID) -> tuple[int, int]:
    """Return the unspent credits of an order and what was paid for them."""
    with transaction(read_only=True) as session:
        return return_queries.unspent(session, order_id)


def logged_line(level: str, event: str, **values: Any) -> dict[str, Any]:
    """Return a line of billing in the log."""
    return {"part": "billing", "log_level": level, "event": event, **values}


def balance_of(member: Member) -> int:
    with transaction(read_only=True) as session:
        return get_balance(session, member.id)


def sound() -> None:
    """Everything adds up."""
    with transaction(read_only=True) as session:
        assert api.audit_ledger(session) == []


def make_code(site: Site, code: str, **fields: Any) -> None:
    with transaction() as session:
        api.create_discount(session, site_id=site.id, code=code, actor="test", **{"value_percentage": 20, **fields})


def redemptions_of(site: Site, code: str) -> tuple[int, int]:
    """Return how many orders hold a code, and how many it counts."""
    statement = """SELECT count(held.order_id), code.used FROM billing.discount_code AS code
                   LEFT JOIN billing.redemption AS held ON code_id = code.id AND held.state IN ('reserved', 'redeemed')
                   WHERE code.code = :code AND code.site_id = :site GROUP BY code.id"""
    with transaction(read_only=True) as session:
        return tuple(session.execute(text(statement), {"code": code, "site": site.id}).one())


def code_of(order_id: UUID) -> str:
    """Return where the use of an order's code stands."""
    with transaction(read_only=True) as session:
        use = text("SELECT state FROM billing.redemption WHERE order_id = :id")
        return str(session.execute(use, {"id": order_id}).scalar_one())


def prepare_again(
    session: Session, member: Member, order_id: UUID, *, wish: Wish = PAYPAL, key: str | None = None
) -> None:
    """Prepare another payment of an order, and begin it nowhere yet."""
    client = ClientKey(key or str(uuid4()), b"")
    buyer = Buyer(member.id, "en")
    orders.pay_again(session, buyer, order_id=order_id, wish=wish, client=client, provider="mollie")


def pay_again(member: Member, order_id: UUID, *, key: str | None = None) -> None:
    """Pay an order in another way, as far as we can do it alone."""
    with transaction() as session:
        prepare_again(session, member, order_id, key=key)
    payments.submit_order(order_id)


def limit_spending(session: Session, member: Member, minor: int) -> None:
    """Lower a member's spending limit of a month."""
    limits.set_limit(session, customer=orders.get_customer(session, actor=make_actor(member)), minor=minor)


def set_limit(member: Member, minor: int) -> None:
    with transaction() as session:
        limit_spending(session, member, minor)


def move_back(order_id: UUID, **ago: float) -> None:
    """Let an order's payments have begun in the past, and be due before all others."""
    earlier = text(
        "UPDATE billing.payment SET created_at = created_at - CAST(:ago AS interval),"
        " next_check_at = now() - interval '1 year' WHERE order_id = :id"
    )
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # a payment keeps when it began
        session.execute(earlier, {"id": order_id, "ago": timedelta(**ago)})
