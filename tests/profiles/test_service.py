"""Commands and reads of profiles, on Postgres."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.kernel import clock
from app.kernel.db.engines import engine
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.profiles import api
from modules.profiles.contracts import Kind, LastActive, ProfileState
from modules.profiles.errors import ConsentNeeded, CountryUnknown, NoteNotShown, PlaceUnknown, ProfileNotFound
from modules.profiles.service import profile
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import drain_now
from tests.factories import profiles as make
from tests.factories.accounts import make_member as make_account
from tests.factories.sites import DISCLOSED, make_site
from tests.fixture_types import MakeMember


@pytest.mark.spec("4.1", "2.53")
def test_a_profile_appears_when_the_account_is_confirmed(site: Site, make_member: MakeMember) -> None:
    member = make_member(confirmed=False)
    viewer = make.viewer(None, site)
    with transaction() as session:
        make.fill_profile(session, member.id)
        assert api.get_profile(session, member.id).state is ProfileState.DISABLED
        assert not api.is_visible(session, member.id)
        assert api.list_cards(session, member_ids=[member.id], viewer=viewer) == {}
        assert api.list_search_documents(session, [member.id]) == []
        with pytest.raises(ProfileNotFound):
            api.get_public_profile(session, member_id=member.id, viewer=viewer)
    with transaction() as session:
        accounts_api.confirm_member(session, member_id=member.id)
    drain_now()
    with transaction() as session:
        assert api.is_visible(session, member.id)
        assert list(api.list_cards(session, member_ids=[member.id], viewer=viewer)) == [member.id]


def test_the_owner_waits_for_no_worker(site: Site) -> None:
    with transaction() as session:
        member = make_account(session, site=site)
    with transaction() as session:
        empty = api.get_profile(session, member.id)
        assert (empty.name, empty.date_of_birth, empty.kind) == (member.name, member.date_of_birth, Kind.MEMBER)
        profile.complete_step(session, member_id=member.id, step="photo")
        profile.complete_step(session, member_id=member.id, step="photo")
        assert api.get_profile(session, member.id).completed_steps == ("photo",)


def test_a_row_is_made_once_however_many_make_it(site: Site) -> None:
    with transaction() as session:
        member = make_account(session, site=site)

    def run(_: int) -> None:
        with transaction() as session:
            profile.ensure_profile(session, member.id)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, range(16)))
    with transaction() as session:
        count = text("SELECT count(*) FROM profiles.profile WHERE member_id = :id")
        assert session.execute(count, {"id": member.id}).scalar_one() == 1


@pytest.mark.spec("3.6")
def test_the_site_decides_what_shows(make_member: MakeMember) -> None:
    with transaction() as session:
        site = make_site(
            session,
            visible_profile_fields=["gender", "eye_color", "country", "interests"],
            visible_profile_notes=["eye_color", "hair_color"],
        )
    member = make_member(site=site)
    with transaction() as session:
        notes = {"eye_color": "One of them.", "hair_color": "Dyed."}
        make.fill_profile(session, member.id, eye_color="green", hair_color="red", notes=notes)
        with pytest.raises(NoteNotShown):
            profile.update_profile(session, member_id=member.id, changes={"notes": {"gender": "x"}})
    with transaction() as session:
        seen = api.get_public_profile(session, member_id=member.id, viewer=make.viewer(None, site))
    facts = {fact.field: (fact.value_name, fact.note) for fact in seen.facts}
    assert facts == {"gender": ("Woman", None), "eye_color": ("Green", "One of them.")}
    assert (seen.card.country, seen.card.region, seen.card.city) == ("NL", None, None)


@pytest.mark.spec("3.14")
def test_consent_comes_first_and_its_withdrawal_erases(member: Member) -> None:
    changes = {"sexuality": "bisexual", "interests": ["hiking", "kissing", "bondage"], "notes": {"sexuality": "Openly"}}
    with transaction() as session:
        sites_api.update_site_settings(
            session, site_id=member.site_id, changes={"visible_profile_notes": ["sexuality"]}
        )
    with transaction() as session, pytest.raises(ConsentNeeded):
        profile.update_profile(session, member_id=member.id, changes=changes)
    with transaction() as session:
        profile.set_intimate_consent(session, member_id=member.id, is_given=True)
        profile.set_intimate_consent(session, member_id=member.id, is_given=True)
        profile.update_profile(session, member_id=member.id, changes=changes)
        assert api.get_profile(session, member.id).sexuality == "bisexual"
    with transaction() as session:
        profile.set_intimate_consent(session, member_id=member.id, is_given=False)
        after = api.get_profile(session, member.id)
        assert (after.sexuality, after.interests, after.has_intimate_consent) == (None, ("hiking", "kissing"), False)
        assert after.notes == {}
        history = text("SELECT wording, withdrawn_at IS NOT NULL FROM profiles.consent WHERE member_id = :id")
        assert [tuple(row) for row in session.execute(history, {"id": member.id})] == [("intimate-1", True)]


@pytest.mark.parametrize("change", ["sexuality = 'gay'", "interests = ARRAY['tea', 'sex']", "kind = 'fictional'"])
def test_the_database_refuses_what_no_code_may_do(change: str, member: Member) -> None:
    with pytest.raises((IntegrityError, DBAPIError), match=r"consent|kind"), transaction() as session:
        session.execute(text(f"UPDATE profiles.profile SET {change} WHERE member_id = :id"), {"id": member.id})


def test_a_town_must_be_known_and_its_country_the_sites(member: Member) -> None:
    vienna = 2761369
    for place_id, refusal in ((1, PlaceUnknown), (vienna, CountryUnknown)):
        with transaction() as session, pytest.raises(refusal):
            profile.update_profile(session, member_id=member.id, changes={"place_id": place_id})


def test_cards_are_one_query_and_say_who_stands_behind_them(
    make_member: MakeMember, count_queries: Callable[..., int]
) -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        fictional = make.make_fictional(session, site=site)
        make.add_photo(session, fictional.id)
    members = [make_member(site=site) for _ in range(3)]
    with transaction() as session:
        for member in members:
            make.fill_profile(session, member.id)
            profile.touch_last_active(session, member_ids=[member.id])
        make.add_photo(session, members[0].id)
        make.add_photo(session, members[1].id, approved=False)
        profile.touch_last_active(session, member_ids=[fictional.id])
    ids = [fictional.id, *(member.id for member in members)]
    with transaction(read_only=True) as session:
        sites_api.get_site(session, site.id)
        cards: dict[Any, Any] = {}
        queries = count_queries(
            lambda: cards.update(api.list_cards(session, member_ids=ids, viewer=make.viewer(members[0], site)))
        )
    assert queries == 1
    assert set(cards) == set(ids)
    vera = cards[fictional.id]
    assert (vera.kind, vera.fictional_label) == (Kind.FICTIONAL, "Story")
    assert not vera.is_online
    assert not vera.is_new
    robin = cards[members[0].id]
    assert (robin.kind, robin.fictional_label) == (Kind.MEMBER, None)
    assert (robin.city, robin.region, robin.country) == ("Utrecht", "NL-UT", "NL")
    assert robin.is_online
    assert robin.is_new
    assert robin.photo is not None
    assert not robin.photo.is_locked
    assert cards[members[1].id].photo is None, "a photo in review is not for others"


def test_a_site_that_switches_fictional_profiles_off_shows_none_and_labels_those_met_before() -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        vera = make.make_fictional(session, site=site)
        assert api.is_visible(session, vera.id)
    with transaction() as session:
        off = {**dict.fromkeys(DISCLOSED, ""), "fictional_enabled": False}
        site = sites_api.update_site_settings(session, site_id=site.id, changes=off)
    viewer = make.viewer(None, site)
    with transaction() as session:
        assert not api.is_visible(session, vera.id)
        assert api.list_cards(session, member_ids=[vera.id], viewer=viewer) == {}
        with pytest.raises(ProfileNotFound):
            api.get_public_profile(session, member_id=vera.id, viewer=viewer)
        for language, label in (("en", "Fictional profile"), ("nl", "Fictief profiel")):
            reader = replace(viewer, language=language)
            cards = api.list_cards(session, member_ids=[vera.id], viewer=reader, with_invisible=True)
            assert cards[vera.id].fictional_label == label


def test_people_of_another_site_and_invisible_people_are_absent(site: Site, make_member: MakeMember) -> None:
    with transaction() as session:
        elsewhere = make_site(session)
    stranger, hidden = make_member(site=elsewhere), make_member()
    with transaction() as session:
        profile.update_profile(session, member_id=hidden.id, changes={"is_invisible": True})
    with transaction() as session:
        viewer = make.viewer(None, site)
        assert api.list_cards(session, member_ids=[stranger.id, hidden.id], viewer=viewer) == {}
        for member_id in (stranger.id, hidden.id):
            with pytest.raises(ProfileNotFound):
                api.get_public_profile(session, member_id=member_id, viewer=viewer)
        assert [d.member_id for d in api.list_search_documents(session, [stranger.id, hidden.id])] == [stranger.id]


def test_others_are_told_when_somebody_disappears_and_not_of_other_changes(member: Member) -> None:
    told = text("SELECT name FROM platform.outbox_event WHERE dispatched_at IS NULL AND payload->>'member_id' = :id")
    for changes, events in (
        ({"headline": "Tea first"}, {"profiles.ProfileChanged"}),
        ({"is_invisible": False}, {"profiles.ProfileChanged"}),
        ({"is_invisible": True}, {"profiles.ProfileChanged", "profiles.VisibilityChanged"}),
    ):
        with transaction() as session:
            profile.update_profile(session, member_id=member.id, changes=changes)
            assert set(session.execute(told, {"id": str(member.id)}).scalars()) == events
        drain_now()


def test_invisible_partners_keep_their_card_but_not_their_presence(site: Site, make_member: MakeMember) -> None:
    member = make_member()
    viewer = make.viewer(make_member(), site)
    with transaction() as session:
        profile.touch_last_active(session, member_ids=[member.id])
        profile.update_profile(session, member_id=member.id, changes={"is_invisible": True})
    with transaction() as session:
        cards = api.list_cards(session, member_ids=[member.id], viewer=viewer, with_invisible=True)
    assert not cards[member.id].is_online


def test_a_public_profile_is_two_queries(
    site: Site, make_member: MakeMember, count_queries: Callable[..., int]
) -> None:
    owner, reader = make_member(), make_member()
    with transaction() as session:
        make.fill_profile(session, owner.id, sexuality="lesbian", relationship_status="widowed")
        make.fill_profile(session, reader.id, interests=["coffee"])
        make.add_photo(session, owner.id)
    seen: list[Any] = []
    with transaction(read_only=True) as session:
        sites_api.get_site(session, site.id)
        viewer = make.viewer(reader, site)
        queries = count_queries(lambda: seen.append(api.get_public_profile(session, member_id=owner.id, viewer=viewer)))
    assert queries == 2
    [found] = seen
    assert [(i.key, i.is_shared) for i in found.interests] == [("hiking", False), ("coffee", True), ("reading", False)]
    assert {fact.field: fact.value_key for fact in found.facts} == {
        "gender": "woman",
        "sexuality": "lesbian",
        "relationship_status": "widowed",
    }
    assert found.last_active is LastActive.EARLIER
    assert found.fictional_warning is None
    with transaction() as session:
        profile.touch_last_active(session, member_ids=[owner.id])
        found = api.get_public_profile(session, member_id=owner.id, viewer=viewer)
    assert found.last_active is LastActive.ONLINE


def test_presence_is_written_at_most_once_a_minute(member: Member) -> None:
    with transaction() as session:
        profile.touch_last_active(session, member_ids=[member.id])
    with transaction() as session:
        first = api.get_profile(session, member.id).last_active_at
        assert first is not None
        assert first.second == 0, "the second is nobody's business"
        ago = (
            "UPDATE profiles.profile SET last_active_at = last_active_at - interval '10 minutes' WHERE member_id = :id"
        )
        session.execute(text(ago), {"id": member.id})
        profile.touch_last_active(session, member_ids=[member.id])
        assert clock.now() - api.get_profile(session, member.id).last_active_at < timedelta(minutes=2)
        assert member.id in api.list_active_since(session, since=clock.now() - timedelta(minutes=2))
        version = text("SELECT xmin::text FROM profiles.profile WHERE member_id = :id")
        session.execute(
            text("UPDATE profiles.profile SET last_active_at = now() WHERE member_id = :id"), {"id": member.id}
        )
    with transaction() as session:
        before = session.execute(version, {"id": member.id}).scalar_one()
        profile.touch_last_active(session, member_ids=[member.id])
        assert session.execute(version, {"id": member.id}).scalar_one() == before


def test_presence_waits_for_nobody(make_member: MakeMember) -> None:
    """Not for who notes it at the same time, whom it leaves that; and not for who makes something that points there."""
    noted, pointed_at = make_member(), make_member()
    row = "SELECT FROM profiles.profile WHERE member_id = :id FOR"
    with engine().begin() as other:
        other.execute(text(f"{row} NO KEY UPDATE"), {"id": noted.id})
        other.execute(text(f"{row} KEY SHARE"), {"id": pointed_at.id})
        with transaction() as session:
            session.execute(text("SET LOCAL lock_timeout = '5s'"))
            profile.touch_last_active(session, member_ids=[noted.id, pointed_at.id])
    with transaction() as session:
        seen = [api.get_profile(session, one.id).last_active_at for one in (noted, pointed_at)]
    assert [moment is not None for moment in seen] == [False, True]


def test_discovery_is_told_what_it_needs_in_one_query(count_queries: Callable[..., int], member: Member) -> None:
    with transaction() as session:
        make.fill_profile(session, member.id, seeking_min_age=30, seeking_max_age=50)
        make.add_photo(session, member.id)
    found: list[Any] = []
    with transaction(read_only=True) as session:
        assert count_queries(lambda: found.extend(api.list_search_documents(session, [member.id]))) == 1
        before = UUID(int=member.id.int - 1)
        assert api.list_visible_ids(session, after=before, limit=1) == [member.id]
    [document] = found
    assert (document.place_id, document.cell, round(document.lat, 1)) == (make.UTRECHT, "208:20", 52.1)
    assert document.has_photo
    assert (document.seeking_genders, document.seeking_min_age, document.seeking_max_age) == (("man",), 30, 50)
