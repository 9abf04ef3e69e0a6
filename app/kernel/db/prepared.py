"""Statements that run again and again are compiled once and given to psycopg as they are (docs/decisions/0074)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from sqlalchemy import Connection, Delete, Dialect, Executable, Insert, Result, TextClause, Update
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import SelectBase
from sqlalchemy.types import NULLTYPE, TypeEngine

AnyResult = Result[*tuple[Any, ...]]
Values = Mapping[str, Any]


@dataclass(slots=True)
class Prepared:
    """A compiled statement: the values that it has of itself, what converts values, and the declared types of columns.

    `metadata` is None until it ran for the first time, because how a column is converted depends on its type in the
    database. The columns of plain text have no declared types.
    """

    sql: str
    values: dict[str, Any]
    converters: dict[str, Callable[[Any], Any]]
    types: list[TypeEngine[Any]]
    metadata: SimpleResultMetaData | None = None

    def run(self, connection: Connection, params: Values) -> AnyResult:
        """Run it in the transaction of a connection; raises SQLAlchemy's errors."""
        values = {**self.values, **params}
        for name, convert in self.converters.items():
            values[name] = convert(values[name])
        if not connection.in_transaction():
            connection.begin()
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self.sql, values)
            if self.metadata is None:
                self.metadata = self._find_metadata(connection.dialect, cursor.description)
            # Not `cursor.description`, which makes an object of each column.
            rows = cursor.fetchall() if len(self.metadata.keys) else []
        except BaseException as error:
            # It translates the database's errors, and tells the pool of a connection that is lost.
            sql = self.sql if isinstance(error, psycopg.Error) else None
            connection._handle_dbapi_exception(error, sql, values, cursor, None)
        cursor.close()
        return IteratorResult(self.metadata, iter(rows))

    def _find_metadata(self, dialect: Dialect, description: Any) -> SimpleResultMetaData:
        found = description or []
        converters = [
            declared._cached_result_processor(dialect, column.type_code)
            for declared, column in zip(self.types or [NULLTYPE] * len(found), found, strict=True)
        ]
        return SimpleResultMetaData([column.name for column in found], _processors=converters)


# By the names of the values given. A statement that ran only once is usually built for each run: nothing is kept of it.
_prepared: WeakKeyDictionary[Executable, dict[frozenset[str], Prepared | None]] = WeakKeyDictionary()


def find_prepared(statement: Executable, connection: Connection, params: Values) -> Prepared | None:
    """Return a statement as it is compiled; None the first time, and where only SQLAlchemy can run it."""
    if connection.dispatch.before_cursor_execute or connection.dispatch.after_cursor_execute:
        return None
    known = _prepared.get(statement)
    if known is None:
        _prepared[statement] = {}
        return None
    given = frozenset(params)
    if given not in known:
        known[given] = _compile(statement, connection, given)
    return known[given]


def _compile(statement: Executable, connection: Connection, given: frozenset[str]) -> Prepared | None:
    if not isinstance(statement, SelectBase | Insert | Update | Delete | TextClause):
        return None
    column_keys = None if isinstance(statement, SelectBase | TextClause) else sorted(given)
    compiled = statement.compile(dialect=connection.dialect, column_keys=column_keys)
    if not isinstance(compiled, SQLCompiler) or not _is_fixed(compiled):
        return None
    names = {*compiled.bind_names.values()}
    required = {bind.key for bind in compiled.bind_names if bind.required}
    if not required <= given <= names:
        return None
    own = compiled.construct_params(_check=False)
    return Prepared(
        sql=str(compiled),
        values={name: own[name] for name in names - given},
        converters={name: convert for name, convert in compiled._bind_processors.items() if callable(convert)},
        types=[column.type for column in compiled._result_columns],
    )


def _is_fixed(compiled: SQLCompiler) -> bool:
    """Return whether a statement's text does not depend on its values, and its own values on nothing else."""
    return not (
        compiled.post_compile_params
        or compiled.literal_execute_params
        or compiled.escaped_bind_names
        or compiled._loose_column_name_matching
        or compiled.insert_prefetch
        or compiled.update_prefetch
        or any(bind.callable for bind in compiled.bind_names)
    )
