"""Reading rows for the ops console from one SELECT: a page, given records, or all that match, one after the other."""

from collections.abc import Sequence
from dataclasses import fields, make_dataclass
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_type_hints
from uuid import UUID

from sqlalchemy import (
    Case,
    ColumnElement,
    Label,
    ScalarSelect,
    Select,
    String,
    and_,
    cast,
    false,
    func,
    select,
    text,
    true,
    tuple_,
)
from sqlalchemy import Column as TableColumn
from sqlalchemy.sql.elements import SQLColumnExpression
from sqlalchemy.sql.selectable import Subquery

from app.kernel.db.read import read
from app.kernel.db.session import Session, is_named, planned_for_values
from app.kernel.resources.resource import ID_SEPARATOR, MAX_LISTED, Column, Filter, OpsQuery, Page, Resource, Rows

T = TypeVar("T")
CHUNK = 500
# PostgreSQL takes a cursor for one of which only the first rows are read.
_OPTIMIZE_FOR_ALL_ROWS = text("SET LOCAL cursor_tuple_fraction = 1")


def rows_of(
    source: Any, *, key: Sequence[str] = (), optional: Sequence[str] = (), **computed: SQLColumnExpression[Any]
) -> Rows:
    """Return the rows of a table or a SELECT, with `computed` columns beside its own or in their place; `optional` ones
    may be missing, as what an outer join computes.
    """
    found: Select[*tuple[Any, ...]] = source if isinstance(source, Select) else select(source)
    own = [column for column in found.selected_columns if column.key not in computed]
    beside: list[ColumnElement[Any]] = [column.label(name) for name, column in computed.items()]
    return Rows(found.with_only_columns(*own, *beside, maintain_column_froms=True), tuple(key), tuple(optional))


@cache
def record_of(rows: Rows, columns: tuple[Column, ...]) -> type[Any]:
    """Return the dataclass of a resource's records: their id, what is declared, and the currencies of amounts."""
    declared = {"id", *(column.source for column in columns), *(column.currency for column in columns)}
    selected = rows.statement.selected_columns.items()
    types = {name: _type(column, name in rows.optional) for name, column in selected if name in declared}
    return make_dataclass("Record", ({**types, "id": str} if rows.key else types).items(), frozen=True, slots=True)


def read_records(session: Session, resource: Resource, query: OpsQuery) -> Page[Any]:
    """Return what `query` asks for of a resource's records."""
    rows = resource.rows
    # A plan for any value reads the whole table for one that few rows have.
    with planned_for_values(session):
        if isinstance(rows, Rows):
            return read_page(session, rows.statement, record_of(rows, resource.columns), query, key=rows.key)
        page: Page[Any] = rows(session, query)
        return page


def _type(column: ColumnElement[Any], is_optional: bool) -> Any:
    meant = column.element if isinstance(column, Label) else column
    one = meant.type.python_type
    return one | None if is_optional or _may_be_missing(meant) else one


def _may_be_missing(column: ColumnElement[Any]) -> bool:
    """Return whether a column may be NULL: as its table declares, or where a SELECT or a CASE without ELSE is empty."""
    if isinstance(column, TableColumn):
        return bool(column.nullable)
    return isinstance(column, ScalarSelect) or (isinstance(column, Case) and column.else_ is None)


def read_page(
    session: Session, statement: Select[*tuple[Any, ...]], row: type[T], query: OpsQuery, *, key: Sequence[str] = ()
) -> Page[T]:
    """Return what `query` asks for, of a SELECT whose columns are named as the fields of dataclass `row`.

    key: the columns that identify a row together where it has no id of its own; its id is made of them.
    """
    source = statement.subquery()
    columns: dict[str, ColumnElement[Any]] = {
        field.name: _joined(source, key) if key and field.name == "id" else source.c[field.name]
        for field in fields(row)  # type: ignore[arg-type]
    }
    found = select(*(column.label(name) for name, column in columns.items()))
    if query.ids is not None:
        chosen = read(session, row, found.where(_is_one_of(source, key or ("id",), query.ids))).all()
        return Page(chosen, len(chosen))
    for name, sought in query.filters.items():
        found = found.where(_matches(columns[name], sought))
    ordered = found.order_by(*_order(source, row, query, key))
    if query.limit is not None:
        session.execute(_OPTIMIZE_FOR_ALL_ROWS)
        # Without the limit, PostgreSQL would compute and sort the whole list before the first row.
        return Page(read(session, row, ordered.limit(query.limit), yield_per=CHUNK), 0)
    counted = select(func.count()).select_from(found.limit(MAX_LISTED + 1).subquery())
    total = session.execute(counted).scalar_one()
    cut = ordered.limit(query.per_page).offset((query.page - 1) * query.per_page)
    return Page(read(session, row, cut).all(), min(total, MAX_LISTED), has_more=total > MAX_LISTED)


def _joined(source: Subquery, key: Sequence[str]) -> ColumnElement[Any]:
    return func.concat_ws(ID_SEPARATOR, *(cast(source.c[name], String) for name in key))


def _is_one_of(source: Subquery, key: Sequence[str], ids: Sequence[UUID | str]) -> ColumnElement[bool]:
    """Compare the columns themselves, so that their index serves; an id that cannot be one is none."""
    if len(key) == 1:
        return source.c[key[0]].in_(ids)
    split = [parts for id in ids if (parts := _split([source.c[name] for name in key], str(id)))]
    return tuple_(*(source.c[name] for name in key)).in_(split) if split else false()


def _split(columns: Sequence[ColumnElement[Any]], id: str) -> tuple[Any, ...] | None:
    parts = id.split(ID_SEPARATOR)
    try:
        return tuple(column.type.python_type(part) for column, part in zip(columns, parts, strict=True))
    except ValueError:
        return None


def _order(source: Subquery, row: type[Any], query: OpsQuery, key: Sequence[str]) -> list[ColumnElement[Any]]:
    """Return the order of a list, such that an index on the column gives it: empty values are named where there are."""
    last = [source.c[name] for name in key or ("id",)]
    if query.sort == "id":
        return [column.desc() if query.is_descending else column.asc() for column in last]
    order = source.c[query.sort]
    if not query.is_descending:
        return [order.asc(), *last]
    is_optional = NoneType in get_args(get_type_hints(row)[query.sort])
    return [order.desc().nulls_last() if is_optional else order.desc(), *(column.desc() for column in last)]


def _matches(column: ColumnElement[Any], sought: Filter) -> ColumnElement[bool]:
    if isinstance(sought.value, tuple):
        first, end = sought.value
        return and_(true(), *([column >= first] if first else []), *([column < end] if end else []))
    if sought.match == "name":
        return is_named(column, str(sought.value))
    if sought.match == "part":
        return column.icontains(sought.value, autoescape=True)
    if sought.match == "whole":
        return func.lower(column) == func.lower(sought.value)
    return column == sought.value
