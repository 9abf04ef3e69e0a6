"""Rules of the ops console as pure functions: who may do what, how long a session lasts, which code is good."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from math import ceil
from uuid import UUID

from modules.moderation.contracts import Role
from modules.moderation.errors import OwnAccount, RolesMissing, StaffEmailInvalid, StaffPasswordWeak

PASSWORD_MIN = 12
SESSION_LIFE = timedelta(hours=12)
SESSION_IDLE = timedelta(minutes=30)
SEEN_EVERY = timedelta(minutes=1)
RECOVERY_CODES = 10
TOTP_SECONDS = 30
# A phone's clock may be one step off, either way.
TOTP_DRIFT = 1

# Deny by default: what stands in no row here, nobody may do (spec 10.4). A role is never given "everything".
PERMISSIONS: Mapping[Role, frozenset[str]] = {
    Role.MODERATOR: frozenset({"sites.sites.read", "accounts.members.read"}),
    Role.SUPPORT: frozenset({"sites.sites.read", "accounts.members.read", "accounts.members.reveal"}),
    Role.FINANCE: frozenset({"sites.sites.read", "accounts.members.read"}),
    Role.ADMIN: frozenset(
        {
            "sites.sites.read",
            "accounts.members.read",
            "accounts.members.reveal",
            "moderation.staff.read",
            "moderation.staff.manage",
            "moderation.audit.read",
        }
    ),
}
KNOWN_PERMISSIONS = frozenset().union(*PERMISSIONS.values())


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` wrong sign-ins in a row, wait `minutes`; each further wrong one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Overall as well as by network, so that a code cannot be guessed from many places at once.
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_EVERYWHERE = Lockout(tries=20, minutes=60)
FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


def permissions_of(roles: Iterable[Role]) -> frozenset[str]:
    """Return what the roles together may do."""
    return frozenset().union(*(PERMISSIONS[role] for role in roles))


def ensure_roles(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Return roles once each and in order; raises RolesMissing when there is none."""
    given = set(roles)
    chosen = tuple(role for role in Role if role in given)
    if not chosen:
        raise RolesMissing(field="roles")
    return chosen


def ensure_not_own(staff_id: UUID, by: UUID | None) -> None:
    """Refuse what somebody would decide about themselves; raises OwnAccount."""
    if staff_id == by:
        raise OwnAccount()


def ensure_email(email: str) -> str:
    """Return an address in lower case; raises StaffEmailInvalid for what cannot be one."""
    clean = email.strip().lower()
    local, _, domain = clean.partition("@")
    if not local or "." not in domain or any(sign.isspace() for sign in clean):
        raise StaffEmailInvalid(field="email")
    return clean


def ensure_password(password: str) -> None:
    """Refuse a short password; raises StaffPasswordWeak."""
    if len(password) < PASSWORD_MIN or len(set(password)) < 5:
        raise StaffPasswordWeak(field="password", min=PASSWORD_MIN)


def is_live(*, opened_at: datetime, seen_at: datetime, now: datetime) -> bool:
    """Tell whether a session still holds: 12 hours in all, 30 minutes without a request."""
    return now - opened_at < SESSION_LIFE and now - seen_at < SESSION_IDLE


def find_step(codes: Mapping[int, str], code: str, *, last_step: int) -> int | None:
    """Return the time step whose code this is, later than the last one used, or None: a code is good once."""
    return next((step for step, good in codes.items() if compare_digest(good, code) and step > last_step), None)


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of tries in a row with this one, and until when the place is blocked, if it is."""
    failures = 1 if now - failed_at > FAILURES_ARE_FORGOTTEN_AFTER else failures + 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0
