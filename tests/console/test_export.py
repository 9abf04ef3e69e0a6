"""A list as a file: who may take it, what it holds, and what is written down."""

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from sqlalchemy import func, insert, select, text

from app.console import export, values
from app.console.values import MASK
from app.kernel import clock
from app.kernel.db.engines import engine
from app.kernel.db.session import Session, current_session, transaction
from app.kernel.resources import OpsQuery, Page, Resource, number, read_page
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.models import AuditEvent
from tests.conftest import Client
from tests.console.planted import REPAIRS_TABLE, TABLE
from tests.factories.moderation import Colleague
from tests.fixture_types import MakeColleague, OpenConsole

PATH = "/ops/api/harbour.boats/export.csv"
EACH_FILE = pytest.mark.parametrize(
    "path", [PATH, "/ops/api/figures.csv?begin=2026-01-01&end=2026-01-08"], ids=["a list", "the figures"]
)


def fleet(*names: str) -> str:
    """Put boats to sea and return the remark by which they are told from all others; Ruth commands them."""
    mark = uuid4().hex
    boat = {"skipper": "Ruth", "length": 7, "colour": mark, "flags": ["nl", "de"], "is_afloat": True}
    with transaction() as session:
        for name in names:
            row = {**boat, "id": uuid4(), "name": f"{name}{mark}", "built_on": date(1985, 5, 17)}
            session.execute(insert(TABLE).values(row))
    return mark


def table_of(answer: Any) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.text
    with answer:
        return list(csv.DictReader(io.StringIO(answer.get_data().decode("utf-8-sig"))))


def exports() -> list[Any]:
    with transaction(read_only=True) as session:
        events = select(AuditEvent.detail, AuditEvent.resource).where(AuditEvent.action == "export")
        return list(session.execute(events.order_by(AuditEvent.at.desc(), AuditEvent.id.desc())))


@pytest.mark.spec("10.4")
def test_a_list_is_taken_away_masked_and_written_down(sailor: Client) -> None:
    mark = fleet("Heron", "Swan")
    answer = sailor.get(f"{PATH}?name={mark}&sort=name")
    rows = table_of(answer)
    assert [row["name"] for row in rows] == [f"Heron{mark}", f"Swan{mark}"]
    assert {(row["skipper"], row["length"], row["flags"], row["is_afloat"]) for row in rows} == {
        ("R•••••", "7", "nl, de", "yes")
    }
    assert "Ruth" not in answer.text
    assert "attachment; filename=harbour.boats-" in answer.headers["Content-Disposition"]
    assert exports()[0] == ({"filters": {"name": MASK}, "rows": 2}, "harbour.boats")


@pytest.mark.spec("10.4")
def test_what_is_written_down_of_a_search_names_nobody(sailor: Client) -> None:
    """Ids, days, choices, yes and no stand there as they were; of what was typed stands that it was sought."""
    told = {"colour": "red", "is_afloat": "true", "sister_id": str(uuid4()), "built_on_from": "1985-05-01"}
    assert table_of(sailor.get(PATH, query_string={**told, "name": "Ruth", "skipper": "Ruth"})) == []
    assert exports()[0].detail == {"filters": {**told, "name": MASK, "skipper": MASK}, "rows": 0}
    assert table_of(sailor.get(PATH, query_string={"colour": "ruth@example.org"})) == []
    assert exports()[0].detail == {"filters": {"colour": MASK}, "rows": 0}, "no choice"
    assert table_of(sailor.get(PATH, query_string={"ids": str(uuid4()), "built_on_to": "Ruth"})) == []
    assert exports()[0].detail == {"filters": {}, "rows": 0}, "nothing was sought"


def test_yes_and_no_are_sought_by_no_other_word(sailor: Client) -> None:
    answer = sailor.get("/ops/api/harbour.boats?is_afloat=yes")
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/is_afloat")


def test_amounts_are_written_as_numbers_and_nested_values_as_json(sailor: Client) -> None:
    boat_id = uuid4()
    values = {"price_minor": 12_50, "currency": "EUR", "parts": ["mast", "oar"], "bill": {"hours": 3}, "story": "a\nb"}
    with transaction() as session:
        session.execute(insert(REPAIRS_TABLE).values(boat_id=boat_id, number=1, **values))
    (row,) = table_of(sailor.get(f"/ops/api/harbour.repairs/export.csv?boat_id={boat_id}"))
    assert row == {
        "id": f"{boat_id}~1",
        "number": "1",
        "boat_id": str(boat_id),
        "price": "12.50",
        "price_minor_currency": "EUR",
        "parts": "mast, oar",
        "drawing": "",
        "bill": '{"hours": 3}',
        "note": "",
        "yard": "",
        "by": "",
        "way": "",
        "from_list": "",
    }


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("x;=1+1", "x;'=1+1"),
        ("\t=1", "'\t'=1"),
        ("x\n=1", "x\n'=1"),
    ],
)
def test_no_text_is_taken_for_a_formula(sailor: Client, name: str, written: str) -> None:
    mark = fleet(name)
    (row,) = table_of(sailor.get(f"{PATH}?name={mark}"))
    assert row["name"] == f"{written}{mark}"


