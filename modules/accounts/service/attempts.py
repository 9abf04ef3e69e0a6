"""Counters of what must not be tried without end: passwords, and asking whether an address has an account.

A try is counted before the password is checked, so that many at once cannot slip past the limit together.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Text, Uuid, any_, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel import clock
from app.kernel.addresses import as_stored
from app.kernel.db import Session, transaction
from app.kernel.ids import token_hash
from app.kernel.outbox import nudge, publish
from modules.accounts import policies
from modules.accounts.errors import LoginBlocked
from modules.accounts.events import GuessingStopped
from modules.accounts.models import ExistenceAnswer, LoginFailure
from modules.accounts.policies import Lockout


@dataclass(frozen=True, slots=True)
class Attempt:
    """One counted try of a password; `blocked_until` is set when it was the last one for a while."""

    site_id: UUID
    email_hash: bytes
    places: tuple[str, ...]
    blocked_until: datetime | None


def places_of(*, network: str, known_device: str | None) -> dict[str, Lockout]:
    """Return where a try is counted: at a device where the member logged in before, else at the network and overall."""
    if known_device:
        return {f"device {known_device}": policies.FROM_A_DEVICE}
    return {"everywhere": policies.FROM_EVERYWHERE, f"network {network}": policies.FROM_A_NETWORK}


def count_attempt(session: Session, *, site_id: UUID, email: str, places: dict[str, Lockout]) -> Attempt:
    """Count a try of a password for an address; raises LoginBlocked while one of the places is blocked."""
    email_hash = token_hash(as_stored(email).lower())
    now = clock.now()
    key = {"site_id": site_id, "email_hash": email_hash}
    counters = session.execute(_LOCK_COUNTERS, {**key, "places": sorted(places)}).all()
    _ensure_not_blocked(max((c.blocked_until for c in counters if c.blocked_until), default=None), now)
    counted = [
        policies.count_failure(places[c.place], failures=c.failures, failed_at=c.failed_at, now=now) for c in counters
    ]
    values = {
        "places": [counter.place for counter in counters],
        "failures": [failures for failures, _ in counted],
        "blocked_until": [until for _, until in counted],
        "failed_at": now,
    }
    session.execute(_COUNT, {**key, **values})
    return Attempt(site_id, email_hash, tuple(places), max((until for _, until in counted if until), default=None))


# An update that changes nothing: it locks the counters and tells what they say, and those that are missing begin at 0.
_LOCK_COUNTERS = text(
    """
    INSERT INTO accounts.login_failure AS counter (site_id, email_hash, place)
    SELECT :site_id, :email_hash, place FROM unnest(CAST(:places AS text[])) AS place
    ON CONFLICT (site_id, email_hash, place) DO UPDATE SET place = counter.place
    RETURNING place, failures, failed_at, blocked_until
    """
).bindparams(bindparam("site_id", type_=Uuid))

_COUNT = text(
    """
    UPDATE accounts.login_failure AS counter
       SET failures = new.failures, blocked_until = new.blocked_until, failed_at = :failed_at
      FROM unnest(CAST(:places AS text[]), CAST(:failures AS int[]), CAST(:blocked_until AS timestamptz[]))
           AS new (place, failures, blocked_until)
     WHERE counter.site_id = :site_id AND counter.email_hash = :email_hash AND counter.place = new.place
    """
).bindparams(bindparam("site_id", type_=Uuid))


def note_wrong_password(attempt: Attempt, *, member_id: UUID | None) -> None:
    """Let the member know of a wrong password that leads to a pause, if the address is somebody's (spec 8.2).

    Opens a transaction of its own, for an unknown address too, so that both cost the same.
    """
    if attempt.blocked_until is None:
        return
    with transaction() as session:
        session.after_commit(nudge)  # as publishing does
        if member_id is not None:
            publish(session, GuessingStopped(member_id=member_id, day=clock.today().isoformat()))


def refuse(attempt: Attempt) -> None:
    """Tell the person of a wrong password how long to wait, when they must; raises LoginBlocked."""
    _ensure_not_blocked(attempt.blocked_until, clock.now())


def _ensure_not_blocked(until: datetime | None, now: datetime) -> None:
    minutes = policies.minutes_until(until, now)
    if minutes:
        raise LoginBlocked(minutes=minutes)


_FORGET = delete(LoginFailure).where(
    LoginFailure.site_id == bindparam("site_id"), LoginFailure.email_hash == bindparam("email_hash")
)
_FORGET_PLACES = _FORGET.where(LoginFailure.place == any_(bindparam("places", type_=ARRAY(Text))))


def forget_attempts(session: Session, *, site_id: UUID, email_hash: bytes, places: tuple[str, ...] = ()) -> None:
    """Begin to count anew: at the given places after the right password, everywhere after a reset."""
    values = {"site_id": site_id, "email_hash": email_hash}
    if places:
        session.execute(_FORGET_PLACES, {**values, "places": list(places)})
    else:
        session.execute(_FORGET, values)


def may_tell_existence(session: Session, *, site_id: UUID, place: str) -> bool:
    """Tell whether a place may still be told today that an address has an account."""
    today = (ExistenceAnswer.site_id == site_id, ExistenceAnswer.place == place)
    used = session.execute(
        select(ExistenceAnswer.answers).where(*today, ExistenceAnswer.day == func.current_date())
    ).scalar_one_or_none()
    return (used or 0) < policies.EXISTENCE_ANSWERS_A_DAY


def count_existence_answer(session: Session, *, site_id: UUID, place: str) -> bool:
    """Count one answer that tells whether an address has an account; False when it must not be given any more."""
    statement = insert(ExistenceAnswer).values(site_id=site_id, place=place)
    counted = statement.on_conflict_do_update(
        index_elements=["site_id", "place", "day"], set_={"answers": ExistenceAnswer.answers + 1}
    )
    answers = session.execute(counted.returning(ExistenceAnswer.answers)).scalar_one()
    return answers <= policies.EXISTENCE_ANSWERS_A_DAY
