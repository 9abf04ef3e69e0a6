"""Payments: how they begin and end, and their webhooks."""

import re
from datetime import timedelta
from typing import Any

from cli.dev.simulator import customers, details, settlements
from cli.dev.simulator.amounts import read_amount
from cli.dev.simulator.methods import DAY, METHODS, MINUTE, Method, fitting
from cli.dev.simulator.refusal import Refusal, unknown
from cli.dev.simulator.store import Record, Store

UNFINISHED = ("open", "pending", "authorized")
# The possible next statuses of a payment.
OUTCOMES = {
    "open": ("pending", "authorized", "paid", "failed", "canceled", "expired"),
    "pending": ("paid", "failed", "canceled", "expired"),
    "authorized": ("paid", "failed", "canceled", "expired"),
}
TOLD = ("paid", "authorized", "failed", "canceled", "expired")
ENDED_AT = {
    "paid": "paidAt",
    "authorized": "authorizedAt",
    "failed": "failedAt",
    "canceled": "canceledAt",
    "expired": "expiredAt",
}
STEPS = ("oneoff", "first", "recurring")
LOCALES = re.findall(
    r"\w+",
    "ca_ES cs_CZ da_DK de_AT de_CH de_DE de_LU el_GR en_BE en_GB en_NL en_US es_ES fi_FI fr_BE fr_FR fr_LU hu_HU "
    "is_IS it_IT lt_LT lv_LV nb_NO nl_BE nl_NL pl_PL pt_PT sk_SK sl_SI sv_SE tr_TR",
)
COLLECTION = 5 * DAY  # seconds until the bank decides about a direct debit
METADATA_LIMIT = 1024  # bytes
WEB_ADDRESS = re.compile(r"https?://[^\s]+")
FIELDS = ("description", "redirectUrl", "cancelUrl", "webhookUrl", "locale", "restrictPaymentMethodsToCountry")


def get_payment(store: Store, payment_id: str) -> Record:
    """Return a payment; raises Refusal."""
    payment = store.find("payment", payment_id)
    if payment is None:
        raise unknown("payment", payment_id)
    return payment


def create_payment(store: Store, wanted: Record) -> Record:
    """Create a payment; raises Refusal."""
    step = wanted.get("sequenceType", "oneoff")
    if step not in STEPS:
        raise Refusal(422, "The sequence type is invalid", "sequenceType")
    _check_texts(wanted, step)
    payment: Record = {
        "id": store.new_id("tr", 22),
        "createdAt": store.stamp(),
        "status": "open",
        "amount": read_amount(wanted.get("amount")),
        "sequenceType": step,
        "metadata": wanted.get("metadata"),
        **{name: wanted.get(name) for name in FIELDS},
        "customerId": None,
        "mandateId": None,
        "details": None,
    }
    payment["offered"] = [method.id for method in _offered(payment, wanted)]
    payment["method"] = payment["offered"][0] if len(payment["offered"]) == 1 else None
    payment["issuer"] = _issuer(wanted, payment["method"])
    payment["customerId"] = _customer(store, wanted, step)
    if step == "recurring":
        _collect(store, payment, wanted)
    else:
        open_for = METHODS[payment["method"]].open_for if payment["method"] else 15 * MINUTE
        payment["expiresAt"] = store.stamp(timedelta(seconds=open_for))
        store.schedule("expire", payment["id"], open_for)
    store.add("payment", payment, parent=payment["customerId"])
    store.log("payment begun", payment=payment["id"], status=payment["status"], step=step)
    return payment


def update_payment(store: Store, payment: Record, wanted: Record) -> Record:
    """Change the texts and addresses of a payment; raises Refusal."""
    changed = {**payment, **{name: wanted[name] for name in (*FIELDS, "metadata") if name in wanted}}
    _check_texts(changed, payment["sequenceType"])
    store.save(changed)
    return changed


