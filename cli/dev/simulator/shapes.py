"""Records in the API's format. `base` is the base address of the request, without a slash at the end."""

from collections.abc import Iterable, Sequence
from typing import Any

from cli.dev.simulator import payments, returns
from cli.dev.simulator.amounts import Amount, worth
from cli.dev.simulator.methods import Method
from cli.dev.simulator.store import Record, Store

HAL = "application/hal+json"
HTML = "text/html"
PROFILE = "pfl_simulated1"
BALANCE = "bal_simulated1"
# Fields of a payment that the API leaves out while they have no value.
WHERE_KNOWN = (
    "cancelUrl",
    "webhookUrl",
    "locale",
    "countryCode",
    "restrictPaymentMethodsToCountry",
    "customerId",
    "mandateId",
    "details",
    "settlementId",
    *payments.ENDED_AT.values(),
)


def link(href: str, kind: str = HAL) -> dict[str, str]:
    """Return a link."""
    return {"href": href, "type": kind}


def payment(store: Store, base: str, found: Record, embed: str = "") -> Record:
    """Return a payment, with what `embed` names (refunds, chargebacks)."""
    address = f"{base}/v2/payments/{found['id']}"
    shape: Record = {
        "resource": "payment",
        "id": found["id"],
        "mode": "test",
        "createdAt": found["createdAt"],
        "amount": found["amount"],
        "description": found["description"],
        "method": found["method"],
        "metadata": found["metadata"],
        "status": found["status"],
        "profileId": PROFILE,
        "sequenceType": found["sequenceType"],
        "redirectUrl": found["redirectUrl"],
        **{name: found[name] for name in WHERE_KNOWN if found.get(name) is not None},
        "_links": {
            "self": link(address),
            "dashboard": link(f"{base}/_simulator/payments/{found['id']}", HTML),
        },
    }
    if found["status"] in payments.UNFINISHED:
        shape["isCancelable"] = payments.can_cancel(found)
        if found.get("expiresAt"):
            shape["expiresAt"] = found["expiresAt"]
        shape["_links"]["changePaymentState"] = link(f"{base}/_simulator/payments/{found['id']}", HTML)
    if found["status"] == "open":
        shape["_links"]["checkout"] = link(f"{base}/checkout/{found['id']}", HTML)
    if found["customerId"]:
        shape["_links"]["customer"] = link(f"{base}/v2/customers/{found['customerId']}")
    if found["mandateId"]:
        mandates = f"{base}/v2/customers/{found['customerId']}/mandates"
        shape["_links"]["mandate"] = link(f"{mandates}/{found['mandateId']}")
    if found["status"] == "paid":
        _add_returns(store, shape, found, address)
    embedded = _embedded(store, base, found, embed)
    if embedded:
        shape["_embedded"] = embedded
    return shape


def _add_returns(store: Store, shape: Record, found: Record, address: str) -> None:
    shape["amountRefunded"] = returns.refunded(store, found)
    shape["amountRemaining"] = returns.remaining(store, found)
    shape["settlementAmount"] = found["amount"]
    if store.select("refund", found["id"]):
        shape["_links"]["refunds"] = link(f"{address}/refunds")
    if store.select("chargeback", found["id"]):
        shape["_links"]["chargebacks"] = link(f"{address}/chargebacks")
        shape["amountChargedBack"] = returns.charged_back(store, found)


def _embedded(store: Store, base: str, found: Record, embed: str) -> Record:
    asked = embed.split(",")
    embedded: Record = {}
    if "refunds" in asked:
        embedded["refunds"] = [refund(base, each) for each in store.select("refund", found["id"])]
    if "chargebacks" in asked:
        embedded["chargebacks"] = [chargeback(base, each) for each in store.select("chargeback", found["id"])]
    return embedded


def refund(base: str, found: Record) -> Record:
    """Return a refund."""
    names = ("id", "createdAt", "amount", "status", "paymentId", "metadata")
    return _return(base, "refund", found, names, mode="test", description=found["description"] or "")


def chargeback(base: str, found: Record) -> Record:
    """Return a chargeback."""
    return _return(base, "chargeback", found, ("id", "createdAt", "amount", "paymentId", "reason", "reversedAt"))


