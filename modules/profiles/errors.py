"""Refusals of the profiles module; their sentences are in locales/."""

from app.kernel.errors import Conflict, Invalid, NotFound


class ProfileNotFound(NotFound):
    """The profile does not exist, or this viewer may not see it; the answer does not say which."""


class ConsentNeeded(Invalid):
    code = "profiles.consent-needed"


class CountryUnknown(Invalid):
    code = "profiles.country-unknown"


class CountryChangedOften(Conflict):
    """A member's country, which decides prices, codes and taxes, changes at most `times` in 30 days."""

    code = "profiles.country-changed-often"


class RegionUnknown(Invalid):
    code = "profiles.region-unknown"


class PlaceUnknown(Invalid):
    code = "profiles.place-unknown"


class NoteNotShown(Invalid):
    code = "profiles.note-not-shown"


class AgesReversed(Invalid):
    code = "profiles.ages-reversed"


class AgeTooLow(Invalid):
    code = "profiles.age-too-low"


class PhotoLimit(Invalid):
    """No room for another photo; `extra["limit"]` is how many there may be (spec 5.7)."""

    code = "profiles.photo-limit"


class PhotoOrderIncomplete(Invalid):
    code = "profiles.photo-order"


class PhotoNotWaiting(Conflict):
    """The photo is not waiting for a decision (any more)."""

    code = "profiles.photo-not-waiting"


class CropOutside(Invalid):
    code = "profiles.crop-outside"


class CropTooSmall(Invalid):
    code = "profiles.crop-too-small"


class PhotoNotReady(Conflict):
    """The photo is still being processed or was refused, so no card shows it."""

    code = "profiles.photo-not-ready"


class RefusalReasonUnknown(Invalid):
    code = "profiles.refusal-reason"