def test_taking_a_list_away_is_a_right_of_its_own(
    harbour: None, staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    before = exports()
    support: Callable[..., Colleague] = colleague
    browser = staff_browser(support(Role.SUPPORT))
    assert browser.get("/ops/api/harbour.boats").status_code == 200
    assert browser.get(PATH).json["code"] == "forbidden"
    assert exports() == before


def test_a_list_that_is_too_long_is_refused_whole(sailor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MAX_EXPORTED", 2)
    two, three = fleet("a", "b"), fleet("a", "b", "c")
    before = exports()
    answer = sailor.get(f"{PATH}?name={three}")
    assert (answer.status_code, answer.json["code"], answer.json["most"]) == (422, "export-too-large", 2)
    assert exports() == before
    assert len(table_of(sailor.get(f"{PATH}?name={two}"))) == 2


def test_a_list_is_read_in_pieces(sailor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is read whole has no cursor in the database, and takes as much memory as it is long."""
    cursors = []

    def cells(resource: Any, row: Any) -> list[str]:
        cursors.append(current_session().execute(text("SELECT count(*) FROM pg_cursors WHERE name <> ''")).scalar_one())
        return list(cells_of(resource, row))

    cells_of = values.cells
    monkeypatch.setattr(export, "cells", cells)
    assert len(table_of(sailor.get(f"{PATH}?name={fleet('Heron', 'Swan')}"))) == 2
    assert cursors == [1, 1]


@contextmanager
def another_export(staff_id: UUID) -> Iterator[None]:
    """Let a person's export be under way in a transaction of its own."""
    other = Session(engine(), is_read_only=False)
    with other.connection():
        export.ensure_turn(other, staff_id)
        yield


def refusal_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


@EACH_FILE
def test_one_person_exports_one_file_at_a_time(sailor: Client, path: str) -> None:
    # The audit names who has just exported, whose turn the other transaction then holds.
    table_of(sailor.get(path))
    with transaction(read_only=True) as session:
        newest = select(AuditEvent.staff_id).where(AuditEvent.action == "export").order_by(AuditEvent.id.desc())
        staff_id = session.execute(newest.limit(1)).scalar_one()
    assert staff_id is not None
    before = exports()
    with another_export(staff_id):
        assert refusal_of(sailor.get(path)) == (409, "exports-busy")
    assert exports() == before
    table_of(sailor.get(path))


@EACH_FILE
def test_so_many_files_are_exported_at_once_that_other_requests_have_threads(sailor: Client, path: str) -> None:
    with another_export(uuid4()):
        table_of(sailor.get(path))
        with another_export(uuid4()):
            assert refusal_of(sailor.get(path)) == (409, "exports-busy")
    table_of(sailor.get(path))


def test_a_list_is_taken_away_only_soon_after_password_and_code(sailor: Client) -> None:
    start, before = clock.now(), exports()
    with time_machine.travel(start + timedelta(minutes=9), tick=False):
        assert table_of(sailor.get(f"{PATH}?name=nobody")) == []
    with time_machine.travel(start + timedelta(minutes=11), tick=False):
        answer = sailor.get(f"{PATH}?name=nobody")
        assert (answer.status_code, answer.json["code"]) == (403, "confirmation-required")
        assert sailor.get("/ops/api/harbour.boats").status_code == 200
    assert len(exports()) == len(before) + 1


@dataclass(frozen=True, slots=True)
class Looked:
    """A row, and how many rows of its list were computed so far."""

    id: int
    looks: int


def list_looked(session: Session, query: OpsQuery) -> Page[Looked]:
    number = func.generate_series(1, 1000).column_valued("number")
    looks: Any = func.pg_temp.looked(number)
    return read_page(session, select(number.label("id"), looks.label("looks")), Looked, query)


def test_of_a_list_that_is_too_long_no_more_is_computed_than_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MAX_EXPORTED", 2)
    columns = (number("id", "Row"), number("looks", "Looks"))
    resource = Resource("harbour.looked", "Rows", "id", "Icon", "engine", list_looked, columns, "None.")
    with transaction() as session:
        session.execute(text("CREATE TEMPORARY SEQUENCE looks"))
        # Stable, as the columns of lists are: PostgreSQL may compute it after sorting.
        body = "LANGUAGE plpgsql STABLE AS 'BEGIN RETURN nextval(''looks''); END'"
        session.execute(text(f"CREATE FUNCTION pg_temp.looked(integer) RETURNS bigint {body}"))
        with pytest.raises(export.ExportTooLarge):
            export.write_table(session, resource, OpsQuery(is_descending=True))
        assert session.execute(text("SELECT last_value FROM looks")).scalar_one() == 3
