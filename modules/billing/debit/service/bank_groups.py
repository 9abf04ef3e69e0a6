"""Payments of which a bank's file tells together, a line for each of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.kernel.db import Session
from modules.billing.contracts import CollectionState
from modules.billing.debit.providers import bank_files
from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.queries import batches as batch_queries
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.queries.mandates import Collection
from modules.billing.debit.service import batches

# What the bank booked with a group: those that still wait, and those of which it told before.
_BOOKED = (CollectionState.SENT, CollectionState.SETTLED, CollectionState.RETURNED)


@dataclass(slots=True)
class _Groups:
    """The groups of our own files, which are read when a line asks for one, and once."""

    session: Session
    by_file: dict[str, dict[str, list[str]]]

    def list_refused(self, file: str, group: str) -> list[str]:
        """Return the names of the payments of a group in a file of ours; empty where there is none."""
        return self._read(file).get(group, [])

    def list_booked(self, file: str, group: str) -> list[str]:
        """Return the names of the payments of a group, or of a whole file; banks may give a file a name of their own.

        Empty where no file of ours has the group, or more than one has.
        """
        if groups := self._read(file):
            return groups.get(group, []) if group else [ref for refs in groups.values() for ref in refs]
        found = [refs for one in batch_queries.list_open_messages(self.session) if (refs := self._read(one).get(group))]
        return found[0] if len(found) == 1 else []

    def _read(self, file: str) -> dict[str, list[str]]:
        if file not in self.by_file:
            batch_id = batch_queries.find_batch_by_message(self.session, file)
            content = batches.read_content(self.session, batch_id) if batch_id else b""
            self.by_file[file] = bank_files.list_groups(content)
        return self.by_file[file]


def expand(session: Session, reports: Iterable[Report]) -> list[Report]:
    """Return the lines of a file, and for payments that are told of together a line for each.

    A group that was booked is taken only where its number and total are those that the bank says.
    """
    groups = _Groups(session, {})
    return [line for report in reports for line in _expand(session, report, groups)]


def _expand(session: Session, report: Report, groups: _Groups) -> Iterator[Report]:
    if report.kind is Kind.GROUP_REFUSED:
        refs = groups.list_refused(report.ref, report.group)
        yield from [replace(report, kind=Kind.REFUSED, ref=ref) for ref in refs] or [report]
    elif report.kind is Kind.GROUP_CREDIT:
        yield from _booked(session, report, groups.list_booked(report.ref, report.group))
    else:
        yield report


def _booked(session: Session, report: Report, refs: list[str]) -> Iterator[Report]:
    known = queries.list_by_refs(session, end_to_end_ids=refs)
    booked = [one for one in known if one.state in _BOOKED]
    if why := _find_mismatch(report, booked):
        yield replace(report, kind=Kind.UNREAD, ref=report.group or report.ref, reason=why)
        return
    for one in booked:
        yield replace(report, kind=Kind.CREDIT, ref=one.end_to_end_id, amount=one.amount_minor)


def _find_mismatch(report: Report, booked: list[Collection]) -> str:
    """Return why a group is not the one that a bank tells of; empty where it is."""
    total = sum(one.amount_minor for one in booked)
    if not booked:
        return "no group of ours that the bank has"
    if report.amount != total or report.number not in (None, len(booked)):
        number = "some" if report.number is None else report.number
        return f"{number} payments of {report.amount} cents came, {len(booked)} of {total} were asked for"
    return ""
