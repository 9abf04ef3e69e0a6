"""Commands of direct debit for its payer: request a code by SMS, and authorise a debit with it (spec 5.6).

Lock order: the member's debits, a code, a payment, its order, a collection, a mandate.
"""

import hashlib
import hmac
import os
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, update

from app.kernel import i18n, sms
from app.kernel.db.session import Session, transaction
from app.kernel.errors import DomainError
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from app.kernel.secrets.sealing import seal, unseal
from app.kernel.secrets.signing import keyed_hash
from app.kernel.text import formats
from modules.billing.contracts.payments import Customer, Order, Payment
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    DIRECT_DEBIT_METHOD,
    Consent,
    EvidenceKind,
    OrderOrigin,
    OrderState,
    PaymentState,
)
from modules.billing.debit import models as tables
from modules.billing.debit import policies
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.service.payers import Payer
from modules.billing.errors.debit import CodeExpired, CodeInvalid, DirectDebitBlocked
from modules.billing.errors.payments import MethodNotFound, OrderNotPayable
from modules.billing.errors.shop import BundleNotFound
from modules.billing.events import CollectionScheduled, DirectDebitCodeAsked
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import customers, discount_terms, orders, outcomes
from modules.billing.payments.service.customers import Buyer
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def is_offered(site: Site, *, currency: str) -> bool:
    """Return whether a site offers direct debit: in euros, with a creditor id and an SMS gateway."""
    company = site.company
    return bool(company.creditor_id and company.iban and currency == policies.CURRENCY and sms.is_available())


def ensure_offered(site: Site) -> None:
    """Raise MethodNotFound if a site does not offer direct debit."""
    if not is_offered(site, currency=policies.CURRENCY):
        raise MethodNotFound(field="method")


def ask_code(
    session: Session,
    *,
    customer: Customer,
    payer: Payer,
    bundle_id: UUID | None,
    code: str | None,
    order_id: UUID | None,
    client: ClientKey,
    network: str,
) -> UUID:
    """Order a bundle, or pay an order again, by direct debit, and send a code. Returns the challenge's id.

    Raises what orders.place_order and orders.pay_again raise, MethodNotFound if direct debit is not offered,
    DirectDebitBlocked, DirectDebitLimit, DiscountLapsed.
    """
    customer = customers.paying_from(customer, EvidenceKind.BANK, payer.iban[:2])
    queries.lock_debits(session, member_id=customer.member_id, iban_hash=payer.iban_hash)
    if queries.is_blocked(session, member_id=customer.member_id, iban_hash=payer.iban_hash):
        raise DirectDebitBlocked()
    if order_id is None:
        order_id = _place(session, customer, bundle_id, code, client)
    payment = _prepare(session, customer, order_id, client)
    order = order_queries.get_order(session, order_id)
    site = sites_api.get_site(session, order.site_id)
    creditor_id = site.company.creditor_id
    if creditor_id is None or not is_offered(site, currency=order.currency):
        raise MethodNotFound(field="method")
    _ensure_within_limits(session, customer.member_id, payer.iban_hash, order)
    return _send_code(session, order, payment, payer, site, creditor_id, customer.language, network)


def confirm(*, member_id: UUID, order_id: UUID, code: str) -> None:
    """Authorise the debit of an order with the code that was sent for it, once, and schedule its collection.

    Opens its own transaction, because the count of a wrong code must be committed. Raises OrderNotFound, CodeInvalid,
    CodeExpired, OrderNotPayable, DirectDebitBlocked, DirectDebitLimit.
    """
    with transaction() as session:
        order_queries.get_own_order(session, order_id, member_id=member_id)
        refusal = _redeem(session, order_id, code)
    if refusal is not None:
        raise refusal


def get_code_text(session: Session, challenge_id: UUID) -> tuple[str, str] | None:
    """Return the phone that gets a code, and the text of the SMS; None if the code is used or expired."""
    challenge = queries.get_challenge(session, challenge_id)
    if challenge.consumed_at is not None or challenge.expires_at <= shop_queries.database_now(session):
        return None
    order = order_queries.get_order(session, challenge.order_id)
    text = i18n.text(
        challenge.locale,
        "sms.direct-debit",
        code=_code_of(challenge),
        site=sites_api.get_site(session, order.site_id).name,
        amount=formats.money(challenge.locale, challenge.amount_minor, policies.CURRENCY),
        iban=challenge.iban_label,
        minutes=policies.CODE_MINUTES,
    )
    return unseal(challenge.phone_sealed, purpose="phone", owner=challenge.id).decode(), text


