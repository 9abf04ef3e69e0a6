"""What a bank says of our collections and transfers, read from its files: pain.002 (refusals), camt.053 (statements).

Elements are found by their local names, because banks are versions apart. Nothing outside a file is ever loaded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from xml.etree.ElementTree import Element, ParseError

from modules.billing.errors import BankFileInvalid

BOOKED = "BOOK"
REJECTED = "RJCT"


class Told(StrEnum):
    """What became of a payment: its money came, it was refused or taken back, it went out; or of many in a file."""

    CAME = "came"
    BACK = "back"
    WENT = "went"
    FILE_REFUSED = "file-refused"
    GROUP_REFUSED = "group-refused"


@dataclass(frozen=True, slots=True)
class Report:
    """One line of a bank; `ref` is the end-to-end id, or the message id of a refused file. `amount` is in cents.

    `group` names the payments of a file that were refused together, without a word about each.
    """

    told: Told
    ref: str
    reason: str
    amount: int | None
    group: str = ""


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file that was read: which kind of message it is, and what it says."""

    kind: str
    reports: tuple[Report, ...]


def read(content: bytes) -> BankFile:
    """Read a bank's file; raises BankFileInvalid."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(content)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        raise BankFileInvalid() from None
    for tag, kind, reports in (
        ("CstmrPmtStsRpt", "pain.002", _refusals),
        ("BkToCstmrStmt", "camt.053", _bookings),
    ):
        body = _find(root, tag)
        if body is not None:
            return BankFile(kind, tuple(reports(body)))
    raise BankFileInvalid()


def _refusals(body: Element) -> Iterator[Report]:
    group = _find(body, "OrgnlGrpInfAndSts")
    if group is not None and _text(group, "GrpSts") == REJECTED:
        yield Report(Told.FILE_REFUSED, _text(group, "OrgnlMsgId"), _reason(group), None)
        return
    for part in _all(body, "OrgnlPmtInfAndSts"):
        payments = list(_all(part, "TxInfAndSts"))
        if not payments and _text(part, "PmtInfSts") == REJECTED and group is not None:
            file, name = _text(group, "OrgnlMsgId"), _text(part, "OrgnlPmtInfId")
            yield Report(Told.GROUP_REFUSED, file, _reason(part), None, group=name)
        for payment in payments:
            if _text(payment, "TxSts") == REJECTED:
                yield Report(Told.BACK, _text(payment, "OrgnlEndToEndId"), _reason(payment), None)


def list_refs(content: bytes, group: str) -> list[str]:
    """Return the end-to-end ids of a group of payments in one of our own files."""
    from defusedxml.ElementTree import fromstring

    groups = (part for part in _all(fromstring(content), "PmtInf") if _text(part, "PmtInfId") == group)
    return [(ref.text or "").strip() for part in groups for ref in _all(part, "EndToEndId")]


def _bookings(body: Element) -> Iterator[Report]:
    for entry in _all(body, "Ntry"):
        status = _find(entry, "Sts")
        if status is None or BOOKED not in ((status.text or "").strip(), _text(status, "Cd")):
            continue
        details = list(_all(entry, "TxDtls"))
        for one in details:
            yield _booking(entry, one, is_alone=len(details) == 1)


def _booking(entry: Element, details: Element, *, is_alone: bool) -> Report:
    side = _text(details, "CdtDbtInd", deep=False) or _text(entry, "CdtDbtInd", deep=False)
    returned = _find(details, "RtrInf")
    if returned is not None:
        # Of a return, what was asked for counts, not what the banks charge beside it.
        return Report(Told.BACK, _text(details, "EndToEndId"), _reason(returned), None)
    amount = _amount(details, "Amt", "TxAmt") or (_amount(entry, "Amt") if is_alone else None)
    return Report(Told.CAME if side == "CRDT" else Told.WENT, _text(details, "EndToEndId"), "", amount)


def _amount(parent: Element, *tags: str) -> int | None:
    """Return an amount in euros as cents, from a direct child or, in older versions, from within AmtDtls."""
    found = next((child for child in parent if _name(child) == tags[0]), None)
    if found is None and len(tags) > 1:
        inner = _find(parent, tags[1])
        found = _find(inner, "Amt") if inner is not None else None
    if found is None or found.get("Ccy") != "EUR":
        return None
    try:
        return int(Decimal((found.text or "").strip()) * 100)
    except (InvalidOperation, ValueError, OverflowError):
        return None


def _reason(parent: Element) -> str:
    reason = _find(parent, "Rsn")
    return (_text(reason, "Cd") or _text(reason, "Prtry"))[:35] if reason is not None else ""


def _text(parent: Element, tag: str, *, deep: bool = True) -> str:
    found = _find(parent, tag) if deep else next((child for child in parent if _name(child) == tag), None)
    return (found.text or "").strip() if found is not None else ""


def _find(parent: Element, tag: str) -> Element | None:
    return next(_all(parent, tag), None)


def _all(parent: Element, tag: str) -> Iterator[Element]:
    return (element for element in parent.iter() if _name(element) == tag)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
