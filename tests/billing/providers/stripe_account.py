"""An account at Stripe, in memory: as much of what Stripe does as the adapter asks for, in Stripe's own shapes.

The shapes are those of API version 2026-10-28.endive; test_stripe.py compares them with the official client's types.
"""

import copy
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

SHAPES: dict[str, Any] = json.loads(Path(__file__).with_name("stripe_shapes.json").read_text())
PREFIXES = {
    "checkout.session": "cs_test_a",
    "payment_intent": "pi_3",
    "charge": "ch_3",
    "refund": "re_3",
    "dispute": "du_1",
    "balance_transaction": "txn_1",
    "customer": "cus_T",
    "payment_method": "pm_1",
    "event": "evt_1",
}
# What a PaymentIntent becomes by what a payer or a bank does.
OUTCOMES = {
    "paid": "succeeded",
    "pending": "processing",
    "authorized": "requires_capture",
    "failed": "requires_payment_method",
    "canceled": "canceled",
}
Found = dict[str, Any]


class Refusal(Exception):
    """Stripe says no; `error` is the object that it answers with."""

    def __init__(self, status: int, message: str, **error: Any) -> None:
        super().__init__(message)
        kind = "card_error" if status == 402 else "invalid_request_error"
        self.status, self.error = status, {"type": kind, "message": message, **error}


