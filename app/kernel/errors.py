"""Domain errors. They know no HTTP: kernel/problem.py alone gives them a status (RFC 9457)."""

from typing import Any, ClassVar


class DomainError(Exception):
    """A refusal with a stable `code`; `extra` fills the placeholders of its text and is sent along."""

    code: ClassVar[str] = "internal"

    def __init__(self, *, field: str | None = None, **extra: Any) -> None:
        super().__init__(self.code, extra)
        self.field = field
        self.extra = extra


class NotFound(DomainError):
    """What was asked for is not there, or is not for this person: the two look alike."""

    code = "not-found"


class Forbidden(DomainError):
    code = "forbidden"


class LoginRequired(DomainError):
    """The answer carries `authentication_required` (spec 6.8)."""

    code = "login-required"


class Conflict(DomainError):
    code = "conflict"


class Invalid(DomainError):
    """A value is at fault; `field` names it."""

    code = "invalid"


class PaymentRequired(DomainError):
    code = "payment-required"


class RateLimited(DomainError):
    """Too often; `extra["retry_after"]` is in seconds."""

    code = "rate-limited"


class Unavailable(DomainError):
    """An engine or a provider does not answer now."""

    code = "unavailable"
