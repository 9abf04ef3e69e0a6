"""The adapter of Stripe, with its official client. Stripe's amounts are in minor units, and its events are signed.

The ref of a payment on Stripe's page is the id of its Checkout Session, whose PaymentIntent is only created when the
payer confirms. The ref of a payment with a saved method is the id of its PaymentIntent. Events name either, so
`fetch_payment` accepts both and returns the payment with its own ref.
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
    IdempotencyError,
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
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.http import CALLS, direct_session, was_never_sent
from modules.billing.payments.providers.port import (
    CHARGEBACKS_CHANGE_FOR,
    REFUNDS_CHANGE_FOR,
    Attempt,
    ListedLine,
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
TOLERANCE = 300  # the maximum age of a notice, in seconds
PAGE_LIVES = timedelta(days=1)  # how long a checkout page stays open
PAGE = 100  # objects on one page of a list, the most that Stripe gives
BUSY = 409  # another call with the same key is in progress
REF = re.compile(r"(cs|pi)_\w{4,250}", re.ASCII)
KEY = re.compile(r"(sk|rk)_(test|live)_\w+", re.ASCII)

stripe.enable_telemetry = False  # it would send Stripe data about this machine

T = TypeVar("T")


class StripeProvider:
    """The port on Stripe's Checkout and Payment Intents."""

    name = "stripe"
    signs_notices = True

    def __init__(self, *, key: str, webhook_secret: str, url: str, timeout: tuple[float, float] = TIMEOUT) -> None:
        """Connect to the API at `url`; raises ConfigError for a malformed key or secret."""
        if not KEY.fullmatch(key):
            raise ConfigError("HEARTH_STRIPE_KEY is not a secret key of Stripe: it must start with sk_ or rk_")
        if not webhook_secret.startswith("whsec_"):
            raise ConfigError("HEARTH_STRIPE_WEBHOOK_SECRET is not a secret of Stripe: it must start with whsec_")
        self._webhook_secret = webhook_secret
        self._client = StripeClient(
            key,
            base_addresses={"api": url},
            max_network_retries=0,  # the callers decide which calls are repeated, and when
            http_client=stripe.RequestsClient(timeout=timeout, session=direct_session(url)),
        )
        self._v1 = self._client.v1

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        """Return the payment methods that are enabled at Stripe and serve the currency and country.

        Limits of amounts are known to Stripe alone, so these are not checked.
        """
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
        """Create a payment, once per key within a day."""
        return self._charge_saved(attempt) if attempt.step is Step.RECURRING else self._open_page(attempt)

    def fetch_payment(self, ref: str) -> ProviderPayment:
        """Return a payment with its refunds and chargebacks, by its ref or by the id of its PaymentIntent."""
        if not REF.fullmatch(ref):
            raise Rejected("404", "no name of a payment")
        if ref.startswith("cs_"):
            return self._fetch_page(ref)
        intent = _read(lambda: _to_dict(self._v1.payment_intents.retrieve(ref, {"expand": _expanded()})))
        # A PaymentIntent of a page has no id of ours in its metadata: the page has.
        page_ref = None if our_id(intent, "payment_id") else self._find_page(ref)
        return self._fetch_page(page_ref) if page_ref else self._with_returns(read_intent(intent), ref)

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        """Return the payment of an attempt among those created since a time, or None."""
        # Stripe's search is minutes behind and does not cover Checkout Sessions, so the lists are read.
        begun: Any = {"created": {"gte": int(since.timestamp())}, "limit": PAGE}
        services: tuple[Any, ...] = (self._v1.checkout.sessions, self._v1.payment_intents)
        for service in services:
            ref = _read(lambda: _find_ref(service.list(begun), payment_id))  # noqa: B023 (called at once)
            if ref:
                return self.fetch_payment(ref)
        return None

    def list_touched(self, *, since: datetime) -> Sequence[ListedLine]:
        """Return the payments created since a time, and the refunds and chargebacks that may have changed since."""
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
        """Cancel an unpaid payment; one that cannot be cancelled is left unchanged."""
        try:
            if ref.startswith("pi_"):
                _write(lambda: self._v1.payment_intents.cancel(ref))
            else:
                _write(lambda: self._v1.checkout.sessions.expire(ref))
        except Rejected as error:
            if _status(error) != "400":
                raise

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        """Request a refund to the payer, once per key within a day. Stripe stores no description."""
        intent_ref = ref if ref.startswith("pi_") else self._find_intent(ref)
        wanted: RefundCreateParams = {
            "payment_intent": intent_ref,
            "amount": to_minor(amount),
            "metadata": {"refund_id": str(refund_id)},
        }
        return read_refund(_write(lambda: _to_dict(self._v1.refunds.create(wanted, {"idempotency_key": key}))))

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        """Create a customer without a name and an address, and return its id at Stripe."""
        wanted: CustomerCreateParams = {
            "preferred_locales": [to_locale(locale)],
            "metadata": {"member_id": str(member_id)},
        }
        return _write(lambda: self._v1.customers.create(wanted, {"idempotency_key": key})).id

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        """Return a customer's saved payment methods."""
        found = _read(lambda: _list(self._v1.customers.payment_methods.list(customer_ref, {"limit": PAGE})))
        return [ProviderMandate(each["id"], to_id(each["type"]), label(each) or "", is_valid=True) for each in found]

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        """Remove a saved payment method; one that was removed is left unchanged."""
        try:
            saved = _read(lambda: _to_dict(self._v1.payment_methods.retrieve(mandate_ref)))
        except Rejected as error:
            if _status(error) != "404":
                raise
            return
        if saved["customer"] == customer_ref:
            _write(lambda: self._v1.payment_methods.detach(mandate_ref))

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Return the ref of the payment that an event is about; raises NoticeForged, NoticeIgnored.

        The event's signature and age are checked. Its other content is not used, because events come in any order.
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
        """Create a Checkout Session, on whose page the payer pays."""
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
            # Otherwise Stripe may charge the payer in another currency than the order's.
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
        """Charge a saved payment method at once; if it is declined, return the failed payment."""
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
    """Make a call without an effect; raises Rejected, and Unavailable if there is no answer."""
    try:
        return _write(call)
    except OutcomeUnknown as error:
        raise Unavailable(str(error)) from error


def _write(call: Callable[[], T]) -> T:
    """Make a call with an effect; raises Rejected, Unavailable, OutcomeUnknown."""
    try:
        with CALLS.hold():
            return call()
    except APIConnectionError as error:
        raise (Unavailable if was_never_sent(error.__cause__) else OutcomeUnknown)(str(error)) from error
    except StripeError as error:
        raise _refusal(error) from error


def _refusal(error: StripeError) -> Exception:
    status = error.http_status or 0
    if isinstance(error, RateLimitError) or status == BUSY:
        return Unavailable(str(error))
    # A key that came with other parameters before: that call may have had an effect.
    if 400 <= status < 500 and not isinstance(error, IdempotencyError):
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
