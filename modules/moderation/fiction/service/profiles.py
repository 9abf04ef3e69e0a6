"""Commands of fictional profiles, which staff create and maintain.

Functions that raise NotFictional raise FictionRetired for a retired profile.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import delete, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.session import Session
from app.kernel.errors import Invalid
from app.kernel.mail.addresses import as_stored
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging import api as messaging_api
from modules.moderation.errors import FictionRetired, NotFictional, WriterUnknown
from modules.moderation.fiction import policies
from modules.moderation.fiction.models import FictionalHours, FictionalWriter
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.policies.permissions import PERMISSIONS, WRITES_FICTION
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api


@dataclass(frozen=True, slots=True)
class NewFictional:
    """The data of a new fictional profile; the town is found by name and country."""

    name: str
    date_of_birth: date
    gender: str
    country: str
    city: str
    headline: str
    about: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a fictional profile."""

    name: str
    date_of_birth: date
    gender: str
    country: str
    city: str
    interests: Sequence[str]
    seeking_genders: Sequence[str]
    seeking_min_age: int | None
    seeking_max_age: int | None


def create_profile(session: Session, *, site_id: UUID, new: NewFictional) -> UUID:
    """Create a fictional profile, which is visible at once with its label.

    Raises FictionalDisabled, FictionDenied, TooYoung, PlaceUnknown and the errors of update_profile.
    """
    _ensure_no_claim(headline=new.headline, about=new.about)
    site = sites_api.get_site(session, site_id)
    profile_id = accounts_api.create_fictional_member(
        session, site_id=site_id, name=new.name, date_of_birth=new.date_of_birth, language=site.domain_language
    )
    place = profiles_api.get_place_named(session, country=new.country, name=new.city)
    changes = {"gender": new.gender, "place_id": place.id, "headline": new.headline, "about": new.about}
    profiles_api.update_profile(session, member_id=profile_id, changes=changes)
    return profile_id


def change_facts(session: Session, *, profile_id: UUID, facts: Facts) -> None:
    """Change a profile's facts; raises NotFictional, TooYoung, PlaceUnknown and the errors of update_profile."""
    _ensure_fictional(session, profile_id)
    accounts_api.change_fictional_member(
        session, member_id=profile_id, name=facts.name, date_of_birth=facts.date_of_birth
    )
    place = profiles_api.get_place_named(session, country=facts.country, name=facts.city)
    profiles_api.update_profile(
        session,
        member_id=profile_id,
        changes={
            "name": facts.name,
            "date_of_birth": facts.date_of_birth,
            "gender": facts.gender,
            "place_id": place.id,
            "interests": list(dict.fromkeys(facts.interests)),
            "seeking_genders": list(dict.fromkeys(facts.seeking_genders)),
            "seeking_min_age": facts.seeking_min_age,
            "seeking_max_age": facts.seeking_max_age,
        },
    )


def change_words(session: Session, *, profile_id: UUID, headline: str, about: str) -> None:
    """Change a fictional profile's texts; raises NotFictional or FictionDenied."""
    _ensure_fictional(session, profile_id)
    _ensure_no_claim(headline=headline, about=about)
    profiles_api.update_profile(session, member_id=profile_id, changes={"headline": headline, "about": about})


def hide(session: Session, *, profile_id: UUID, is_hidden: bool) -> None:
    """Hide a fictional profile from members or show it again; conversations go on. Raises NotFictional."""
    _ensure_fictional(session, profile_id)
    profiles_api.update_profile(session, member_id=profile_id, changes={"is_invisible": is_hidden})


def add_photo(session: Session, *, profile_id: UUID, content: bytes) -> None:
    """Add a photo, which is reviewed like a member's; raises NotFictional and the errors of profiles_api.add_photo."""
    _ensure_fictional(session, profile_id)
    profiles_api.add_photo(session, member_id=profile_id, is_paid=True, content=content)


def remove_photos(session: Session, *, profile_id: UUID) -> None:
    """Remove all photos of a fictional profile; raises NotFictional."""
    _ensure_fictional(session, profile_id)
    profiles_api.delete_photos(session, member_id=profile_id)


def remove_photo(session: Session, *, profile_id: UUID, number: int) -> None:
    """Remove a photo of a fictional profile, the main one being 1; raises NotFictional or Invalid."""
    photo_id = _get_photo(session, profile_id, number)
    profiles_api.delete_photo(session, member_id=profile_id, photo_id=photo_id)


def make_main_photo(session: Session, *, profile_id: UUID, number: int) -> None:
    """Make a photo of a fictional profile the main one; raises NotFictional or Invalid."""
    photo_id = _get_photo(session, profile_id, number)
    others = [one for one in profiles_api.list_photo_ids(session, profile_id) if one != photo_id]
    profiles_api.order_photos(session, member_id=profile_id, photo_ids=[photo_id, *others])


def _get_photo(session: Session, profile_id: UUID, number: int) -> UUID:
    _ensure_fictional(session, profile_id)
    photos = profiles_api.list_photo_ids(session, profile_id)
    if not 1 <= number <= len(photos):
        raise Invalid(field="number")
    return photos[number - 1]


def retire(session: Session, *, profile_id: UUID) -> None:
    """Retire a fictional profile permanently: it is hidden and not answered for, and the credits of unanswered messages
    are returned. Raises NotFictional.
    """
    _ensure_fictional(session, profile_id)
    accounts_api.retire_fictional_member(session, member_id=profile_id)
    messaging_api.refund_unread(session, member_id=profile_id)


def set_hours(session: Session, *, profile_id: UUID, days: Sequence[int], opens: int, closes: int) -> None:
    """Set a fictional profile's hours in its site's time zone; raises NotFictional or Invalid."""
    _ensure_fictional(session, profile_id)
    policies.ensure_hours(opens=opens, closes=closes)
    hours = {"days": sorted(set(days)), "opens": opens, "closes": closes}
    row = upsert(FictionalHours).values(profile_id=profile_id, **hours)
    session.execute(row.on_conflict_do_update(index_elements=[FictionalHours.profile_id], set_=hours))


def set_writers(session: Session, *, profile_id: UUID, emails: Iterable[str]) -> None:
    """Set a fictional profile's writers by their addresses; without any, everybody with the permission may write.

    Raises NotFictional or WriterUnknown.
    """
    _ensure_fictional(session, profile_id)
    writers = [_get_writer(session, email) for email in sorted({as_stored(email).lower() for email in emails})]
    session.execute(delete(FictionalWriter).where(FictionalWriter.profile_id == profile_id))
    if writers:
        rows = [{"profile_id": profile_id, "staff_id": staff_id} for staff_id in writers]
        session.execute(insert(FictionalWriter), rows)


def _get_writer(session: Session, email: str) -> UUID:
    found = select(StaffRow.id, StaffRow.roles).where(StaffRow.email == email, StaffRow.disabled_at.is_(None))
    row = session.execute(found).one_or_none()
    if row is None or not any(WRITES_FICTION in PERMISSIONS[role] for role in row.roles):
        raise WriterUnknown(field="writers", email=email)
    staff_id: UUID = row.id
    return staff_id


def _ensure_no_claim(**words: str) -> None:
    for field, text in words.items():
        policies.ensure_no_claim(messaging_api.find_care_signs(text), field=field)


def _ensure_fictional(session: Session, profile_id: UUID) -> None:
    member = accounts_api.list_members(session, [profile_id]).get(profile_id)
    if member is None or not member.is_fictional:
        raise NotFictional()
    if member.status is not MemberStatus.ACTIVE:
        raise FictionRetired()
