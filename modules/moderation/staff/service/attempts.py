"""Counters of failed sign-ins. An attempt is counted before it is checked, so that parallel ones are limited too."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.ids import token_hash
from app.kernel.mail.addresses import as_stored
from modules.moderation.errors import StaffLoginBlocked
from modules.moderation.staff import queries
from modules.moderation.staff.models import StaffLoginFailure
from modules.moderation.staff.policies import accounts as policies


@dataclass(frozen=True, slots=True)
class Attempt:
    """A counted attempt; `blocked_until` is set when further ones are blocked."""

    email_hash: bytes
    places: tuple[str, ...]
    blocked_until: datetime | None


def count_attempt(session: Session, *, email: str, network: str) -> Attempt:
    """Count an attempt for an address from a network; raises StaffLoginBlocked while either counter is blocked."""
    places = {f"network {network}": policies.FROM_A_NETWORK}
    if not queries.has_signed_in_from(session, email=email, network=network):
        places["everywhere"] = policies.FROM_EVERYWHERE
    email_hash = token_hash(as_stored(email).lower())
    now = clock.now()
    rows = [{"email_hash": email_hash, "place": place, "failed_at": now} for place in sorted(places)]
    session.execute(insert(StaffLoginFailure).values(rows).on_conflict_do_nothing())
    row = StaffLoginFailure
    counters = session.execute(
        select(row.place, row.failures, row.failed_at, row.blocked_until)
        .where(row.email_hash == email_hash, row.place.in_(places))
        .order_by(row.place)
        .with_for_update()
    ).all()
    ensure_not_blocked(max((c.blocked_until for c in counters if c.blocked_until), default=None))
    blocks = []
    for counter in counters:
        failures, until = policies.count_failure(
            places[counter.place], failures=counter.failures, failed_at=counter.failed_at, now=now
        )
        values = {"failures": failures, "failed_at": now, "blocked_until": until}
        session.execute(update(row).where(row.email_hash == email_hash, row.place == counter.place).values(values))
        blocks.append(until)
    return Attempt(email_hash, tuple(places), max((until for until in blocks if until), default=None))


def ensure_not_blocked(until: datetime | None) -> None:
    """Raise StaffLoginBlocked with the minutes to wait while a block lasts."""
    minutes = policies.minutes_until(until, clock.now())
    if minutes:
        raise StaffLoginBlocked(minutes=minutes)


def forget_attempts(session: Session, attempt: Attempt) -> None:
    """Reset the counters of an attempt after a successful sign-in."""
    row = StaffLoginFailure
    counted = (row.email_hash == attempt.email_hash, row.place.in_(attempt.places))
    session.execute(delete(row).where(*counted))


def forget_all_attempts(session: Session, *, email: str) -> None:
    """Reset all counters of an address, for an operator who resets the account."""
    own = StaffLoginFailure.email_hash == token_hash(as_stored(email).lower())
    session.execute(delete(StaffLoginFailure).where(own))
