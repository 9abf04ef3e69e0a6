"""RFC 9457 problem details; only this module gives an error a status and a text."""

from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl

from flask import Response, g, jsonify
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.kernel import i18n, log
from app.kernel.errors import (
    Conflict,
    DomainError,
    Forbidden,
    Invalid,
    LoginRequired,
    NotFound,
    PaymentRequired,
    RateLimited,
    Unavailable,
)

STATUS: dict[type[DomainError], int] = {
    NotFound: 404,
    Forbidden: 403,
    LoginRequired: 403,
    Conflict: 409,
    Invalid: 422,
    PaymentRequired: 402,
    RateLimited: 429,
    Unavailable: 503,
}
HTTP_CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    422: "invalid",
    429: "rate-limited",
}

MIMETYPE = "application/problem+json"
MAX_ERRORS = 100  # in one answer


def status_of(error: DomainError) -> int:
    """Return the HTTP status of a domain error by its kind."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def from_domain(error: DomainError) -> Response:
    """Answer a domain error; it points to the invalid `field` and marks a missing login (spec 6.8)."""
    detail = sentence_of(error, _language())
    extra: dict[str, Any] = dict(error.extra)
    if error.field:
        extra["errors"] = [{"pointer": f"/{error.field}", "code": error.code, "detail": detail}]
    if isinstance(error, LoginRequired):
        extra["authentication_required"] = True
    response = _problem(status_of(error), error.code, detail, **extra)
    if "retry_after" in error.extra:
        response.headers["Retry-After"] = str(error.extra["retry_after"])
    return response


def sentence_of(error: DomainError, language: str) -> str:
    """Return the text of an error; of its `reason` if the code has a text for that."""
    values = error.values(language)
    reason = i18n.find_text(language, f"errors.{error.code}.{values.get('reason')}", **values)
    return (
        reason or i18n.find_text(language, f"errors.{error.code}", **values) or i18n.text(language, "errors.internal")
    )


def from_http(error: HTTPException) -> Response:
    """Answer an error of Flask, Werkzeug or webargs."""
    if isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    code = HTTP_CODES.get(status, "internal" if status >= 500 else "bad-request")
    data: dict[str, Any] = getattr(error, "data", None) or {}
    # webargs groups them by where they were found: in the query, in the body.
    found = (error for messages in data.get("messages", {}).values() for error in _field_errors(messages))
    errors = [*islice(found, MAX_ERRORS)]
    response = _problem(status, code, _sentence(code), **({"errors": errors} if errors else {}))
    for name, value in (data.get("headers") or {}).items():
        response.headers[name] = value
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def from_crash(error: Exception) -> Response:
    """Answer an unexpected error: it is logged, and the answer has only the request id."""
    log.get("http").error("unhandled", exc_info=error)
    return _problem(500, "internal", _sentence("internal"), request_id=log.request_id())


def _problem(status: int, code: str, detail: str, **extra: Any) -> Response:
    response = jsonify({**extra, "status": status, "code": code, "title": detail, "detail": detail})
    response.status_code = status
    response.content_type = MIMETYPE
    return response


def _language() -> str:
    language: str = g.get("language", i18n.DEFAULT_LOCALE)
    return language


def _sentence(code: str, /, **values: Any) -> str:
    found = i18n.find_text(_language(), f"errors.{code}", **values)
    return found or i18n.text(_language(), "errors.internal")


def _field_errors(messages: Any, pointer: str = "") -> Iterator[dict[str, str]]:
    """Yield marshmallow's messages as a flat list. Ours are codes with values, such as `field.too-long?max=30`."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _field_errors(inner, pointer if key == "_schema" else f"{pointer}/{key}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _field_errors(inner, pointer)
    else:
        code, _, query = str(messages).partition("?")
        values = {name: int(value) if value.isdecimal() else value for name, value in parse_qsl(query)}
        known = i18n.find_text(_language(), f"errors.{code}", **values)
        yield {
            "pointer": pointer,
            "code": code if known else "field.invalid",
            "detail": known or _sentence("field.invalid"),
        }
