"""Commands of orders: place, pay again, cancel. Calls to the provider are in payments.py.

Lock order: a member's buying (queries/limits.py), a payment, its order, a code, a wallet, its lots.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, insert, select, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from app.kernel.http.idempotency import KeyReused
from app.kernel.ids import new_id
from modules.billing.contracts.payments import Customer, Order, Payment
from modules.billing.contracts.shop import Discount, Money, Quote
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    DIRECT_DEBIT_METHOD,
    Consent,
    OrderOrigin,
    OrderState,
    PaymentState,
    RedemptionState,
)
from modules.billing.errors.debit import StartNotAsked
from modules.billing.errors.payments import MethodNotFound, NoEarlierOrder, OrderNotPayable
from modules.billing.errors.shop import DiscountNotFound, DiscountUsed
from modules.billing.events import OrderFailed, PaymentAbandoned
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.policies import orders as policies
from modules.billing.payments.policies.transitions import ORDER, ensure_transition
from modules.billing.payments.providers.port import Step
from modules.billing.payments.queries import limits as limit_queries
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries.orders import Repeat
from modules.billing.payments.service import customers, discount_terms, evidence, limits, redemptions
from modules.billing.payments.service.customers import Buyer
from modules.billing.shop import queries as shop_queries
from modules.billing.shop.models.discounts import Redemption
from modules.billing.shop.policies import discounts as discount_policies
from modules.sites import api as sites_api

# How long a failed order can be paid again at its own price.
RETRY_FOR = timedelta(hours=24)
# Payment methods that can be saved.
SAVABLE = ("creditcard", "paypal")


@dataclass(frozen=True, slots=True)
class Wish:
    """How a member wants to pay. `save` asks to save the method; `mandate_id` uses a saved one."""

    method: str
    issuer: str | None = None
    mandate_id: UUID | None = None
    save: bool = False

    @property
    def step(self) -> Step:
        """Return whether the payment stands alone, saves its method, or uses a saved one."""
        if self.mandate_id:
            return Step.RECURRING
        return Step.FIRST if self.save and self.method in SAVABLE else Step.ONE_OFF


@dataclass(frozen=True, slots=True)
class ClientKey:
    """The Idempotency-Key of a request and the hash of its body."""

    key: str
    body_hash: bytes


def get_customer(session: Session, *, actor: Actor) -> Customer:
    """Return the customer behind a request, in their own country or else in the first that the site sells in."""
    return customers.get_customer(session, customers.buyer_of(actor))


def ensure_start_asked(start_now: bool) -> None:
    """Raise StartNotAsked unless the buyer asked for the credits at once, giving up withdrawal of those they use."""
    if not start_now:
        raise StartNotAsked(field="start_now")


def quote_order(
    session: Session, *, customer: Customer, bundle_id: UUID, code: str | None, method: str | None = None
) -> tuple[Quote, Discount | None]:
    """Return what a bundle costs a customer now.

    Raises BundleNotFound, DiscountNotFound, DiscountUsed, DiscountExpired, DiscountExhausted, DiscountBelowMinimum,
    DiscountOtherMethod.
    """
    bundle = shop_queries.get_bundle_for_sale(session, bundle_id, site_id=customer.site_id, country=customer.country)
    discount = get_discount(session, customer=customer, code=code) if code else None
    if discount:
        discount_policies.ensure_applies_to(discount, bundle, method=method)
    site = sites_api.get_site(session, customer.site_id)
    rate = shop_queries.vat_rate(session, site=site, country=customer.place.country, at=customer.now)
    return policies.quote(bundle, discount=discount, vat_basis_points=rate), discount


def get_discount(session: Session, *, customer: Customer, code: str) -> Discount:
    """Return a code that the customer may use.

    Raises DiscountNotFound, DiscountUsed, DiscountExpired, DiscountExhausted.
    """
    discount = shop_queries.find_discount(session, site_id=customer.site_id, code=discount_policies.normalize(code))
    if discount is None:
        raise DiscountNotFound(field="code")
    holder = _find_holder(session, discount.id, customer.member_id)
    # Checked first: a member who paid with a code for new members would get the wrong reason, that they are not new.
    if holder is not None and _is_paid_or_being_paid(session, holder):
        raise DiscountUsed(field="code")
    discount_policies.ensure_usable_by(discount, customer)
    if holder is None:
        discount_policies.ensure_uses_left(discount)
    return discount


def place_order(
    session: Session,
    *,
    customer: Customer,
    bundle_id: UUID,
    wish: Wish,
    code: str | None,
    origin: OrderOrigin,
    consent: Consent,
    client: ClientKey,
    provider: str,
) -> UUID:
    """Order a bundle at today's price, once per client key, and prepare its payment. Returns the order's id.

    Raises what quote_order raises, MethodNotFound, SpendingLimitReached, and KeyReused if the key was used with another
    body.
    """
    limit_queries.lock_buying(session, customer.member_id)
    repeat = queries.find_repeat(session, member_id=customer.member_id, client_key=client.key)
    if repeat is not None:
        return _same_order(repeat, client)
    wish = _as_saved(session, wish, customer.member_id, provider)
    quote, discount = quote_order(session, customer=customer, bundle_id=bundle_id, code=code, method=wish.method)
    limits.ensure_within(session, member_id=customer.member_id, price=Money(quote.total, quote.bundle.price.currency))
    if discount:
        _cancel_holder(session, discount.id, customer.member_id)
    order_id = _insert_order(session, customer, quote, origin, consent, client)
    evidence.record_customer(session, order_id, customer)
    if discount:
        redemptions.hold_code(session, discount.id, customer.member_id, order_id)
    _prepare_payment(session, order_id, quote.total, quote.bundle.price.currency, wish, client, provider)
    return order_id


def pay_again(session: Session, buyer: Buyer, *, order_id: UUID, wish: Wish, client: ClientKey, provider: str) -> None:
    """Prepare another payment of an order that failed or was cancelled, at the price of the order (spec 4.5).

    Raises OrderNotFound, OrderNotPayable (paid, under way, or older than a day), DiscountUsed, DiscountLapsed,
    MethodNotFound, SpendingLimitReached.
    """
    member_id = buyer.member_id
    queries.get_own_order(session, order_id, member_id=member_id)
    limit_queries.lock_buying(session, member_id)
    order = queries.lock_order(session, order_id)
    payments = queries.list_payments(session, order_ids=[order_id])
    if _has_asked(payments, order_id, client):
        return
    _ensure_open(session, order)
    if order.state is OrderState.PENDING or any(payment.is_live for payment in payments):
        raise OrderNotPayable()
    wish = _as_saved(session, wish, member_id, provider)
    discount_terms.ensure_discount_valid(session, order, buyer, method=wish.method)
    if order.state is not OrderState.LOADING:
        if order.origin is OrderOrigin.RELOAD and limit_queries.has_open_reload(session, member_id):
            raise OrderNotPayable()
        limits.ensure_within(session, member_id=member_id, price=Money(order.total_minor, order.currency))
        _set_state(session, order, OrderState.LOADING)
        redemptions.hold_code_again(session, order_id)
    _prepare_payment(session, order_id, order.total_minor, order.currency, wish, client, provider)


def cancel_order(session: Session, *, member_id: UUID, order_id: UUID) -> None:
    """Cancel an unpaid order; one that is paid or pending is left unchanged. Raises OrderNotFound."""
    queries.get_own_order(session, order_id, member_id=member_id)
    _cancel_unpaid(session, queries.lock_order(session, order_id))


def get_repeatable(session: Session, *, customer: Customer) -> UUID:
    """Return today's version of the bundle of the member's last paid order; raises NoEarlierOrder if there is none."""
    last = queries.find_last_completed(session, member_id=customer.member_id)
    if last is None:
        raise NoEarlierOrder()
    bundles = shop_queries.list_bundles(session, site_id=customer.site_id, country=customer.country)
    same = next((bundle.id for bundle in bundles if bundle.credits == last.credits), None)
    if same is None:
        raise NoEarlierOrder()
    return same


def end_order(session: Session, order: Order, state: OrderState) -> None:
    """Set a locked order to failed or cancelled, and release its code unless another payment is live.

    A repeat changes nothing.
    """
    if order.state in (OrderState.LOADING, OrderState.PENDING):
        _set_state(session, order, state)
        if state is OrderState.FAILED:
            publish(session, OrderFailed(order.id))
    _free_code(session, order)


def complete_order(session: Session, order: Order) -> Order:
    """Set a locked order to completed and return it, with the VAT of the country that the evidence names by now
    (docs/decisions/0058); its price does not change.
    """
    ensure_transition(ORDER, order.state, OrderState.COMPLETED)
    place, rate, vat = evidence.tax(session, order)
    done = {"state": OrderState.COMPLETED, "completed_at": func.clock_timestamp()}
    taxed = {"vat_country": place.country, "vat_standing": place.standing, "vat_basis_points": rate, "vat_minor": vat}
    session.execute(update(CreditOrder).where(CreditOrder.id == order.id).values(done | taxed))
    return queries.get_order(session, order.id)


def _same_order(repeat: Repeat, client: ClientKey) -> UUID:
    if repeat.client_hash != client.body_hash:
        raise KeyReused()
    return repeat.order.id


def _set_state(session: Session, order: Order, state: OrderState) -> None:
    ensure_transition(ORDER, order.state, state)
    session.execute(update(CreditOrder).where(CreditOrder.id == order.id).values(state=state))


def set_pending(session: Session, order: Order) -> None:
    """Set a locked order to pending, because its money is on the way."""
    if order.state is OrderState.LOADING:
        _set_state(session, order, OrderState.PENDING)


def _cancel_unpaid(session: Session, order: Order) -> None:
    if order.state is not OrderState.LOADING:
        return
    _set_state(session, order, OrderState.CANCELLED)
    abandon_payments(session, order)
    _free_code(session, order)


def abandon_payments(session: Session, order: Order) -> None:
    """Have the payments of an order that can still be paid cancelled at their provider."""
    live = _list_live(session, order)
    if live:
        publish(session, *(PaymentAbandoned(payment.id) for payment in live))


def _free_code(session: Session, order: Order) -> None:
    """Release the code of an order that ended, unless one of its payments can still be paid."""
    if not _list_live(session, order):
        redemptions.release_code(session, order.id)


def _list_live(session: Session, order: Order) -> list[Payment]:
    return [payment for payment in queries.list_payments(session, order_ids=[order.id]) if payment.is_live]


def _find_holder(session: Session, code_id: UUID, member_id: UUID) -> Order | None:
    """Return the member's order that holds a code, or None."""
    holding = select(Redemption.order_id).where(
        Redemption.code_id == code_id,
        Redemption.member_id == member_id,
        Redemption.state.in_((RedemptionState.RESERVED, RedemptionState.REDEEMED)),
    )
    order_id = session.execute(holding).scalar_one_or_none()
    return queries.get_order(session, order_id) if order_id else None


