"""The adapter of Mollie, with its official client. Amounts are decimal strings, and notices contain only an id."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import takewhile
from typing import Any, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

from babel.numbers import get_currency_precision
from mollie.api.client import Client
from mollie.api.error import IdentifierError, RequestError, RequestSetupError, ResponseError, ResponseHandlingError
from schwifty import IBAN
from schwifty.exceptions import SchwiftyException

from app.kernel.config import ConfigError
from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import ChargebackState
from modules.billing.payments.providers.http import CALLS, direct_session, was_never_sent
from modules.billing.payments.providers.port import (
    CHARGEBACKS_CHANGE_FOR,
    REFUNDS_CHANGE_FOR,
    Attempt,
    Issuer,
    ListedLine,
    Method,
    NoticeForged,
    OutcomeUnknown,
    ProviderChargeback,
    ProviderMandate,
    ProviderPayment,
    ProviderRefund,
    ProviderRefundStatus,
    ProviderStatus,
    Rejected,
    Step,
    Unavailable,
    paid_from,
)

TIMEOUT = (3, 10)  # seconds to connect, seconds to answer
PAGE = 250  # payments on one page of a list, the most that Mollie gives
KEY_REUSED = "400"  # a key came with another body before; what Mollie does not accept is answered with 422
BUSY = (409, 429, 503)  # the call had no effect and may be repeated
PAYMENT_REF = re.compile(r"tr_[A-Za-z0-9]{4,64}")
NOTICE_LIMIT = 1000  # bytes; Mollie's notices have about twenty

LOCALES = {
    "da": "da_DK",
    "de": "de_DE",
    "en": "en_GB",
    "es": "es_ES",
    "fi": "fi_FI",
    "fr": "fr_FR",
    "it": "it_IT",
    "nl": "nl_NL",
    "no": "nb_NO",
    "pl": "pl_PL",
    "sv": "sv_SE",
}

T = TypeVar("T")


class MollieProvider:
    """The port on Mollie's API v2."""

    name = "mollie"
    signs_notices = False

    def __init__(self, *, key: str, url: str, timeout: tuple[int, int] = TIMEOUT) -> None:
        """Connect to the API at `url`; raises ConfigError for a malformed key."""
        self._client = connect(url, timeout)
        try:
            self._client.set_api_key(key)
        except RequestSetupError:  # its message contains the key
            raise ConfigError("HEARTH_MOLLIE_KEY is not a key of Mollie: it must start with test_ or live_") from None

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        """Return the payment methods for an amount, in the order of the account at Mollie."""
        found = read(
            lambda: self._client.methods.list(
                amount=_to_amount(amount),
                billingCountry=country,
                locale=_to_locale(locale),
                sequenceType=step.value,
                include="issuers",
                includeWallets="applepay",
            )
        )
        return [_method(each) for each in found["_embedded"]["methods"]]

    def create_payment(self, attempt: Attempt) -> ProviderPayment:
        """Create a payment, once per key within an hour."""
        wanted = {
            "amount": _to_amount(attempt.amount),
            "description": attempt.description,
            "redirectUrl": attempt.return_url,
            "webhookUrl": attempt.notice_url,
            "locale": _to_locale(attempt.locale),
            # Mollie refuses a list of methods together with an issuer.
            "method": attempt.methods[0] if len(attempt.methods) == 1 else list(attempt.methods) or None,
            "issuer": attempt.issuer,
            "sequenceType": attempt.step.value,
            "customerId": attempt.customer_ref,
            "mandateId": attempt.mandate_ref,
            "metadata": {"payment_id": str(attempt.payment_id)},
        }
        data = {name: value for name, value in wanted.items() if value is not None}
        return _payment(_create(lambda: self._client.payments.create(data, idempotency_key=attempt.key)))

    def fetch_payment(self, ref: str) -> ProviderPayment:
        """Return a payment with its refunds and chargebacks."""
        return _payment(read(lambda: self._client.payments.get(ref, embed="refunds,chargebacks")))

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        """Return the payment of an attempt among those created since a time, or None."""
        begun = map(_payment, pages_since(self._client.payments, "payments", since))
        return next((payment for payment in begun if payment.payment_id == payment_id), None)

    def list_touched(self, *, since: datetime) -> Sequence[ListedLine]:
        """Return the payments created since a time, and the refunds and chargebacks that may have changed since.

        Mollie's lists can be filtered by creation time only, not by change.
        """
        payments = pages_since(self._client.payments, "payments", since)
        refunds = pages_since(self._client.refunds, "refunds", since - REFUNDS_CHANGE_FOR)
        chargebacks = pages_since(self._client.chargebacks, "chargebacks", since - CHARGEBACKS_CHANGE_FOR)
        return [
            *(_listed(Subject.PAYMENT, each, each["id"], each["status"]) for each in payments),
            *(_listed(Subject.REFUND, each, each["paymentId"], each["status"]) for each in refunds),
            *(_listed(Subject.CHARGEBACK, each, each["paymentId"], _chargeback_state(each)) for each in chargebacks),
        ]

    def cancel_payment(self, ref: str) -> None:
        """Cancel an unpaid payment; one that cannot be cancelled is left unchanged."""
        _delete(lambda: self._client.payments.delete(ref), ended=("422",))

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        """Request a refund to the payer, once per key within an hour."""
        payment = self._client.payments.object_type({"id": ref}, self._client)
        data = {
            "amount": _to_amount(amount),
            "description": description,
            "metadata": {"refund_id": str(refund_id)},
        }
        return _refund(_create(lambda: payment.refunds.create(data, idempotency_key=key)))

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        """Create a customer without a name and an address, and return its id at Mollie."""
        data = {"locale": _to_locale(locale), "metadata": {"member_id": str(member_id)}}
        return str(_create(lambda: self._client.customers.create(data, idempotency_key=key))["id"])

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        """Return a customer's mandates."""
        found = read(lambda: self._customer(customer_ref).mandates.list(limit=PAGE))
        return [_mandate(each) for each in found["_embedded"]["mandates"]]

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        """Revoke a mandate; one that has ended is left unchanged."""
        _delete(lambda: self._customer(customer_ref).mandates.delete(mandate_ref), ended=("404", "410"))

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Return the id of the payment that a notice is about; raises NoticeForged.

        Mollie does not sign notices. The payment is always fetched, so a forged notice has no effect.
        """
        if len(body) > NOTICE_LIMIT:
            raise NoticeForged("too long")
        ids = parse_qs(body.decode("ascii", "replace")).get("id", [])
        if len(ids) != 1 or not PAYMENT_REF.fullmatch(ids[0]):
            raise NoticeForged("no id of a payment")
        return ids[0]

    def _customer(self, ref: str) -> Any:
        return self._client.customers.object_type({"id": ref}, self._client)


def connect(url: str, timeout: tuple[int, int]) -> Any:
    """Return Mollie's client for a URL, without a key."""
    client: Any = Client(api_endpoint=url, timeout=timeout)
    if session := direct_session(url):
        client._client = session  # instead of the session that the client would create
    logging.getLogger().addFilter(_names_no_key)
    return client


