"""Parsing of requests to a resource: page, order, filters and ids of records."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from flask import request
from marshmallow import fields, validate

from app.console.catalogue import holds
from app.console.values import MASK
from app.kernel.errors import Invalid, NotFound
from app.kernel.http.requests import parser
from app.kernel.http.schema import QueryIn, between, storable
from app.kernel.mail.addresses import as_stored
from app.kernel.resources import MAX_LISTED, TIMES, Column, Filter, OpsQuery, Resource

MAX_PER_PAGE = 100
YES_NO = {"true": True, "false": False}


class ListIn(QueryIn):
    page = fields.Integer(load_default=1, validate=between(1, MAX_LISTED))
    per_page = fields.Integer(load_default=25, validate=between(1, MAX_PER_PAGE))
    sort = fields.String(load_default=None)
    ids = fields.List(fields.String(), load_default=None, validate=validate.Length(max=MAX_PER_PAGE))


def query_of(resource: Resource) -> OpsQuery:
    """Return the query of a request; raises Invalid for an unknown filter or sort column, or a page too far."""
    given: dict[str, Any] = parser.parse(ListIn(), request, location="query")
    sort: str = given["sort"] or resource.default_sort
    query = OpsQuery(given["page"], given["per_page"], sort.removeprefix("-"), sort.startswith("-"))
    column = resource.column(query.sort)
    if query.sort != "id" and not (column and column.sort):
        raise Invalid(field="sort")
    if (query.page - 1) * query.per_page >= MAX_LISTED:
        raise Invalid(field="page")
    if given["ids"] is not None:
        return replace(query, ids=[_listed_id(resource, record_id) for record_id in given["ids"]])
    sought = filters_of(resource)
    filters = {column.source: _filter(resource, column, sought) for column in resource.searched}
    return replace(query, filters={source: condition for source, condition in filters.items() if condition})


def filters_of(resource: Resource) -> dict[str, str]:
    """Return the filters of a request by name; raises Invalid for a name that is not a filter of the resource."""
    given = request.args.to_dict()
    names = [name for column in resource.searched for name in column.query_names]
    for name, value in given.items():
        # With a misspelt filter, the whole list would be taken for the result.
        if name not in names and name not in ListIn().fields:
            raise Invalid(field=name)
        if not storable(value):
            raise Invalid(field=name)
    return {name: given[name].strip() for name in names if given.get(name, "").strip()}


def audited_filters(resource: Resource, query: OpsQuery) -> dict[str, str]:
    """Return the filters of a query by name, for the audit: ids, days, choices, yes and no as they are; of a text,
    which may be a person's name or address, only that it was a filter.
    """
    sought = filters_of(resource)
    return {
        name: sought[name] if _identifies_nobody(column, query.filters[column.source]) else MASK
        for column in resource.searched
        for name in column.query_names
        if name in sought and column.source in query.filters
    }


def record_id_of(resource: Resource, text: str) -> UUID | str:
    """Return the id of a record in the type of its rows; raises NotFound if it is malformed."""
    if not holds(resource, "id", UUID) and storable(text):
        return text
    try:
        return UUID(text)
    except ValueError:
        raise NotFound() from None


def _listed_id(resource: Resource, text: str) -> UUID | str:
    try:
        return record_id_of(resource, text)
    except NotFound:
        raise Invalid(field="ids") from None


def _filter(resource: Resource, column: Column, sought: Mapping[str, str]) -> Filter | None:
    """Return a filter of the column's kind, or None if there is none. Masked texts must match as a whole, so that they
    cannot be guessed piece by piece.
    """
    if column.kind in TIMES:
        return _span(column, *(_day(name, sought) for name in column.query_names))
    value = sought.get(column.source)
    if value is None:
        return None
    if column.kind == "yes_no":
        if value not in YES_NO:
            raise Invalid(field=column.source)
        return Filter(YES_NO[value])
    if holds(resource, column.source, UUID):
        try:
            return Filter(UUID(value))
        except ValueError:
            raise Invalid(field=column.source) from None
    if column.kind == "badge" or column.source in resource.exact:
        return Filter(value)
    if resource.finds.get(column.source) == "address":
        value = as_stored(value)
    if column.pii:
        return Filter(value, match="whole")
    return Filter(value, match="name" if column.is_name else "part")


def _identifies_nobody(column: Column, sought: Filter) -> bool:
    return not isinstance(sought.value, str) or sought.value in column.choices


def _day(name: str, sought: Mapping[str, str]) -> date | None:
    try:
        return date.fromisoformat(sought[name]) if name in sought else None
    except ValueError:
        raise Invalid(field=name) from None


def _span(column: Column, first: date | None, last: date | None) -> Filter | None:
    """Return the filter for whole days, both included; for moments these are days in UTC, as in the figures."""
    end = last + timedelta(days=1) if last and last < date.max else None
    if first is None and end is None:
        return None
    if column.kind == "day":
        return Filter((first, end), match="within")
    return Filter((first and _midnight(first), end and _midnight(end)), match="within")


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)
