"""Commands on profiles."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.read import read
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http import ratelimit
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature, Member, MemberStatus
from modules.profiles import policies
from modules.profiles.contracts import CHOICE_FIELDS, Kind, PhotoStatus, Profile, ProfileState
from modules.profiles.errors import CountryChangedOften
from modules.profiles.events import PhotoDeleted, ProfileChanged, VisibilityChanged
from modules.profiles.models import ConsentRow, PhotoHold, PhotoOriginal, PhotoRow, ProfileRow
from modules.profiles.queries import people as queries
from modules.profiles.queries.places import get_place
from modules.sites import api as sites_api

INTIMATE = "intimate"
PRESENCE_SECONDS = 60
# Enough for a move and a correction.
COUNTRY_CHANGES = ratelimit.Limit("country-changes", 3, 30 * 86_400)


def get_profile(session: Session, member_id: UUID) -> Profile:
    """Return a member's profile, visible or not, empty while it has no row; raises MemberNotFound."""
    found = queries.find_profile(session, member_id)
    return found or _empty_profile(accounts_api.get_member(session, member_id))


def _empty_profile(member: Member) -> Profile:
    return Profile(
        id=member.id,
        site_id=member.site_id,
        kind=Kind.FICTIONAL if member.is_fictional else Kind.MEMBER,
        name=member.name,
        date_of_birth=member.date_of_birth,
        state=_state_of(member.status),
        **dict.fromkeys(CHOICE_FIELDS),
        interests=(),
        country=None,
        region=None,
        city=None,
        place_id=None,
        headline="",
        about="",
        notes={},
        seeking_genders=(),
        seeking_min_age=None,
        seeking_max_age=None,
        is_invisible=False,
        hide_fictional=False,
        has_intimate_consent=False,
        completed_steps=(),
        created_at=member.signup_at,
        last_active_at=None,
    )


def _state_of(account: MemberStatus) -> ProfileState:
    return ProfileState.ACTIVE if account is MemberStatus.ACTIVE else ProfileState.DISABLED


_HAS_ROW = select(ProfileRow.member_id).where(ProfileRow.member_id == bindparam("member_id"))
_MAKE_ROW = upsert(ProfileRow).on_conflict_do_nothing()


def ensure_profile(session: Session, member_id: UUID) -> None:
    """Create the row of a member's profile unless it exists; raises MemberNotFound.

    Signup does not know profiles, so the row is created by the event of signup or by the member's first request.
    """
    if session.execute(_HAS_ROW, {"member_id": member_id}).first() is not None:
        return
    member = accounts_api.get_member(session, member_id)
    if member.status is MemberStatus.ERASED:
        return
    empty = _empty_profile(member)
    row = {
        "member_id": empty.id,
        "site_id": empty.site_id,
        "kind": empty.kind,
        "name": empty.name,
        "date_of_birth": empty.date_of_birth,
        "state": empty.state,
        "created_at": empty.created_at,
    }
    session.execute(_MAKE_ROW, row)
    if empty.is_visible:
        publish(session, VisibilityChanged(member_id=member_id))


_LOCKED = (
    select(*queries.PROFILE_COLUMNS)
    .where(ProfileRow.member_id == bindparam("member_id"))
    .with_for_update(key_share=True)
)


def lock_profile(session: Session, member_id: UUID) -> Profile:
    """Return a member's profile, locked until the transaction ends; creates its row if needed."""
    ensure_profile(session, member_id)
    return read(session, Profile, _LOCKED, {"member_id": member_id}).one()


def update_profile(session: Session, *, member_id: UUID, changes: Mapping[str, Any]) -> None:
    """Change fields of a member's own profile (spec 3.6).

    Raises FeatureLimited, ConsentNeeded, CountryUnknown, CountryChangedOften, RegionUnknown, PlaceUnknown,
    NoteNotShown, AgeTooLow or AgesReversed.
    """
    accounts_api.ensure_allowed(session, member_id=member_id, feature=Feature.PROFILE)
    profile = lock_profile(session, member_id)
    site = sites_api.get_site(session, profile.site_id)
    policies.ensure_consent(changes, has_consent=profile.has_intimate_consent)
    low = changes.get("seeking_min_age", profile.seeking_min_age)
    high = changes.get("seeking_max_age", profile.seeking_max_age)
    policies.ensure_ages(low, high, min_age=site.min_age)
    notes = changes.get("notes", {})
    policies.ensure_notes_shown(notes, site.visible_profile_notes)
    place = get_place(session, changes["place_id"]) if changes.get("place_id") is not None else None
    location = policies.location_after(profile, changes, place)
    policies.ensure_region(location["country"], location["region"], countries=site.countries)
    if profile.kind is Kind.MEMBER and profile.country not in (None, location["country"]):
        _count_country(member_id)
    values = {**changes, **location, "notes": policies.notes_after(profile.notes, notes)}
    session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(**values))
    publish(session, ProfileChanged(member_id=member_id))
    if profile.is_invisible != changes.get("is_invisible", profile.is_invisible):
        publish(session, VisibilityChanged(member_id=member_id))


