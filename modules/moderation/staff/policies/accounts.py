"""Rules of staff accounts: addresses, passwords, sessions, codes, and waits after failed sign-ins."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from math import ceil
from uuid import UUID

from app.kernel.mail.addresses import as_stored, has_room
from app.kernel.text.words import opaque_string
from modules.moderation.errors import (
    OwnAccount,
    StaffEmailInvalid,
    StaffPasswordWeak,
)

MIN_PASSWORD_LENGTH = 12
SESSION_LIFE = timedelta(hours=12)
SESSION_IDLE = timedelta(minutes=30)
# How long after password and code guarded actions, such as moving money or exporting lists, are allowed.
CONFIRMED_FOR = timedelta(minutes=10)
SEEN_EVERY = timedelta(minutes=1)
RECOVERY_CODES = 10
TOTP_SECONDS = 30
# Steps by which a phone's clock may be ahead or behind.
TOTP_DRIFT = 1


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` failed sign-ins in a row, wait `minutes`; each further one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Counted by network and overall, so that codes cannot be guessed from many networks. A network from which the person
# has signed in before is not counted overall, so that others' attempts do not lock them out.
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_EVERYWHERE = Lockout(tries=10, minutes=60)
FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


def ensure_not_own(staff_id: UUID, by: UUID | None) -> None:
    """Raise OwnAccount when somebody would change their own account."""
    if staff_id == by:
        raise OwnAccount()


def ensure_email(email: str) -> str:
    """Return an address as it is stored, in lower case; raises StaffEmailInvalid."""
    clean = as_stored(email).lower()
    local, _, domain = clean.partition("@")
    is_formed = local and "@" not in domain and "." in domain and not any(map(str.isspace, clean))
    if not (is_formed and has_room(clean)):
        raise StaffEmailInvalid(field="email")
    return clean


def ensure_password(password: str, field: str = "password") -> None:
    """Raise StaffPasswordWeak for a password that is short or has few different characters."""
    password = opaque_string(password)
    if len(password) < MIN_PASSWORD_LENGTH or len(set(password)) < 5:
        raise StaffPasswordWeak(field=field, min=MIN_PASSWORD_LENGTH)


def is_live(*, opened_at: datetime, seen_at: datetime, now: datetime) -> bool:
    """Return whether a session is valid: for 12 hours, or 30 minutes without a request."""
    return now - opened_at < SESSION_LIFE and now - seen_at < SESSION_IDLE


def is_confirmed(*, confirmed_at: datetime, now: datetime) -> bool:
    """Return whether password and code were entered in the last ten minutes."""
    return now - confirmed_at < CONFIRMED_FOR


def find_step(codes: Mapping[int, str], code: str, *, last_step: int) -> int | None:
    """Return the time step of a code, if it is later than the last one used, or None; each code is single-use."""
    return next((step for step, good in codes.items() if compare_digest(good, code) and step > last_step), None)


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of consecutive failures with this one, and the end of the block, if any."""
    failures = 1 if now - failed_at > FAILURES_ARE_FORGOTTEN_AFTER else failures + 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0
