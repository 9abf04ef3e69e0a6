"""Settlements: once a day, payments minus refunds, chargebacks and the provider's fees are paid out."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby

from cli.dev.simulator.amounts import CENT, amount, worth
from cli.dev.simulator.methods import DAY
from cli.dev.simulator.refusal import unknown
from cli.dev.simulator.store import Record, Store

# Fees of a payment by each method, and of a refund or a chargeback: fixed, and in percent; without VAT.
RATES = {
    "ideal": (Decimal("0.32"), Decimal(0)),
    "creditcard": (Decimal("0.25"), Decimal("1.8")),
    "refund": (Decimal("0.25"), Decimal(0)),
    "chargeback": (Decimal("20"), Decimal(0)),
}
OTHER_RATE = (Decimal("0.25"), Decimal("2.9"))
VAT = Decimal("0.21")
SETTLED_AS = {"applepay": "creditcard"}  # a wallet is not a method of its own in settlements
CAPTURED = ("klarna",)  # methods whose settlements list captures instead of payments


def plan(store: Store) -> None:
    """Schedule the next payout within a day."""
    if not store.waits("settle"):
        store.schedule("settle", "everything", DAY)


def settle(store: Store, short: Decimal = Decimal(0)) -> Record | None:
    """Pay out all waiting euros, `short` of them less without a reason; None if nothing remains after the fees."""
    with store.work():
        parts = [(kind, each) for kind in ("payment", "refund", "chargeback") for each in _unsettled(store, kind)]
        periods = _periods(parts)
        paid_out = (_total(periods) - short).quantize(CENT, ROUND_HALF_UP)
        if paid_out <= 0:
            return None
        number = store.setting("settlements", 0) + 1
        store.set("settlements", number)
        settlement: Record = {
            "id": store.new_id("stl", 10),
            "createdAt": store.stamp(),
            "settledAt": store.stamp(),
            "status": "paidout",
            "reference": f"1234567.{store.now():%y%m}.{number:02d}",
            "amount": amount(paid_out, "EUR"),
            "periods": periods,
        }
        store.add("settlement", settlement)
        for _, each in parts:
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


def is_captured(payment: Record) -> bool:
    """Return whether a settlement lists a capture instead of a payment."""
    return payment["method"] in CAPTURED


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


def _periods(parts: Iterable[tuple[str, Record]]) -> Record:
    """Return income and fees by year and month, and within a month by method."""
    periods: Record = {}
    for (month, method), found in groupby(sorted(parts, key=_group), key=_group):
        worths = [worth(each["amount"]) * (1 if kind == "payment" else -1) for kind, each in found]
        fixed, percentage = RATES.get(method, OTHER_RATE)
        net = sum((fixed + abs(each) * percentage / 100 for each in worths), Decimal(0))
        about = {"description": method, "method": method, "count": len(worths)}
        period = periods.setdefault(month[:4], {}).setdefault(month[5:], {"revenue": [], "costs": []})
        revenue = sum(worths, Decimal(0))
        period["revenue"].append({**about, **_sums(revenue, None)})
        rate = {"fixed": _exactly(fixed), "percentage": str(percentage)}
        period["costs"].append({**about, "rate": rate, **_sums(net, net * VAT)})
    return periods


def _group(part: tuple[str, Record]) -> tuple[str, str]:
    kind, each = part
    method: str = each["method"] if kind == "payment" else kind
    return each["createdAt"][:7], SETTLED_AS.get(method, method)


def _sums(net: Decimal, vat: Decimal | None) -> Record:
    gross = net + (vat or 0)
    return {
        "amountNet": _exactly(net),
        "amountVat": None if vat is None else _exactly(vat),
        "amountGross": _exactly(gross),
    }


def _exactly(value: Decimal) -> dict[str, str]:
    return {"currency": "EUR", "value": f"{value:.4f}"}


def _total(periods: Record) -> Decimal:
    months = [month for year in periods.values() for month in year.values()]
    came = sum((worth(each["amountGross"]) for month in months for each in month["revenue"]), Decimal(0))
    return came - sum((worth(each["amountGross"]) for month in months for each in month["costs"]), Decimal(0))
