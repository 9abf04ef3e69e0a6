"""Columns that hold one of an enum's values: text in Postgres, the enum in Python."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin

from sqlalchemy import CheckConstraint, Dialect, Table, Text, TypeDecorator
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import TypeResolve
from sqlalchemy.types import TypeEngine

Value = TypeVar("Value", bound=StrEnum)


class EnumText(TypeDecorator[Value]):
    """Text of which Python sees the enum; raises KeyError for a text that is none of its values."""

    impl = Text
    cache_ok = True

    def __init__(self, enum: type[Value]) -> None:
        super().__init__()
        self.enum: type[StrEnum] = enum
        self._values: dict[str | None, Value | None] = {None: None, **{str(value): value for value in enum}}

    def process_result_value(self, value: str | None, dialect: Dialect) -> Value | None:
        """Return the enum's member for what Postgres gave."""
        return self._values[value]

    @property
    def python_type(self) -> type[StrEnum]:
        """Return the enum."""
        return self.enum


def resolve_column(annotation: TypeResolve) -> TypeEngine[Any] | None:
    """Return the type of a column that is annotated with an enum, or with a list or tuple of enums or texts; None for
    others.
    """
    python_type: Any = annotation.resolved_type
    if get_origin(python_type) in (list, tuple):
        item = get_args(python_type)[0]
        if item is str or _is_enum(item):
            return ARRAY(EnumText(item) if _is_enum(item) else Text(), as_tuple=get_origin(python_type) is tuple)
    return EnumText(python_type) if _is_enum(python_type) else None


def add_enum_checks(table: Table) -> None:
    """Let Postgres refuse what is no value of a column's enum, where the table has no CHECK of the column's name."""
    named = {constraint.name for constraint in table.constraints}
    for column in table.columns:
        held = column.type.item_type if isinstance(column.type, ARRAY) else column.type
        if isinstance(held, EnumText) and f"{table.name}_{column.name}_check" not in named:
            check = some_of if isinstance(column.type, ARRAY) else one_of
            table.append_constraint(CheckConstraint(check(column.name, held.enum), name=column.name))


def one_of(column: str, values: Iterable[StrEnum]) -> str:
    """Return the SQL of a CHECK that a column holds one of these values."""
    return f"{column} IN ({sql_list(values)})"


def some_of(column: str, values: Iterable[StrEnum]) -> str:
    """Return the SQL of a CHECK that a column of many holds none but these values."""
    return f"{column} <@ ARRAY[{sql_list(values)}]"


def sql_list(values: Iterable[str]) -> str:
    """Return texts as they stand in a list of SQL; they have no quotes of their own."""
    return ", ".join(f"'{value}'" for value in values)


def _is_enum(python_type: Any) -> bool:
    return isinstance(python_type, type) and issubclass(python_type, StrEnum)
