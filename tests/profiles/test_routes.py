"""Profiles by HTTP, as the browser asks."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from marshmallow import fields

from app.kernel.db.session import transaction
from app.kernel.http import ratelimit
from modules.accounts.contracts import Member
from modules.profiles.contracts import CHOICE_FIELDS
from modules.profiles.reference.lists import choices
from modules.profiles.routes import CHANGES
from modules.profiles.schemas import CardOut, ProfileIn
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories import profiles as make
from tests.fixture_types import LogIn, MakeMember
from tests.profiles import pictures
from tests.reading import read_cases

API = "/api/v1"
TOWNS = [case for case in read_cases("search.tsv", escaped=("typed",)) if case["field"] == "town"]


def send_photo(browser: Client, key: str, content: bytes, name: str = "me.jpg", *, path: str = f"{API}/photos") -> Any:
    """Upload a file as a form does: with a boundary of its own each time."""
    boundary = uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    kind = f"multipart/form-data; boundary={boundary}"
    return browser.open(path, method="POST", key=key, data=body, content_type=kind)


@pytest.mark.spec("3.6", "3.14", "3.15")
def test_reference_names_everything_once_and_is_cached(client: Client) -> None:
    answer = client.get(f"{API}/reference?language=nl")
    assert answer.status_code == 200
    assert len(answer.json["interests"]) == 50
    assert {"key": "hiking", "name": "Wandelen", "intimate": False} in answer.json["interests"]
    assert set(answer.json["choices"]) == set(CHOICE_FIELDS)
    assert answer.json["region_words"]["NL"] == "Provincie"
    assert answer.json["region_words"]["PL"]
    assert {"code": "DE", "name": "Duitsland"} in answer.json["countries"]
    assert "max-age" in answer.headers["Cache-Control"]
    again = client.get(f"{API}/reference?language=nl", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(f"{API}/reference?language=de").headers["ETag"] != answer.headers["ETag"]
    assert client.get(f"{API}/interests").json["interests"][0] == {
        "key": "adventure",
        "name": "Adventure",
        "intimate": False,
    }


@pytest.mark.spec("3.15", "7.13")
def test_regions_have_the_countrys_own_word(client: Client) -> None:
    words = {}
    for country in ("NL", "DE", "FR", "CH", "PL"):
        answer = client.get(f"{API}/regions?country={country}&language=en").json
        words[country] = answer["word"]
        assert all(region["code"].startswith(f"{country}-") for region in answer["regions"])
    assert words == {"NL": "Province", "DE": "State", "FR": "Region", "CH": "Canton", "PL": "Voivodeship"}
    assert client.get(f"{API}/regions").json["country"] == "NL", "the site's first country"
    assert client.get(f"{API}/regions?country=ZZ").status_code == 422


@pytest.mark.spec("3.13", "7.6")
@pytest.mark.parametrize(
    ("lat", "lon", "name", "region"),
    [
        (52.0907, 5.1214, "Utrecht", "NL-UT"),
        (51.2194, 4.4025, "Antwerpen", "BE-VAN"),
        (69.66, 18.95, "Tromsø", "NO-55"),
        (47.37, 8.54, "Zürich", "CH-ZH"),
    ],
)
def test_a_point_is_named_by_its_town(client: Client, lat: float, lon: float, name: str, region: str) -> None:
    place = client.get(f"{API}/geocode?lat={lat}&lon={lon}").json["place"]
    assert (place["name"], place["region"]) == (name, region)
    assert place["region_name"]


@pytest.mark.spec("7.6")
def test_a_point_far_from_every_town_has_none_and_nonsense_is_refused(client: Client) -> None:
    assert client.get(f"{API}/geocode?lat=0&lon=-30").json == {"place": None}
    assert client.get(f"{API}/geocode?lat=5e-324&lon=5e-324").json == {"place": None}
    for query in ("lat=91&lon=0", "lat=x&lon=0", "lat=1", "lat=nan&lon=0", "lat=0&lon=inf"):
        answer = client.get(f"{API}/geocode?{query}")
        assert answer.status_code == 422, query
        assert answer.json["errors"]


def test_towns_are_found_by_how_they_begin_whatever_the_accents(client: Client) -> None:
    def names(country: str, typed: str) -> list[str]:
        found = client.get(f"{API}/places", query_string={"country": country, "q": typed}).json["places"]
        return [place["name"] for place in found]

    assert names("NL", "UTR")[0] == "Utrecht"
    assert names("DE", "koln") == names("DE", "Köln")
    assert names("PL", "lodz")[0] == "Łódź"
    assert "Bruxelles / Brussel" in names("BE", "brussel")
    assert names("DE", "aken")[:2] == ["Aken", "Aachen"]
    for characters in ("%", "_", "'", "?!"):
        assert names("NL", characters) == []
    assert client.get(f"{API}/places?country=NL&q=").status_code == 422


@pytest.mark.parametrize("case", TOWNS, ids=lambda case: f"{case['typed']} in {case['country']}")
def test_a_town_is_found_in_any_usual_spelling(client: Client, case: dict[str, str]) -> None:
    query = {"country": case["country"], "q": case["typed"]}
    found = client.get(f"{API}/places", query_string=query).json["places"]
    assert case["found"] in [place["name"] for place in found]


@pytest.mark.spec("3.6")
def test_a_member_fills_in_every_field(browser: Client) -> None:
    empty = browser.get(f"{API}/profile").json
    assert (empty["completeness"], empty["next_step"], empty["photo_limit"]) == (0, "photo", 3)
    changes = {
        **{field: choices(field)[-1] for field in CHOICE_FIELDS if field != "sexuality"},
        "interests": ["tea", "coffee", "tea", "hiking"],
        "place_id": make.UTRECHT,
        "headline": "  Still curious\u0000  ",
        "about": "One line.\n\nAnother.",
        "seeking_genders": ["woman", "man"],
        "seeking_min_age": 40,
        "seeking_max_age": 60,
        "hide_fictional": True,
    }
    answer = browser.patch(f"{API}/profile", changes)
    assert answer.status_code == 200
    expected = {**changes, "interests": ["tea", "coffee", "hiking"], "headline": "Still curious"}
    assert {field: answer.json[field] for field in changes} == expected
    assert (answer.json["country"], answer.json["region"], answer.json["city"]) == ("NL", "NL-UT", "Utrecht")
    assert answer.json["completeness"] == 70
    assert answer.json == browser.get(f"{API}/profile").json
    assert browser.patch(f"{API}/profile", {"gender": None, "place_id": None}).json["city"] is None


def test_nobody_moves_to_and_fro_between_countries(site: Site, browser: Client) -> None:
    first, second = site.countries[:2]
    moves = (first, *(second, first) * 2)
    answers = [browser.patch(f"{API}/profile", {"country": country}) for country in moves]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 409]
    assert answers[-1].json["code"] == "profiles.country-changed-often"
    assert browser.patch(f"{API}/profile", {"country": second}).status_code == 200, "it is theirs already"


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"gender": "wizard"}, "/gender", "field.choice"),
        ({"interests": ["hiking", "flying"]}, "/interests/1", "field.choice"),
        ({"interests": ["bondage"]}, "/interests", "profiles.consent-needed"),
        ({"sexuality": "gay"}, "/sexuality", "profiles.consent-needed"),
        ({"headline": "x" * 121}, "/headline", "field.too-long"),
        ({"seeking_min_age": 17}, "/seeking_min_age", "field.between"),
        ({"seeking_min_age": 50, "seeking_max_age": 40}, "/seeking_max_age", "profiles.ages-reversed"),
        ({"place_id": 1}, "/place_id", "profiles.place-unknown"),
        ({"country": "US"}, "/country", "profiles.country-unknown"),
        ({"region": "DE-BE"}, "/region", "profiles.region-unknown"),
        ({"notes": {"tattoos": "x"}}, "/notes/tattoos", "profiles.note-not-shown"),
        ({"kind": "member"}, "/kind", "field.unknown"),
        ({"state": "active"}, "/state", "field.unknown"),
        ({"name": "Other"}, "/name", "accounts.name-stays"),
        ({"has_intimate_consent": True}, "/has_intimate_consent", "field.unknown"),
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(
    change: dict[str, Any], pointer: str, code: str, browser: Client
) -> None:
    before = browser.get(f"{API}/profile").json
    answer = browser.patch(f"{API}/profile", {"about": "Not kept.", **change})
    assert answer.status_code == 422
    [error] = answer.json["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert "{" not in error["detail"]
    assert browser.get(f"{API}/profile").json == before


def test_every_editable_field_is_tried_above() -> None:
    assert set(ProfileIn().fields) >= {"notes", "is_invisible", *CHOICE_FIELDS}


@pytest.mark.spec("3.14")
def test_consent_is_given_and_withdrawn(browser: Client) -> None:
    assert browser.put(f"{API}/profile/consents", {"intimate": True}).json["consents"] == {"intimate": True}
    changed = browser.patch(f"{API}/profile", {"sexuality": "gay", "interests": ["sex", "tea"]}).json
    assert (changed["sexuality"], changed["interests"]) == ("gay", ["sex", "tea"])
    after = browser.put(f"{API}/profile/consents", {"intimate": False}).json
    assert (after["consents"], after["sexuality"], after["interests"]) == ({"intimate": False}, None, ["tea"])


@pytest.mark.spec("2.32")
def test_steps_are_finished_or_skipped_in_any_order(browser: Client) -> None:
    for step in ("location", "photo", "location"):
        assert browser.put(f"{API}/profile/steps/{step}").status_code == 204
    found = browser.get(f"{API}/profile").json
    assert (found["completed_steps"], found["next_step"]) == (["location", "photo"], "personal")
    assert browser.put(f"{API}/profile/steps/dance").status_code in (404, 405)


@pytest.mark.spec("5.7")
def test_photos_are_uploaded_ordered_and_deleted(browser: Client) -> None:
    content = pictures.encoded(pictures.portrait(300, 400))
    ids = []
    for number in range(3):
        answer = send_photo(browser, f"upload-{number}-key", content)
        assert (answer.status_code, answer.json["status"], answer.json["thumb"]) == (201, "processing", None)
        ids.append(answer.json["id"])
    full = send_photo(browser, "upload-4-key", content)
    assert (full.status_code, full.json["code"], full.json["limit"]) == (422, "profiles.photo-limit", 3)
    drain_now()
    shown = browser.get(f"{API}/profile").json["photos"]
    assert [photo["status"] for photo in shown] == ["pending"] * 3
    assert browser.get(shown[0]["thumb"]).status_code == 200
    assert browser.put(f"{API}/photos/order", {"ids": ids[::-1]}).status_code == 204
    assert browser.put(f"{API}/photos/order", {"ids": ids[:2]}).json["code"] == "profiles.photo-order"
    assert browser.delete(f"{API}/photos/{ids[1]}").status_code == 204
    assert browser.delete(f"{API}/photos/{ids[1]}").status_code == 404
    assert [photo["id"] for photo in browser.get(f"{API}/profile").json["photos"]] == [ids[2], ids[0]]


def test_an_upload_that_is_repeated_happens_once(login: LogIn, make_member: MakeMember) -> None:
    """Browsers send a retry with another multipart boundary; it is the same upload all the same."""
    browser = login(make_member())
    content = pictures.encoded(pictures.portrait(300, 400))
    first, again = (send_photo(browser, "the-same-key", content) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert len(browser.get(f"{API}/profile").json["photos"]) == 1
    other = send_photo(browser, "the-same-key", pictures.encoded(pictures.portrait(300, 401)))
    assert (other.status_code, other.json["code"]) == (422, "idempotency.key-reused")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "profiles.photo-unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "profiles.photo-type"),
        (b"\xff\xd8\xff" + bytes(10 * 1024**2), "profiles.photo-too-large"),
    ],
)
def test_files_that_are_no_photos_are_refused_at_once(
    login: LogIn, make_member: MakeMember, content: bytes, code: str
) -> None:
    answer = send_photo(login(make_member()), "hostile-key", content, name="innocent.jpg")
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert answer.json["errors"][0]["pointer"] == "/file"


def test_a_visitor_has_no_profile_to_see_or_change(client: Client) -> None:
    for method, path in (
        ("GET", "profile"),
        ("PATCH", "profile"),
        ("PUT", "profile/consents"),
        ("PUT", "profile/steps/photo"),
        ("PUT", "photos/order"),
        ("DELETE", f"photos/{'0' * 8}-0000-4000-8000-{'0' * 12}"),
        ("POST", "presence"),
        ("POST", "photos"),
    ):
        answer = client.open(f"{API}/{path}", method=method, json={})
        assert (answer.status_code, answer.json.get("authentication_required")) == (403, True), path


def test_another_members_photo_is_like_no_photo(login: LogIn, make_member: MakeMember) -> None:
    owner, stranger = make_member(), make_member()
    with transaction() as session:
        photo_id = make.add_photo(session, owner.id)
    browser = login(stranger)
    missing = browser.delete(f"{API}/photos/00000000-0000-4000-8000-000000000000")
    foreign = browser.delete(f"{API}/photos/{photo_id}")
    assert (foreign.status_code, foreign.json) == (missing.status_code, missing.json)
    assert foreign.status_code == 404


@pytest.mark.spec("3.1")
def test_the_current_user_carries_the_profile(member: Member, browser: Client) -> None:
    assert browser.get(f"{API}/me").json["profile"] == {
        "name": member.name,
        "country": None,
        "status": "active",
        "main_image": None,
        "completed_steps": [],
        "completeness": 0,
        "seeking_genders": [],
        "seeking_min_age": None,
        "seeking_max_age": None,
    }
    with transaction() as session:
        wishes = {"seeking_genders": ["man"], "seeking_min_age": 55, "seeking_max_age": 70}
        profile.update_profile(session, member_id=member.id, changes=wishes)
    assert wishes.items() <= browser.get(f"{API}/me").json["profile"].items()
    send_photo(browser, "main-image-key", pictures.encoded(pictures.portrait()))
    drain_now()
    image = browser.get(f"{API}/me").json["profile"]["main_image"]
    assert image["status"] == "pending"
    assert browser.get(image["filename"]).status_code == 200
    with transaction() as session:
        profile.update_profile(session, member_id=member.id, changes={"is_invisible": True})
    assert browser.get(f"{API}/me").json["profile"]["status"] == "invisible"


def test_presence_is_noted(login: LogIn, site: Site, member: Member) -> None:
    assert login(member).post(f"{API}/presence").status_code == 204
    with transaction() as session:
        from modules.profiles import api

        card = api.list_cards(session, member_ids=[member.id], viewer=make.viewer(None, site))[member.id]
    assert card.is_online


def test_own_profile_and_its_parts_cost_few_queries(count_queries: Callable[..., int], browser: Client) -> None:
    browser.get(f"{API}/profile")
    # Session, profile, photos.
    assert count_queries(lambda: browser.get(f"{API}/profile")) == 3
    assert count_queries(lambda: browser.get(f"{API}/reference")) == 1
    assert count_queries(lambda: browser.get(f"{API}/geocode?lat=52&lon=5")) == 2


def test_no_person_leaves_without_saying_who_stands_behind_them() -> None:
    card = {name: None for name, field in CardOut().fields.items() if isinstance(field, fields.Field)}
    CardOut().dump({**card, "kind": "member"})
    CardOut().dump({**card, "kind": "fictional", "fictional_label": "Fictional profile"})
    without_kind = {name: value for name, value in card.items() if name != "kind"}
    for wrong in (
        without_kind,
        {**card, "kind": "fictional"},
        {**card, "kind": "fictional", "fictional_label": ""},
        {**card, "kind": "robot"},
        {**card, "kind": "member", "fictional_label": "Fictional profile"},
    ):
        with pytest.raises(TypeError):
            CardOut().dump(wrong)
        with pytest.raises(TypeError):
            CardOut(many=True).dump([wrong])


@pytest.mark.parametrize(
    ("method", "path", "change"),
    [
        ("PATCH", "profile", {"headline": "Tea first"}),
        ("PUT", "profile/consents", {"intimate": True}),
        ("PUT", "photos/order", {"ids": []}),
    ],
)
def test_no_member_has_a_profile_indexed_without_end(
    login: LogIn, make_member: MakeMember, method: str, path: str, change: dict[str, Any]
) -> None:
    member, other = make_member(), make_member()
    ratelimit.count(CHANGES, str(member.id), calls=CHANGES.calls - 1)
    theirs, others = login(member), login(other)
    answers = [one.open(f"{API}/{path}", method=method, json=change) for one in (theirs, theirs, others)]
    assert [answer.status_code // 100 for answer in answers] == [2, 4, 2]
    assert answers[1].json["code"] == "rate-limited"
