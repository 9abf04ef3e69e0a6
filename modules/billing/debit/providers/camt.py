"""Reader of account entries: statements (camt.053), intraday reports (camt.052), notices (camt.054), any version.

No money is dropped: the amounts of an entry's lines add up to its own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from xml.etree.ElementTree import Element

from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.providers.bank_xml import EURO, cents, child, children, find_all, text

BODIES = {"BkToCstmrAcctRpt": "camt.052", "BkToCstmrStmt": "camt.053", "BkToCstmrDbtCdtNtfctn": "camt.054"}
BOOKED, PENDING = "BOOK", "PDNG"
DEBIT = "DBIT"
# ISO 20022 transaction codes of returned direct debits, and of returned transfers.
RETURNED_DEBITS = frozenset({"UPDD", "PRDD", "RCDD", "UPDT"})
RETURNED_TRANSFERS = frozenset({"RRTN", "RPCR"})
# German transaction codes (GVC) of the same: 108 and 109 for debits (B2B, CORE), 159 for transfers.
GERMAN_DEBITS = frozenset({"108", "109"})
GERMAN_TRANSFERS = frozenset({"159"})
# Reason codes of the SEPA rulebook, as they occur in a bank's free text.
_REASON = re.compile(
    r"\b(?:AC0[1246]|AC13|AG0[12]|AM0[45]|BE05|CNOR|DNOR|MD0[1267]|MS0[23]|RC01|RR0[1-4]|SL01|SL1[1-4])\b"
)
# The ids in our own files: a UUID without hyphens, in upper case.
_OURS = re.compile(r"(?<![0-9A-Za-z])[0-9A-F]{32}(?![0-9A-Za-z])")
_REF_UNKNOWN = ("", "NOTPROVIDED")


@dataclass(frozen=True, slots=True)
class _Entry:
    element: Element
    day: date | None
    sign: int
    amount: int

    def line(self, kind: Kind, ref: str, reason: str, amount: int | None, *, sign: int = 0, group: str = "") -> Report:
        return Report(kind, ref, reason, amount, group=group, sign=sign or self.sign, day=self.day)


def read_entries(body: Element) -> Iterator[Report]:
    """Yield the lines of an account's entries, and a line for money that only its balances show."""
    for entry in find_all(body, "Ntry"):
        yield from _read(entry)
    for statement in children(body, "Stmt"):
        yield from _missing(statement)


def sum_entries(body: Element) -> int:
    """Return the sum of all entries in euros, in cents, booked or not."""
    return sum(_sign(entry) * (cents(child(entry, "Amt")) or 0) for entry in find_all(body, "Ntry"))


def _read(element: Element) -> Iterator[Report]:
    amount = child(element, "Amt")
    currency = (amount.get("Ccy") if amount is not None else None) or EURO
    minor = cents(amount, currency)
    sign = _sign(element)
    status = _code(child(element, "Sts"))
    why = ""
    if minor is None:
        why = "its amount cannot be read"
    elif status != BOOKED:
        why = "pending" if status == PENDING else f"not booked ({status or 'no status'})"
    elif currency != EURO:
        why = "not in euros"
    if minor is None or why:
        ref = " ".join(dict.fromkeys(_ref_of(details) for details in find_all(element, "TxDtls")))
        yield Report(Kind.UNREAD, ref[:140].strip(), why, minor, sign=sign, day=_day(element), currency=currency)
        return
    entry = _Entry(element, _day(element), sign, minor)
    lines = list(_parts(entry))
    yield from lines
    rest = entry.sign * entry.amount - sum(line.sign * (line.amount or 0) for line in lines)
    if rest:
        has_charges = next(find_all(element, "Chrgs"), None) is not None
        why = "charges of the bank" if has_charges else "not explained by the details of its entry"
        yield entry.line(Kind.UNREAD, "", why, abs(rest), sign=1 if rest > 0 else -1)


def _parts(entry: _Entry) -> Iterator[Report]:
    groups = list(children(entry.element, "NtryDtls"))
    details = [one for group in groups for one in children(group, "TxDtls")]
    named = [one for group in groups if child(group, "TxDtls") is None for one in children(group, "Btch")]
    is_alone = len(details) + len(named) == 1
    for one in details:
        yield _detail(entry, one, is_alone=is_alone)
    for one in named:
        yield _group(entry, one, is_alone=is_alone)
    if not details and not named:
        ours = _find_ours(_words(entry.element, "AddtlNtryInf"))
        yield _payment_line(entry, None, ours, entry.amount, sign=entry.sign)


def _detail(entry: _Entry, details: Element, *, is_alone: bool) -> Report:
    sign = _sign(details, entry.sign)
    amount = _detail_amount(details)
    if amount is None and is_alone and child(details, "Amt") is None:
        amount = entry.amount
    ref = _ref_of(details)
    if not _OURS.fullmatch(ref):
        words = [*_words(details, "Refs"), *_words(details, "AddtlTxInf")]
        ours = _find_ours(words + (_words(entry.element, "AddtlNtryInf") if is_alone else []))
        group = text(details, "Refs", "PmtInfId")
        if not ours and ref in _REF_UNKNOWN and group:
            return _group_line(entry, details, text(details, "Refs", "MsgId"), group, amount, number=None, sign=sign)
        return _payment_line(entry, details, ours or {ref}, amount, sign=sign)
    return _payment_line(entry, details, {ref}, amount, sign=sign)


def _detail_amount(details: Element) -> int | None:
    places = (("Amt",), ("AmtDtls", "TxAmt", "Amt"), ("AmtDtls", "InstdAmt", "Amt"))
    return next((minor for path in places if (minor := cents(child(details, *path))) is not None), None)


