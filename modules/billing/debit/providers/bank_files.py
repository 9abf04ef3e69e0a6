"""Reader of a bank's files about our collections and transfers, single or in a zip.

Reads refusals (pain.002) and the entries of the account (camt.052, camt.053, camt.054).
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from modules.billing.debit.providers import bank_archive, camt
from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.providers.bank_xml import children, deep_text, find, find_all, parse, text
from modules.billing.errors.debit import BankFileInvalid

REJECTED = "RJCT"


@dataclass(frozen=True, slots=True)
class BankMessage:
    """A file that was read: its name in a zip, kind of message, content hash, lines, and total of its entries in cents.

    `kind` is empty for a file that is not of a bank.
    """

    name: str
    kind: str
    content_hash: bytes
    reports: tuple[Report, ...]
    total: int = 0


def read_bank_file(content: bytes) -> list[BankMessage]:
    """Read a bank's file, or each different file in a zip. A file that is not of a bank is reported in one line.

    Raises BankFileInvalid if none is a file of a bank, BankFileTooLarge, BankArchiveRefused.
    """
    found: dict[bytes, BankMessage] = {}
    others: list[Report] = []
    for name, one in bank_archive.unpack(content):
        file = _read_one(name, one)
        if file is None:
            is_packed = bank_archive.is_archive(one)
            why = "a zip in a zip is not opened" if is_packed else "no file of a bank that we can read"
            others.append(Report(Kind.UNREAD, name, why, None))
        else:
            found.setdefault(file.content_hash, file)
    if not found:
        raise BankFileInvalid()
    if others:
        found[b""] = BankMessage("", "", b"", tuple(others))
    return list(found.values())


def _read_one(name: str, content: bytes) -> BankMessage | None:
    root = parse(content)
    if root is None:
        return None
    body = find(root, "CstmrPmtStsRpt")
    if body is not None:
        return BankMessage(name, "pain.002", _hash(content), tuple(_refusals(body)))
    for tag, kind in camt.BODIES.items():
        body = find(root, tag)
        if body is not None:
            return BankMessage(name, kind, _hash(content), tuple(camt.read_entries(body)), camt.sum_entries(body))
    return None


def list_groups(content: bytes) -> dict[str, list[str]]:
    """Return the end-to-end ids of each group of payments in one of our own files."""
    root = parse(content)
    if root is None:
        return {}
    return {
        text(part, "PmtInfId"): [(ref.text or "").strip() for ref in find_all(part, "EndToEndId")]
        for part in find_all(root, "PmtInf")
    }


def _refusals(body: Element) -> Iterator[Report]:
    group = find(body, "OrgnlGrpInfAndSts")
    if group is not None and deep_text(group, "GrpSts") == REJECTED:
        yield Report(Kind.FILE_REFUSED, deep_text(group, "OrgnlMsgId"), _reason(group), None)
        return
    for part in find_all(body, "OrgnlPmtInfAndSts"):
        payments = list(children(part, "TxInfAndSts"))
        if not payments and deep_text(part, "PmtInfSts") == REJECTED and group is not None:
            file, name = deep_text(group, "OrgnlMsgId"), deep_text(part, "OrgnlPmtInfId")
            yield Report(Kind.GROUP_REFUSED, file, _reason(part), None, group=name)
        for payment in payments:
            if deep_text(payment, "TxSts") == REJECTED:
                yield Report(Kind.REFUSED, deep_text(payment, "OrgnlEndToEndId"), _reason(payment), None)


def _reason(parent: Element) -> str:
    reason = find(parent, "Rsn")
    return (deep_text(reason, "Cd") or deep_text(reason, "Prtry"))[:35] if reason is not None else ""


def _hash(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
