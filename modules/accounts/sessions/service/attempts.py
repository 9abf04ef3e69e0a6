"""Limits of wrong passwords, and of answers that reveal whether an address has an account (docs/decisions/0056).

A try is counted before the password is checked, so that simultaneous tries cannot exceed the limit.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Text, Uuid, any_, bindparam, delete, func, text, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish, wake_relay
from app.kernel.ids import token_hash
from app.kernel.mail.addresses import as_stored
from app.kernel.secrets.signing import keyed_hash
from modules.accounts.errors import LoginBlocked, LoginByMail
from modules.accounts.events import GuessingStopped
from modules.accounts.sessions import policies
from modules.accounts.sessions.models import ExistenceAnswer, LoginFailure
from modules.accounts.sessions.policies import Lockout


@dataclass(frozen=True, slots=True)
class Attempt:
    """One counted password try; `blocked_until` is set when it blocks a place, `by_mail` when it blocks all unknown
    networks.
    """

    site_id: UUID
    email_hash: bytes
    places: tuple[str, ...]
    blocked_until: datetime | None
    by_mail: bool


# The counter of all networks from which a member never logged in.
STRANGE_NETWORKS = "strange networks"


def places_of(*, network: str, known_device: str | None, is_known_network: bool) -> dict[str, Lockout]:
    """Return the counters of a try with their limits: a device from which the member logged in before, else the
    network, and if that is unknown also the common counter of all unknown networks.
    """
    if known_device:
        return {f"device {known_device}": policies.FROM_A_DEVICE}
    place = {f"network {network}": policies.FROM_A_NETWORK}
    return place if is_known_network else {STRANGE_NETWORKS: policies.FROM_STRANGE_NETWORKS, **place}


def hash_email(email: str) -> bytes:
    """Return the hash under which tries for an address are counted, the same for every spelling."""
    return token_hash(as_stored(email).lower())


def count_attempt(session: Session, *, site_id: UUID, email: str, places: dict[str, Lockout]) -> Attempt:
    """Count a try of a password for an address; raises LoginBlocked or LoginByMail while one of the places is blocked.

    A refused try is not counted.
    """
    email_hash = hash_email(email)
    now = clock.now()
    key = {"site_id": site_id, "email_hash": email_hash}
    counters = session.execute(_LOCK_COUNTERS, {**key, "places": sorted(places)}).all()
    _ensure_not_blocked({counter.place: counter.blocked_until for counter in counters}, now)
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
    blocked = {counter.place: until for counter, (_, until) in zip(counters, counted, strict=True)}
    by_mail = blocked.pop(STRANGE_NETWORKS, None) is not None
    return Attempt(site_id, email_hash, tuple(places), max(filter(None, blocked.values()), default=None), by_mail)


# An update that changes nothing: it creates missing counters, locks all of them and returns their values.
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
    """Publish that a wrong password blocked further tries, if the address has an account (spec 8.2).

    Opens its own transaction, also for an unknown address, so that both take the same time.
    """
    if attempt.blocked_until is None and not attempt.by_mail:
        return
    with transaction() as session:
        session.after_commit(wake_relay)  # as publishing does
        if member_id is not None:
            publish(session, GuessingStopped(member_id=member_id, day=clock.today().isoformat()))


def raise_if_blocked(attempt: Attempt) -> None:
    """Raise LoginBlocked or LoginByMail if a wrong password blocked further tries."""
    _ensure_may_try(attempt.blocked_until, attempt.by_mail, clock.now())


def _ensure_not_blocked(blocked: dict[str, datetime | None], now: datetime) -> None:
    by_mail = policies.minutes_until(blocked.pop(STRANGE_NETWORKS, None), now) > 0
    _ensure_may_try(max(filter(None, blocked.values()), default=None), by_mail, now)


def _ensure_may_try(blocked_until: datetime | None, by_mail: bool, now: datetime) -> None:
    minutes = policies.minutes_until(blocked_until, now)
    if minutes:
        raise LoginBlocked(minutes=minutes)
    if by_mail:
        raise LoginByMail()


_FORGET = delete(LoginFailure).where(
    LoginFailure.site_id == bindparam("site_id"), LoginFailure.email_hash == bindparam("email_hash")
)
_FORGET_PLACES = _FORGET.where(LoginFailure.place == any_(bindparam("places", type_=ARRAY(Text))))


def forget_attempts(session: Session, *, site_id: UUID, email_hash: bytes, places: tuple[str, ...] = ()) -> None:
    """Delete the counters of an address: those of `places`, or all of them."""
    values = {"site_id": site_id, "email_hash": email_hash}
    if places:
        session.execute(_FORGET_PLACES, {**values, "places": list(places)})
    else:
        session.execute(_FORGET, values)


def take_existence_answer(session: Session, *, site_id: UUID, place: str) -> bool:
    """Use up one of a place's answers of today that reveal whether an address has an account; False if none is left."""
    statement = insert(ExistenceAnswer).values(site_id=site_id, place=_hash_of(place))
    taken = statement.on_conflict_do_update(
        index_elements=["site_id", "place", "day"],
        set_={"answers": ExistenceAnswer.answers + 1},
        where=ExistenceAnswer.answers < policies.EXISTENCE_ANSWERS_A_DAY,
    )
    return session.execute(taken.returning(ExistenceAnswer.answers)).one_or_none() is not None


def return_existence_answer(session: Session, *, site_id: UUID, place: str) -> None:
    """Return an answer that revealed nothing; does nothing after midnight."""
    today = (ExistenceAnswer.site_id == site_id, ExistenceAnswer.place == _hash_of(place))
    returned = update(ExistenceAnswer).where(*today, ExistenceAnswer.day == func.current_date())
    session.execute(returned.where(ExistenceAnswer.answers > 0).values(answers=ExistenceAnswer.answers - 1))


def _hash_of(place: str) -> str:
    return keyed_hash("existence answers", place)
