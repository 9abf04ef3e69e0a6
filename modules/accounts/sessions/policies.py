"""Rules of logins: sessions, lockout, and who may log in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import (
    Banned,
    LoginFailed,
    PendingDeletion,
)

SESSION_LIFE = timedelta(days=30)
# How many answers a day reveal to a network whether an address has an account; later ones do not (spec 5.3).
EXISTENCE_ANSWERS_A_DAY = 3
MAILS_A_DAY = 3
LOGIN_FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` wrong passwords in a row, wait `minutes`; each further one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Devices and networks from which a member logged in before have counters of their own, so that nobody else can lock the
# member out. All other networks share one counter; after too many tries they need a mailed link (docs/decisions/0056).
FROM_A_DEVICE = Lockout(tries=5, minutes=15)
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_STRANGE_NETWORKS = Lockout(tries=10, minutes=60)


def ensure_may_log_in(status: MemberStatus) -> None:
    """Raise PendingDeletion, Banned or LoginFailed for an account that may not log in."""
    if status is MemberStatus.DELETED:
        raise PendingDeletion()
    if status is MemberStatus.BANNED:
        raise Banned()
    if status not in (MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED):
        raise LoginFailed()


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of consecutive failures with this one, and until when the place is blocked, or None."""
    if now - failed_at > LOGIN_FAILURES_ARE_FORGOTTEN_AFTER:
        failures = 0
    failures += 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, LOGIN_FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0
