"""Refunds by the seller, and chargebacks by a bank."""

from typing import Any

from cli.dev.simulator import payments, settlements
from cli.dev.simulator.amounts import Amount, read_amount, total, worth
from cli.dev.simulator.amounts import amount as to_amount
from cli.dev.simulator.details import BANK_REASONS
from cli.dev.simulator.methods import HOUR
from cli.dev.simulator.refusal import Refusal, unknown
from cli.dev.simulator.store import Record, Store

GONE = ("failed", "canceled")
TOLD = ("processing", "refunded", "failed")
# The possible next statuses of a refund; a bank may still return what it received.
NEXT = {
    "queued": ("pending", "processing", "refunded", "failed", "canceled"),
    "pending": ("processing", "refunded", "failed", "canceled"),
    "processing": ("refunded", "failed"),
    "refunded": ("failed",),
}
SENT_AFTER = {"pending": ("processing", 2 * HOUR), "processing": ("refunded", 22 * HOUR)}


def refunded(store: Store, payment: Record) -> Amount:
    """Return the sum of refunds that were or will be sent."""
    kept = [refund["amount"] for refund in store.select("refund", payment["id"]) if refund["status"] not in GONE]
    return total(kept, payment["amount"]["currency"])


def charged_back(store: Store, payment: Record) -> Amount:
    """Return the sum of chargebacks that were not reversed."""
    taken = [each["amount"] for each in store.select("chargeback", payment["id"]) if not each["reversedAt"]]
    return total(taken, payment["amount"]["currency"])


def remaining(store: Store, payment: Record) -> Amount:
    """Return the amount that can still be refunded."""
    back = worth(refunded(store, payment)) + worth(charged_back(store, payment))
    return to_amount(max(worth(payment["amount"]) - back, type(back)(0)), payment["amount"]["currency"])


def get_refund(store: Store, payment_id: str, refund_id: str) -> Record:
    """Return a refund of a payment; raises Refusal."""
    refund = store.find("refund", refund_id)
    if refund is None or refund["paymentId"] != payment_id:
        raise unknown("refund", refund_id)
    return refund


def create_refund(store: Store, payment: Record, wanted: Record) -> Record:
    """Create a refund; raises Refusal."""
    amount = read_amount(wanted.get("amount"))
    if payment["status"] != "paid":
        raise Refusal(422, "The payment is not paid, so that nothing can be refunded")
    if amount["currency"] != payment["amount"]["currency"]:
        raise Refusal(422, "The currency is not that of the payment", "amount.currency")
    if worth(amount) <= 0:
        raise Refusal(422, "The amount must be more than zero", "amount")
    if worth(amount) > worth(remaining(store, payment)):
        raise Refusal(422, "The specified amount is higher than what remains of the payment", "amount")
    refund: Record = {
        "id": store.new_id("re", 22),
        "createdAt": store.stamp(),
        "paymentId": payment["id"],
        "amount": amount,
        "description": wanted.get("description"),
        "metadata": wanted.get("metadata"),
        "status": "queued" if store.strike("refund-queued", payment=payment["id"]) else "pending",
    }
    store.add("refund", refund, parent=payment["id"])
    store.log("refund", refund=refund["id"], payment=payment["id"], status=refund["status"], value=amount["value"])
    _go_on(store, refund)
    return refund


def cancel_refund(store: Store, refund: Record) -> None:
    """Cancel a refund that has not been sent; raises Refusal."""
    if refund["status"] not in ("queued", "pending"):
        raise Refusal(422, "The refund can no longer be cancelled")
    set_refund(store, refund, "canceled")


def set_refund(store: Store, refund: Record, status: str, late: float = 0.0) -> Record:
    """Set a refund's status (`late` seconds ago) and send a webhook; raises Refusal if that is not possible."""
    if status not in NEXT.get(refund["status"], ()):
        raise Refusal(422, f"The refund is {refund['status']} and cannot become {status}")
    changed = {**refund, "status": status}
    store.save(changed)
    store.drop_tasks("refund", refund["id"])
    store.log("refund", refund=refund["id"], payment=refund["paymentId"], status=status)
    if status == "refunded":
        settlements.plan(store)
    if status in TOLD:
        payments.notify(store, payments.get_payment(store, refund["paymentId"]))
    _go_on(store, changed, late)
    return changed


def move_refund(store: Store, refund: Record, late: float) -> None:
    """Apply the passing of time to a refund, `late` seconds ago."""
    if refund["status"] not in SENT_AFTER:
        return
    status = SENT_AFTER[refund["status"]][0]
    fails = status == "refunded" and store.strike("refund-fails", payment=refund["paymentId"])
    set_refund(store, refund, "failed" if fails else status, late)


def get_chargeback(store: Store, payment_id: str, chargeback_id: str) -> Record:
    """Return a chargeback of a payment; raises Refusal."""
    chargeback = store.find("chargeback", chargeback_id)
    if chargeback is None or chargeback["paymentId"] != payment_id:
        raise unknown("chargeback", chargeback_id)
    return chargeback


def charge_back(store: Store, payment: Record, value: Any = None, reason: str = "MD06") -> Record:
    """Have the payer's bank take money back, the whole payment unless a value is given; raises Refusal."""
    if payment["status"] != "paid":
        raise Refusal(422, "The payment is not paid")
    currency = payment["amount"]["currency"]
    chargeback: Record = {
        "id": store.new_id("chb", 10),
        "createdAt": store.stamp(),
        "paymentId": payment["id"],
        "amount": read_amount({"currency": currency, "value": value}) if value else payment["amount"],
        "reason": {"code": reason, "description": BANK_REASONS.get(reason, reason)},
        "reversedAt": None,
    }
    store.add("chargeback", chargeback, parent=payment["id"])
    store.log("chargeback", chargeback=chargeback["id"], payment=payment["id"], reason=reason)
    settlements.plan(store)
    payments.notify(store, payment)
    return chargeback


def reverse_chargeback(store: Store, chargeback: Record) -> Record:
    """Have the bank return what it took; raises Refusal if it already has."""
    if chargeback["reversedAt"]:
        raise Refusal(422, "The chargeback was reversed before")
    changed = {**chargeback, "reversedAt": store.stamp()}
    store.save(changed)
    store.log("chargeback reversed", chargeback=chargeback["id"], payment=chargeback["paymentId"])
    payments.notify(store, payments.get_payment(store, chargeback["paymentId"]))
    return changed


def _go_on(store: Store, refund: Record, late: float = 0.0) -> None:
    if refund["status"] in SENT_AFTER:
        store.schedule("refund", refund["id"], SENT_AFTER[refund["status"]][1] - late)
