"""Postgres: one transaction per request, job or command.

`commit` and `rollback` are called nowhere else (tests/architecture checks it).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, TypeVar, TypeVarTuple, overload

import psycopg
from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    DateTime,
    Engine,
    Executable,
    MetaData,
    Result,
    Table,
    Text,
    event,
    false,
    func,
    or_,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.elements import SQLColumnExpression
from sqlalchemy.sql.selectable import TypedReturnsRows

from app.kernel.db import replicas
from app.kernel.db.columns import add_enum_checks, resolve_column
from app.kernel.db.engines import engine, reading_engine, snapshot_engine
from app.kernel.db.prepared import AnyResult, find_prepared
from app.kernel.db.retries import Retries, is_lost
from app.kernel.text.folding import fold, sought

NAMING = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}


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


Columns = TypeVarTuple("Columns")
T = TypeVar("T")


class Session:
    """One transaction on its own connection, begun by its first statement; `info` lasts until it ends.

    It loads no ORM objects, so SQLAlchemy's session would only track changes that never happen, which costs more than a
    small query.
    """

    def __init__(
        self, engine: Engine, *, is_read_only: bool, is_autocommit: bool = False, retries: Retries | None = None
    ) -> None:
        self.info: dict[str, Any] = {}
        # Whether the database refuses writes.
        self.is_read_only = is_read_only
        self.retries = retries or Retries()
        # What a replica must have replayed to be asked; None where only the primary is.
        self.replica_position: int | None = None
        self._engine = engine
        self._connection: Connection | None = None
        self._is_on_replica = False
        # Whether each statement is a transaction of its own; otherwise, whether this one has begun.
        self._is_autocommit = is_autocommit
        self._has_begun = False
        self._streamed: list[CursorResult[*tuple[Any, ...]]] = []
        # A dictionary, because a set has no order.
        self._after_commit: dict[Callable[[], None], None] = {}

    def connection(self) -> Connection:
        """Return the connection of this transaction."""
        self._has_begun = True
        return self._connect()

    def _connect(self) -> Connection:
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

        A result that is read in batches (`yield_per`) ends with the transaction, whether read or not. A statement that
        is a transaction of its own, or the first of one, is run again when its connection is lost.
        """
        # SQLAlchemy takes the columns from the first row and silently drops what only a later row has.
        if isinstance(params, list) and any(row.keys() != params[0].keys() for row in params):
            raise ValueError("all rows of a statement have the same columns")
        if isinstance(params, list) and len(params) == 1:
            params = params[0]
        while True:
            try:
                found = self._run(statement, params, options)
            except DBAPIError as error:
                if not self._may_run_again(error):
                    raise
                self._close()
            else:
                self._has_begun = True
                return found

    def _run(self, statement: Executable, params: Any, options: dict[str, Any]) -> AnyResult:
        connection = self._connect()
        if not options and not isinstance(params, list):
            prepared = find_prepared(statement, connection, params or {})
            if prepared is not None:
                return prepared.run(connection, params or {})
        found = connection.execute(statement, params, execution_options=options or None)
        if "yield_per" in options:
            self._streamed.append(found)
        return found

    def _may_run_again(self, error: DBAPIError) -> bool:
        if isinstance(error.orig, psycopg.errors.ReadOnlySqlTransaction) and not self.is_read_only:
            # The server was the primary, and is a replica now.
            self._connect().invalidate()
            error.connection_invalidated = True
        if self._is_on_replica:
            self._is_on_replica = False
            if is_lost(error):
                replicas.rest()
            # A replica cancels what its replay would wait for.
            return is_lost(error) or isinstance(error.orig, psycopg.errors.SerializationFailure)
        return (self._is_autocommit or not self._has_begun) and self.retries.wait_after(error)

    def after_commit(self, run: Callable[[], None]) -> None:
        """Call a function after this transaction is committed, once, even if it was added several times.

        It must not raise: the caller would take the transaction for rolled back.
        """
        self._after_commit[run] = None

    def _commit(self) -> None:
        if self._connection is not None:
            if not self.is_read_only:
                self.retries.has_sent_commit = True
                replicas.note_write()
            self._connection.commit()

    def _close(self) -> None:
        """Return the connection to the pool, which rolls back what is not committed."""
        connection, self._connection = self._connection, None
        self._is_on_replica = False
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
    driver = session._connect().connection.driver_connection
    if not isinstance(driver, psycopg.Connection):
        raise TypeError("the driver is not psycopg")
    threshold, driver.prepare_threshold = driver.prepare_threshold, None
    try:
        yield
    finally:
        driver.prepare_threshold = threshold


@contextmanager
def on_replica(session: Session) -> Iterator[None]:
    """Have a replica answer statements, if the operation allows it (`Operation.replica`) and one has replayed what the
    person did; else the primary answers. It is for what is not money, a block or an access decision.
    """
    position = session.replica_position
    connection = replicas.connect(position) if position is not None else None
    if connection is None:
        yield
        return
    session._close()
    session._connection, session._is_on_replica = connection, True
    try:
        yield
    finally:
        session._close()


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
def transaction(
    *, read_only: bool = False, snapshot: bool = False, on: Engine | None = None, retries: Retries | None = None
) -> Iterator[Session]:
    """Open the transaction of a request, job or command; commits at the end, rolls back on an error.

    read_only: nothing may write, and each statement sees what is committed when it begins. snapshot: all statements see
    one state of the database, and none may write; reading in batches needs it. on: another database than this
    process's, for both reads and writes. retries: the attempts that this one is part of. Raises RuntimeError when a
    transaction is already open: a service uses the caller's session.
    """
    if on is not None and (read_only or snapshot):
        raise ValueError("only a transaction on this process's database can be read-only")
    if _current.get() is not None:
        raise RuntimeError("a transaction is open already; pass its session on")
    chosen = on or (snapshot_engine() if snapshot else reading_engine() if read_only else engine())
    is_autocommit = read_only and not snapshot
    session = Session(chosen, is_read_only=read_only or snapshot, is_autocommit=is_autocommit, retries=retries)
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


def run_in_transaction(run: Callable[[Session], T], *, read_only: bool = False, is_repeatable: bool = False) -> T:
    """Return what a function returns in a transaction, which is tried again when its connection was lost before COMMIT
    was sent; with `is_repeatable` also after that, for a function that finds out whether its effect is there.
    """
    retries = Retries(is_repeatable=is_repeatable)
    while True:
        try:
            with transaction(read_only=read_only, retries=retries) as session:
                return run(session)
        except DBAPIError as error:
            if not retries.wait_after(error):
                raise


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
