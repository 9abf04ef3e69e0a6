"""Names: what says more than a name is looked at like words, and nobody is kept out by theirs."""

from typing import Any

import pytest

from app.kernel.db.session import transaction
from modules.messaging.api import list_words
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.queue.policies.names import poses_as_staff
from modules.moderation.queue.service import queue
from modules.profiles import api as profiles_api
from tests.conftest import drain_now
from tests.factories.moderation import Colleague
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeMember, OpenConsole
from tests.moderation.test_decisions import decide
from tests.moderation.test_giving_back import NO_WORDS
from tests.moderation.test_queue import items, only
from tests.moderation.test_taking_away import in_hand

PRETENDS = [
    "Hearthside Support",
    "hearthside",
    "HearthsideTeam",
    "Héarthsidë Suppørt",
    "Supp0rt",
    "S u p p o r t",
    "Admin24",
    "Staff Hearthside",
    "Kundeservice",
    "Kundestøtte",
    "Kundendienst",
    "Moderatorin Eva",
    "Atención al cliente",
    "Asiakaspalvelu",
    "Ylläpito",
    "Modérateur",
    "Servizio Clienti",
    "Klantenservice",
    "Obsługa klienta",
    "Kundtjänst",
]
NAMES = ["Stafford", "Lena", "Adminka", "Anna-Moderata", "Sidney Hearth", "Supporter of Ajax", "Åse", "Ελένη", "Jo 62"]


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("name", PRETENDS)
def test_a_name_that_poses_as_staff_is_known(name: str) -> None:
    assert poses_as_staff(list_words(name), brand=list_words("Hearthside"))


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_person_does_not_pose_as_staff(name: str) -> None:
    assert not poses_as_staff(list_words(name), brand=list_words("Hearthside"))


@pytest.mark.spec("10.5")
def test_a_brand_may_be_more_words_than_one_or_written_in_letters_that_are_not_read() -> None:
    assert poses_as_staff(list_words("SecondSpring"), brand=list_words("Second Spring"))
    assert not poses_as_staff(list_words("Spring"), brand=list_words("Second Spring"))
    assert not poses_as_staff(list_words("Lena"), brand=list_words("家"))


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("name", "marked", "poses"),
    [
        ("WhatsApp 0612345678", True, False),
        ("lena.fun/cam", True, False),
        ("Hearthside Support", False, True),
    ],
)
def test_a_name_that_says_more_is_looked_at_and_marked(
    make_member: MakeMember, staff: Colleague, staff_browser: OpenConsole, name: str, marked: bool, poses: bool
) -> None:
    mo = make_member(name=name)
    drain_now()
    _, seen = in_hand(staff_browser(staff), mo, ItemKind.PROFILE_TEXT)
    assert (seen["texts"]["name"], seen["poses_as_staff"]) == (name, poses)
    assert any(part["is_known"] for part in seen["marked"]["name"]) is marked


@pytest.mark.spec("10.5")
def test_a_name_alone_waits_once_and_again_with_new_words(make_member: MakeMember) -> None:
    def say(**words: Any) -> None:
        with transaction() as session:
            profiles_api.update_profile(session, member_id=mo.id, changes=words)
        drain_now()

    mo = make_member(name="Support 24")
    drain_now()
    with transaction() as session:
        queue.settle(session, kind=ItemKind.PROFILE_TEXT, subject_id=mo.id)
    say(gender="man")
    assert only(mo, ItemKind.PROFILE_TEXT).state == "gone"
    say(headline="Walks and books")
    assert [one.state for one in items(mo, ItemKind.PROFILE_TEXT)] == ["gone", "open"]


@pytest.mark.spec("10.5")
def test_a_name_that_was_looked_at_does_not_wait_again_when_the_words_go(
    make_member: MakeMember, staff: Colleague
) -> None:
    mo = make_member(name="Hearth Support")
    with transaction() as session:
        fill_profile(session, mo.id, about="Call me.")
    drain_now()
    decide(mo, staff, NO_WORDS, kind=ItemKind.PROFILE_TEXT)
    drain_now()
    assert only(mo, ItemKind.PROFILE_TEXT).state == "decided"
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"about": "Call me."})
    drain_now()
    assert [one.state for one in items(mo, ItemKind.PROFILE_TEXT)] == ["decided", "open"]


@pytest.mark.spec("10.5")
def test_who_is_called_stafford_waits_for_nobody(make_member: MakeMember) -> None:
    mo = make_member(name="Stafford")
    drain_now()
    assert items(mo) == []
