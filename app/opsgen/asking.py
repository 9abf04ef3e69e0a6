"""What a request asks of a resource: a page, its order, its filters, the ids of records."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_type_hints
from uuid import UUID

from flask import request
from marshmallow import fields, validate
from webargs.flaskparser import parser

from app.kernel.errors import Invalid, NotFound
from app.kernel.ops import LIST_MOST, Column, Filter, OpsQuery, Resource
from app.kernel.schema import QueryIn, between, storable
from app.opsgen.catalogue import row_of

PER_PAGE_MAX = 100


class ListIn(QueryIn):
    page = fields.Integer(load_default=1, validate=between(1, LIST_MOST))
    per_page = fields.Integer(load_default=25, validate=between(1, PER_PAGE_MAX))
    sort = fields.String(load_default=None)
    ids = fields.List(fields.String(), load_default=None, validate=validate.Length(max=PER_PAGE_MAX))


def query_of(resource: Resource) -> OpsQuery:
    """Return what the request asks for; raises Invalid for what cannot be sought, sorted by or turned over to."""
    given: dict[str, Any] = parser.parse(ListIn(), request, location="query")
    sort: str = given["sort"] or resource.default_sort
    query = OpsQuery(given["page"], given["per_page"], sort.removeprefix("-"), sort.startswith("-"))
    column = resource.column(query.sort)
    if query.sort != "id" and not (column and column.sort):
        raise Invalid(field="sort")
    if (query.page - 1) * query.per_page >= LIST_MOST:
        raise Invalid(field="page")
    if given["ids"] is not None:
        return replace(query, ids=[_listed_id(resource, id) for id in given["ids"]])
    return replace(query, filters=_filters(resource, request.args))


def record_id_of(resource: Resource, text: str) -> UUID | str:
    """Return the id of a record as its rows have it; raises NotFound for what is none."""
    if get_type_hints(row_of(resource))["id"] is str and storable(text):
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


def _filters(resource: Resource, given: Mapping[str, str]) -> dict[str, Filter]:
    columns = [resource.column(source) for source in resource.filters]
    sought = {c: given[c.source].strip() for c in columns if c and given.get(c.source, "").strip()}
    return {column.source: _filter(resource, column, value) for column, value in sought.items()}


def _filter(resource: Resource, column: Column, value: str) -> Filter:
    """Return a filter of the column's kind. Masked texts must be given whole, so that nobody can feel their way."""
    if not storable(value):
        raise Invalid(field=column.source)
    if column.kind == "yes_no":
        return Filter(value == "true")
    if column.kind == "reference":
        try:
            return Filter(UUID(value))
        except ValueError:
            raise Invalid(field=column.source) from None
    if column.kind == "badge" or column.source in resource.exact:
        return Filter(value)
    return Filter(value, match="whole" if column.pii else "part")
