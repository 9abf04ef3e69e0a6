"""Postgres: one engine per process, one transaction per request, job or command.

`commit` and `rollback` are called nowhere else (tests/architecture checks it).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from typing import Any, TypeVarTuple, overload

import psycopg
from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    DateTime,
    Engine,
    ExceptionContext,
    Executable,
    MetaData,
    Result,
    Table,
    Text,
    create_engine,
    event,
    false,
    func,
    or_,
)
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.elements import SQLColumnExpression
from sqlalchemy.sql.selectable import TypedReturnsRows

from app.kernel.config import config, postgresql_url
from app.kernel.db.columns import add_enum_checks, resolve_column
from app.kernel.db.prepared import AnyResult, find_prepared
from app.kernel.text.folding import fold, sought

NAMING = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}

# The threads of one web process share this many connections; each thread needs one at a time.
POOL_SIZE = 8


class Base(DeclarativeBase):
    """All tables; each lives in the Postgres schema named as its module, and those of the kernel in `platform`.

    A column's type follows from its annotation: `str` is text, `datetime` has a time zone, and an enum is text with a
    CHECK for its values unless the table has one of its own.
    """

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {str: Text(), datetime: DateTime(timezone=True)}

    @classmethod
    def __table_cls__(cls, *parts: Any, **options: Any) -> Table:
        """Return the table of a class; SQLAlchemy calls it to make one."""
        package, module, *_ = cls.__module__.split(".")
        return Table(*parts, schema=module if package == "modules" else "platform", **options)

    def __init_subclass__(cls, **options: Any) -> None:
        """Map the table of a class."""
        super().__init_subclass__(**options)
        if isinstance(cls.__table__, Table):
            add_enum_checks(cls.__table__)


event.listen(Base, "resolve_type_annotation", resolve_column)


def sqlalchemy_url(url: str) -> str:
    """Return a database's address in SQLAlchemy's form for psycopg 3; raises ConfigError."""
    return postgresql_url(url).replace("postgresql://", "postgresql+psycopg://", 1)


@cache
def engine() -> Engine:
    """Return this process's engine, made on first use so that it is never shared across a fork."""
    return _make_engine()


@cache
def _snapshot_engine() -> Engine:
    """Return the same pool for reads that see one state of the database."""
    return engine().execution_options(postgresql_readonly=True, isolation_level="REPEATABLE READ")


@cache
def _reading_engine() -> Engine:
    """Return an engine for reads, on connections that refuse writes. Each statement is a transaction of its own: it
    sees what is committed when it begins, as it would within one, and needs no BEGIN and COMMIT.
    """
    # An option of the connection and no SET, which a pool between here and the database would leave to others.
    return _make_engine(isolation_level="AUTOCOMMIT", options="-c default_transaction_read_only=on")


def disconnect() -> None:
    """Close this process's connections that are not in use; the next transaction opens a new one."""
    engine().dispose()
    _reading_engine().dispose()


def _make_engine(*, options: str = "", isolation_level: IsolationLevel = "READ COMMITTED") -> Engine:
    made = create_engine(
        sqlalchemy_url(config().database_url),
        pool_size=POOL_SIZE,
        max_overflow=4,
        pool_pre_ping=False,
        # Parameters may be names or addresses, and errors are logged.
        hide_parameters=True,
        connect_args={"prepare_threshold": 2, "application_name": "hearthside", "options": options},
        isolation_level=isolation_level,
    )
    event.listen(made, "connect", _limit_connection)
    event.listen(made, "handle_error", _drop_values)
    return made


_statement_seconds: float | None = None


def limit_statements(seconds: float) -> None:
    """Have the database cancel statements that take longer, on connections that this process opens from now on.

    The statement raises OperationalError, for which `is_disconnect` returns True.
    """
    global _statement_seconds
    _statement_seconds = seconds


def _limit_connection(connection: Any, _record: Any) -> None:
    if _statement_seconds is not None:
        connection.execute(f"SET statement_timeout = {round(_statement_seconds * 1000)}")
        connection.commit()


def _drop_values(context: ExceptionContext) -> None:
    """Leave only the first line of a database's error: its details hold the row or key that was refused, which may be
    names or addresses, and errors are logged and stored.
    """
    error, wrapped = context.original_exception, context.sqlalchemy_exception
    first_line = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    if first_line and wrapped is not None:
        wrapped.args = (wrapped.args[0].replace(str(error), first_line),)
        error.args = (first_line,)


Columns = TypeVarTuple("Columns")