def _count_country(member_id: UUID) -> None:
    try:
        ratelimit.check(COUNTRY_CHANGES, str(member_id))
    except ratelimit.TooManyRequests:
        raise CountryChangedOften(field="country", times=COUNTRY_CHANGES.calls) from None


def clear_texts(session: Session, *, member_id: UUID) -> None:
    """Empty headline, text and notes of a profile."""
    words = {"headline": "", "about": "", "notes": {}}
    session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(**words))
    publish(session, ProfileChanged(member_id=member_id))


def restore_texts(session: Session, *, member_id: UUID, headline: str, about: str, notes: Mapping[str, str]) -> None:
    """Restore headline, text and notes of a profile where they are still empty."""
    profile = lock_profile(session, member_id)
    words = {
        "headline": profile.headline or headline,
        "about": profile.about or about,
        "notes": {**notes, **profile.notes},
    }
    session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(**words))
    publish(session, ProfileChanged(member_id=member_id))


def set_intimate_consent(session: Session, *, member_id: UUID, is_given: bool) -> None:
    """Give or withdraw the consent to keep and show sexuality and intimate interests; withdrawing erases them."""
    profile = lock_profile(session, member_id)
    if profile.has_intimate_consent == is_given:
        return
    if is_given:
        row = {"id": new_id(), "member_id": member_id, "kind": INTIMATE, "wording": policies.INTIMATE_WORDING}
        session.execute(insert(ConsentRow), row)
        cleared: dict[str, Any] = {}
    else:
        standing = (ConsentRow.member_id == member_id, ConsentRow.kind == INTIMATE, ConsentRow.withdrawn_at.is_(None))
        session.execute(update(ConsentRow).where(*standing).values(withdrawn_at=func.now()))
        cleared = {
            "sexuality": None,
            "interests": policies.without_intimate(profile.interests),
            "notes": policies.notes_after(profile.notes, {"sexuality": ""}),
        }
    values = {"has_intimate_consent": is_given, **cleared}
    session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(**values))
    publish(session, ProfileChanged(member_id=member_id))


def complete_step(session: Session, *, member_id: UUID, step: str) -> None:
    """Note that a member finished or skipped a step after signup (spec 2.32)."""
    ensure_profile(session, member_id)
    session.execute(
        update(ProfileRow)
        .where(ProfileRow.member_id == member_id, ~ProfileRow.completed_steps.contains([step]))
        .values(completed_steps=func.array_append(ProfileRow.completed_steps, step))
    )


def touch_last_active(session: Session, *, member_ids: Sequence[UUID]) -> None:
    """Update when members were last active, to the minute and at most once a minute."""
    now = func.now()
    is_due = or_(
        ProfileRow.last_active_at.is_(None),
        ProfileRow.last_active_at < now - func.make_interval(0, 0, 0, 0, 0, 0, PRESENCE_SECONDS),
    )
    # Rows that another transaction is updating now are skipped.
    due = select(ProfileRow.member_id).where(ProfileRow.member_id.in_(member_ids), is_due)
    free = due.with_for_update(skip_locked=True, key_share=True)
    session.execute(
        update(ProfileRow).where(ProfileRow.member_id.in_(free)).values(last_active_at=func.date_trunc("minute", now))
    )


_SET_STATE = (
    update(ProfileRow)
    .where(ProfileRow.member_id == bindparam("whose"), ProfileRow.state != bindparam("wanted"))
    .values(state=bindparam("wanted"))
    .returning(ProfileRow.member_id)
)


def follow_account(session: Session, *, member_id: UUID) -> None:
    """Show a profile while its account is active, and hide it otherwise (spec 4.1).

    The account's current state decides, locked until the transaction ends, because events may come in any order.
    """
    state = _state_of(accounts_api.get_status(session, member_id))
    ensure_profile(session, member_id)
    if session.execute(_SET_STATE, {"whose": member_id, "wanted": state}).first() is not None:
        publish(session, VisibilityChanged(member_id=member_id))


def erase_profile(session: Session, *, member_id: UUID) -> None:
    """Delete a profile with its consents. Its photos have no owner from now on: their files and then their rows are
    deleted once no open report shows them.
    """
    # Waits for concurrent holds of these photos.
    own = select(PhotoRow.id).where(PhotoRow.member_id == member_id).with_for_update()
    photo_ids = session.execute(own).scalars().all()
    session.execute(delete(PhotoHold).where(PhotoHold.photo_id.in_(photo_ids), ~PhotoHold.outlives_owner))
    session.execute(delete(PhotoOriginal).where(PhotoOriginal.photo_id.in_(photo_ids)))
    nobodys = {"member_id": None, "status": PhotoStatus.DELETED, "position": None, "sha256": b"", "likeness": None}
    session.execute(update(PhotoRow).where(PhotoRow.id.in_(photo_ids)).values(nobodys))
    for table in (ConsentRow, ProfileRow):
        session.execute(delete(table).where(table.member_id == member_id))
    publish(session, VisibilityChanged(member_id=member_id), *(PhotoDeleted(photo_id) for photo_id in photo_ids))