def _is_paid_or_being_paid(session: Session, order: Order) -> bool:
    """Return whether an order is paid or its money is on the way; an open checkout page is neither."""
    moving = (PaymentState.PENDING, PaymentState.AUTHORIZED)
    return order.state in (OrderState.COMPLETED, OrderState.PENDING) or any(
        payment.state in moving for payment in _list_live(session, order)
    )


def _cancel_holder(session: Session, code_id: UUID, member_id: UUID) -> None:
    """Cancel the member's order that holds a code, so that a new order can; raises DiscountUsed if it is paid or its
    money is on the way.
    """
    holder = _find_holder(session, code_id, member_id)
    if holder is None:
        return
    holder = queries.lock_order(session, holder.id)
    if _is_paid_or_being_paid(session, holder):
        raise DiscountUsed(field="code")
    _cancel_unpaid(session, holder)


def _insert_order(
    session: Session, customer: Customer, quote: Quote, origin: OrderOrigin, consent: Consent, client: ClientKey
) -> UUID:
    row = {
        "id": new_id(),
        "site_id": customer.site_id,
        "member_id": customer.member_id,
        "bundle_id": quote.bundle.id,
        "origin": origin,
        "country": customer.country,
        "credits": quote.bundle.credits,
        "currency": quote.bundle.price.currency,
        "gross_minor": quote.gross,
        "discount_minor": quote.discount,
        "discount_code": quote.code,
        "total_minor": quote.total,
        "vat_basis_points": quote.vat_basis_points,
        "vat_minor": quote.vat,
        "client_key": client.key,
        "client_hash": client.body_hash,
        "consent": consent,
    }
    return session.execute(insert(CreditOrder).values(row).returning(CreditOrder.id)).scalar_one()