def can_cancel(payment: Record) -> bool:
    """Return whether the API can cancel a payment: not when the payer is at a bank with immediate confirmation."""
    if payment["status"] == "pending":
        return bool(payment["method"] == "directdebit")
    return payment["status"] == "open" and (payment["method"] is None or METHODS[payment["method"]].can_cancel)


def cancel_payment(store: Store, payment: Record) -> Record:
    """Cancel a payment for its seller; raises Refusal."""
    if not can_cancel(payment):
        raise Refusal(422, "The payment cannot be cancelled")
    return finish(store, payment, "canceled")


def choose_method(store: Store, payment: Record, method_id: str) -> Record:
    """Have the payer choose a payment method; raises Refusal."""
    if method_id not in payment["offered"]:
        raise Refusal(422, "The payment method is not offered for this payment", "method")
    changed = {**payment, "method": method_id, "issuer": payment["issuer"] if method_id == payment["method"] else None}
    store.save(changed)
    return changed


def choose_bank(store: Store, payment: Record, bank: str) -> Record:
    """Have the payer choose a bank; raises Refusal."""
    changed = {**payment, "issuer": _issuer({"issuer": bank}, payment["method"])}
    store.save(changed)
    return changed


def pay_from(store: Store, payment: Record, country: str) -> Record:
    """Set the country of the payer's card or account; raises Refusal for accounts of an unknown one."""
    if payment["method"] not in details.BY_CARD and country not in details.ACCOUNTS:
        raise Refusal(422, f"The accounts known here are those of {', '.join(details.ACCOUNTS)}", "country")
    changed = {**payment, "payerCountry": country}
    store.save(changed)
    return changed


def finish(store: Store, payment: Record, outcome: str, failure: str | None = None, *, late: bool = False) -> Record:
    """Bring a payment to an outcome, and send its webhook; raises Refusal if that is not possible.

    Only a `late` payment may be paid after it ended, which a provider may learn from its bank.
    """
    if outcome not in (("paid",) if late else OUTCOMES.get(payment["status"], ())):
        raise Refusal(422, f"The payment is {payment['status']} and cannot become {outcome}")
    if payment["method"] is None and outcome in ("paid", "pending", "authorized"):
        raise Refusal(422, "Nobody has chosen a payment method yet", "method")
    changed = {**payment, "status": outcome, ENDED_AT.get(outcome, "pendingAt"): store.stamp()}
    if changed["method"]:
        changed["details"] = details.of_payment(store, changed, failure)
        changed["countryCode"] = details.country_of(changed)
    if outcome == "paid" and changed["sequenceType"] == "first":
        changed["mandateId"] = customers.mandate_by_payment(store, changed)["id"]
    store.save(changed)
    store.log("payment", payment=changed["id"], status=outcome, failure=failure)
    if outcome == "paid":
        settlements.plan(store)
    if outcome in TOLD:
        store.drop_tasks("expire", changed["id"])
        store.drop_tasks("collect", changed["id"])
        notify(store, changed)
    return changed


def expire(store: Store, payment: Record) -> None:
    """Expire a payment that nobody finished."""
    if payment["status"] in UNFINISHED:
        finish(store, payment, "expired")


def collect(store: Store, payment: Record) -> None:
    """Have a bank decide about a recurring payment."""
    if payment["status"] not in UNFINISHED:
        return
    refused = store.strike("collection-fails", method=payment["method"])
    failure = refused.get("reason") if refused else None
    failure = failure or details.magic_failure(payment)
    finish(store, payment, "failed" if refused or failure else "paid", failure)


def notify(store: Store, payment: Record) -> None:
    """Schedule the webhook about a change of a payment."""
    if not payment["webhookUrl"]:
        return
    if store.strike("drop-notice", payment=payment["id"]) or _is_lost(store):
        return
    delay = store.strike("delay-notice", payment=payment["id"])
    after = float(delay.get("seconds", 60)) if delay else 0.0
    copies = store.strike("duplicate-notice", payment=payment["id"])
    if reorder := store.strike("reorder-notices"):
        store.set("holding", max(store.setting("holding", 0), int(reorder.get("count", 2))))
    if store.setting("holding", 0):
        _hold(store, payment["id"])
        return
    for _ in range(int(copies.get("copies", 2)) if copies else 1):
        store.schedule("notice", payment["id"], after, attempt=1)


