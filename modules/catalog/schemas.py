"""HTTP schemas of the catalog module."""

from typing import Any

from marshmallow import fields, post_load, validate

from app.kernel.http.schema import In, Out, PagedOut, QueryIn, Text, between, one_of
from modules.catalog.contracts import (
    EXACT_FILTERS,
    RADII,
    Aim,
    Engine,
    Filters,
    Loosened,
    Matter,
    Question,
    ReasonKey,
    Sort,
    Way,
)
from modules.profiles.api import CardOut, CardPhotoOut, PersonOut
from modules.profiles.contracts import LastActive
from modules.profiles.reference import lists as reference
from modules.social.api import SwipeQuotaOut

AGE = between(18, 120)
RADIUS = validate.OneOf(RADII, error="field.choice")
INTERESTS = [interest.key for interest in reference.interests()]


class FiltersIn(QueryIn):
    """The filters of a search. A missing one is filled from the member's wishes; an empty value means "any"."""

    gender = fields.List(fields.String(validate=one_of("", *reference.choices("gender"))))
    country = fields.String(validate=validate.Length(max=2, error="field.choice"))
    region = fields.String(validate=validate.Length(max=6, error="field.choice"))
    min_age = fields.Integer(validate=AGE)
    max_age = fields.Integer(validate=AGE)
    place_id = fields.Integer(validate=between(1, 2**31 - 1))
    radius_km = fields.Integer(validate=RADIUS)
    online = fields.Boolean(load_default=False)
    with_photo = fields.Boolean(load_default=False)
    new = fields.Boolean(load_default=False)
    interest = fields.List(fields.String(validate=one_of(*INTERESTS)), validate=validate.Length(max=10))
    text = Text(max=100, load_default="")
    fictional = fields.Boolean(load_default=False)
    sort = fields.Enum(Sort, by_value=True, load_default=Sort.FIT)
    network = Text(max=100, load_default="", metadata={"description": "A visitor's traffic source (spec 6.1)."})

    @post_load
    def to_filters(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the filters as `Filters`, apart from the other parameters."""
        chosen = {name: value for name, value in data.items() if name in Filters.__dataclass_fields__}
        genders = data.get("gender")
        chosen |= {
            "genders": None if genders is None else tuple(gender for gender in genders if gender),
            "interests": tuple(data.get("interest", ())),
            **{name: data.get(name) or None for name in EXACT_FILTERS if name != "country"},
        }
        return {"filters": Filters(**chosen), **{k: data[k] for k in ("network", "page", "page_size") if k in data}}


class SearchIn(FiltersIn):
    """Filters and a page."""

    page = fields.Integer(load_default=1, validate=between(1, 1000))
    page_size = fields.Integer(load_default=24, validate=between(1, 48))


class TrafficSourceQueryIn(QueryIn):
    """A visitor's traffic source (spec 6.1)."""

    network = Text(max=100, load_default="")


class MemberIn(TrafficSourceQueryIn):
    """A visitor's traffic source, and whether the viewer opens the profile, which is noted as a visit (spec 4.12)."""

    visit = fields.Boolean(load_default=False)


class AppliedOut(Out):
    """The applied filters."""

    gender = fields.List(fields.String(), required=True, attribute="genders")
    min_age = fields.Integer(required=True, allow_none=True)
    max_age = fields.Integer(required=True, allow_none=True)
    place_id = fields.Integer(required=True, allow_none=True)
    radius_km = fields.Integer(required=True, allow_none=True)
    online = fields.Boolean(required=True)
    with_photo = fields.Boolean(required=True)
    new = fields.Boolean(required=True)
    interest = fields.List(fields.String(), required=True, attribute="interests")
    text = fields.String(required=True)
    fictional = fields.Boolean(required=True)
    sort = fields.Enum(Sort, by_value=True, required=True)

    class Meta:
        include = {name: fields.String(required=True, allow_none=True) for name in EXACT_FILTERS}


class WideningOut(Out):
    """One filter to loosen, and how many members fit then; with `has_more` there may be more than `total`.

    `min_age` and `max_age` are the new values for "ages", `radius_km` for "distance", null for any.
    """

    loosened = fields.Enum(Loosened, by_value=True, required=True)
    min_age = fields.Integer(required=True, allow_none=True, attribute="filters.min_age")
    max_age = fields.Integer(required=True, allow_none=True, attribute="filters.max_age")
    radius_km = fields.Integer(required=True, allow_none=True, attribute="filters.radius_km")
    total = fields.Integer(required=True)
    has_more = fields.Boolean(required=True)


class SearchOut(PagedOut):
    """One page of a search. `total` counts real members only.

    With `has_more` there may be more than `total` and `pages`; the total of the facets is exact. When nobody fits,
    `widenings` are the filters to loosen.
    """

    results = fields.List(fields.Nested(CardOut), required=True)
    fictional_total = fields.Integer(required=True)
    has_more = fields.Boolean(required=True)
    similar = fields.List(fields.Nested(CardOut), required=True)
    engine = fields.Enum(Engine, by_value=True, required=True)
    degraded = fields.Boolean(required=True)
    applied = fields.Nested(AppliedOut, required=True)
    widenings = fields.List(fields.Nested(WideningOut), required=True)


class FacetCountsOut(Out):
    """The numbers of real members for each value of a field."""

    gender = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    region = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    interest = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    online = fields.Integer(required=True)
    with_photo = fields.Integer(required=True)
    new = fields.Integer(required=True)


class FacetsOut(Out):
    total = fields.Integer(required=True)
    counts = fields.Nested(FacetCountsOut, required=True)


class SimilarOut(Out):
    results = fields.List(fields.Nested(CardOut), required=True)


class MemberFactOut(Out):
    field = fields.String(required=True)
    value_key = fields.String(required=True)
    value_name = fields.String(required=True)
    note = fields.String(required=True, allow_none=True)


class MemberInterestOut(Out):
    key = fields.String(required=True)
    name = fields.String(required=True)
    shared = fields.Boolean(required=True, attribute="is_shared")


class MemberPhotoOut(Out):
    """One photo of a profile; blurred twins when `is_locked` (spec 6.4)."""

    id = fields.UUID(required=True)
    is_main = fields.Boolean(required=True)
    is_locked = fields.Boolean(required=True, attribute="urls.is_locked")
    thumb = fields.String(required=True, attribute="urls.thumb")
    card = fields.String(required=True, attribute="urls.card")
    match = fields.String(required=True, attribute="urls.match")
    full = fields.String(required=True, attribute="urls.full")


class MemberProfileOut(CardOut):
    """A whole profile as its viewer sees it (spec 3.6)."""

    headline = fields.String(required=True)
    about = fields.String(required=True)
    facts = fields.List(fields.Nested(MemberFactOut), required=True)
    interests = fields.List(fields.Nested(MemberInterestOut), required=True)
    photos = fields.List(fields.Nested(MemberPhotoOut), required=True)
    locked_count = fields.Integer(required=True)
    last_active = fields.Enum(LastActive, by_value=True, required=True)
    is_match = fields.Boolean(required=True)
    has_liked_me = fields.Boolean(required=True)
    fictional_warning = fields.String(required=True, allow_none=True)


class IntroductionOut(PersonOut):
    """A profile as a visitor sees it who followed a link to it (spec 2.6, 6.1)."""

    id = fields.UUID(required=True)
    fictional_warning = fields.String(required=True, allow_none=True)
    is_open = fields.Boolean(required=True)
    name = fields.String(required=True, allow_none=True)
    age = fields.Integer(required=True, allow_none=True)
    city = fields.String(required=True, allow_none=True)
    headline = fields.String(required=True, allow_none=True)
    photo = fields.Nested(CardPhotoOut, required=True, allow_none=True)


class FinderAnswerIn(In):
    """The answer to one question of the match finder; the question alone skips it."""

    question = fields.Enum(Question, by_value=True, required=True)
    seeking_genders = fields.List(fields.String(validate=one_of(*reference.choices("gender"))))
    seeking_min_age = fields.Integer(allow_none=True, validate=AGE)
    seeking_max_age = fields.Integer(allow_none=True, validate=AGE)
    interests = fields.List(fields.String(validate=one_of(*INTERESTS)))
    radius_km = fields.Integer(allow_none=True, validate=RADIUS)
    aim = fields.Enum(Aim, by_value=True, allow_none=True)
    ways = fields.List(fields.Enum(Way, by_value=True))
    matters = fields.List(fields.Enum(Matter, by_value=True), validate=validate.Length(max=2, error="field.choice"))

    @post_load
    def without_repeats(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Remove repeated keys from lists, keeping the order."""
        return {name: list(dict.fromkeys(value)) if isinstance(value, list) else value for name, value in data.items()}


class FinderAnswersOut(Out):
    """A member's answers to the match finder; `open` are the questions neither answered nor skipped."""

    seeking_genders = fields.List(fields.String(), required=True)
    seeking_min_age = fields.Integer(required=True, allow_none=True)
    seeking_max_age = fields.Integer(required=True, allow_none=True)
    interests = fields.List(fields.String(), required=True)
    radius_km = fields.Integer(required=True, allow_none=True)
    aim = fields.Enum(Aim, by_value=True, required=True, allow_none=True)
    ways = fields.List(fields.Enum(Way, by_value=True), required=True)
    matters = fields.List(fields.Enum(Matter, by_value=True), required=True)
    has_town = fields.Boolean(required=True)
    open = fields.List(fields.Enum(Question, by_value=True), required=True)


class FitPageIn(QueryIn):
    page = fields.Integer(load_default=1, validate=between(1, 100))
    page_size = fields.Integer(load_default=12, validate=between(1, 24))


class ReasonOut(Out):
    """Why two people fit: a key, a number (kilometres for `near`), and keys or a place name."""

    key = fields.Enum(ReasonKey, by_value=True, required=True)
    count = fields.Integer(required=True)
    values = fields.List(fields.String(), required=True)


class FittingPersonOut(Out):
    person = fields.Nested(CardOut, required=True)
    score = fields.Integer(required=True)
    reasons = fields.List(fields.Nested(ReasonOut), required=True)


class FitPageOut(PagedOut):
    """One page of the people who fit, best first. There are no fictional profiles among them.

    With `is_wider` nobody fits the member's wishes, and these fit wider ones.
    """

    results = fields.List(fields.Nested(FittingPersonOut), required=True)
    is_wider = fields.Boolean(required=True)


class DeckIn(QueryIn):
    limit = fields.Integer(load_default=20, validate=between(1, 50))


class DeckCardOut(CardOut):
    """A person in the swipe game, with their story."""

    headline = fields.String(required=True)
    about = fields.String(required=True)
    interests = fields.List(fields.Nested(MemberInterestOut), required=True)


class DeckOut(SwipeQuotaOut):
    """The next people of the swipe game, and the remaining likes until `renews_at`, the site's midnight (spec 9.2)."""

    cards = fields.List(fields.Nested(DeckCardOut), required=True)


class MatchImageOut(Out):
    match = fields.String(required=True)


class OverlayOut(PersonOut):
    """The person whom "say hello for me" liked, for the match overlay (spec 7.10)."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    main_image = fields.Nested(MatchImageOut, required=True, allow_none=True, attribute="photo")


class GreetedOut(Out):
    """The person whom "say hello for me" liked just now, or null (spec 7.10)."""

    profile = fields.Nested(OverlayOut, required=True, allow_none=True)


class NeighbourhoodIn(TrafficSourceQueryIn):
    """The country whose regions are wanted."""

    country = fields.String(load_default="", validate=validate.Length(max=2, error="field.choice"))


class RegionOut(Out):
    """A region by its largest town; `members` are real members rounded down to tens, null below ten."""

    code = fields.String(required=True)
    name = fields.String(required=True)
    town = fields.String(required=True, attribute="town.name")
    lat = fields.Float(required=True)
    lng = fields.Float(required=True)
    members = fields.Integer(required=True, allow_none=True)


class NeighbourhoodOut(Out):
    """The regions of one country of the site."""

    country = fields.String(required=True)
    regions = fields.List(fields.Nested(RegionOut), required=True)
