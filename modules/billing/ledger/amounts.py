"""Amounts of money as parts of what is read."""

from typing import Any

from sqlalchemy import Label
from sqlalchemy.sql.elements import SQLColumnExpression

from app.kernel.read import part


def money(field: str, minor: SQLColumnExpression[int], currency: SQLColumnExpression[str]) -> list[Label[Any]]:
    """Return the columns that make the Money in a field."""
    return part(field, minor.label("minor"), currency.label("currency"))
