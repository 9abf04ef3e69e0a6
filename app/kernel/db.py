"""Postgres: one engine a process, one transaction a request, job or command.

`commit` and `rollback` appear nowhere else (tests/architecture looks for them).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeVarTuple, overload

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Engine,
    Executable,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    false,
    func,
    or_,
    text,
)
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.elements import SQLColumnExpression
from sqlalchemy.sql.selectable import TypedReturnsRows

from app.kernel.columns import add_enum_checks, resolve_column
from app.kernel.config import config, postgresql_url
from app.kernel.folding import sought

NAMING = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}

# Threads of one web process share this many connections; each thread needs one at a time.
POOL_SIZE = 8


class Base(DeclarativeBase):
    """All tables of all modules; each lives in the Postgres schema named as its module.

    A column that is annotated with an enum is text, with a CHECK for its values unless the table has one of its own.
    """

    metadata = MetaData(naming_convention=NAMING)

    def __init_subclass__(cls, **options: Any) -> None:
        """Map the table of a class."""
        super().__init_subclass__(**options)
        if isinstance(cls.__table__, Table):
            add_enum_checks(cls.__table__)


event.listen(Base, "resolve_type_annotation", resolve_column)


def sqlalchemy_url(url: str) -> str:
    """Return the address of a database as SQLAlchemy wants it for psycopg 3; raises ConfigError."""
    return postgresql_url(url).replace("postgresql://", "postgresql+psycopg://", 1)


@cache
def engine() -> Engine:
    """Return this process's engine, made on first use so that it never crosses a fork."""
    made = create_engine(
        sqlalchemy_url(config().database_url),
        pool_size=POOL_SIZE,
        max_overflow=4,
        pool_pre_ping=False,
        # What a statement was given may be a name or an address, and errors end in the log.
        hide_parameters=True,
        connect_args={"prepare_threshold": 2, "application_name": "hearthside"},
    )
    event.listen(made, "connect", _limit_connection)
    return made


_statement_seconds: float | None = None


def limit_statements(seconds: float) -> None:
    """Have the database cancel each statement that takes longer, on connections that this process opens from now on.

    Whoever sent it gets an OperationalError, which `is_disconnect` takes for a database that is away.
    """
    global _statement_seconds
    _statement_seconds = seconds


def _limit_connection(connection: Any, _record: Any) -> None:
    if _statement_seconds is not None:
        connection.execute(f"SET statement_timeout = {round(_statement_seconds * 1000)}")
        connection.commit()


@cache
def _reading_engine() -> Engine:
    """Return the same pool for reads: their transactions begin as read-only ones, which takes no statement."""
    return engine().execution_options(postgresql_readonly=True)


Columns = TypeVarTuple("Columns")


class Session:
    """One transaction, begun by its first statement, on a connection of its own; `info` is kept until it ends.

    No objects are loaded here, so SQLAlchemy's session would only track changes that never come, which costs more than
    a small query.
    """

    def __init__(self, engine: Engine) -> None:
        self.info: dict[str, Any] = {}
        self._engine = engine
        self._connection: Connection | None = None
        self._streamed: list[CursorResult[*tuple[Any, ...]]] = []
        # A dictionary, because a set has no order.
        self._after_commit: dict[Callable[[], None], None] = {}

    @property
    def is_read_only(self) -> bool:
        """Tell whether the database refuses to write in this transaction."""
        return bool(self._engine.get_execution_options().get("postgresql_readonly"))

    def connection(self) -> Connection:
        """Return the connection of this transaction."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    @overload
    def execute(
        self, statement: TypedReturnsRows[*Columns], params: Any = None, **options: Any
    ) -> CursorResult[*Columns]: ...

    @overload
    def execute(self, statement: Executable, params: Any = None, **options: Any) -> CursorResult[*tuple[Any, ...]]: ...

    def execute(self, statement: Executable, params: Any = None, **options: Any) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement, with options of SQLAlchemy's; raises ValueError for rows that have different columns.

        A result that is asked for in pieces (`yield_per`) ends with the transaction, read or not.
        """
        # The statement takes its columns from the first row: what only a later one has would be lost without a word.
        if isinstance(params, list) and any(row.keys() != params[0].keys() for row in params):
            raise ValueError("all rows of a statement have the same columns")
        found = self.connection().execute(statement, params, execution_options=options or None)
        if "yield_per" in options:
            self._streamed.append(found)
        return found

    def after_commit(self, run: Callable[[], None]) -> None:
        """Call a function after this transaction is committed; once, however often it was given. It may not raise: that
        would look like a transaction that was rolled back.
        """
        self._after_commit[run] = None

    def _commit(self) -> None:
        if self._connection is not None:
            self._connection.commit()

    def _close(self) -> None:
        """Give the connection back to the pool, which rolls back what is not committed."""
        connection, self._connection = self._connection, None
        unread, self._streamed = self._streamed, []
        try:
            for found in unread:
                found.close()
        finally:
            if connection is not None:
                connection.close()


_PLAN_FOR_THE_VALUES = text("SET LOCAL plan_cache_mode = 'force_custom_plan'")


def plan_for_the_values(session: Session) -> None:
    """Have the statements of this transaction planned for the values at hand; saying it once suffices."""
    if session.info.get("planned_for_the_values") is not session.connection():
        session.execute(_PLAN_FOR_THE_VALUES)
        session.info["planned_for_the_values"] = session.connection()


_current: ContextVar[Session | None] = ContextVar("session", default=None)


def is_named(name: SQLColumnExpression[Any], typed: str) -> ColumnElement[bool]:
    """Return the condition that a typed text is part of a name, as written or in one of its usual spellings; false for
    a text without letters and digits.
    """
    part = sought(typed)
    if not part:
        return false()
    spelled = func.platform.spellings(name, type_=Text).contains(part, autoescape=True)
    return or_(name.icontains(typed.strip(), autoescape=True), spelled)


@contextmanager
def transaction(*, read_only: bool = False, on: Engine | None = None) -> Iterator[Session]:
    """Open the one transaction of a request, job or command; commits at the end, rolls back on an error.

    on: another database than that of this process. Raises RuntimeError when a transaction is open already: a service
    takes the caller's session.
    """
    if _current.get() is not None:
        raise RuntimeError("a transaction is open already; pass its session on")
    session = Session(on or (_reading_engine() if read_only else engine()))
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
    """Give the connection of a read-only transaction back while a network is asked; the next statement begins anew.

    Raises RuntimeError in a transaction that may write, which must end whole.
    """
    if not session.is_read_only:
        raise RuntimeError("only a read-only transaction may be released before its end")
    session._close()


def current_session() -> Session:
    """Return the open session; for routes, jobs, handlers and ops only, services are given theirs."""
    session = _current.get()
    if session is None:
        raise RuntimeError("no transaction is open")
    return session


def is_disconnect(error: BaseException) -> bool:
    """Tell whether Postgres is away, starting, out of connections or out of time, so that a retry can help."""
    return isinstance(error, OperationalError | InterfaceError | TimeoutError)