class Session:
    """One transaction on its own connection, begun by its first statement; `info` lasts until it ends.

    It loads no ORM objects, so SQLAlchemy's session would only track changes that never happen, which costs more than a
    small query.
    """

    def __init__(self, engine: Engine, *, is_read_only: bool) -> None:
        self.info: dict[str, Any] = {}
        # Whether the database refuses writes.
        self.is_read_only = is_read_only
        self._engine = engine
        self._connection: Connection | None = None
        self._streamed: list[CursorResult[*tuple[Any, ...]]] = []
        # A dictionary, because a set has no order.
        self._after_commit: dict[Callable[[], None], None] = {}

    def connection(self) -> Connection:
        """Return the connection of this transaction."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    @overload
    def execute(
        self, statement: TypedReturnsRows[*Columns], params: Any = None, **options: Any
    ) -> Result[*Columns]: ...

    @overload
    def execute(self, statement: Executable, params: Any = None, **options: Any) -> AnyResult: ...

    def execute(self, statement: Executable, params: Any = None, **options: Any) -> AnyResult:
        """Run a statement, with SQLAlchemy's options; raises ValueError for rows that have different columns.

        A result that is read in batches (`yield_per`) ends with the transaction, whether read or not.
        """
        # SQLAlchemy takes the columns from the first row and silently drops what only a later row has.
        if isinstance(params, list) and any(row.keys() != params[0].keys() for row in params):
            raise ValueError("all rows of a statement have the same columns")
        if isinstance(params, list) and len(params) == 1:
            params = params[0]
        connection = self.connection()
        if not options and not isinstance(params, list):
            prepared = find_prepared(statement, connection, params or {})
            if prepared is not None:
                return prepared.run(connection, params or {})
        found = connection.execute(statement, params, execution_options=options or None)
        if "yield_per" in options:
            self._streamed.append(found)
        return found

    def after_commit(self, run: Callable[[], None]) -> None:
        """Call a function after this transaction is committed, once, even if it was added several times.

        It must not raise: the caller would take the transaction for rolled back.
        """
        self._after_commit[run] = None

    def _commit(self) -> None:
        if self._connection is not None:
            self._connection.commit()

    def _close(self) -> None:
        """Return the connection to the pool, which rolls back what is not committed."""
        connection, self._connection = self._connection, None
        unread, self._streamed = self._streamed, []
        try:
            for found in unread:
                found.close()
        finally:
            if connection is not None:
                connection.close()


@contextmanager
def planned_for_values(session: Session) -> Iterator[None]:
    """Have PostgreSQL plan statements for their actual values, not once for any: they are not prepared."""
    driver = session.connection().connection.driver_connection
    if not isinstance(driver, psycopg.Connection):
        raise TypeError("the driver is not psycopg")
    threshold, driver.prepare_threshold = driver.prepare_threshold, None
    try:
        yield
    finally:
        driver.prepare_threshold = threshold


_current: ContextVar[Session | None] = ContextVar("session", default=None)


def is_named(name: SQLColumnExpression[Any], typed: str) -> ColumnElement[bool]:
    """Return the condition that a search text is part of a name, as written or in one of its usual spellings; false for
    a text without letters and digits.
    """
    part = sought(typed)
    if not part:
        return false()
    # What is stored has saints as they were written.
    parts = dict.fromkeys((part, fold(typed), re.sub(r"\bst(?= )", "saint", part)))
    spelled = func.platform.spellings(name, type_=Text)
    return or_(
        name.icontains(typed.strip(), autoescape=True), *(spelled.contains(one, autoescape=True) for one in parts)
    )


@contextmanager
def transaction(*, read_only: bool = False, snapshot: bool = False, on: Engine | None = None) -> Iterator[Session]:
    """Open the transaction of a request, job or command; commits at the end, rolls back on an error.

    read_only: nothing may write, and each statement sees what is committed when it begins. snapshot: all statements see
    one state of the database, and none may write; reading in batches needs it. on: another database than this
    process's, for both reads and writes. Raises RuntimeError when a transaction is already open: a service uses the
    caller's session.
    """
    if on is not None and (read_only or snapshot):
        raise ValueError("only a transaction on this process's database can be read-only")
    if _current.get() is not None:
        raise RuntimeError("a transaction is open already; pass its session on")
    chosen = on or (_snapshot_engine() if snapshot else _reading_engine() if read_only else engine())
    session = Session(chosen, is_read_only=read_only or snapshot)
    token = _current.set(session)
    try:
        try:
            yield session
            session._commit()
        finally:
            session._close()
    finally:
        _current.reset(token)
    for run in session._after_commit:
        run()


def release(session: Session) -> None:
    """Return a read-only transaction's connection to the pool for a network call; the next statement opens a new one.

    Raises RuntimeError in a transaction that may write.
    """
    if not session.is_read_only:
        raise RuntimeError("only a read-only transaction may be released before its end")
    session._close()


def current_session() -> Session:
    """Return the open session; for routes, jobs, handlers and ops only: services receive theirs as an argument."""
    session = _current.get()
    if session is None:
        raise RuntimeError("no transaction is open")
    return session


def is_disconnect(error: BaseException) -> bool:
    """Return whether Postgres is down, starting, out of connections or timed out, so that a retry can help."""
    return isinstance(error, OperationalError | InterfaceError | NoConnection)
