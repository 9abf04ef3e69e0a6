"""Export of a resource's list: the same columns, masked in the same way, and the export is audited."""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from io import TextIOWrapper
from tempfile import SpooledTemporaryFile
from typing import Any
from uuid import UUID

from flask import Response, send_file
from sqlalchemy import text

from app.console.values import cells, heads
from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.errors import Conflict, Invalid
from app.kernel.resources import OpsQuery, Resource, read_records
from app.kernel.text import csv_tables

MAX_EXPORTED = 50_000
KEPT_IN_MEMORY = 2**20
# In the whole installation: each keeps a thread of a web process busy, which has four.
MAX_AT_ONCE = 2


class ExportTooLarge(Invalid):
    """There are more rows than a file may have; `most` is the limit."""

    code = "export-too-large"


class ExportsBusy(Conflict):
    """The person's last export, or as many of others as there may be at once, are still being made."""

    code = "exports-busy"


_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtextextended('export ' || :of, 0))")


def ensure_turn(session: Session, staff_id: UUID) -> None:
    """Take a person's turn to export until the transaction ends; raises ExportsBusy."""
    if not _is_free(session, str(staff_id)) or not any(_is_free(session, str(turn)) for turn in range(MAX_AT_ONCE)):
        raise ExportsBusy()


def write_table(session: Session, resource: Resource, query: OpsQuery) -> tuple[Response, int]:
    """Return the matching rows as a table for spreadsheets, and their number; raises ExportTooLarge."""
    return table_of(_rows(session, resource, query), f"{resource.key}-{clock.now():%Y-%m-%d}")


def table_of(rows: Iterable[Iterable[Any]], name: str) -> tuple[Response, int]:
    """Return rows, the first of them the headings, as a table for spreadsheets, and the number of the others.

    It is written to a temporary file first, row by row: no incomplete table is sent, and a slow client does not keep a
    transaction open.
    """
    with ExitStack() as unsent:
        file: Any = unsent.enter_context(SpooledTemporaryFile(KEPT_IN_MEMORY))
        table = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        written = csv_tables.write_table(table, rows)
        table.detach()
        file.seek(0)
        unsent.pop_all()
    return send_file(file, mimetype="text/csv", as_attachment=True, download_name=f"{name}.csv"), written - 1


def _is_free(session: Session, of: str) -> bool:
    return bool(session.execute(_LOCK, {"of": of}).scalar_one())


def _rows(session: Session, resource: Resource, query: OpsQuery) -> Iterable[Iterable[Any]]:
    yield heads(resource)
    found = read_records(session, resource, replace(query, limit=MAX_EXPORTED + 1))
    for number, row in enumerate(found.rows, 1):
        if number > MAX_EXPORTED:
            raise ExportTooLarge(most=MAX_EXPORTED)
        yield cells(resource, row)
