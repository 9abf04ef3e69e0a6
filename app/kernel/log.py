"""Structured logs without secrets: one JSON line per event, with the request id, which jobs keep."""

import logging
import re
import sys
import threading
from contextvars import ContextVar
from types import TracebackType
from typing import Any

import structlog

from app.kernel.ids import new_id
from app.kernel.secrets.redaction import redact_values

_request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_COMMON: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def request_id() -> str | None:
    """Return the id of the running request or job."""
    return _request_id.get()


def bind_request_id(given: str | None = None) -> str:
    """Use a well-formed request id, or make one; every later log line contains it."""
    value = given if given and _SAFE_ID.fullmatch(given) else new_id().hex
    _request_id.set(value)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=value)
    return value


def _redacted(_logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return redact_values(event)


def json_formatter() -> logging.Formatter:
    """Return what makes a line of JSON of what a library logs; app/serving.py names it to granian."""
    remove_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *_COMMON],
        processors=[remove_meta, _redacted, structlog.processors.JSONRenderer()],
    )


def configure() -> None:
    """Send structlog, the standard library's logging, warnings and uncaught errors to stdout as lines of JSON."""
    structlog.configure(
        processors=[*_COMMON, _redacted, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stdout),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(json_formatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    if threading.excepthook is threading.__excepthook__:
        threading.excepthook = _log_end_of_thread


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Log an error that nobody caught."""
    get("process").critical("uncaught error", exc_info=(kind, error, trace))


def _log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """Log an error that ended a thread; SystemExit is none, as for Python itself."""
    if not issubclass(ended.exc_type, SystemExit):
        _log_uncaught(ended.exc_type, ended.exc_value, ended.exc_traceback)


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    """Return the logger of a component."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger(part=name)
    return logger