def pages(resource: Any, name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of one of Mollie's lists, newest first, page by page."""
    page = read(lambda: resource.list(limit=PAGE))
    while page is not None:
        yield from page["_embedded"][name]
        page = read(page.get_next)


def pages_since(resource: Any, name: str, since: datetime) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of one of Mollie's lists that were created since a time, newest first."""
    first = since.replace(microsecond=0)  # Mollie's times are whole seconds
    return takewhile(lambda found: datetime.fromisoformat(found["createdAt"]) >= first, pages(resource, name))


def read(call: Callable[[], T]) -> T:
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
    except IdentifierError as error:
        raise Rejected("404", str(error)) from error
    except ResponseError as error:
        raise _refusal(error) from error
    except ResponseHandlingError as error:
        raise OutcomeUnknown(str(error)) from error
    except RequestError as error:
        # The client's error is only a text, so its cause is checked.
        raise (Unavailable if was_never_sent(error.__context__) else OutcomeUnknown)(str(error)) from error


def _create(call: Callable[[], T]) -> T:
    """Make a call with an idempotency key; one that came with another body before had an effect or not."""
    try:
        return _write(call)
    except Rejected as error:
        if _status(error) == KEY_REUSED:
            raise OutcomeUnknown(str(error)) from error
        raise


def _delete(call: Callable[[], object], *, ended: tuple[str, ...]) -> None:
    """Make a call that ends something; ignores Rejected with a status in `ended`, which means that it had ended."""
    try:
        _write(call)
    except Rejected as error:
        if _status(error) not in ended:
            raise


def _status(refusal: Rejected) -> str:
    return refusal.code.partition(".")[0]


def _names_no_key(record: logging.LogRecord) -> bool:
    """Return False for the client's log record of a repeated call, which contains the idempotency key."""
    return "Idempotent-Replayed" not in record.getMessage()


def _refusal(error: ResponseError) -> Exception:
    status: Any = error.status  # a number, which the client does not type
    if status in BUSY:
        return Unavailable(str(error))
    if status >= 500:
        return OutcomeUnknown(str(error))
    return Rejected(f"{status}.{error.field}" if error.field else str(status), str(error))


def _to_amount(money: Money) -> dict[str, str]:
    places = get_currency_precision(money.currency)
    return {"currency": money.currency, "value": f"{Decimal(money.minor).scaleb(-places):.{places}f}"}


def to_money(amount: Mapping[str, str]) -> Money:
    """Return one of Mollie's amounts as Money."""
    return Money(int(to_scaled(amount)), amount["currency"])


def to_scaled(amount: Mapping[str, str]) -> Decimal:
    """Return one of Mollie's amounts in minor units, which may have fractions."""
    return Decimal(amount["value"]).scaleb(get_currency_precision(amount["currency"]))


def _to_locale(locale: str) -> str:
    return LOCALES[re.split("[-_]", locale)[0]]


def _method(found: Mapping[str, Any]) -> Method:
    issuers = tuple(Issuer(each["id"], each["name"]) for each in found.get("issuers") or ())
    return Method(found["id"], found["description"], issuers)


def _payment(found: Mapping[str, Any]) -> ProviderPayment:
    details = found.get("details") or {}
    embedded = found.get("_embedded") or {}
    return ProviderPayment(
        ref=found["id"],
        payment_id=_our_id(found, "payment_id"),
        status=ProviderStatus(found["status"]),
        amount=to_money(found["amount"]),
        method=found.get("method"),
        checkout_url=_link(found, "checkout"),
        failure=details.get("failureReason") or details.get("bankReasonCode"),
        customer_ref=found.get("customerId"),
        mandate_ref=found.get("mandateId"),
        card=_card(details),
        paid_at=_time(found.get("paidAt")),
        paid_from=paid_from(
            card=details.get("cardCountryCode"), bank=_country_of_account(details.get("consumerAccount") or "")
        ),
        refunds=tuple(_refund(each) for each in embedded.get("refunds", ())),
        chargebacks=tuple(_chargeback(each) for each in embedded.get("chargebacks", ())),
    )


def _listed(subject: Subject, found: Mapping[str, Any], payment_ref: str, state: str) -> ListedLine:
    return ListedLine(subject, found["id"], payment_ref, state, to_money(found["amount"]))


def _chargeback_state(chargeback: Mapping[str, Any]) -> ChargebackState:
    return ChargebackState.REVERSED if chargeback.get("reversedAt") else ChargebackState.RECEIVED


def _refund(found: Mapping[str, Any]) -> ProviderRefund:
    status = ProviderRefundStatus(found["status"])
    return ProviderRefund(found["id"], to_money(found["amount"]), status, _our_id(found, "refund_id"))


def _chargeback(found: Mapping[str, Any]) -> ProviderChargeback:
    reason = found.get("reason") or {}
    return ProviderChargeback(
        ref=found["id"],
        amount=to_money(found["amount"]),
        reason=reason.get("code", ""),
        created_at=datetime.fromisoformat(found["createdAt"]),
        reversed_at=_time(found.get("reversedAt")),
    )


def _mandate(found: Mapping[str, Any]) -> ProviderMandate:
    details = found["details"]
    label = _card(details) or _account(details.get("consumerAccount") or "")
    return ProviderMandate(found["id"], found["method"], label, is_valid=found["status"] == "valid")


def _card(details: Mapping[str, Any]) -> str | None:
    """Return the brand and the last four digits of a card, or None."""
    number = details.get("cardNumber")
    return f"{details.get('cardLabel') or ''} {number[-4:]}".strip() if number else None


def _account(account: str) -> str:
    """Return the country and the last four digits of an IBAN; an email address is returned whole."""
    return account if "@" in account else f"{account[:2]} {account[-4:]}".strip()


def _country_of_account(account: str) -> str | None:
    """Return the country of an IBAN; None for other account numbers and for an email address."""
    try:
        return IBAN(account).country_code
    except SchwiftyException:
        return None


def _our_id(found: Mapping[str, Any], name: str) -> UUID | None:
    """Return our id from an object's metadata, or None if it is not ours."""
    metadata = found.get("metadata")
    try:
        return UUID(metadata[name]) if isinstance(metadata, dict) else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _link(found: Mapping[str, Any], name: str) -> str | None:
    link = found["_links"].get(name)
    return link["href"] if link else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
