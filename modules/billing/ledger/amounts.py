"""Columns from which a query builds Money."""

from typing import Any

from sqlalchemy import Label
from sqlalchemy.sql.elements import SQLColumnExpression

from app.kernel.db.read import part


def money(field: str, minor: SQLColumnExpression[int], currency: SQLColumnExpression[str]) -> list[Label[Any]]:
    """Return the labelled columns from which `read` builds the Money of a field."""
    return part(field, minor.label("minor"), currency.label("currency"))