def _prepare_payment(
    session: Session, order_id: UUID, minor: int, currency: str, wish: Wish, client: ClientKey, provider: str
) -> None:
    number = select(func.count() + 1).where(PaymentRow.order_id == order_id).scalar_subquery()
    row = {
        "id": new_id(),
        "order_id": order_id,
        "attempt_no": number,
        "provider": provider,
        "provider_key": _provider_key(order_id, client),
        "method": wish.method,
        "issuer": wish.issuer,
        "step": wish.step,
        "mandate_id": wish.mandate_id,
        "amount_minor": minor,
        "currency": currency,
    }
    session.execute(insert(PaymentRow).values(row))


def _provider_key(order_id: UUID, client: ClientKey) -> str:
    return f"{order_id}:{client.key}"[:255]


def _as_saved(session: Session, wish: Wish, member_id: UUID, provider: str) -> Wish:
    """Return a wish with the method of its saved mandate, if it names one; raises MethodNotFound."""
    # A direct debit is authorised by a code (debit/service/direct_debit.py), never by an order alone.
    if wish.method == DIRECT_DEBIT_METHOD and provider != DIRECT_DEBIT:
        raise MethodNotFound(field="method")
    if wish.mandate_id is None:
        return wish
    ensure_own_mandate(session, wish.mandate_id, member_id, provider)
    saved = queries.find_saved_method(session, wish.mandate_id)
    return replace(wish, method=saved.method) if saved else wish


