"""What comes back when a decision is taken back, or a second person says no to it."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.decisions.service import evidence
from modules.moderation.queue.service import queue
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from tests.conftest import drain_now
from tests.factories.moderation import Colleague, make_report, object_to
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, WARNING, act, decide, lift, refuse, row_of
from tests.moderation.test_queue import items, only

NOT_YOU = Verdict(Measure.REMOVE_CONTENT, Rule.PHOTO, facts=FACTS, photo_reason="not-you")
NO_WORDS = Verdict(Measure.REMOVE_CONTENT, Rule.SPAM, facts=FACTS, takes_texts=True)
FOR_GOOD = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS, photo_reason="not-you")
WORDS: dict[str, Any] = {
    "headline": "Walks and books",
    "about": "I sing in a choir.",
    "notes": {"eye_color": "Brown in winter."},
}


@pytest.fixture
def photo(mo: Member) -> UUID:
    """A photo of Mo's that is shown."""
    with transaction() as session:
        fill_profile(session, mo.id)
        return add_photo(session, mo.id)


@pytest.fixture(autouse=True)
def notes_are_shown(mo: Member) -> None:
    with transaction() as session:
        shown = {"visible_profile_notes": ["eye_color"]}
        sites_api.update_site_settings(session, site_id=mo.site_id, changes=shown)


def say(member: Member, **words: Any) -> None:
    with transaction() as session:
        profiles_api.update_profile(session, member_id=member.id, changes=words)


def state_of(photo_id: UUID) -> str:
    with transaction(read_only=True) as session:
        return str(profiles_api.find_review_photo(session, photo_id).status)


@pytest.mark.spec("10.5", "4.3")
@pytest.mark.parametrize("kind", [ItemKind.PHOTO, ItemKind.PHOTO_REPORT])
def test_a_photo_is_shown_again_once_no_decision_finds_fault_with_it(
    mo: Member, staff: Colleague, photo: UUID, kind: ItemKind
) -> None:
    first = decide(mo, staff, NOT_YOU, kind=kind, subject_id=photo, priority=Priority.HIGH)
    assert state_of(photo) == "refused"
    other = decide(mo, staff, NOT_YOU, kind=ItemKind.PHOTO_REPORT, subject_id=photo, priority=Priority.HIGH)
    lift(first, staff)
    assert state_of(photo) == "refused"
    lift(other, staff)
    assert state_of(photo) == "active"


@pytest.mark.spec("10.5", "5.7")
def test_a_photo_for_which_there_is_no_room_left_stays_away(mo: Member, staff: Colleague, photo: UUID) -> None:
    decision_id = decide(mo, staff, NOT_YOU, kind=ItemKind.PHOTO, subject_id=photo)
    with transaction() as session:
        for _ in range(25):
            add_photo(session, mo.id, is_paid=True)
    lift(decision_id, staff)
    assert state_of(photo) == "refused"


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("kind", [ItemKind.PROFILE_TEXT, ItemKind.MEMBER_REPORT])
def test_words_come_back_where_nobody_wrote_since(mo: Member, staff: Colleague, kind: ItemKind) -> None:
    say(mo, **WORDS)
    decision_id = decide(mo, staff, NO_WORDS, kind=kind, priority=Priority.HIGH)
    say(mo, headline="Books and walks")
    lift(decision_id, staff)
    with transaction(read_only=True) as session:
        profile = profiles_api.get_profile(session, mo.id)
    assert (profile.headline, profile.about, dict(profile.notes)) == (
        "Books and walks",
        WORDS["about"],
        WORDS["notes"],
    )


@pytest.mark.spec("10.5")
def test_words_that_were_taken_away_are_looked_at_when_they_are_pasted_again(mo: Member, staff: Colleague) -> None:
    def waiting() -> list[str]:
        drain_now()
        return [one.state for one in items(mo, ItemKind.PROFILE_TEXT)]

    say(mo, **WORDS)
    drain_now()
    decide(mo, staff, NO_WORDS, kind=ItemKind.PROFILE_TEXT)
    assert waiting() == ["decided"]
    say(mo, **WORDS)
    assert waiting() == ["decided", "open"]


@pytest.mark.spec("10.5")
def test_words_that_were_given_back_do_not_wait_again(mo: Member, staff: Colleague) -> None:
    say(mo, **WORDS)
    drain_now()
    lift(decide(mo, staff, NO_WORDS, kind=ItemKind.PROFILE_TEXT), staff)
    drain_now()
    assert [one.state for one in items(mo, ItemKind.PROFILE_TEXT)] == ["decided"]


@pytest.mark.spec("10.5")
def test_who_was_warned_in_error_is_told_once_it_is_taken_back(mo: Member, staff: Colleague, login: LogIn) -> None:
    lift(decide(mo, staff, WARNING), staff)
    lift(decide(mo, staff, Verdict(Measure.NONE)), staff)
    drain_now()
    told = text("SELECT count(*) FROM notifications.mail WHERE type = 'decision-lifted' AND member_id = :id")
    with transaction(read_only=True) as session:
        assert session.execute(told, {"id": mo.id}).scalar_one() == 1
    assert login(mo).get("/api/v1/cases").json["decisions"][0]["state"] == "lifted"


@pytest.mark.spec("10.5")
def test_nothing_is_simply_taken_back_to_which_somebody_objected(
    mo: Member, staff: Colleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    decision_id = decide(mo, staff, WARNING)
    object_to(login(mo), decision_id)
    answer = act(staff_browser(staff), "decisions", decision_id, "lift", reason="a mistake")
    assert (answer.status_code, answer.json["code"]) == (409, "moderation.appeal-waits")
    assert row_of(decision_id).state == "in-force"


@pytest.mark.spec("10.5")
def test_a_case_to_which_a_second_person_said_no_comes_back_with_all_that_was_in_it(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember, photo: UUID
) -> None:
    ruth, other = make_member(), colleague()
    with transaction() as session:
        about: dict[str, Any] = {"kind": ReportKind.PHOTO, "member_id": mo.id, "thing_id": photo}
        make_report(session, ruth, mo, words="That is my brother.", **about)
    for _ in range(2):
        decision_id = decide(mo, staff, FOR_GOOD, kind=ItemKind.PHOTO_REPORT, subject_id=photo)
        with transaction(read_only=True) as session:
            seen = evidence.open_decision_evidence(session, decision_id=decision_id, staff_id=other.id)
        assert [report["words"] for report in seen["reports"]] == ["That is my brother."]
        refuse(decision_id, other)
    (item,) = [one for one in items(mo, ItemKind.PHOTO_REPORT) if one.state == "open"]
    with transaction() as session:
        queue.claim_item(session, item_id=item.id, staff_id=other.id, version=item.version)
        again = evidence.open_evidence(session, item_id=item.id, staff_id=other.id)
    assert [report["words"] for report in again["reports"]] == ["That is my brother."]


@pytest.mark.spec("10.5", "4.3")
def test_a_new_photo_can_be_shown_after_a_second_person_said_no(
    mo: Member, staff: Colleague, colleague: MakeColleague
) -> None:
    with transaction() as session:
        fill_profile(session, mo.id)
        photo_id = add_photo(session, mo.id, approved=False)
    drain_now()
    only(mo, ItemKind.PHOTO)
    decision_id = decide(mo, staff, FOR_GOOD, kind=ItemKind.PHOTO, subject_id=photo_id)
    other = colleague()
    refuse(decision_id, other)
    decide(mo, staff, Verdict(Measure.NONE), kind=ItemKind.PHOTO, subject_id=photo_id)
    assert state_of(photo_id) == "active"
