"""Fictional profiles made and kept in the console: labelled at once, never under age, their photos reviewed."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import NotFictional
from modules.moderation.fiction.service import profiles as fiction_profiles
from modules.moderation.ops.fiction_profiles import FICTIONAL_PROFILES
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoStatus
from modules.sites.contracts import Site
from tests import editing
from tests.conftest import Client, drain_now
from tests.factories.moderation import audit_about
from tests.factories.profiles import add_photo, fill_profile
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_fiction import site
from tests.profiles import pictures

__all__ = ["site"]
PROFILES = "/ops/api/moderation.fictional-profiles"
VERA = {
    "name": "Vera",
    "date_of_birth": "1980-05-17",
    "gender": "woman",
    "country": "nl",
    "city": "utrecht",
    "headline": "Tea first, then the mountains",
    "about": "I repair old clocks.",
}
pytestmark = pytest.mark.spec("3.2", "10.9")


@pytest.fixture
def admin(staff_browser: OpenConsole, colleague: MakeColleague) -> Client:
    """A browser of an admin."""
    return staff_browser(colleague(Role.ADMIN))


def make(browser: Client, site: Site, **over: Any) -> Any:
    return browser.post(PROFILES, {**VERA, "site_id": str(site.id), **over}, key=uuid4().hex)


def act(browser: Client, profile_id: str, action: str, **form: Any) -> Any:
    return editing.act(browser, f"{PROFILES}/{profile_id}", action, form)


def test_a_profile_is_made_and_members_see_its_label(
    admin: Client, site: Site, login: LogIn, make_member: MakeMember
) -> None:
    made = make(admin, site)
    assert (made.status_code, made.json["city"], made.json["writers"]) == (201, "Utrecht", [])
    assert (made.json["opens"], made.json["closes"], len(made.json["days"])) == (0, 24, 7)
    seen = login(make_member(site=site)).get(f"/api/v1/members/{made.json['id']}").json
    assert (seen["name"], seen["kind"], seen["fictional_label"]) == ("Vera", "fictional", "Story")
    act(admin, made.json["id"], "set-words", headline="Coffee first", about="I mend shoes.")
    assert admin.get(f"{PROFILES}/{made.json['id']}").json["headline"] == "Coffee first"


@pytest.mark.parametrize(
    ("over", "code"),
    [
        ({"date_of_birth": "2015-01-01"}, "accounts.too-young"),
        ({"city": "Nowhere at all"}, "profiles.place-unknown"),
        ({"gender": "robot"}, "invalid"),
        ({"about": "I am a real woman, not a bot"}, "moderation.fiction-denied"),
        ({"headline": "Dit profiel is echt."}, "moderation.fiction-denied"),
    ],
)
def test_what_a_profile_cannot_be_is_refused(admin: Client, site: Site, over: dict[str, str], code: str) -> None:
    refused = make(admin, site, **over)
    assert (refused.status_code, refused.json["code"]) == (422, code)


def test_its_words_say_of_no_real_person(admin: Client, site: Site) -> None:
    profile_id = make(admin, site).json["id"]
    refused = act(admin, profile_id, "set-words", headline="Coffee first", about="Ich bin kein Bot.")
    assert (refused.status_code, refused.json["code"]) == (422, "moderation.fiction-denied")
    assert refused.json["errors"][0]["pointer"] == "/about"
    assert admin.get(f"{PROFILES}/{profile_id}").json["about"] == VERA["about"]


def test_a_site_without_them_gets_none(admin: Client, site: Site) -> None:
    set_site(site, fictional_enabled=False)
    refused = make(admin, site)
    assert (refused.status_code, refused.json["code"]) == (409, "accounts.fictional-disabled")


def test_a_photo_waits_for_its_review_as_everybodys(admin: Client, site: Site) -> None:
    profile_id = make(admin, site).json["id"]
    photo = b64encode(pictures.encoded(pictures.portrait())).decode()
    assert act(admin, profile_id, "add-photo", photo=photo).json["photos"] == 1
    drain_now()
    with transaction() as session:
        state = text("SELECT status FROM profiles.photo WHERE member_id = :id")
        assert session.execute(state, {"id": profile_id}).scalars().all() == [PhotoStatus.PENDING]
    assert [one.detail for one in audit_about(profile_id) if one.action == "add-photo"] == [{}]
    assert act(admin, profile_id, "add-photo", photo="not base64!").status_code == 422
    assert act(admin, profile_id, "add-photo", photo=b64encode(b"no picture").decode()).status_code == 422
    assert act(admin, profile_id, "remove-photos").json["photos"] == 0


FACTS = {
    "name": "Verena",
    "date_of_birth": "1975-01-02",
    "gender": "man",
    "country": "NL",
    "city": "Leiden",
    "interests": ["gardening"],
    "seeking_genders": ["woman"],
    "seeking_min_age": 40,
    "seeking_max_age": 60,
}


KEEPING = fiction_profiles
CHANGES: dict[str, Callable[..., None]] = {
    "words": lambda session, one: KEEPING.change_words(session, profile_id=one, headline="Mine", about="Now"),
    "hide": lambda session, one: KEEPING.hide(session, profile_id=one, is_hidden=True),
    "add photo": lambda session, one: KEEPING.add_photo(session, profile_id=one, content=b""),
    "remove photos": lambda session, one: KEEPING.remove_photos(session, profile_id=one),
    "remove photo": lambda session, one: KEEPING.remove_photo(session, profile_id=one, number=1),
    "hours": lambda session, one: KEEPING.set_hours(session, profile_id=one, days=[1], opens=0, closes=24),
    "writers": lambda session, one: KEEPING.set_writers(session, profile_id=one, emails=[]),
    "retire": lambda session, one: KEEPING.retire(session, profile_id=one),
}


def test_who_it_is_can_be_changed_and_members_see_it(
    admin: Client, site: Site, login: LogIn, make_member: MakeMember
) -> None:
    profile_id = make(admin, site).json["id"]
    kept = act(admin, profile_id, "set-facts", **FACTS).json
    assert {name: kept[name] for name in FACTS} == FACTS
    seen = login(make_member(site=site)).get(f"/api/v1/members/{profile_id}").json
    assert (seen["name"], seen["city"], seen["kind"]) == ("Verena", "Leiden", "fictional")
    for over, code in (
        ({"date_of_birth": "2015-01-01"}, "accounts.too-young"),
        ({"city": "Nowhere at all"}, "profiles.place-unknown"),
        ({"seeking_min_age": 61}, "profiles.ages-reversed"),
        ({"interests": ["robots"]}, "invalid"),
    ):
        refused = act(admin, profile_id, "set-facts", **{**FACTS, **over})
        assert (refused.status_code, refused.json["code"]) == (422, code)


def test_one_photo_goes_and_another_is_the_main_one(admin: Client, site: Site) -> None:
    profile_id = make(admin, site).json["id"]

    def photos() -> list[UUID]:
        with transaction() as session:
            return profiles_api.list_photo_ids(session, UUID(profile_id))

    for size in ((900, 1200), (1200, 900)):
        photo = b64encode(pictures.encoded(pictures.portrait(*size))).decode()
        act(admin, profile_id, "add-photo", photo=photo)
    first, second = photos()
    act(admin, profile_id, "main-photo", number=2)
    assert photos() == [second, first]
    assert act(admin, profile_id, "remove-photo", number=3).status_code == 422
    assert act(admin, profile_id, "remove-photo", number=1).json["photos"] == 1
    assert photos() == [first]


def test_hours_and_writers_are_set_and_read_back(admin: Client, site: Site, colleague: MakeColleague) -> None:
    robin, mo = colleague(Role.WRITER, name="Robin"), colleague(Role.MODERATOR, name="Mo")
    profile_id = make(admin, site).json["id"]
    hours = {"days": ["monday", "friday"], "opens": 18, "closes": 23}
    kept = act(admin, profile_id, "set-hours", **hours).json
    assert {name: kept[name] for name in hours} == hours
    assert act(admin, profile_id, "set-hours", **{**hours, "closes": 18}).status_code == 422
    assert act(admin, profile_id, "set-hours", **{**hours, "closes": 2}).json["closes"] == 2
    assert act(admin, profile_id, "set-hours", **{**hours, "days": []}).status_code == 422
    assert act(admin, profile_id, "set-writers", writers=[robin.email.upper()]).json["writers"] == [robin.email]
    for email in (mo.email, "nobody@staff.example"):
        refused = act(admin, profile_id, "set-writers", writers=[email])
        assert (refused.status_code, refused.json["code"]) == (422, "moderation.writer-unknown")
    assert admin.get(f"{PROFILES}/{profile_id}").json["writers"] == [robin.email]
    assert act(admin, profile_id, "set-writers", writers=[]).json["writers"] == []


def test_a_hidden_one_is_found_by_nobody(admin: Client, site: Site) -> None:
    profile_id = make(admin, site).json["id"]
    assert act(admin, profile_id, "hide").json["state"] == "hidden"
    with transaction() as session:
        assert not profiles_api.is_visible(session, UUID(profile_id))
    assert act(admin, profile_id, "show").json["state"] == "shown"
    with transaction() as session:
        assert profiles_api.is_visible(session, UUID(profile_id))


# What each action asks for; those that make one or only say yes ask for nothing of a profile that is there.
FORMS: dict[str, dict[str, Any]] = {
    "set-words": {"headline": "Mine", "about": "Now"},
    "set-facts": FACTS,
    "set-hours": {"days": ["monday"], "opens": 0, "closes": 24},
    "set-writers": {"writers": []},
    "add-photo": {"photo": b64encode(pictures.encoded(pictures.portrait())).decode()},
    "main-photo": {"number": 1},
    "remove-photo": {"number": 1},
}
ACTIONS = [action.name for action in FICTIONAL_PROFILES.actions if not action.creates]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_member_is_no_fictional_profile(admin: Client, make_member: MakeMember, site: Site, action: str) -> None:
    member = make_member(site=site)
    with transaction() as session:
        fill_profile(session, member.id)
        add_photo(session, member.id)
        before = profiles_api.get_profile(session, member.id)
    refused = act(admin, str(member.id), action, **FORMS.get(action, {}))
    assert (refused.status_code, refused.json["code"]) == (404, "not-found")
    with transaction() as session:
        assert profiles_api.get_profile(session, member.id) == before
        assert len(profiles_api.list_photo_ids(session, member.id)) == 1


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nor_is_it_one_for_the_service(make_member: MakeMember, site: Site, change: Callable[..., None]) -> None:
    """The console finds no such record; the service asks by itself."""
    member = make_member(site=site)
    with pytest.raises(NotFictional), transaction() as session:
        change(session, member.id)


@pytest.mark.parametrize(("size", "status", "code"), [(8_000_000, 200, None), (9_000_000, 413, "too-large")])
def test_a_photo_of_eight_megabytes_is_taken_and_no_more(
    admin: Client, site: Site, size: int, status: int, code: str | None
) -> None:
    """As large as the console sends, and what does not fit one request."""
    profile_id = make(admin, site).json["id"]
    photo = pictures.encoded(pictures.portrait()).ljust(size, b"\0")
    answer = act(admin, profile_id, "add-photo", photo=b64encode(photo).decode())
    assert (answer.status_code, answer.json.get("code")) == (status, code)
    with transaction() as session:
        assert len(profiles_api.list_photo_ids(session, UUID(profile_id))) == (status == 200)
