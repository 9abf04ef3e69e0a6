"""What comes into and goes out of the profiles module by HTTP."""

from collections.abc import Mapping
from decimal import ROUND_DOWN
from typing import Any

from marshmallow import fields, post_dump, post_load, validate

from app.kernel.http.schema import In, Out, QueryIn, Text, between, one_of
from modules.media.contracts import Crop
from modules.profiles.contracts import CHOICE_FIELDS, STEPS, Kind, PhotoStatus
from modules.profiles.reference import lists as reference

KEYS = [interest.key for interest in reference.interests()]
# Decimal places of the fractions of a crop; rounded down, so that a frame stays within its picture.
PLACES = 6
COUNTRY = validate.Length(equal=2, error="field.choice")


class PersonOut(Out):
    """Base of all answers that show a profile: it is never sent without its kind."""

    kind = fields.String(required=True, validate=one_of(*Kind))
    fictional_label = fields.String(required=True, allow_none=True)

    @post_dump
    def ensure_disclosed(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Raise TypeError for a person without a kind, or a fictional one without its label."""
        if data.get("kind") not in set(Kind):
            raise TypeError("a person was shown without a kind")
        if (data["kind"] == Kind.FICTIONAL) != bool(data.get("fictional_label")):
            raise TypeError("a fictional profile was shown without its label, or a member with one")
        return data


class CardPhotoOut(Out):
    thumb = fields.String(required=True)
    card = fields.String(required=True)
    match = fields.String(required=True)
    is_locked = fields.Boolean(required=True)


class CardOut(PersonOut):
    """A person in a list."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    age = fields.Integer(required=True)
    country = fields.String(required=True, allow_none=True)
    region = fields.String(required=True, allow_none=True)
    city = fields.String(required=True, allow_none=True)
    is_online = fields.Boolean(required=True)
    is_new = fields.Boolean(required=True)
    liked = fields.Boolean(required=True)
    photo = fields.Nested(CardPhotoOut, required=True, allow_none=True)


def _fraction() -> fields.Decimal:
    """Return a field for a fraction of a length, with limits that are numbers in the OpenAPI document."""
    limits = {"minimum": 0, "maximum": 1}
    return fields.Decimal(places=PLACES, rounding=ROUND_DOWN, required=True, validate=between(0, 1), metadata=limits)


class CropIn(In):
    """A frame of 3:4 in the upright picture: `x` and `width` in parts of its width, `y` of its height."""

    x = _fraction()
    y = _fraction()
    width = _fraction()

    @post_load
    def to_crop(self, data: dict[str, Any], **_: Any) -> Crop:
        """Return the Crop."""
        return Crop(**data)


class PhotoChangesIn(In):
    crop = fields.Nested(CropIn, required=True)


class CropOut(Out):
    x = fields.Float(required=True)
    y = fields.Float(required=True)
    width = fields.Float(required=True)


class OwnPhotoOut(Out):
    """A photo as its owner sees it. The addresses are null until it is processed.

    Without a crop it is cropped automatically. While it is being cut, cards show an earlier crop.
    """

    id = fields.UUID(required=True)
    status = fields.String(required=True, validate=one_of(*PhotoStatus))
    reason = fields.String(required=True, allow_none=True)
    reason_text = fields.String(required=True, allow_none=True)
    is_main = fields.Boolean(required=True)
    crop = fields.Nested(CropOut, required=True, allow_none=True)
    is_being_cut = fields.Boolean(required=True)
    thumb = fields.String(required=True, allow_none=True)
    card = fields.String(required=True, allow_none=True)
    full = fields.String(required=True, allow_none=True)


class ConsentsIn(In):
    intimate = fields.Boolean(required=True)


class ConsentsOut(Out):
    intimate = fields.Boolean(required=True)


class ConsentOut(Out):
    """A consent to keep and show something intimate: to which wording, and from when to when."""

    kind = fields.String(required=True)
    wording = fields.String(required=True)
    given_at = fields.AwareDateTime(required=True)
    withdrawn_at = fields.AwareDateTime(required=True, allow_none=True)


class ProfileIn(In):
    """The editable fields; what is left out stays as it is, null clears. A town decides country and region; a name is
    chosen by who lost theirs.
    """

    name = fields.String()
    interests = fields.List(fields.String(validate=one_of(*KEYS)))
    country = fields.String(allow_none=True, validate=COUNTRY)
    region = fields.String(allow_none=True)
    place_id = fields.Integer(allow_none=True, validate=between(1, 2**31 - 1))
    headline = Text(max=120)
    about = Text(max=2000)
    notes = fields.Dict(keys=fields.String(validate=one_of(*CHOICE_FIELDS)), values=Text(max=200))
    seeking_genders = fields.List(fields.String(validate=one_of(*reference.choices("gender"))))
    seeking_min_age = fields.Integer(allow_none=True, validate=between(18, 120))
    seeking_max_age = fields.Integer(allow_none=True, validate=between(18, 120))
    is_invisible = fields.Boolean()
    hide_fictional = fields.Boolean()

    class Meta(In.Meta):
        include = {
            field: fields.String(allow_none=True, validate=one_of(*reference.choices(field))) for field in CHOICE_FIELDS
        }

    @post_load
    def without_repeats(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Name each key of a list once, in the order given."""
        for name in {"interests", "seeking_genders"} & set(data):
            data[name] = list(dict.fromkeys(data[name]))
        return data


class ProfileOut(Out):
    """A member's own profile."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    date_of_birth = fields.Date(required=True)
    age = fields.Integer(required=True)
    interests = fields.List(fields.String(), required=True)
    country = fields.String(required=True, allow_none=True)
    region = fields.String(required=True, allow_none=True)
    city = fields.String(required=True, allow_none=True)
    place_id = fields.Integer(required=True, allow_none=True)
    headline = fields.String(required=True)
    about = fields.String(required=True)
    notes = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    seeking_genders = fields.List(fields.String(), required=True)
    seeking_min_age = fields.Integer(required=True, allow_none=True)
    seeking_max_age = fields.Integer(required=True, allow_none=True)
    is_invisible = fields.Boolean(required=True)
    hide_fictional = fields.Boolean(required=True)
    consents = fields.Nested(ConsentsOut, required=True)
    photos = fields.List(fields.Nested(OwnPhotoOut), required=True)
    photo_limit = fields.Integer(required=True)
    completed_steps = fields.List(fields.String(validate=one_of(*STEPS)), required=True)
    next_step = fields.String(required=True, allow_none=True, validate=one_of(*STEPS))
    completeness = fields.Integer(required=True)

    class Meta:
        include = {field: fields.String(required=True, allow_none=True) for field in CHOICE_FIELDS}


class PhotoOrderIn(In):
    ids = fields.List(fields.UUID(), required=True)


class LanguageIn(QueryIn):
    language = fields.String(load_default=None)


class RegionsIn(LanguageIn):
    country = fields.String(load_default=None, validate=COUNTRY)


class PlacesIn(QueryIn):
    country = fields.String(required=True, validate=COUNTRY)
    q = Text(min=1, max=80, required=True)


class GeocodeIn(QueryIn):
    lat = fields.Float(required=True, validate=between(-90, 90))
    lon = fields.Float(required=True, validate=between(-180, 180))


class NamedOut(Out):
    key = fields.String(required=True)
    name = fields.String(required=True)


class InterestOut(NamedOut):
    intimate = fields.Boolean(required=True)


class InterestsOut(Out):
    interests = fields.List(fields.Nested(InterestOut), required=True)


class CodedOut(Out):
    code = fields.String(required=True)
    name = fields.String(required=True)


class ChoicesOut(Out):
    """The keys of every field with a closed set, in the order to show them."""

    class Meta:
        include = {field: fields.List(fields.Nested(NamedOut), required=True) for field in CHOICE_FIELDS}


class ReferenceOut(InterestsOut):
    countries = fields.List(fields.Nested(CodedOut), required=True)
    choices = fields.Nested(ChoicesOut, required=True)
    region_words = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class RegionsOut(Out):
    country = fields.String(required=True)
    word = fields.String(required=True)
    regions = fields.List(fields.Nested(CodedOut), required=True)


class PlaceOut(Out):
    id = fields.Integer(required=True)
    name = fields.String(required=True)
    region = fields.String(required=True)
    region_name = fields.String(required=True)
    country = fields.String(required=True)


class PlacesOut(Out):
    places = fields.List(fields.Nested(PlaceOut), required=True)


class GeocodeOut(Out):
    """The town nearest to a point, or null where there is none within 50 km."""

    place = fields.Nested(PlaceOut, required=True, allow_none=True)


def named(names: Mapping[str, str], keys: Any) -> list[dict[str, str]]:
    """Return keys with their names, as NamedOut."""
    return [{"key": key, "name": names[key]} for key in keys]
