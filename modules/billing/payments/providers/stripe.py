"""Stripe, through its official client. Stripe counts in minor units and signs what it tells.

A payment on Stripe's page is named by its Checkout Session: the PaymentIntent below it is only made when the payer
confirms. A payment by a saved way has no page, and is named by its PaymentIntent. Events tell of either, and of
charges, refunds and disputes, so `fetch_payment` takes both names and answers with the one that counts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import stripe
from stripe import (
    APIConnectionError,
    CardError,
    ListObject,
    RateLimitError,
    SignatureVerificationError,
    StripeClient,
    StripeError,
    StripeObject,
)
from stripe.params import CustomerCreateParams, PaymentIntentCreateParams, RefundCreateParams
from stripe.params.checkout import SessionCreateParams

from app.kernel.config import ConfigError
from modules.billing.contracts import Money
from modules.billing.payments.providers.http import direct_session, was_never_sent
from modules.billing.payments.providers.port import (
    CHARGEBACKS_CHANGE_FOR,
    REFUNDS_CHANGE_FOR,
    Attempt,
    Listed,
    Method,
    NoticeForged,
    NoticeIgnored,
    OutcomeUnknown,
    ProviderMandate,
    ProviderPayment,
    ProviderRefund,
    ProviderStatus,
    Rejected,
    Step,
    Unavailable,
)
from modules.billing.payments.providers.stripe_methods import CARD_NAMES, METHODS, to_id, to_type
from modules.billing.payments.providers.stripe_objects import (
    Found,
    balance_changes,
    label,
    language_of,
    list_chargeback,
    list_payment,
    list_refund,
    our_id,
    payment_ref_of,
    read_chargeback,
    read_intent,
    read_page,
    read_refund,
    to_locale,
    to_minor,
)

TIMEOUT = (3, 10)  # seconds to connect, seconds to answer
TOLERANCE = 300  # seconds that a notice may be old
PAGE_LIVES = timedelta(days=1)  # until a page to pay on closes
PAGE = 100  # objects on one page of a list, the most that Stripe gives
BUSY = 409  # the same key is being worked on
REF = re.compile(r"(cs|pi)_\w{4,250}", re.ASCII)
KEY = re.compile(r"(sk|rk)_(test|live)_\w+", re.ASCII)

stripe.enable_telemetry = False  # it would tell Stripe about this machine

T = TypeVar("T")


class StripeProvider:
    """The port on Stripe's Checkout and Payment Intents."""

    name = "stripe"

    def __init__(self, *, key: str, webhook_secret: str, url: str, timeout: tuple[float, float] = TIMEOUT) -> None:
        """Speak to the API at `url`; raises ConfigError for a key or a secret that is none."""
        if not KEY.fullmatch(key):
            raise ConfigError("HEARTH_STRIPE_KEY is no secret key of Stripe: it begins with sk_ or rk_")
        if not webhook_secret.startswith("whsec_"):
            raise ConfigError("HEARTH_STRIPE_WEBHOOK_SECRET is no secret of Stripe: it begins with whsec_")
        self._webhook_secret = webhook_secret
        self._client = StripeClient(
            key,
            base_addresses={"api": url},
            max_network_retries=0,  # what may be asked again, and when, is decided by those who call
            http_client=stripe.RequestsClient(timeout=timeout, session=direct_session(url)),
        )
        self._v1 = self._client.v1

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        """Return the ways to pay that are switched on at Stripe and fit; it alone knows the limits of an amount."""
        found = _read(lambda: _list(self._v1.payment_method_configurations.list({"limit": PAGE})))
        switched = next((each for each in found if each["is_default"]), {})
        return [
            Method(method.id, method.name or CARD_NAMES[language_of(locale)])
            for method in METHODS
            if (switched.get(method.type) or {}).get("available")
            and method.serves(currency=amount.currency, country=country)
            and (method.can_save or step is Step.ONE_OFF)
        ]

    def create_payment(self, attempt: Attempt) -> ProviderPayment:
        """Begin a payment; within a day the same key begins it once."""
        return self._charge_saved(attempt) if attempt.step is Step.RECURRING else self._open_page(attempt)

    def fetch_payment(self, ref: str) -> ProviderPayment:
        """Return a payment with its refunds and chargebacks, by its own name or by that of its PaymentIntent."""
        if not REF.fullmatch(ref):
            raise Rejected("404", "no name of a payment")
        if ref.startswith("cs_"):
            return self._fetch_page(ref)
        intent = _read(lambda: _to_dict(self._v1.payment_intents.retrieve(ref, {"expand": _expanded()})))
        # A PaymentIntent below a page carries no id of ours: the page does.
        page_ref = None if our_id(intent, "payment_id") else self._find_page(ref)
        return self._fetch_page(page_ref) if page_ref else self._with_returns(read_intent(intent), ref)

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        """Look for the payment of an attempt among those begun since then."""
        # Stripe's search comes minutes late and knows no pages, so the lists are read.
        begun: Any = {"created": {"gte": int(since.timestamp())}, "limit": PAGE}
        services: tuple[Any, ...] = (self._v1.checkout.sessions, self._v1.payment_intents)
        for service in services:
            ref = _read(lambda: _find_ref(service.list(begun), payment_id))  # noqa: B023 (called at once)
            if ref:
                return self.fetch_payment(ref)
        return None

    def list_touched(self, *, since: datetime) -> Sequence[Listed]:
        """Return the payments begun since then, and the refunds and chargebacks that may have changed since then."""
        pages = self._list_since(self._v1.checkout.sessions, since - PAGE_LIVES, expand=["data.payment_intent"])
        sold = [page for page in pages if page["mode"] == "payment" and page["payment_status"] != "no_payment_required"]
        below = {page["payment_intent"]["id"] for page in sold if page["payment_intent"]}
        intents = self._list_since(self._v1.payment_intents, since)
        refunds = self._list_since(self._v1.refunds, since - REFUNDS_CHANGE_FOR)
        disputes = self._list_since(self._v1.disputes, since - CHARGEBACKS_CHANGE_FOR)
        return [
            *map(list_payment, map(read_page, sold)),
            *(list_payment(read_intent(intent)) for intent in intents if intent["id"] not in below),
            *(list_refund(refund) for refund in refunds if refund["payment_intent"]),
            *(list_chargeback(dispute) for dispute in disputes if balance_changes(dispute, -1)),
        ]

    def cancel_payment(self, ref: str) -> None:
        """Stop a payment that nobody has paid yet; one that cannot be stopped is left alone."""
        try:
            if ref.startswith("pi_"):
                _write(lambda: self._v1.payment_intents.cancel(ref))
            else:
                _write(lambda: self._v1.checkout.sessions.expire(ref))
        except Rejected as error:
            if _status(error) != "400":
                raise

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        """Ask for money to go back to the payer; within a day the same key asks once. Stripe keeps no description."""
        intent_ref = ref if ref.startswith("pi_") else self._find_intent(ref)
        wanted: RefundCreateParams = {
            "payment_intent": intent_ref,
            "amount": to_minor(amount),
            "metadata": {"refund_id": str(refund_id)},
        }
        return read_refund(_write(lambda: _to_dict(self._v1.refunds.create(wanted, {"idempotency_key": key}))))

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        """Make a customer, of whom Stripe learns no name and no address, and return Stripe's id of it."""
        wanted: CustomerCreateParams = {
            "preferred_locales": [to_locale(locale)],
            "metadata": {"member_id": str(member_id)},
        }
        return _write(lambda: self._v1.customers.create(wanted, {"idempotency_key": key})).id

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        """Return the ways to pay that a customer saved."""
        found = _read(lambda: _list(self._v1.customers.payment_methods.list(customer_ref, {"limit": PAGE})))
        return [ProviderMandate(each["id"], to_id(each["type"]), label(each) or "", is_valid=True) for each in found]

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        """Forget a saved way to pay; one that is forgotten already is left alone."""
        try:
            saved = _read(lambda: _to_dict(self._v1.payment_methods.retrieve(mandate_ref)))
        except Rejected as error:
            if _status(error) != "404":
                raise
            return
        if saved["customer"] == customer_ref:
            _write(lambda: self._v1.payment_methods.detach(mandate_ref))

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Return a name of the payment that an event is about; raises NoticeForged, NoticeIgnored.

        The event's secret and age are checked. What else it says is not believed: events come in any order.
        """
        try:
            event = self._client.construct_event(
                body, headers.get("Stripe-Signature"), self._webhook_secret, tolerance=TOLERANCE
            )
        except (ValueError, SignatureVerificationError) as error:
            raise NoticeForged(str(error)) from error
        ref = payment_ref_of(_to_dict(event)["data"]["object"])
        if ref is None:
            raise NoticeIgnored(event.type)
        return ref

    def _open_page(self, attempt: Attempt) -> ProviderPayment:
        """Make a page of Stripe's on which the payer pays."""
        wanted: SessionCreateParams = {
            "mode": "payment",
            "line_items": [
                {
                    "quantity": 1,
                    "price_data": {
                        "currency": attempt.amount.currency.lower(),
                        "unit_amount": to_minor(attempt.amount),
                        "product_data": {"name": attempt.description},
                    },
                }
            ],
            "success_url": attempt.return_url,
            "cancel_url": attempt.return_url,
            "locale": to_locale(attempt.locale),
            "metadata": {"payment_id": str(attempt.payment_id)},
            "payment_intent_data": {"description": attempt.description},
            # Else the payer may be charged in a currency that is not the order's.
            "adaptive_pricing": {"enabled": False},
        }
        if attempt.methods:
            wanted["allowed_payment_method_types"] = [to_type(method) for method in attempt.methods]
        if attempt.customer_ref:
            wanted["customer"] = attempt.customer_ref
        if attempt.step is Step.FIRST:
            wanted["payment_intent_data"]["setup_future_usage"] = "off_session"
        create = self._v1.checkout.sessions.create
        return read_page(_write(lambda: _to_dict(create(wanted, {"idempotency_key": attempt.key}))))

    def _charge_saved(self, attempt: Attempt) -> ProviderPayment:
        """Charge a saved way to pay at once. One that is declined leaves a payment behind, which failed."""
        wanted: PaymentIntentCreateParams = {
            "amount": to_minor(attempt.amount),
            "currency": attempt.amount.currency.lower(),
            "customer": attempt.customer_ref or "",
            "payment_method": attempt.mandate_ref or "",
            "off_session": True,
            "confirm": True,
            "return_url": attempt.return_url,
            "description": attempt.description,
            "metadata": {"payment_id": str(attempt.payment_id)},
            "expand": _expanded(),
        }

        def charge() -> Found:
            try:
                return _to_dict(self._v1.payment_intents.create(wanted, {"idempotency_key": attempt.key}))
            except CardError as error:
                declined = getattr(error.error, "payment_intent", None)
                if declined is None:
                    raise
                return _to_dict(declined)

        return read_intent(_write(charge))

    def _fetch_page(self, ref: str) -> ProviderPayment:
        expanded = ["payment_intent", *_expanded("payment_intent.")]
        page = _read(lambda: _to_dict(self._v1.checkout.sessions.retrieve(ref, {"expand": expanded})))
        intent = page["payment_intent"]
        return self._with_returns(read_page(page), intent["id"]) if intent else read_page(page)

    def _with_returns(self, payment: ProviderPayment, intent_ref: str) -> ProviderPayment:
        if payment.status is not ProviderStatus.PAID:
            return payment
        refunds = _read(lambda: _list(self._v1.refunds.list({"payment_intent": intent_ref, "limit": PAGE})))
        disputes = _read(lambda: _list(self._v1.disputes.list({"payment_intent": intent_ref, "limit": PAGE})))
        taken = [read_chargeback(each, payment.amount) for each in disputes if balance_changes(each, -1)]
        return replace(payment, refunds=tuple(map(read_refund, refunds)), chargebacks=tuple(taken))

    def _list_since(self, service: Any, since: datetime, *, expand: Sequence[str] = ()) -> list[Found]:
        wanted = {"created": {"gte": int(since.timestamp())}, "limit": PAGE, "expand": list(expand)}
        return _read(lambda: _list(service.list(wanted)))

    def _find_page(self, intent_ref: str) -> str | None:
        pages = _read(lambda: self._v1.checkout.sessions.list({"payment_intent": intent_ref, "limit": 1}))
        return pages.data[0].id if pages.data else None

    def _find_intent(self, page_ref: str) -> str:
        page = _read(lambda: _to_dict(self._v1.checkout.sessions.retrieve(page_ref)))
        if page["payment_intent"] is None:
            raise Rejected("404", "nobody has paid")
        return str(page["payment_intent"])


