"""The demo's people, conversations and portraits are whole, decent and the same every time."""

import re
from collections import Counter
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image

from cli.dev.demo.dialogues import OLDER, SCAM, dialogues, icebreakers
from cli.dev.demo.people import DemoPerson, Site, people
from cli.dev.demo.pool import age_band, portrait_pool, render
from cli.dev.demo.voice import LANGUAGES, fragments
from modules.catalog.policies.search import COUNT_STEP
from modules.profiles.contracts import CHOICE_FIELDS
from modules.profiles.reference.lists import choices, interests, is_intimate, places

TODAY = date(2028, 2, 29)
PLACES = list(places())
PATTERN_CHARACTERS = re.compile(r"[<>{}\[\]|]|\s\s|\.\.(?!\.)| [.,]|,\.")
FORBIDDEN_WORDS = re.compile(r"\b(sex\w*|nude|naked|naakt|nackt|http|www|@|whatsapp|telegram|google|netflix)\b", re.I)


def crowd(site: Site, count: int = 1200) -> list[DemoPerson]:
    return list(people(count, site=site, places=PLACES, today=TODAY))


@pytest.fixture(scope="module")
def everybody() -> dict[Site, list[DemoPerson]]:
    return {"hearthside": crowd("hearthside"), "evergreen": crowd("evergreen")}


def age(person: DemoPerson) -> int:
    born = person.date_of_birth
    return TODAY.year - born.year - ((TODAY.month, TODAY.day) < (born.month, born.day))


def test_people_are_the_same_every_time_however_many_are_asked_for(everybody: dict[Site, list[DemoPerson]]) -> None:
    for site, persons in everybody.items():
        assert crowd(site, 50) == persons[:50]


def test_no_two_people_share_an_address_or_a_text(everybody: dict[Site, list[DemoPerson]]) -> None:
    persons = [person for persons in everybody.values() for person in persons]
    assert len({person.email for person in persons}) == len(persons)
    assert all(re.fullmatch(r"[a-z.-]+\.\d+@\w+\.example\.org", person.email) for person in persons)
    assert len({person.about for person in persons}) > 0.99 * len(persons)
    assert Counter(person.headline for person in persons).most_common(1)[0][1] < 0.02 * len(persons)


def test_visitors_hear_how_many_live_in_a_region_of_each_site(everybody: dict[Site, list[DemoPerson]]) -> None:
    for persons in everybody.values():
        regions = Counter(person.place.region for person in persons if not person.is_fictional)
        assert sum(count >= COUNT_STEP for count in regions.values()) >= 10


def test_ages_fit_the_site(everybody: dict[Site, list[DemoPerson]]) -> None:
    limits: dict[Site, tuple[int, int]] = {"hearthside": (18, 80), "evergreen": (50, 85)}
    for site, (youngest, oldest) in limits.items():
        ages = [age(person) for person in everybody[site]]
        assert youngest <= min(ages) < youngest + 5
        assert oldest - 5 < max(ages) <= oldest
        for person in everybody[site]:
            low, high = person.seeking_ages
            assert youngest <= low <= high <= 99


def test_every_key_is_one_that_profiles_know(everybody: dict[Site, list[DemoPerson]]) -> None:
    known = {interest.key for interest in interests()}
    for person in everybody["hearthside"] + everybody["evergreen"]:
        assert person.gender in choices("gender")
        assert set(person.seeking_genders) <= set(choices("gender"))
        assert set(person.choices) == set(CHOICE_FIELDS) - {"gender", "sexuality"}
        assert person.choices["relationship_status"] is not None
        for field, key in person.choices.items():
            assert key in (None, *choices(field))
        assert set(person.interests) <= known
        assert not any(is_intimate(key) for key in person.interests)
        assert person.language in LANGUAGES


