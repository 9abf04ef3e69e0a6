"""Postgres: one engine a process, one transaction a request, job or command.

`commit` and `rollback` appear nowhere else (tests/architecture looks for them).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from sqlalchemy import Engine, Executable, MetaData, create_engine, text
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError
from sqlalchemy.orm import DeclarativeBase, Session

from app.kernel.config import config

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
    """All tables of all modules; each lives in the Postgres schema named as its module."""

    metadata = MetaData(naming_convention=NAMING)


def sqlalchemy_url(url: str) -> str:
    """Return a postgresql:// address as SQLAlchemy wants it for psycopg 3."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


@cache
def engine() -> Engine:
    """Return this process's engine, made on first use so that it never crosses a fork."""
    return create_engine(
        sqlalchemy_url(config().database_url),
        pool_size=POOL_SIZE,
        max_overflow=4,
        pool_pre_ping=False,
        # What a statement was given may be a name or an address, and errors end in the log.
        hide_parameters=True,
        connect_args={"prepare_threshold": 2, "application_name": "hearthside"},
    )


@cache
def _reading_engine() -> Engine:
    """Return the same pool for reads: their transactions begin as read-only ones, which takes no statement."""
    return engine().execution_options(postgresql_readonly=True)


class Unit(Session):
    """A session that hands every statement straight to its connection.

    The house loads no objects, and the session's own bookkeeping costs more than a small query.
    """

    def execute(self, statement: Executable, params: Any = None, **_: Any) -> Any:
        """Run a statement in this transaction; raises ValueError for many rows that have not all the same columns."""
        # The statement takes its columns from the first row: what only a later one has would be lost without a word.
        if isinstance(params, list) and any(row.keys() != params[0].keys() for row in params):
            raise ValueError("all rows of a statement have the same columns")
        return self.connection().execute(statement, params)


_PLAN_FOR_THE_VALUES = text("SET LOCAL plan_cache_mode = 'force_custom_plan'")


def plan_for_the_values(session: Session) -> None:
    """Have the statements of this transaction planned for the values at hand; saying it once suffices."""
    transaction = session.get_transaction()
    if transaction is None or session.info.get("planned_for_the_values") is not transaction:
        session.execute(_PLAN_FOR_THE_VALUES)
        session.info["planned_for_the_values"] = session.get_transaction()


_current: ContextVar[Session | None] = ContextVar("session", default=None)


@contextmanager
def transaction(*, read_only: bool = False) -> Iterator[Session]:
    """Open the one transaction of a request, job or command; commits at the end, rolls back on an error.

    Raises RuntimeError when one is open already: a service takes the caller's session.
    """
    if _current.get() is not None:
        raise RuntimeError("a transaction is open already; pass its session on")
    with Unit(_reading_engine() if read_only else engine(), expire_on_commit=False, autoflush=False) as session:
        token = _current.set(session)
        try:
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            _current.reset(token)


def release(session: Session) -> None:
    """Give the connection of a read-only transaction back while a network is asked; the next statement begins anew.

    Raises RuntimeError in a transaction that may write, which must end whole.
    """
    # Two threads may have made the engine at once, so that not each has the one that is kept.
    if not session.get_bind().get_execution_options().get("postgresql_readonly"):
        raise RuntimeError("only a read-only transaction may be released before its end")
    session.commit()


def current_session() -> Session:
    """Return the open session; for routes, jobs, handlers and ops only, services are given theirs."""
    session = _current.get()
    if session is None:
        raise RuntimeError("no transaction is open")
    return session


def is_disconnect(error: BaseException) -> bool:
    """Tell whether Postgres is away, starting or out of connections, so that a retry can help."""
    return isinstance(error, OperationalError | InterfaceError | TimeoutError)
