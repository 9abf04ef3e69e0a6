"""This process's connections to Postgres: for writes, for reads, and for reads from replicas (docs/decisions/0081)."""

from functools import cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Engine, ExceptionContext, NullPool, create_engine, event

from app.kernel.config import config, postgresql_url

# The threads of one web process share this many connections; each thread needs one at a time.
POOL_SIZE = 8
# A machine that is gone answers nothing, so that only the time says so. The address may have others of each.
_TIME_LIMITS = {
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}


def single_use_engine(url: str) -> Engine:
    """Return an engine for a database's address, which keeps no connection; raises ConfigError."""
    # Only libpq reads addresses: SQLAlchemy would find other hosts in some.
    return create_engine(
        "postgresql+psycopg://", connect_args=conninfo_to_dict(postgresql_url(url)), poolclass=NullPool
    )


@cache
def engine() -> Engine:
    """Return this process's engine, made on first use so that it is never shared across a fork."""
    return _make_engine(config().database_url)


@cache
def snapshot_engine() -> Engine:
    """Return the same pool for reads that see one state of the database."""
    return engine().execution_options(postgresql_readonly=True, isolation_level="REPEATABLE READ")


@cache
def reading_engine() -> Engine:
    """Return an engine for reads, on connections that refuse writes. Each statement is a transaction of its own: it
    sees what is committed when it begins, as it would within one, and needs no BEGIN and COMMIT.
    """
    return _make_engine(config().database_url, is_read_only=True)


@cache
def replica_engine() -> Engine | None:
    """Return an engine for reads from replicas; None without HEARTH_DATABASE_READ_URL."""
    url = config().database_read_url
    return _make_engine(url, is_read_only=True) if url else None


def disconnect() -> None:
    """Close this process's connections that are not in use; the next transaction opens a new one."""
    for one in (engine(), reading_engine(), replica_engine()):
        if one is not None:
            one.dispose()


def _make_engine(url: str, *, is_read_only: bool = False) -> Engine:
    parameters = {**_TIME_LIMITS, **conninfo_to_dict(url)}
    if is_read_only:
        # An option of the connection and no SET, which a pool between here and the database would leave to others.
        parameters["options"] = _joined(parameters.get("options"), "-c default_transaction_read_only=on")
        # libpq would take every such connection for one that does not write.
        if parameters.get("target_session_attrs") == "read-write":
            parameters["target_session_attrs"] = "primary"
    made = create_engine(
        "postgresql+psycopg://",
        pool_size=POOL_SIZE,
        max_overflow=4,
        pool_pre_ping=False,
        # Parameters may be names or addresses, and errors are logged.
        hide_parameters=True,
        connect_args={
            **parameters,
            "prepare_threshold": 2 if config().database_prepare else None,
            "application_name": "hearthside",
        },
        isolation_level="AUTOCOMMIT" if is_read_only else "READ COMMITTED",
    )
    event.listen(made, "do_connect", _limit_connection)
    event.listen(made, "handle_error", _drop_values)
    return made


_statement_seconds: float | None = None


def limit_statements(seconds: float) -> None:
    """Have the database cancel statements that take longer, on connections that this process opens from now on.

    The statement raises OperationalError, for which `is_disconnect` returns True.
    """
    global _statement_seconds
    _statement_seconds = seconds


def _limit_connection(_dialect: Any, _record: Any, _arguments: Any, parameters: dict[str, Any]) -> None:
    if _statement_seconds is not None:
        limit = f"-c statement_timeout={round(_statement_seconds * 1000)}"
        parameters["options"] = _joined(parameters.get("options"), limit)


def _joined(given: Any, own: str) -> str:
    return f"{given} {own}" if given else own


def _drop_values(context: ExceptionContext) -> None:
    """Leave only the first line of a database's error: its details hold the row or key that was refused, which may be
    names or addresses, and errors are logged and stored.
    """
    error, wrapped = context.original_exception, context.sqlalchemy_exception
    first_line = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    if first_line and wrapped is not None:
        wrapped.args = (wrapped.args[0].replace(str(error), first_line),)
        error.args = (first_line,)
