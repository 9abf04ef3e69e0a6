"""Keeping fictional profiles: they are made, written and photographed by staff, and answered for by named writers.

Whatever raises NotFictional raises FictionRetired for one that is retired.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import delete, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.addresses import as_stored
from app.kernel.db import Session
from app.kernel.errors import Invalid
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging import api as messaging_api
from modules.moderation.errors import FictionRetired, NotFictional, WriterUnknown
from modules.moderation.models import FictionalHours, FictionalWriter, StaffRow
from modules.moderation.policies import PERMISSIONS, WRITES_FICTION
from modules.moderation.policies import fiction as policies
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api


@dataclass(frozen=True, slots=True)
class NewFictional:
    """What a new fictional profile says of itself; its town is named, and told apart by its country."""

    name: str
    date_of_birth: date
    gender: str
    country: str
    city: str
    headline: str
    about: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Who a fictional profile is, what it likes, and whom it seeks."""

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
    """Make a fictional profile, which everybody can see at once with its label.

    Raises FictionalDisabled, FictionDenied, TooYoung, PlaceUnknown and what profiles raise.
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
    """Change who a fictional profile is; raises NotFictional, TooYoung, PlaceUnknown and what profiles raise."""
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
    """Change what a fictional profile says of itself; raises NotFictional or FictionDenied."""
    _ensure_fictional(session, profile_id)
    _ensure_no_claim(headline=headline, about=about)
    profiles_api.update_profile(session, member_id=profile_id, changes={"headline": headline, "about": about})


def hide(session: Session, *, profile_id: UUID, is_hidden: bool) -> None:
    """Let nobody find a fictional profile any more, or again; conversations go on. Raises NotFictional."""
    _ensure_fictional(session, profile_id)
    profiles_api.update_profile(session, member_id=profile_id, changes={"is_invisible": is_hidden})


def add_photo(session: Session, *, profile_id: UUID, content: bytes) -> None:
    """Give a fictional profile a photo, reviewed as everybody's; raises NotFictional and what profiles raise."""
    _ensure_fictional(session, profile_id)
    profiles_api.add_photo(session, member_id=profile_id, is_paid=True, content=content)


def remove_photos(session: Session, *, profile_id: UUID) -> None:
    """Take a fictional profile's photos away; raises NotFictional."""
    _ensure_fictional(session, profile_id)
    profiles_api.delete_photos(session, member_id=profile_id)


def remove_photo(session: Session, *, profile_id: UUID, number: int) -> None:
    """Take one of a fictional profile's photos away, the main one being 1; raises NotFictional or Invalid."""
    photo_id = _get_photo(session, profile_id, number)
    profiles_api.delete_photo(session, member_id=profile_id, photo_id=photo_id)


def make_main_photo(session: Session, *, profile_id: UUID, number: int) -> None:
    """Let another of a fictional profile's photos be the main one; raises NotFictional or Invalid."""
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
    """Take a fictional profile out of sight for good: nothing more is written for it, its conversations say that it is
    gone, and what was paid for messages that nobody answered is returned. Raises NotFictional.
    """
    _ensure_fictional(session, profile_id)
    accounts_api.retire_fictional_member(session, member_id=profile_id)
    messaging_api.refund_unread(session, member_id=profile_id)


def set_hours(session: Session, *, profile_id: UUID, days: Sequence[int], opens: int, closes: int) -> None:
    """Say when a fictional profile is answered for, in its site's time; raises NotFictional or Invalid."""
    _ensure_fictional(session, profile_id)
    policies.ensure_hours(opens=opens, closes=closes)
    hours = {"days": sorted(set(days)), "opens": opens, "closes": closes}
    row = upsert(FictionalHours).values(profile_id=profile_id, **hours)
    session.execute(row.on_conflict_do_update(index_elements=[FictionalHours.profile_id], set_=hours))


def set_writers(session: Session, *, profile_id: UUID, emails: Iterable[str]) -> None:
    """Say who writes for a fictional profile, by their addresses; nobody is everybody who may write.

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