def test_texts_fit_their_fields_and_read_as_sentences(everybody: dict[Site, list[DemoPerson]]) -> None:
    for person in everybody["hearthside"] + everybody["evergreen"]:
        assert 10 <= len(person.headline) <= 120
        assert 80 <= len(person.about) <= 2000
        assert 2 <= len(person.name) <= 30
        assert len(person.signup_message) <= 200
        for text in filter(None, (person.headline, person.about, person.signup_message)):
            assert text[0].isupper() or text[0].isdigit(), text
            assert not PATTERN_CHARACTERS.search(text), text
            assert not FORBIDDEN_WORDS.search(text), text


def test_languages_have_the_same_subjects_and_interests() -> None:
    english = fragments("en")
    for language in LANGUAGES:
        theirs = fragments(language)
        assert set(theirs) == set(english)
        assert set(theirs["interests"]) == set(english["interests"]) <= {interest.key for interest in interests()}
        assert set(theirs["slots"]) == set(english["slots"])


def test_fictional_profiles_live_only_on_the_site_that_warns_of_them(everybody: dict[Site, list[DemoPerson]]) -> None:
    share = sum(person.is_fictional for person in everybody["hearthside"]) / len(everybody["hearthside"])
    assert 0.01 < share < 0.05
    assert not any(person.is_fictional for person in everybody["evergreen"])


def test_nobody_was_seen_before_signing_up(everybody: dict[Site, list[DemoPerson]]) -> None:
    for person in everybody["hearthside"] + everybody["evergreen"]:
        assert timedelta(0) <= person.active_ago <= person.signed_up_ago <= timedelta(days=1100)


def test_photos_show_one_face_of_the_person_s_age(everybody: dict[Site, list[DemoPerson]]) -> None:
    pool = {portrait.id: portrait for portrait in portrait_pool()}
    assert len(pool) == len(portrait_pool())
    for person in everybody["hearthside"] + everybody["evergreen"]:
        shown = [pool[portrait_id] for portrait_id in person.portraits]
        assert 1 <= len(shown) <= 6
        assert len(set(person.portraits)) == len(shown)
        assert {portrait.seed for portrait in shown} == {shown[0].seed}
        assert shown[0].age_band == age_band(age(person))
        if person.gender != "nonbinary":
            assert shown[0].gender == person.gender


def test_dialogues_take_turns_and_two_of_them_are_scams() -> None:
    everything = [dialogue for language in LANGUAGES for dialogue in dialogues(language)]
    topics = {"any", OLDER, SCAM, *(interest.key for interest in interests() if not interest.intimate)}
    assert len(everything) == 60
    assert sum(dialogue.topic == SCAM for dialogue in everything) == 2
    for dialogue in everything:
        assert dialogue.topic in topics
        assert 4 <= len(dialogue.lines) <= 14
        assert dialogue.lines[0].by_starter
        assert all(
            before.by_starter != after.by_starter
            for before, after in zip(dialogue.lines, dialogue.lines[1:], strict=False)
        )
        for line in dialogue.lines:
            assert 1 <= len(line.text) <= 500
            assert not FORBIDDEN_WORDS.search(line.text)


def test_every_language_has_icebreakers() -> None:
    for language in LANGUAGES:
        texts = icebreakers(language)
        assert len(set(texts)) == len(texts) == 20
        assert all(len(text) <= 120 and text.endswith("?") for text in texts)


def test_portraits_are_drawn_as_upright_pictures_and_the_same_every_time(tmp_path: Path) -> None:
    few = list(islice(portrait_pool(), 4))
    render(few, tmp_path / "first")
    render(few[:1], tmp_path / "second")
    for portrait in few:
        with Image.open(tmp_path / "first" / f"{portrait.id}.png") as picture:
            assert (picture.format, picture.size) == ("PNG", (600, 800))
    pictures = [(tmp_path / "first" / f"{portrait.id}.png").read_bytes() for portrait in few]
    assert len(set(pictures)) == len(few)
    assert (tmp_path / "second" / f"{few[0].id}.png").read_bytes() == pictures[0]