def _is_lost(store: Store) -> bool:
    """Return whether to lose a webhook, by the requested share; the same seed gives the same result."""
    share = store.setting("lost-notices", 0.0)
    if not share:
        return False
    number = store.setting("notices", 0) + 1
    store.set("notices", number)
    lost: bool = store.chance(f"notice {number}").random() < share
    if lost:
        store.log("notice lost", number=number)
    return lost


def _hold(store: Store, payment_id: str) -> None:
    """Hold a webhook until the requested number wait, then send the last first."""
    held = [*store.setting("held", []), payment_id]
    if len(held) < store.setting("holding", 0):
        store.set("held", held)
        return
    last, *others = reversed(held)
    # Each is sent when the previous one was answered.
    following = store.setting("following", {})
    store.set("following", {**following, last: [*others, *following.get(last, [])]})
    store.schedule("notice", last, 0.0, attempt=1)
    store.set("held", [])
    store.set("holding", 0)


def _check_texts(wanted: Record, step: str) -> None:
    if not isinstance(wanted.get("description"), str) or not wanted["description"]:
        raise Refusal(422, "The description is required", "description")
    if wanted.get("redirectUrl") is None and step != "recurring":
        raise Refusal(422, "The redirect URL is required", "redirectUrl")
    for name in ("redirectUrl", "cancelUrl", "webhookUrl"):
        if wanted.get(name) is not None and not WEB_ADDRESS.fullmatch(str(wanted[name])):
            raise Refusal(422, "The URL is invalid", name)
    if wanted.get("locale") is not None and wanted["locale"] not in LOCALES:
        raise Refusal(422, "The locale is invalid", "locale")
    if len(str(wanted.get("metadata") or "").encode()) > METADATA_LIMIT:
        raise Refusal(422, "The metadata is too large, it may hold 1024 bytes", "metadata")


def _offered(payment: Record, wanted: Record) -> list[Method]:
    asked: Any = wanted.get("method") or list(METHODS)
    ids = tuple(asked) if isinstance(asked, list) else (asked,)
    if not all(each in METHODS for each in ids):
        raise Refusal(422, "The payment method is invalid", "method")
    country = payment["restrictPaymentMethodsToCountry"]
    found = fitting(amount=payment["amount"], country=country, step=payment["sequenceType"], wallets=True, ids=ids)
    if not found:
        raise Refusal(422, "The payment method is not available for this amount, currency or sequence type", "method")
    return found


def _customer(store: Store, wanted: Record, step: str) -> str | None:
    if wanted.get("customerId"):
        return str(customers.get_customer(store, wanted["customerId"])["id"])
    if step != "oneoff":
        raise Refusal(422, "A customer is required for this sequence type", "customerId")
    return None


def _issuer(wanted: Record, method_id: str | None) -> str | None:
    issuer = wanted.get("issuer")
    if issuer is None:
        return None
    if method_id is None or issuer not in dict(METHODS[method_id].banks):
        raise Refusal(422, "The issuer is invalid", "issuer")
    return str(issuer)


def _collect(store: Store, payment: Record, wanted: Record) -> None:
    """Use a customer's mandate; the outcome comes later."""
    mandate = customers.usable_mandate(store, payment["customerId"], wanted.get("mandateId"), payment["offered"])
    method = mandate["method"]
    payment.update(status="pending", mandateId=mandate["id"], method=method, offered=[method])
    payment["details"] = details.of_payment(store, payment, None)
    store.schedule("collect", payment["id"], COLLECTION if method == "directdebit" else 0.0)
