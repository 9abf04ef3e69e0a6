"""Reading a page of rows for the ops console from one SELECT."""

from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from app.kernel.ops.resource import Filter, OpsQuery, Page

T = TypeVar("T")


def read_page(session: Session, statement: Select[Any], row: type[T], query: OpsQuery) -> Page[T]:
    """Return the page that `query` asks for, of a SELECT whose columns are named as the fields of dataclass `row`."""
    source = statement.subquery()
    columns = {field.name: source.c[field.name] for field in fields(row)}  # type: ignore[arg-type]
    found = select(*columns.values())
    if query.ids is not None:
        rows = session.execute(found.where(columns["id"].in_(query.ids)))
        chosen = [row(**item._asdict()) for item in rows]
        return Page(chosen, len(chosen))
    for name, sought in query.filters.items():
        found = found.where(_matches(columns[name], sought))
    total = session.execute(select(func.count()).select_from(found.subquery())).scalar_one()
    order = columns[query.sort]
    found = found.order_by(order.desc().nulls_last() if query.is_descending else order.asc(), columns["id"])
    found = found.limit(query.per_page).offset((query.page - 1) * query.per_page)
    return Page([row(**item._asdict()) for item in session.execute(found)], total)


def _matches(column: ColumnElement[Any], sought: Filter) -> ColumnElement[bool]:
    if not isinstance(sought.value, str):
        return column == sought.value
    if sought.is_whole:
        return func.lower(column) == sought.value.lower()
    return column.icontains(sought.value, autoescape=True)
