"""Creating and changing accounts."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Text, bindparam, cast, func, literal_column, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from app.kernel.mail.addresses import forms_of
from modules.accounts.contracts import MemberStatus, NewMember, TrafficSource
from modules.accounts.errors import EmailTaken, FictionalDisabled, MemberNotFound
from modules.accounts.events import LanguageChanged, MemberActivated, MemberBanned, MemberConfirmed, MemberSignedUp
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.policies import members as policies
from modules.accounts.identity.queries import members as queries
from modules.accounts.identity.queries.members import LockedMember
from modules.accounts.identity.service.hashing import hash_password
from modules.accounts.identity.service.strength import ensure_strong
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# The rest of a claim's address until its own is confirmed.
_PLACEHOLDER = "@unproved.invalid"
_ONE_PER_ADDRESS: list[Any] = [MemberRow.site_id, literal_column("lower(email)")]


def draft_member(
    site: Site,
    *,
    email: str,
    name: str,
    password: str,
    date_of_birth: date,
    language: str,
    signup_message: str = "",
    traffic_source: TrafficSource | None = None,
) -> NewMember:
    """Validate the signup form and hash the password; call it outside of a transaction.

    Raises EmailInvalid, NameLength, NameIsEmail, NameBeginsWithAt, TooYoung or PasswordWeak (spec 5.1 to 5.4).
    """
    address = policies.clean_email(email)
    clean = policies.clean_name(name, address)
    policies.ensure_old_enough(date_of_birth, min_age=site.min_age, today=site.day_of(clock.now()))
    ensure_strong(password, name=clean, email=address, date_of_birth=date_of_birth)
    return NewMember(address, clean, hash_password(password), date_of_birth, language, signup_message, traffic_source)


# The unique index refuses one of two simultaneous signups with one address.
_CREATE = insert(MemberRow).on_conflict_do_nothing(index_elements=_ONE_PER_ADDRESS).returning(MemberRow.id)


def create_member(session: Session, *, site_id: UUID, new: NewMember, is_claim: bool = False) -> UUID:
    """Store a new account, not yet confirmed, and return its id; raises EmailTaken (spec 4.1).

    A claim (`is_claim`) gets the address only when it is confirmed, so it is stored even if the address has an account.
    """
    source, new_id = new.traffic_source, new_private_id()
    values = {
        "id": new_id,
        "site_id": site_id,
        "email": f"{new_id.hex}{_PLACEHOLDER}" if is_claim else new.email,
        "claimed_email": new.email if is_claim else None,
        "name": new.name,
        "password_hash": new.password_hash,
        "date_of_birth": new.date_of_birth,
        "language": new.language,
        "signup_message": new.signup_message,
        "traffic_source": asdict(source) if source and source != TrafficSource() else None,
        **({"signup_at": new.signup_at} if new.signup_at else {}),
    }
    # The index compares one spelling; an older address may be stored in the other.
    if (
        not is_claim
        and len(forms_of(new.email)) > 1
        and queries.find_by_email(session, site_id=site_id, email=new.email)
    ):
        raise EmailTaken(field="email")
    member_id: UUID | None = session.execute(_CREATE, values).scalar_one_or_none()
    if member_id is None:
        raise EmailTaken(field="email")
    publish(session, MemberSignedUp(member_id=member_id))
    return member_id


def create_fictional_member(
    session: Session, *, site_id: UUID, name: str, date_of_birth: date, language: str, signup_at: datetime | None = None
) -> UUID:
    """Create the account of a fictional profile: it has no password, and its address receives no mail.

    Raises FictionalDisabled unless the site discloses fictional profiles (promise 1), and TooYoung.
    """
    site = sites_api.get_site(session, site_id)
    if not site.fictional_enabled:
        raise FictionalDisabled()
    policies.ensure_old_enough(date_of_birth, min_age=site.min_age, today=site.day_of(clock.now()))
    member_id = new_private_id()
    address = f"{member_id.hex}@fictional.invalid"
    values = {
        "id": member_id,
        "site_id": site_id,
        "email": address,
        "name": policies.clean_name(name, address),
        "date_of_birth": date_of_birth,
        "status": MemberStatus.ACTIVE,
        "language": language,
        "is_fictional": True,
        "signup_at": signup_at or func.now(),
        "confirmed_at": func.now(),
    }
    session.execute(insert(MemberRow).values(values))
    return member_id


def change_fictional_member(session: Session, *, member_id: UUID, name: str, date_of_birth: date) -> None:
    """Change name and birthday of a fictional profile; raises TooYoung, and MemberNotFound for any other account."""
    member = _lock_fictional(session, member_id)
    site = sites_api.get_site(session, member.site_id)
    policies.ensure_old_enough(date_of_birth, min_age=site.min_age, today=site.day_of(clock.now()))
    values = {"name": policies.clean_name(name, member.email), "date_of_birth": date_of_birth}
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(values))


def retire_fictional_member(session: Session, *, member_id: UUID) -> None:
    """Hide a fictional profile permanently, as a ban does; its conversations stay. Raises MemberNotFound for an account
    that is no fictional profile, or is retired already.
    """
    _lock_fictional(session, member_id)
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=MemberStatus.BANNED))
    publish(session, MemberBanned(member_id=member_id, banned_at=clock.now().isoformat()))


def _lock_fictional(session: Session, member_id: UUID) -> LockedMember:
    member = queries.lock_member(session, member_id)
    if not member.is_fictional or member.status != MemberStatus.ACTIVE:
        raise MemberNotFound()
    return member


_CONFIRM = (
    update(MemberRow)
    .where(MemberRow.id == bindparam("member_id"), MemberRow.status == MemberStatus.NOT_CONFIRMED)
    .values(
        status=MemberStatus.ACTIVE,
        confirmed_at=func.now(),
        email=func.coalesce(MemberRow.claimed_email, MemberRow.email),
        claimed_email=None,
    )
    .returning(MemberRow.id)
)


def confirm_member(session: Session, *, member_id: UUID) -> bool:
    """Activate an account (spec 4.1); False when it was not waiting for confirmation.

    Raises EmailTaken when another account has confirmed the claimed address by now.
    """
    member = queries.get_credentials(session, member_id)
    if member.is_claim:
        release_address(session, site_id=member.site_id, email=member.email)
    try:
        confirmed = session.execute(_CONFIRM, {"member_id": member_id}).one_or_none()
    except IntegrityError as error:
        raise EmailTaken(field="email") from error
    if confirmed is None:
        return False
    publish(session, MemberConfirmed(member_id=member_id))
    return True


def release_address(session: Session, *, site_id: UUID, email: str) -> None:
    """Take an address from an account that did not confirm it, which only claims it from then on.

    Call it before another account gets the address, whose owner has proved it (docs/decisions/0056).
    """
    placeholder = func.replace(cast(MemberRow.id, Text), "-", "") + _PLACEHOLDER
    unproved = (
        MemberRow.site_id == site_id,
        func.lower(MemberRow.email).in_([form.lower() for form in forms_of(email)]),
        MemberRow.confirmed_at.is_(None),
        MemberRow.status != MemberStatus.ERASED,
    )
    session.execute(update(MemberRow).where(*unproved).values(claimed_email=MemberRow.email, email=placeholder))


def activate_member(session: Session, *, member_id: UUID) -> None:
    """Activate an account whose address was confirmed; does nothing to an active one."""
    if confirm_member(session, member_id=member_id):
        publish(session, MemberActivated(member_id=member_id))


def mark_paid(session: Session, *, member_id: UUID) -> None:
    """Make a member premium (spec 1.2)."""
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(is_paid=True))


def mark_unpaid(session: Session, *, member_id: UUID) -> None:
    """Make a member free again, because all payments were refunded."""
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(is_paid=False))


def end_photo_addresses(session: Session, *, member_id: UUID) -> None:
    """Invalidate all signed photo addresses of a member at once."""
    epoch = MemberRow.photo_epoch + 1
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(photo_epoch=epoch))


def set_language(session: Session, *, member_id: UUID, language: str) -> None:
    """Save the language that a member chose, for pages, mail and push (spec 1.9)."""
    changed = (
        update(MemberRow)
        .where(MemberRow.id == member_id, MemberRow.language != language)
        .values(language=language)
        .returning(MemberRow.id)
    )
    if session.execute(changed).one_or_none() is not None:
        publish(session, LanguageChanged(member_id=member_id))
