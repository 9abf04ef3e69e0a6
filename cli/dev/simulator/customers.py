"""Customers and their mandates."""

import re
from typing import Any

from cli.dev.simulator import details
from cli.dev.simulator.methods import METHODS
from cli.dev.simulator.refusal import Refusal, unknown
from cli.dev.simulator.store import Record, Store

FIELDS = ("name", "email", "locale", "metadata")
IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}")


def get_customer(store: Store, customer_id: str) -> Record:
    """Return a customer; raises Refusal."""
    customer = store.find("customer", customer_id)
    if customer is None:
        raise unknown("customer", customer_id)
    if customer.get("deletedAt"):
        raise Refusal(410, "The customer is no longer available")
    return customer


def create_customer(store: Store, wanted: Record) -> Record:
    """Create a customer."""
    customer = {
        "id": store.new_id("cst", 10),
        "createdAt": store.stamp(),
        **{name: wanted.get(name) for name in FIELDS},
    }
    store.add("customer", customer)
    store.log("customer", customer=customer["id"])
    return customer


def update_customer(store: Store, customer: Record, wanted: Record) -> Record:
    """Change a customer."""
    changed = {**customer, **{name: wanted[name] for name in FIELDS if name in wanted}}
    store.save(changed)
    return changed


def delete_customer(store: Store, customer: Record) -> None:
    """Delete a customer and end their mandates."""
    for mandate in store.select("mandate", customer["id"]):
        store.save({**mandate, "status": "invalid"})
    store.save({**customer, "deletedAt": store.stamp()})
    store.log("customer deleted", customer=customer["id"])


def get_mandate(store: Store, customer: Record, mandate_id: str) -> Record:
    """Return a customer's mandate; raises Refusal."""
    mandate = store.find("mandate", mandate_id)
    if mandate is None or mandate["customerId"] != customer["id"]:
        raise unknown("mandate", mandate_id)
    if mandate.get("revokedAt"):
        raise Refusal(410, "The mandate is no longer available")
    return mandate


def list_mandates(store: Store, customer: Record) -> list[Record]:
    """Return a customer's mandates, newest first."""
    return [mandate for mandate in store.select("mandate", customer["id"]) if not mandate.get("revokedAt")]


def create_mandate(store: Store, customer: Record, wanted: Record) -> Record:
    """Create a mandate for a known account; raises Refusal."""
    if wanted.get("method") != "directdebit":
        raise Refusal(422, "Only mandates for direct debit can be made without a payment here", "method")
    if not wanted.get("consumerName"):
        raise Refusal(422, "The consumer name is required", "consumerName")
    account = str(wanted.get("consumerAccount") or "").replace(" ", "")
    if not IBAN.fullmatch(account):
        raise Refusal(422, "The consumer account is not a valid IBAN", "consumerAccount")
    holder = {
        "consumerName": wanted["consumerName"],
        "consumerAccount": account,
        "consumerBic": wanted.get("consumerBic"),
    }
    return _add_mandate(store, customer["id"], "directdebit", holder, wanted)


def mandate_by_payment(store: Store, payment: Record) -> Record:
    """Create the mandate of a first payment."""
    method = METHODS[payment["method"]].mandate or "directdebit"
    names = details.MANDATE_DETAILS[method]
    held = {name: payment["details"].get(name) for name in names}
    return _add_mandate(store, payment["customerId"], method, held, {})


def revoke_mandate(store: Store, mandate: Record) -> None:
    """End a mandate."""
    store.save({**mandate, "status": "invalid", "revokedAt": store.stamp()})
    store.log("mandate revoked", mandate=mandate["id"])


def usable_mandate(store: Store, customer_id: str, mandate_id: str | None, methods: list[str]) -> Record:
    """Return the mandate for a recurring payment, the named one or the newest; raises Refusal."""
    for mandate in list_mandates(store, {"id": customer_id}):
        wanted = mandate_id is None or mandate["id"] == mandate_id
        if wanted and mandate["status"] == "valid" and mandate["method"] in methods:
            return mandate
    raise Refusal(422, "No suitable mandates found for customer", "mandateId" if mandate_id else "customerId")


def _add_mandate(store: Store, customer_id: str, method: str, held: dict[str, Any], wanted: Record) -> Record:
    mandate: Record = {
        "id": store.new_id("mdt", 10),
        "createdAt": store.stamp(),
        "customerId": customer_id,
        "method": method,
        "status": "valid",
        "details": held,
        "signatureDate": wanted.get("signatureDate") or store.now().date().isoformat(),
        "mandateReference": wanted.get("mandateReference"),
    }
    store.add("mandate", mandate, parent=customer_id)
    store.log("mandate", mandate=mandate["id"], customer=customer_id, method=method)
    return mandate