def show_challenge(session: Session, challenge_id: UUID) -> dict[str, Any]:
    """Return what a payer is shown next to the field for the code."""
    challenge = queries.get_challenge(session, challenge_id)
    order = order_queries.get_order(session, challenge.order_id)
    site = sites_api.get_site(session, order.site_id)
    today = shop_queries.database_now(session).date()
    return {
        "order_id": order.id,
        "amount": Money(order.total_minor, order.currency),
        "credits": order.credits,
        "iban": challenge.iban_label,
        "phone": challenge.phone_label,
        "expires_at": challenge.expires_at,
        "due_on": policies.add_banking_days(today, policies.LEAD_BANKING_DAYS),
        "creditor": site.company.name,
        "reference": challenge.reference,
        "mandate_text": mandate_text(
            site,
            reference=challenge.reference,
            holder=challenge.holder,
            iban_label=challenge.iban_label,
            locale=challenge.locale,
        ),
    }


def mandate_text(site: Site, *, reference: str, holder: str, iban_label: str, locale: str) -> str:
    """Return the full text of the mandate that a payer agrees to."""
    company = site.company
    return i18n.text(
        locale,
        "direct-debit.mandate",
        creditor=company.name,
        address=", ".join(part for part in (company.address, company.city, company.country) if part),
        creditor_id=company.creditor_id,
        site=site.name,
        reference=reference,
        holder=holder,
        iban=iban_label,
        days=policies.NOTICE_DAYS,
    )


def _place(session: Session, customer: Customer, bundle_id: UUID | None, code: str | None, client: ClientKey) -> UUID:
    if bundle_id is None:
        raise BundleNotFound(field="bundle_id")
    return orders.place_order(
        session,
        customer=customer,
        bundle_id=bundle_id,
        wish=Wish(DIRECT_DEBIT_METHOD),
        code=code,
        origin=OrderOrigin.SHOP,
        consent=Consent.START_NOW,
        client=client,
        provider=DIRECT_DEBIT,
    )


def _prepare(session: Session, customer: Customer, order_id: UUID, client: ClientKey) -> Payment:
    """Return the payment that waits for its code; an order that failed or was cancelled gets a new payment."""
    order = order_queries.get_own_order(session, order_id, member_id=customer.member_id)
    buyer = Buyer(customer.member_id, customer.language, customer.evidence)
    waiting = _find_waiting(session, order_id)
    if waiting:
        discount_terms.ensure_discount_valid(session, order, buyer, method=DIRECT_DEBIT_METHOD)
        return waiting
    wish = Wish(DIRECT_DEBIT_METHOD)
    orders.pay_again(session, buyer, order_id=order_id, wish=wish, client=client, provider=DIRECT_DEBIT)
    if waiting := _find_waiting(session, order_id):
        return waiting
    raise OrderNotPayable()


def _find_waiting(session: Session, order_id: UUID) -> Payment | None:
    listed = order_queries.list_payments(session, order_ids=[order_id])
    return next((p for p in listed if p.provider == DIRECT_DEBIT and p.state is PaymentState.PREPARED), None)


def _ensure_within_limits(session: Session, member_id: UUID, iban_hash: str, order: Order) -> None:
    open_minor, month_minor = queries.sum_exposure(session, member_id=member_id, iban_hash=iban_hash)
    policies.ensure_within_limits(order.total_minor, open_minor=open_minor, month_minor=month_minor)


def _send_code(
    session: Session,
    order: Order,
    payment: Payment,
    payer: Payer,
    site: Site,
    creditor_id: str,
    locale: str,
    network: str,
) -> UUID:
    challenge_id, label = new_id(), policies.iban_label(payer.iban)
    mandate = queries.find_active_mandate(
        session, member_id=order.member_id, iban_hash=payer.iban_hash, creditor_id=creditor_id
    )
    reference = mandate.reference if mandate else f"HS{challenge_id.hex.upper()}"
    agreed = mandate_text(site, reference=reference, holder=payer.holder, iban_label=label, locale=locale)
    row = {
        "id": challenge_id,
        "member_id": order.member_id,
        "order_id": order.id,
        "payment_id": payment.id,
        "salt": os.urandom(16),
        "amount_minor": order.total_minor,
        "creditor_id": creditor_id,
        "reference": reference,
        "iban_sealed": seal(payer.iban.encode(), purpose="iban", owner=order.member_id),
        "iban_hash": payer.iban_hash,
        "iban_label": label,
        "holder": payer.holder,
        "phone_sealed": seal(payer.phone.encode(), purpose="phone", owner=challenge_id),
        "phone_label": policies.phone_label(payer.phone),
        "text_version": policies.TEXT_VERSION,
        "text_hash": hashlib.sha256(agreed.encode()).digest(),
        "locale": locale,
        "network": network,
        "expires_at": func.now() + timedelta(minutes=policies.CODE_MINUTES),
    }
    session.execute(insert(tables.OtpChallenge).values(row))
    publish(session, DirectDebitCodeAsked(challenge_id))
    return challenge_id