def _read(call: Callable[[], T]) -> T:
    """Ask for something; without an answer nothing has happened."""
    try:
        return _write(call)
    except OutcomeUnknown as error:
        raise Unavailable(str(error)) from error


def _write(call: Callable[[], T]) -> T:
    """Make a call that has an effect, and say in the port's words what went wrong."""
    try:
        return call()
    except APIConnectionError as error:
        raise (Unavailable if was_never_sent(error.__cause__) else OutcomeUnknown)(str(error)) from error
    except StripeError as error:
        raise _refusal(error) from error


def _refusal(error: StripeError) -> Exception:
    status = error.http_status or 0
    if isinstance(error, RateLimitError) or status == BUSY:
        return Unavailable(str(error))
    if 400 <= status < 500:
        return Rejected(f"{status}.{error.code}" if error.code else str(status), str(error))
    return OutcomeUnknown(str(error))


def _status(refusal: Rejected) -> str:
    return refusal.code.partition(".")[0]


def _to_dict(found: StripeObject) -> Found:
    return found.to_dict()


def _list(found: ListObject[Any]) -> list[Found]:
    return [_to_dict(each) for each in found.auto_paging_iter()]


def _find_ref(found: ListObject[Any], payment_id: UUID) -> str | None:
    ours = (each["id"] for each in found.auto_paging_iter() if our_id(_to_dict(each), "payment_id") == payment_id)
    return next(ours, None)


def _expanded(prefix: str = "") -> list[str]:
    return [f"{prefix}latest_charge", f"{prefix}payment_method"]
