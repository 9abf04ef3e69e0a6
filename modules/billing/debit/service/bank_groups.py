"""Expansion of lines in which a bank reports a group of payments into one line for each payment."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.kernel.db.session import Session
from modules.billing.contracts.states import CollectionState
from modules.billing.debit.providers import bank_files
from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.queries import batches as batch_queries
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.queries.mandates import Collection
from modules.billing.debit.service import batches

# The states of collections that a bank may book as a group: those that wait, and those it reported before.
_BOOKED = (CollectionState.SENT, CollectionState.SETTLED, CollectionState.RETURNED)


@dataclass(slots=True)
class _Groups:
    """The groups of payments in our own files; each file is read once, when a line refers to it."""

    session: Session
    by_file: dict[str, dict[str, list[str]]]

    def list_refused(self, file: str, group: str) -> list[str]:
        """Return the end-to-end ids of a group in one of our files; empty if there is none."""
        return self._read(file).get(group, [])

    def list_booked(self, file: str, group: str) -> list[str]:
        """Return the end-to-end ids of a group, or of a whole file; banks may give a file an id of their own.

        Empty if none of our files has the group, or if several have.
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
    """Return the lines of a file, with one line for each payment in place of a line about a group.

    A booked group is expanded only if its number and total match the bank's.
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
    """Return why a group does not match a bank's line; empty if it does."""
    total = sum(one.amount_minor for one in booked)
    if not booked:
        return "no group of ours that the bank has"
    if report.amount != total or report.number not in (None, len(booked)):
        number = "some" if report.number is None else report.number
        return f"{number} payments of {report.amount} cents came, {len(booked)} of {total} were asked for"
    return ""
