"""Settlements: once a day, what was paid and what went back is paid out."""

from decimal import Decimal

from cli.simulator.amounts import amount, worth
from cli.simulator.methods import DAY
from cli.simulator.refusal import unknown
from cli.simulator.store import Record, Store


def plan(store: Store) -> None:
    """Have what is owed paid out within a day."""
    if not store.waits("settle"):
        store.schedule("settle", "everything", DAY)


def settle(store: Store) -> Record | None:
    """Pay out everything in euros that has not been paid out; None when there is nothing."""
    with store.work():
        parts = {kind: _unsettled(store, kind) for kind in ("payment", "refund", "chargeback")}
        if not any(parts.values()):
            return None
        number = store.setting("settlements", 0) + 1
        store.set("settlements", number)
        sums = {kind: sum((worth(each["amount"]) for each in found), Decimal(0)) for kind, found in parts.items()}
        settlement: Record = {
            "id": store.new_id("stl", 10),
            "createdAt": store.stamp(),
            "settledAt": store.stamp(),
            "status": "paidout",
            "reference": f"1234567.{store.now():%y%m}.{number:02d}",
            "amount": amount(sums["payment"] - sums["refund"] - sums["chargeback"], "EUR"),
        }
        store.add("settlement", settlement)
        for found in parts.values():
            for each in found:
                store.save({**each, "settlementId": settlement["id"]})
        store.log("settlement", settlement=settlement["id"], value=settlement["amount"]["value"])
        return settlement


def get_settlement(store: Store, settlement_id: str) -> Record:
    """Return a settlement by its id or its reference; raises Refusal."""
    for settlement in store.select("settlement"):
        if settlement_id in (settlement["id"], settlement["reference"]):
            return settlement
    raise unknown("settlement", settlement_id)


def settled(store: Store, kind: str, settlement_id: str) -> list[Record]:
    """Return the payments, refunds or chargebacks in a settlement."""
    return [each for each in store.select(kind) if each.get("settlementId") == settlement_id]


def _unsettled(store: Store, kind: str) -> list[Record]:
    return [
        each
        for each in store.select(kind)
        if not each.get("settlementId") and each["amount"]["currency"] == "EUR" and _counts(kind, each)
    ]


def _counts(kind: str, each: Record) -> bool:
    if kind == "payment":
        return bool(each["status"] == "paid")
    return kind == "chargeback" or each["status"] == "refunded"