class Account:
    """Sessions, intents, refunds, disputes, customers and saved ways to pay."""

    def __init__(self) -> None:
        self.objects: dict[str, Found] = {}
        # What a session was asked for and does not show.
        self.asked: dict[str, Found] = {}
        self.declining: str | None = None

    def make(self, shape: str, **values: Any) -> Found:
        """Keep a new object of a shape."""
        made: Found = copy.deepcopy(SHAPES[shape])
        assert values.keys() <= made.keys() | SHAPES["ways"].keys(), values.keys() - made.keys()
        id = f"{PREFIXES[shape]}{uuid4().hex[:22]}"
        made.update(id=id, created=int(time.time()), **values)
        self.objects[id] = made
        return made

    def get(self, id: str, shape: str) -> Found:
        """Return an object; raises Refusal as Stripe does."""
        found = self.objects.get(id)
        if found is None or found["object"] != shape:
            raise Refusal(404, f"No such {shape}: '{id}'", code="resource_missing", param=shape)
        return found

    def list(self, shape: str, wanted: Mapping[str, Any]) -> list[Found]:
        """Return objects of a shape, newest first, that fit `created[gte]` and the fields that are asked for."""
        since = int(wanted.get("created", {}).get("gte", 0))
        fields = {name: wanted[name] for name in ("payment_intent", "customer") if name in wanted}
        found = [each for each in reversed(self.objects.values()) if each["object"] == shape]
        return [each for each in found if each["created"] >= since and fields.items() <= each.items()]

    def create_session(self, asked: Found) -> Found:
        """Make a page to pay on."""
        [item] = asked["line_items"].values()
        amount = _amount(item["price_data"]["unit_amount"], item["price_data"]["currency"])
        allowed = list(asked.get("allowed_payment_method_types", {"0": "card"}).values())
        made = self.make(
            "checkout.session",
            amount_total=amount,
            amount_subtotal=amount,
            currency=item["price_data"]["currency"],
            allowed_payment_method_types=allowed,
            payment_method_types=allowed,
            customer=asked.get("customer"),
            metadata=asked.get("metadata", {}),
            locale=asked["locale"],
            success_url=asked["success_url"],
            cancel_url=asked["cancel_url"],
        )
        made["url"] = f"https://checkout.stripe.com/c/pay/{made['id']}"
        self.asked[made["id"]] = asked
        return made

    def expire_session(self, id: str) -> Found:
        """Close a page."""
        session = self.get(id, "checkout.session")
        if session["status"] != "open":
            raise Refusal(400, f"Only open sessions can be expired. This one is `{session['status']}`.")
        session.update(status="expired", url=None)
        return session

    def pay(self, id: str, outcome: str = "paid", *, way: str = "card", failure: str = "generic_decline") -> None:
        """Do what a payer does on a page, or a bank does later."""
        if outcome == "expired":
            self.expire_session(id)
            return
        named = self.objects[id]
        intent = self.objects.get(named.get("payment_intent") or "", named)
        if intent["object"] == "checkout.session":
            intent = self._confirm(named, way)
        self._end(intent, OUTCOMES[outcome], failure)
        if named is not intent:
            paid = "paid" if outcome == "paid" else "unpaid"
            named.update(status="complete", payment_status=paid, url=None, payment_intent=intent["id"])

    def decline(self, id: str, failure: str) -> None:
        """Refuse the card that a payer tries on a page, which stays open."""
        session = self.objects[id]
        intent = self._confirm(session, "card")
        self._end(intent, "requires_payment_method", failure)
        session["payment_intent"] = intent["id"]

    def create_intent(self, asked: Found) -> Found:
        """Charge a saved way to pay."""
        for name in ("customer", "payment_method"):
            if not asked[name]:
                raise Refusal(
                    400, f"You passed an empty string for '{name}'.", code="parameter_invalid_empty", param=name
                )
        saved = self.get(asked["payment_method"], "payment_method")
        if saved["customer"] != asked["customer"]:
            raise Refusal(400, "The payment method belongs to nobody, or to another customer.", param="payment_method")
        assert (asked["confirm"], asked["off_session"]) == ("true", "true")
        made = self.make(
            "payment_intent",
            amount=_amount(asked["amount"], asked["currency"]),
            currency=asked["currency"],
            customer=asked["customer"],
            payment_method=saved["id"],
            payment_method_types=[saved["type"]],
            description=asked["description"],
            metadata=asked.get("metadata", {}),
        )
        self._end(made, "requires_payment_method" if self.declining else "succeeded", self.declining or "")
        if self.declining:
            code = {"code": "card_declined", "decline_code": self.declining}
            raise Refusal(402, "Your card was declined.", **code, payment_intent=made)
        return made

    def cancel_intent(self, id: str) -> Found:
        """Give up a charge."""
        intent = self.get(id, "payment_intent")
        if intent["status"] in ("succeeded", "canceled"):
            raise Refusal(400, f"This PaymentIntent is {intent['status']}.", code="payment_intent_unexpected_state")
        intent["status"] = "canceled"
        return intent

    def create_refund(self, asked: Found) -> Found:
        """Send money back."""
        intent = self.get(asked["payment_intent"], "payment_intent")
        if intent["status"] != "succeeded":
            raise Refusal(400, "This PaymentIntent does not have a successful charge to refund.")
        charge = self.objects[intent["latest_charge"]]
        amount = int(asked["amount"])
        if amount > charge["amount"] - charge["amount_refunded"]:
            raise Refusal(400, "Refund amount is greater than unrefunded amount on charge", param="amount")
        charge["amount_refunded"] += amount
        return self.make(
            "refund",
            amount=amount,
            currency=intent["currency"],
            charge=charge["id"],
            payment_intent=intent["id"],
            metadata=asked.get("metadata", {}),
            status="pending",
            pending_reason="processing",
        )

    def dispute(self, id: str, amount: int, *, reason: str = "fraudulent", status: str = "needs_response") -> Found:
        """Have a bank ask for money back: it takes the money at once, unless it only inquires (`warning_…`)."""
        intent = self.objects[self.objects[id].get("payment_intent") or id]
        made = self.make(
            "dispute",
            amount=amount,
            currency=intent["currency"],
            charge=intent["latest_charge"],
            payment_intent=intent["id"],
            reason=reason,
            status=status,
        )
        if not status.startswith("warning_"):
            self._move(made, -amount)
        return made

    def win(self, dispute_id: str) -> None:
        """Have the bank give back what it took."""
        dispute = self.objects[dispute_id]
        dispute["status"] = "won"
        self._move(dispute, dispute["amount"])

    def lose(self, dispute_id: str) -> None:
        """Have the bank keep what it took."""
        self.objects[dispute_id]["status"] = "lost"

    def create_customer(self, asked: Found) -> Found:
        """Make a customer."""
        locales = list(asked["preferred_locales"].values())
        return self.make("customer", metadata=asked["metadata"], preferred_locales=locales)

    def detach(self, id: str) -> Found:
        """Forget a saved way to pay."""
        saved = self.get(id, "payment_method")
        if saved["customer"] is None:
            raise Refusal(400, "The payment method is not attached to a customer so detachment is impossible.")
        saved["customer"] = None
        return saved

    def expand(self, found: Any, path: str) -> Any:
        """Return an object with what a path such as `payment_intent.latest_charge` names in place of its id."""
        name, _, rest = path.partition(".")
        if isinstance(found, list):
            return [self.expand(each, path) for each in found]
        inner = found.get(name) if isinstance(found, dict) else None
        if inner is None:
            return found
        inner = self.objects[inner] if isinstance(inner, str) else inner
        return {**found, name: self.expand(inner, rest) if rest else inner}

    def _confirm(self, session: Found, way: str) -> Found:
        """Make what lies below a page once its payer confirms; of ours, Stripe copies the description alone."""
        asked = self.asked[session["id"]]["payment_intent_data"]
        is_saved = asked.get("setup_future_usage") == "off_session" and way != "ideal"
        customer = session["customer"] if is_saved else None
        saved = self.make("payment_method", type=way, customer=customer, **{way: SHAPES["ways"][way]})
        return self.make(
            "payment_intent",
            amount=session["amount_total"],
            currency=session["currency"],
            customer=session["customer"],
            payment_method=saved["id"],
            payment_method_types=session["payment_method_types"],
            description=asked["description"],
            setup_future_usage=asked.get("setup_future_usage"),
        )

    def _end(self, intent: Found, status: str, failure: str) -> None:
        intent.update(status=status, last_payment_error=None)
        is_good = status in ("succeeded", "processing", "requires_capture")
        charge = self.make(
            "charge",
            amount=intent["amount"],
            currency=intent["currency"],
            customer=intent["customer"],
            payment_intent=intent["id"],
            payment_method=intent["payment_method"],
            paid=is_good,
            status="succeeded" if is_good else "failed",
        )
        intent["latest_charge"] = charge["id"]
        if status == "succeeded":
            intent["amount_received"] = intent["amount"]
        elif status == "requires_payment_method":
            error = {"code": "card_declined", "decline_code": failure, "type": "card_error", "message": "Declined."}
            intent["last_payment_error"] = error

    def _move(self, dispute: Found, amount: int) -> None:
        moved = self.make("balance_transaction", amount=amount, net=amount, source=dispute["id"])
        dispute["balance_transactions"].append(moved)


def _amount(text: str, currency: str) -> int:
    """Read an amount as Stripe does, which refuses what a currency cannot be paid in."""
    amount = int(text)
    if currency in ("isk", "ugx") and amount % 100:
        raise Refusal(400, "Invalid amount.", code="invalid_charge_amount_no_decimal_compatible")
    return amount
