"""Rules of profiles, without any engine."""

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from modules.media.contracts import Crop
from modules.profiles import policies
from modules.profiles.contracts import (
    CHOICE_FIELDS,
    STEPS,
    Kind,
    LastActive,
    PhotoStatus,
    Place,
    Profile,
    ProfileState,
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
from modules.profiles.models import INTIMATE
from modules.profiles.reference import lists as reference

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
UTRECHT = Place(1, "Utrecht", "NL", "NL-UT", 52.09, 5.12, "208:20")
EMPTY = Profile(
    id=uuid4(),
    site_id=uuid4(),
    kind=Kind.MEMBER,
    name="Robin",
    date_of_birth=date(1980, 1, 1),
    state=ProfileState.ACTIVE,
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
    created_at=NOW,
    last_active_at=None,
)


@pytest.mark.spec("5.7")
def test_free_members_have_three_photos_and_premium_members_25() -> None:
    policies.ensure_photo_room(2, is_paid=False)
    policies.ensure_photo_room(24, is_paid=True)
    for count, is_paid in ((3, False), (4, False), (25, True)):
        with pytest.raises(PhotoLimit) as refused:
            policies.ensure_photo_room(count, is_paid=is_paid)
        assert refused.value.extra["limit"] == (25 if is_paid else 3)


def test_an_order_names_every_photo_once() -> None:
    policies.ensure_whole_order([3, 1, 2], [1, 2, 3])
    for wanted in ([1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3]):
        with pytest.raises(PhotoOrderIncomplete) as refused:
            policies.ensure_whole_order(wanted, [1, 2, 3])
        assert refused.value.field == "ids"


@pytest.mark.parametrize(
    ("crop", "size", "refusal"),
    [
        (("0", "0", "0.75"), (1600, 1600), None),
        (("0.25", "0", "0.75"), (1600, 1600), None),
        (("0", "0.25", "1"), (900, 1600), None),
        (("0.250001", "0", "0.75"), (1600, 1600), CropOutside),
        (("0", "0.000001", "0.75"), (1600, 1600), CropOutside),
        (("0", "0", "0.750001"), (1600, 1600), CropOutside),
        (("-0.000001", "0", "0.5"), (1600, 1600), CropOutside),
        (("0", "-0.000001", "0.5"), (1600, 1600), CropOutside),
        # 480 pixels, and one less than that for a browser's rounding.
        (("0.1", "0.1", "0.3"), (1600, 1600), None),
        (("0.1", "0.1", "0.299376"), (1600, 1600), None),
        (("0.1", "0.1", "0.299375"), (1600, 1600), CropTooSmall),
        # What is smaller than a card has one frame only, as large as fits.
        (("0", "0", "1"), (300, 400), None),
        (("0.1", "0", "0.75"), (400, 400), None),
        (("0", "0", "0.9"), (300, 400), CropTooSmall),
        (("0.1", "0", "0.74"), (400, 400), CropTooSmall),
        (("0", "0", "0"), (1600, 1600), CropTooSmall),
    ],
)
def test_a_crop_lies_in_its_picture_and_fills_a_card(
    crop: tuple[str, str, str], size: tuple[int, int], refusal: type[Exception] | None
) -> None:
    chosen = Crop(*map(Decimal, crop))
    with pytest.raises(refusal) if refusal else nullcontext():
        policies.ensure_crop(chosen, width=size[0], height=size[1])


def test_only_what_cards_show_or_will_show_is_cropped() -> None:
    for status in PhotoStatus:
        with nullcontext() if status in ("pending", "active") else pytest.raises(PhotoNotReady):
            policies.ensure_croppable(status)


def test_a_refusal_needs_a_reason_that_has_a_text() -> None:
    policies.ensure_refusal_reason("not-you")
    with pytest.raises(RefusalReasonUnknown):
        policies.ensure_refusal_reason("ugly")


@pytest.mark.spec("3.14")
def test_intimate_things_need_consent() -> None:
    policies.ensure_consent({"interests": ["hiking"], "sexuality": None}, has_consent=False)
    policies.ensure_consent({"interests": ["bondage"], "sexuality": "gay"}, has_consent=True)
    for changes in ({"interests": ["hiking", "bondage"]}, {"sexuality": "gay"}):
        with pytest.raises(ConsentNeeded):
            policies.ensure_consent(changes, has_consent=False)
    assert policies.without_intimate(["hiking", "bondage", "sex"]) == ["hiking"]


def test_the_constraint_in_the_database_knows_the_same_intimate_interests() -> None:
    assert {key.strip("'") for key in INTIMATE.split(", ")} == {
        interest.key for interest in reference.interests() if interest.intimate
    }


def test_wished_ages_make_sense() -> None:
    policies.ensure_ages(30, 40, min_age=18)
    policies.ensure_ages(18, 40, min_age=18)
    policies.ensure_ages(None, 40, min_age=18)
    with pytest.raises(AgesReversed):
        policies.ensure_ages(41, 40, min_age=18)
    for low, high, field in ((18, 60, "seeking_min_age"), (None, 40, "seeking_max_age")):
        with pytest.raises(AgeTooLow) as refused:
            policies.ensure_ages(low, high, min_age=50)
        assert refused.value.field == field


@pytest.mark.spec("3.15")
def test_regions_belong_to_the_countries_of_the_site() -> None:
    policies.ensure_region("NL", "NL-UT", countries=["NL"])
    policies.ensure_region("NL", None, countries=["NL"])
    policies.ensure_region(None, None, countries=["NL"])
    with pytest.raises(CountryUnknown):
        policies.ensure_region("DE", None, countries=["NL"])
    for country, region in (("NL", "DE-BE"), (None, "NL-UT")):
        with pytest.raises(RegionUnknown):
            policies.ensure_region(country, region, countries=["NL"])


def test_a_town_decides_where_somebody_lives_and_another_region_forgets_it() -> None:
    there = policies.location_after(EMPTY, {"place_id": 1, "country": "BE"}, UTRECHT)
    assert there == {"country": "NL", "region": "NL-UT", "city": "Utrecht", "place_id": 1}
    home = replace(EMPTY, country="NL", region="NL-UT", city="Utrecht", place_id=1)
    assert policies.location_after(home, {"headline": "Hi"}, None) == there
    assert policies.location_after(home, {"region": "NL-UT"}, None) == there
    moved = {"country": "NL", "region": "NL-GE", "city": None, "place_id": None}
    assert policies.location_after(home, {"region": "NL-GE"}, None) == moved
    abroad = {"country": "DE", "region": None, "city": None, "place_id": None}
    assert policies.location_after(home, {"country": "DE"}, None) == abroad
    gone = {"country": "NL", "region": "NL-UT", "city": None, "place_id": None}
    assert policies.location_after(home, {"place_id": None}, None) == gone


@pytest.mark.spec("3.6")
def test_notes_go_only_where_the_site_shows_them() -> None:
    policies.ensure_notes_shown({"tattoos": "A swallow."}, ["tattoos"])
    with pytest.raises(NoteNotShown):
        policies.ensure_notes_shown({"gender": "Me."}, ["tattoos"])
    assert policies.notes_after({"tattoos": "A", "gender": "B"}, {"tattoos": "", "hair_color": "C"}) == {
        "gender": "B",
        "hair_color": "C",
    }


def test_how_recently_somebody_was_here_is_told_coarsely() -> None:
    for ago, told in (
        (timedelta(minutes=4), LastActive.ONLINE),
        (timedelta(minutes=5), LastActive.TODAY),
        (timedelta(days=1), LastActive.WEEK),
        (timedelta(days=7), LastActive.EARLIER),
    ):
        assert policies.last_active(NOW - ago, NOW) is told
    assert policies.last_active(None, NOW) is LastActive.EARLIER
    assert policies.is_new(NOW - timedelta(days=6), NOW)
    assert not policies.is_new(NOW - timedelta(days=7), NOW)


def test_a_whole_profile_counts_100() -> None:
    facts: dict[str, Any] = dict.fromkeys(policies.FACT_FIELDS, "x")
    whole = replace(
        EMPTY,
        region="NL-UT",
        gender="woman",
        seeking_genders=("man",),
        headline="x",
        about="x",
        interests=("beer", "tea", "wine"),
        **facts,
    )
    assert policies.completeness(whole, has_photo=True) == 100
    assert policies.completeness(EMPTY, has_photo=False) == 0
    assert 0 < policies.completeness(EMPTY, has_photo=True) < policies.completeness(whole, has_photo=False) < 100


@pytest.mark.spec("2.32")
def test_the_next_step_is_the_first_that_is_neither_finished_nor_skipped() -> None:
    assert policies.next_step(()) == "photo"
    assert policies.next_step(("photo", "personal")) == "location"
    assert policies.next_step(STEPS) is None