def _return(base: str, kind: str, found: Record, names: Iterable[str], **more: str) -> Record:
    address = f"{base}/v2/payments/{found['paymentId']}"
    return {
        "resource": kind,
        **more,
        **{name: found[name] for name in names},
        "settlementAmount": _taken(found),
        **({"settlementId": found["settlementId"]} if found.get("settlementId") else {}),
        "_links": {
            "self": link(f"{address}/{kind}s/{found['id']}"),
            "payment": link(address),
            "documentation": _about(base, f"{kind}s"),
        },
    }


def capture(base: str, found: Record) -> Record:
    """Return the capture of a payment, as in settlements of some methods."""
    address = f"{base}/v2/payments/{found['id']}"
    capture_id = found["id"].replace("tr_", "cpt_")
    return {
        "resource": "capture",
        "id": capture_id,
        "mode": "test",
        **{name: found[name] for name in ("createdAt", "amount", "settlementId")},
        "settlementAmount": found["amount"],
        "status": "succeeded",
        "paymentId": found["id"],
        "_links": {"self": link(f"{address}/captures/{capture_id}"), "payment": link(address)},
    }


def _taken(found: Record) -> Amount:
    """Return the amount that leaves the balance."""
    return {**found["amount"], "value": f"-{worth(found['amount'])}"}


def customer(base: str, found: Record) -> Record:
    """Return a customer."""
    address = f"{base}/v2/customers/{found['id']}"
    return {
        "resource": "customer",
        "mode": "test",
        **{name: found[name] for name in ("id", "createdAt", "name", "email", "locale", "metadata")},
        "_links": {
            "self": link(address),
            "dashboard": link(f"{base}/_simulator", HTML),
            "mandates": link(f"{address}/mandates"),
            "payments": link(f"{address}/payments"),
            "documentation": _about(base, "customers"),
        },
    }


def mandate(base: str, found: Record) -> Record:
    """Return a mandate."""
    address = f"{base}/v2/customers/{found['customerId']}"
    names = ("id", "createdAt", "method", "status", "details", "customerId", "mandateReference", "signatureDate")
    return {
        "resource": "mandate",
        "mode": "test",
        **{name: found[name] for name in names},
        "_links": {
            "self": link(f"{address}/mandates/{found['id']}"),
            "customer": link(address),
            "documentation": _about(base, "mandates"),
        },
    }


def settlement(base: str, found: Record) -> Record:
    """Return a settlement."""
    address = f"{base}/v2/settlements/{found['id']}"
    return {
        "resource": "settlement",
        **{name: found[name] for name in ("id", "createdAt", "settledAt", "status", "reference", "amount")},
        "balanceId": BALANCE,
        "periods": found.get("periods", {}),
        "_links": {
            "self": link(address),
            **{kind: link(f"{address}/{kind}") for kind in ("payments", "captures", "refunds", "chargebacks")},
            "documentation": _about(base, "settlements"),
        },
    }


def method(base: str, found: Method, currency: str, *, with_banks: bool) -> Record:
    """Return a payment method, with its banks if requested."""
    minimum, maximum = found.limits(currency)
    shape: Record = {
        "resource": "method",
        "id": found.id,
        "description": found.name,
        "minimumAmount": minimum,
        "maximumAmount": maximum,
        "image": _image(base, found.id),
        "status": "activated",
        "_links": {"self": link(f"{base}/v2/methods/{found.id}"), "documentation": _about(base, "methods")},
    }
    if with_banks and found.banks:
        shape["issuers"] = [
            {"resource": "issuer", "id": bank, "name": name, "image": _image(base, bank)} for bank, name in found.banks
        ]
    return shape


def page(base: str, path: str, name: str, shapes: Sequence[Record], rest: Record | None = None) -> Record:
    """Return a list; `rest` has the addresses of the previous and the next page."""
    around: dict[str, Any] = {"previous": None, "next": None, **(rest or {})}
    return {
        "count": len(shapes),
        "_embedded": {name: list(shapes)},
        "_links": {"self": link(f"{base}{path}"), **around, "documentation": _about(base, name)},
    }


def _image(base: str, name: str) -> dict[str, str]:
    address = f"{base}/images/{name}.svg"
    return {"size1x": address, "size2x": address, "svg": address}


def _about(base: str, name: str) -> dict[str, str]:
    return link(f"{base}/_simulator#{name}", HTML)