def ensure_payable_by(
    session: Session, buyer: Buyer, *, order_id: UUID, wish: Wish, client: ClientKey, provider: str
) -> None:
    """Raise unless an order can be paid again by a method; called before its open payment is cancelled.

    Raises OrderNotFound, OrderNotPayable, MethodNotFound, DiscountLapsed.
    """
    order = queries.get_own_order(session, order_id, member_id=buyer.member_id)
    if not _has_asked(queries.list_payments(session, order_ids=[order_id]), order_id, client):
        _ensure_open(session, order)
        method = _as_saved(session, wish, buyer.member_id, provider).method
        discount_terms.ensure_discount_valid(session, order, buyer, method=method)


def _has_asked(payments: list[Payment], order_id: UUID, client: ClientKey) -> bool:
    return any(payment.provider_key == _provider_key(order_id, client) for payment in payments)


def _ensure_open(session: Session, order: Order) -> None:
    """Raise OrderNotPayable if an order is paid, or older than RETRY_FOR."""
    is_old = shop_queries.database_now(session) - order.created_at > RETRY_FOR
    if is_old or order.state is OrderState.COMPLETED:
        raise OrderNotPayable()


def ensure_own_mandate(session: Session, mandate_id: UUID, member_id: UUID, provider: str) -> None:
    """Raise MethodNotFound unless a saved payment method is this member's and usable at this provider."""
    if not queries.owns_usable_mandate(session, mandate_id, member_id=member_id, provider=provider):
        raise MethodNotFound(field="mandate_id")
