"""Domain errors. They do not depend on HTTP: only kernel/problem.py maps them to a status (RFC 9457)."""

from typing import Any, ClassVar

from app.kernel.text import formats


class DomainError(Exception):
    """A refusal with a stable `code`; `extra` fills the placeholders of its text and is sent with it."""

    code: ClassVar[str] = "internal"

    def __init__(self, *, field: str | None = None, **extra: Any) -> None:
        super().__init__(self.code, extra)
        self.field = field
        self.extra = extra

    def values(self, language: str) -> dict[str, Any]:
        """Return what fills the placeholders of its text, with amounts and units as a language writes them."""
        return self.extra


class NotFound(DomainError):
    """Something does not exist, or not for this person: the answers are the same."""

    code = "not-found"


class Forbidden(DomainError):
    code = "forbidden"


class LoginRequired(DomainError):
    """The answer contains `authentication_required` (spec 6.8)."""

    code = "login-required"


class Conflict(DomainError):
    code = "conflict"


class Invalid(DomainError):
    """A value is not valid; `field` names it."""

    code = "invalid"


class PaymentRequired(DomainError):
    code = "payment-required"


class RateLimited(DomainError):
    """Too many requests; `extra["retry_after"]` is in seconds."""

    code = "rate-limited"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with the time to wait, as `wait`."""
        seconds = self.extra.get("retry_after")
        return self.extra if seconds is None else {**self.extra, "wait": formats.duration(language, seconds)}


class Unavailable(DomainError):
    """An engine or a provider does not answer."""

    code = "unavailable"