def _redeem(session: Session, order_id: UUID, code: str) -> DomainError | None:
    """Check a code and, if it is right, schedule the collection. Returns a refusal whose count must be committed."""
    challenge = queries.find_newest_challenge(session, order_id=order_id)
    if challenge is None:
        return CodeExpired(field="code")
    queries.lock_debits(session, member_id=challenge.member_id, iban_hash=challenge.iban_hash)
    is_right = hmac.compare_digest(_code_of(challenge).encode(), code.encode())
    tries = _count_try(session, challenge.id)
    if tries is None:
        # A repeat of the request that consumed the code succeeds like the first.
        is_done = queries.get_challenge(session, challenge.id).consumed_at is not None
        return None if is_done and is_right else CodeExpired(field="code")
    if not is_right:
        return CodeInvalid(field="code", tries_left=policies.CODE_TRIES - tries)
    _consume(session, challenge.id)
    payment = order_queries.lock_payment(session, challenge.payment_id)
    order = order_queries.lock_order(session, order_id)
    if payment.state is not PaymentState.PREPARED or order.state is not OrderState.LOADING:
        raise OrderNotPayable()
    if queries.is_blocked(session, member_id=challenge.member_id, iban_hash=challenge.iban_hash):
        raise DirectDebitBlocked()
    _ensure_within_limits(session, challenge.member_id, challenge.iban_hash, order)
    mandate_id = _take_mandate(session, challenge)
    outcomes.mark_collecting(session, payment.id)
    schedule(session, payment=payment, mandate_id=mandate_id, attempt=1, banking_days=policies.LEAD_BANKING_DAYS)
    return None


def _code_of(challenge: queries.Challenge) -> str:
    """Return the code of a challenge: a keyed hash of the member, the account, the order and the amount."""
    bound = (
        challenge.id,
        challenge.salt.hex(),
        challenge.member_id,
        challenge.iban_hash,
        challenge.order_id,
        challenge.amount_minor,
    )
    digest = keyed_hash("direct debit code", " ".join(map(str, bound)))
    return str(int(digest, 16) % 10**policies.CODE_DIGITS).zfill(policies.CODE_DIGITS)


def _count_try(session: Session, challenge_id: UUID) -> int | None:
    """Count a try and return the number of tries; None if no tries are left or the code has expired."""
    table = tables.OtpChallenge
    taken = (
        update(table)
        .where(
            table.id == challenge_id,
            table.consumed_at.is_(None),
            table.expires_at > func.now(),
            table.tries < policies.CODE_TRIES,
        )
        .values(tries=table.tries + 1)
        .returning(table.tries)
    )
    tries: int | None = session.execute(taken).scalar_one_or_none()
    return tries


def _consume(session: Session, challenge_id: UUID) -> None:
    table = tables.OtpChallenge
    session.execute(update(table).where(table.id == challenge_id).values(consumed_at=func.now()))


def _take_mandate(session: Session, challenge: queries.Challenge) -> UUID:
    """Return the member's mandate for an account, created if there is none, and mark it as used today."""
    known = queries.find_active_mandate(
        session, member_id=challenge.member_id, iban_hash=challenge.iban_hash, creditor_id=challenge.creditor_id
    )
    if known is not None:
        used = update(tables.DebitMandate).where(tables.DebitMandate.id == known.id)
        session.execute(used.values(last_used_at=func.now()))
        return known.id
    mandate_id = new_id()
    # Encrypted anew: the challenge may use a former secret, and `hearth keys reseal` may have passed this table.
    iban = unseal(challenge.iban_sealed, purpose="iban", owner=challenge.member_id)
    row = {
        "id": mandate_id,
        "member_id": challenge.member_id,
        "reference": challenge.reference,
        "creditor_id": challenge.creditor_id,
        "iban_sealed": seal(iban, purpose="iban", owner=challenge.member_id),
        "iban_hash": challenge.iban_hash,
        "iban_label": challenge.iban_label,
        "holder": challenge.holder,
        "challenge_id": challenge.id,
    }
    session.execute(insert(tables.DebitMandate).values(row))
    return mandate_id


def schedule(session: Session, *, payment: Payment, mandate_id: UUID, attempt: int, banking_days: int) -> None:
    """Schedule the collection of a payment a number of banking days from now; its payer is notified before."""
    collection_id = new_id()
    row = {
        "id": collection_id,
        "payment_id": payment.id,
        "mandate_id": mandate_id,
        "attempt": attempt,
        "end_to_end_id": collection_id.hex.upper(),
        "amount_minor": payment.amount.minor,
        "due_on": policies.add_banking_days(shop_queries.database_now(session).date(), banking_days),
    }
    session.execute(insert(tables.CollectionRow).values(row))
    publish(session, CollectionScheduled(collection_id))
