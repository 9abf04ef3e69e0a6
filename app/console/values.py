"""Values of records: as JSON for the console, as cells of a table for an export. Pii stays masked."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, datetime
from typing import Any
from uuid import UUID

from app.kernel.resources import Column, Resource
from app.kernel.text import formats

MASK = "•••••"


def shown(resource: Resource, row: Any) -> dict[str, Any]:
    """Return a row as JSON, with the declared columns only; pii is masked."""
    values = asdict(row)
    return {"id": str(row.id), **{column.source: _shown(column, values) for column in resource.columns}}


def revealed(resource: Resource, row: Any) -> dict[str, Any]:
    """Return the pii of a row, unmasked."""
    return {column.source: _json_value(getattr(row, column.source)) for column in resource.columns if column.pii}


def heads(resource: Resource) -> list[str]:
    """Return the headings of an export's columns; an amount has a second one for its currency."""
    return ["id", *(head for column in _exported(resource) for head in _heads(column))]


def cells(resource: Resource, row: Any) -> list[Any]:
    """Return a row of an export: texts and numbers."""
    values = asdict(row)
    return [str(row.id), *(cell for column in _exported(resource) for cell in _cells(column, values))]


def mask(column: Column, value: Any) -> str | None:
    """Return the visible part of a masked value: the first character of a text or a date, nothing of a long text."""
    value_as_json: str | None = _json_value(value)
    if not value_as_json:
        return value_as_json
    return MASK if column.kind == "long_text" else f"{value_as_json[0]}{MASK}"


def _exported(resource: Resource) -> Iterable[Column]:
    """Return the columns of an export beside the id; long texts are shown on a record's own page only."""
    return (column for column in resource.columns if column.source != "id" and column.kind != "long_text")


def _shown(column: Column, values: dict[str, Any]) -> Any:
    value = values[column.source]
    if column.pii:
        return mask(column, value)
    if column.currency is not None and value is not None:
        return {"minor": value, "currency": values[column.currency]}
    return _json_value(value)


def _heads(column: Column) -> Iterable[str]:
    return (column.source.removesuffix("_minor"), f"{column.source}_currency") if column.currency else (column.source,)


def _cells(column: Column, values: dict[str, Any]) -> Iterable[Any]:
    value = values[column.source]
    if column.currency is not None:
        currency = values[column.currency]
        return ("", "") if value is None else (formats.plain_money(value, currency), currency)
    value_as_json = mask(column, value) if column.pii else _json_value(value)
    return (value_as_json if type(value_as_json) in (int, float) else cell(value_as_json),)


def cell(value: Any) -> str:
    """Return a JSON value as people read it in a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _json_value(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return value
