"""Rules of profiles as pure functions."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from modules.media.contracts import Crop
from modules.profiles.contracts import (
    CHOICE_FIELDS,
    REFUSAL_REASONS,
    STEPS,
    Kind,
    LastActive,
    PhotoStatus,
    Place,
    Profile,
)
from modules.profiles.errors import (
    AgesReversed,
    AgeTooLow,
    ConsentNeeded,
    CountryUnknown,
    CropOutside,
    CropTooSmall,
    NoteNotShown,
    PhotoLimit,
    PhotoNotReady,
    PhotoOrderIncomplete,
    RefusalReasonUnknown,
    RegionUnknown,
)
from modules.profiles.reference import lists as reference

FREE_PHOTOS = 3  # spec 5.7
PREMIUM_PHOTOS = 25  # spec 5.7
# The width of a card in pixels: a smaller frame would be enlarged.
MIN_CROP = 480
# States in which cards show a photo, or will.
CROPPABLE = (PhotoStatus.PENDING, PhotoStatus.ACTIVE)

ONLINE = timedelta(minutes=5)
NEW = timedelta(days=7)

# The current consent text; a change of its meaning needs a new name here and new consents.
INTIMATE_WORDING = "intimate-1"

# Percentage of each part of a complete profile; with the facts 100.
WEIGHTS = {"photo": 30, "location": 15, "gender": 10, "seeking": 10, "headline": 10, "about": 10, "interests": 10}
FACT_FIELDS = tuple(field for field in CHOICE_FIELDS if field not in ("gender", "sexuality"))
FACTS_WEIGHT = 5
ENOUGH_INTERESTS = 3


def photo_limit(*, is_paid: bool) -> int:
    """Return how many photos a member may have (spec 5.7)."""
    return PREMIUM_PHOTOS if is_paid else FREE_PHOTOS


def ensure_photo_room(count: int, *, is_paid: bool) -> None:
    """Raise PhotoLimit when there is no room for another photo (spec 5.7)."""
    limit = photo_limit(is_paid=is_paid)
    if count >= limit:
        raise PhotoLimit(limit=limit)


def ensure_whole_order(wanted: Collection[Any], present: Collection[Any]) -> None:
    """Raise PhotoOrderIncomplete unless the new order names every photo once."""
    if len(wanted) != len(present) or set(wanted) != set(present):
        raise PhotoOrderIncomplete(field="ids")


def ensure_croppable(status: str) -> None:
    """Raise PhotoNotReady for a photo that cards do not show."""
    if status not in CROPPABLE:
        raise PhotoNotReady()


def ensure_crop(crop: Crop, *, width: int, height: int) -> None:
    """Raise CropOutside or CropTooSmall unless a frame lies in a picture (sizes in pixels) and is large enough.

    A picture that is smaller than a card must be taken whole; a pixel may be lost to rounding in the browser.
    """
    frame_width = crop.width * width
    if min(crop.x, crop.y) < 0 or crop.x + crop.width > 1 or frame_width * 4 > (1 - crop.y) * height * 3:
        raise CropOutside(field="crop")
    if frame_width <= min(Decimal(width), Decimal(height) * 3 / 4, Decimal(MIN_CROP)) - 1:
        raise CropTooSmall(field="crop")


def ensure_refusal_reason(reason: str) -> None:
    """Raise RefusalReasonUnknown for a reason that is not in REFUSAL_REASONS."""
    if reason not in REFUSAL_REASONS:
        raise RefusalReasonUnknown(field="reason", reasons=", ".join(REFUSAL_REASONS))


def ensure_consent(changes: Mapping[str, Any], *, has_consent: bool) -> None:
    """Raise ConsentNeeded when sexuality or an intimate interest is set without the separate consent."""
    if has_consent:
        return
    if changes.get("sexuality") is not None:
        raise ConsentNeeded(field="sexuality")
    if any(reference.is_intimate(key) for key in changes.get("interests") or ()):
        raise ConsentNeeded(field="interests")


def without_intimate(interests: Collection[str]) -> list[str]:
    """Return the interests that need no consent."""
    return [key for key in interests if not reference.is_intimate(key)]


def ensure_notes_shown(notes: Mapping[str, str], shown: Collection[str]) -> None:
    """Raise NoteNotShown for a note to a field that the site shows no notes to (spec 3.6)."""
    for field in notes:
        if field not in shown:
            raise NoteNotShown(field=f"notes/{field}")


def ensure_ages(low: int | None, high: int | None, *, min_age: int) -> None:
    """Raise AgeTooLow or AgesReversed for a wrong range of ages, on a site for `min_age` and older."""
    for field, age in (("seeking_min_age", low), ("seeking_max_age", high)):
        if age is not None and age < min_age:
            raise AgeTooLow(field=field, min_age=min_age)
    if low is not None and high is not None and low > high:
        raise AgesReversed(field="seeking_max_age")


def ensure_region(country: str | None, region: str | None, *, countries: Collection[str]) -> None:
    """Raise CountryUnknown or RegionUnknown unless the site has the country and the country the region."""
    if country is not None and country not in countries:
        raise CountryUnknown(field="country")
    if region is None:
        return
    known = reference.regions(country) if country in reference.countries() and country is not None else ()
    if region not in {found.code for found in known}:
        raise RegionUnknown(field="region")


def location_after(profile: Profile, changes: Mapping[str, Any], place: Place | None) -> dict[str, Any]:
    """Return country, region, city and place after a change: a town sets all, another region removes the town."""
    if place is not None:
        return {"country": place.country, "region": place.region, "city": place.name, "place_id": place.id}
    country = changes.get("country", profile.country)
    region = changes.get("region", profile.region if country == profile.country else None)
    keeps_town = (country, region) == (profile.country, profile.region) and "place_id" not in changes
    city, place_id = (profile.city, profile.place_id) if keeps_town else (None, None)
    return {"country": country, "region": region, "city": city, "place_id": place_id}


def notes_after(notes: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """Return the notes after changes; an empty one is removed."""
    return {field: note for field, note in {**notes, **changes}.items() if note}


def is_online(last_active_at: datetime | None, now: datetime) -> bool:
    """Return whether a member was active within the last five minutes."""
    return last_active_at is not None and now - last_active_at < ONLINE


def is_new(created_at: datetime, now: datetime) -> bool:
    """Return whether a profile is less than a week old."""
    return now - created_at < NEW


def may_be_shown(kind: Kind, *, fictional_enabled: bool) -> bool:
    """Return whether a site shows profiles of this kind at all."""
    return kind is Kind.MEMBER or fictional_enabled


def last_active(last_active_at: datetime | None, now: datetime) -> LastActive:
    """Return how recently a member was active, in the steps that others may see."""
    if is_online(last_active_at, now):
        return LastActive.ONLINE
    if last_active_at is not None and now - last_active_at < timedelta(days=1):
        return LastActive.TODAY
    if last_active_at is not None and now - last_active_at < timedelta(days=7):
        return LastActive.WEEK
    return LastActive.EARLIER


def completeness(profile: Profile, *, has_photo: bool) -> int:
    """Return how complete a profile is, in percent."""
    present = {
        "photo": has_photo,
        "location": profile.region is not None,
        "gender": profile.gender is not None,
        "seeking": bool(profile.seeking_genders),
        "headline": bool(profile.headline),
        "about": bool(profile.about),
        "interests": len(profile.interests) >= ENOUGH_INTERESTS,
    }
    facts = sum(getattr(profile, field) is not None for field in FACT_FIELDS) * FACTS_WEIGHT // len(FACT_FIELDS)
    return sum(WEIGHTS[part] for part, is_there in present.items() if is_there) + facts


def next_step(completed: Collection[str]) -> str | None:
    """Return the step that a member does next, or None when all are finished or skipped (spec 2.32)."""
    return next((step for step in STEPS if step not in completed), None)


def sees_all_photos(*, is_paid: bool, is_owner: bool) -> bool:
    """Return whether a viewer sees every photo sharp: premium members do, and everyone their own (spec 6.4)."""
    return is_paid or is_owner