def _group(entry: _Entry, batch: Element, *, is_alone: bool) -> Report:
    total = cents(child(batch, "TtlAmt"))
    if total is None and is_alone and child(batch, "TtlAmt") is None:
        total = entry.amount
    sign, number = _sign(batch, entry.sign), text(batch, "NbOfTxs")
    count = int(number) if number.isdecimal() and len(number) <= 15 else None
    return _group_line(entry, None, text(batch, "MsgId"), text(batch, "PmtInfId"), total, number=count, sign=sign)


def _group_line(
    entry: _Entry, details: Element | None, file: str, group: str, total: int | None, *, number: int | None, sign: int
) -> Report:
    if sign < 0 or _is_return(entry, details, sign=sign):
        return entry.line(Kind.UNREAD, group or file, "a group without its payments", total, sign=sign)
    if not group and not file:
        return entry.line(Kind.UNREAD, "", "names no payment", total, sign=sign)
    return Report(Kind.GROUP_CREDIT, file, "", total, group=group, number=number, day=entry.day)


def _payment_line(entry: _Entry, details: Element | None, refs: set[str], amount: int | None, *, sign: int) -> Report:
    if len(refs) > 1:
        return entry.line(Kind.UNREAD, " ".join(sorted(refs))[:140], "names more than one payment", amount, sign=sign)
    ref = next(iter(refs), "")
    if ref in _REF_UNKNOWN:
        return entry.line(Kind.UNREAD, "", "names no payment", amount, sign=sign)
    if _is_return(entry, details, sign=sign):
        reason = _reason(entry, details)
        return entry.line(Kind.RETURN if sign < 0 else Kind.REVERSAL, ref, reason, amount, sign=sign)
    return entry.line(Kind.DEBIT if sign < 0 else Kind.CREDIT, ref, "", amount, sign=sign)


def _is_return(entry: _Entry, details: Element | None, *, sign: int) -> bool:
    """Return whether an entry reverses an earlier one, by its indicator, its code or its reason."""
    if child(details, "RtrInf") is not None or text(entry.element, "RvslInd") in ("true", "1"):
        return True
    own, whole = child(details, "BkTxCd"), child(entry.element, "BkTxCd")
    family = text(own, "Domn", "Fmly", "SubFmlyCd") or text(whole, "Domn", "Fmly", "SubFmlyCd")
    german = _german(text(own, "Prtry", "Cd")) or _german(text(whole, "Prtry", "Cd"))
    if family in RETURNED_DEBITS or german in GERMAN_DEBITS:
        return True
    return sign > 0 and (family in RETURNED_TRANSFERS or german in GERMAN_TRANSFERS)


def _german(code: str) -> str:
    """Return the German transaction code, three digits, in a code such as NDDT+109+00931."""
    return next((part for part in re.split(r"[^0-9A-Za-z]+", code) if re.fullmatch(r"[0-9]{3}", part)), "")


def _reason(entry: _Entry, details: Element | None) -> str:
    """Return why money was taken back; empty if the bank gives no reason, or several."""
    if code := _code(child(details, "RtrInf", "Rsn")):
        return code[:35]
    words = [*_words(entry.element, "AddtlNtryInf")]
    if details is not None:
        words += [*_words(details, "AddtlTxInf"), *_words(details, "RtrInf")]
    found = {code for one in words for code in _REASON.findall(one)}
    return found.pop() if len(found) == 1 else ""


def _missing(statement: Element) -> Iterator[Report]:
    """Yield a line if a statement's balances differ by another amount than the sum of its booked entries."""
    balances = {_code(child(one, "Tp", "CdOrPrtry")): one for one in children(statement, "Bal")}
    opening = _balance(balances.get("OPBD", balances.get("PRCD")))
    closing = _balance(balances.get("CLBD"))
    if opening is None or closing is None:
        return
    booked = [one for one in children(statement, "Ntry") if _code(child(one, "Sts")) == BOOKED]
    rest = closing - opening - sum(_sign(one) * (cents(child(one, "Amt")) or 0) for one in booked)
    if rest:
        why = f"its balances differ from its entries by {rest / 100:.2f} EUR: ask the bank for the missing entries"
        yield Report(Kind.UNREAD, f"statement {text(statement, 'Id')}", why, None)


def _balance(balance: Element | None) -> int | None:
    minor = cents(child(balance, "Amt"))
    return None if minor is None or balance is None else _sign(balance) * minor


def _sign(element: Element, otherwise: int = 1) -> int:
    """Return -1 for money that left the account, 1 for money that came in, `otherwise` if the element says neither."""
    side = text(element, "CdtDbtInd")
    return -1 if side == DEBIT else 1 if side else otherwise


def _ref_of(details: Element) -> str:
    return text(details, "Refs", "EndToEndId")


def _find_ours(words: list[str]) -> set[str]:
    return {ref for one in words for ref in _OURS.findall(one)}


def _words(parent: Element, tag: str) -> list[str]:
    return ["".join(part.itertext()) if not len(part) else " ".join(part.itertext()) for part in children(parent, tag)]


def _code(choice: Element | None) -> str:
    """Return a code, which is the element's text in old versions, and in Cd or Prtry in new ones."""
    return text(choice, "Cd") or text(choice, "Prtry") or text(choice)


def _day(entry: Element) -> date | None:
    for path in (("BookgDt", "Dt"), ("BookgDt", "DtTm"), ("ValDt", "Dt"), ("ValDt", "DtTm")):
        try:
            return date.fromisoformat(text(entry, *path)[:10])
        except ValueError:
            continue
    return None
