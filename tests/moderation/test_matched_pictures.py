"""The pictures by which somebody was known again are there for their case, whatever happens to the photos meanwhile."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from PIL import Image, ImageOps
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from app.kernel.ids import new_id
from modules.accounts.contracts import Member
from modules.media.contracts import Use
from modules.media.service.files import storage_keys
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.jobs import empty_evidence
from modules.moderation.queue.models import ReviewMatch
from modules.profiles import api as profiles_api
from modules.profiles.models import PhotoHold
from modules.profiles.queries import people as profiles_queries
from modules.profiles.service import photos
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague, decide_appeal, object_to
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import A_WEEK, WARNING, act, decide
from tests.moderation.test_evasion import saved_anew, upload
from tests.moderation.test_keeping import long_ago
from tests.moderation.test_queue import only
from tests.moderation.test_taking_away import in_hand
from tests.profiles import pictures


@pytest.fixture
def picture() -> Image.Image:
    """A picture that nobody uploaded yet."""
    return pictures.scene(uuid4().int)


@pytest.fixture
def known(mo: Member, picture: Image.Image) -> UUID:
    """Mo's photo of it."""
    return upload(mo, pictures.encoded(picture))


@pytest.fixture
def back(mo: Member, known: UUID, staff: Colleague, make_member: MakeMember) -> Member:
    """Somebody who came back after Mo was banned."""
    decide(mo, staff, A_WEEK)
    return make_member(name="Momo", language="en")


@pytest.fixture
def again(back: Member, picture: Image.Image) -> UUID:
    """The photo of it that they uploaded."""
    return upload(back, saved_anew(ImageOps.mirror(picture)))


HOW = ("full", "blurred")


def delete(member: Member, photo_id: UUID) -> None:
    """Let a member delete a photo, and its files be removed as far as they may."""
    with transaction() as session:
        photos.delete_photo(session, member_id=member.id, photo_id=photo_id)
    drain_now()


def files(*photo_ids: UUID) -> list[bool]:
    """Tell of photos whether their files are there."""
    with transaction(read_only=True) as session:
        folders = [profiles_queries.find_photo_folder(session, photo_id) for photo_id in photo_ids]
    return [bool(folder and storage_keys(Use.PROFILE, folder)) for folder in folders]


def holds(case_id: UUID) -> set[UUID]:
    with transaction(read_only=True) as session:
        return set(session.execute(select(PhotoHold.photo_id).where(PhotoHold.case_id == case_id)).scalars())


def shown(browser: Client, seen: Any) -> list[bytes]:
    """Return the pictures of a case as a browser of staff loads them."""
    (match,) = seen["matches"]
    loaded = [browser.get(one[how]) for pair in match["pictures"] for one in pair.values() for how in one if how in HOW]
    assert {one.status_code for one in loaded} == {200}
    return [one.data for one in loaded]


@pytest.mark.spec("10.5")
def test_both_pictures_are_there_for_the_case_when_both_were_deleted(
    mo: Member,
    known: UUID,
    back: Member,
    again: UUID,
    staff: Colleague,
    colleague: MakeColleague,
    staff_browser: OpenConsole,
) -> None:
    before = shown(browser := staff_browser(staff), in_hand(browser, back, ItemKind.EVASION)[1])
    delete(back, again)
    delete(mo, known)
    item = only(back, ItemKind.EVASION)
    seen = act(browser, "review", item.id, "evidence").json
    assert shown(browser, seen) == before
    assert len(set(before)) == 4
    with transaction(read_only=True) as session:
        assert profiles_api.list_photo_ids(session, back.id) == []
    # Whoever signs or hears an objection sees them too, after the case is closed.
    verdict = {"measure": "permanent-ban", "rule": "fraud", "version": item.version}
    assert act(browser, "review", item.id, "decide", **verdict).status_code == 200
    drain_now()
    (proposed,) = browser.get(f"/ops/api/moderation.decisions?member_id={back.id}").json["data"]
    second = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    assert shown(second, act(second, "decisions", proposed["id"], "evidence").json) == before
    # And so does who decides anew after a no.
    assert act(second, "decisions", proposed["id"], "refuse").status_code == 200
    case, seen = in_hand(browser, back, ItemKind.EVASION)
    assert shown(browser, seen) == before
    assert holds(item.id) == holds(case[0]) == {known, again}


@pytest.mark.spec("10.5", "10.6")
def test_the_pictures_are_for_who_decides_and_has_the_case_in_hand(
    back: Member,
    again: UUID,
    mo: Member,
    staff: Colleague,
    colleague: MakeColleague,
    staff_browser: OpenConsole,
    login: LogIn,
) -> None:
    delete(back, again)
    item = only(back, ItemKind.EVASION)
    for role in Role:
        browser = staff_browser(colleague(role))
        answer = act(browser, "review", item.id, "evidence")
        refusals = {(403, "forbidden"), (409, "moderation.case-not-claimed")}
        assert (answer.status_code, answer.json["code"]) in refusals, role
        assert "/media/" not in answer.text
    browser = login(back)
    assert act(browser, "review", item.id, "evidence").status_code in (401, 403)
    assert str(again) not in browser.get("/api/v1/profile").text
    assert browser.delete(f"/api/v1/photos/{again}", key=uuid4().hex).status_code == 404


@pytest.mark.spec("9.3", "10.5")
def test_the_pictures_go_180_days_after_the_last_word(
    mo: Member, known: UUID, back: Member, again: UUID, staff: Colleague, colleague: MakeColleague, login: LogIn
) -> None:
    delete(back, again)
    decision_id = decide(back, staff, WARNING, kind=ItemKind.EVASION)
    item = only(back, ItemKind.EVASION)
    assert object_to(login(back), decision_id).status_code == 201
    long_ago("review_item", "closed_at", item.id)
    long_ago("decision", "in_force_at", decision_id)
    empty_evidence()
    drain_now()
    assert (holds(item.id), files(known, again)) == ({known, again}, [True, True]), "an objection waits"
    judge = colleague()
    with transaction() as session:
        appeal_id = decide_appeal(session, decision_id, staff=judge)
    empty_evidence()
    drain_now()
    assert files(known, again) == [True, True], "it was heard a moment ago"
    long_ago("appeal", "decided_at", appeal_id)
    empty_evidence()
    drain_now()
    # Mo's picture was not deleted; nobody keeps it but Mo.
    assert (holds(item.id), files(known, again)) == (set(), [True, False])
    with transaction(read_only=True) as session:
        left = select(ReviewMatch.id).where(ReviewMatch.item_id == item.id)
        assert session.execute(left).all() == []
        assert profiles_api.find_review_photo(session, again) is None


@pytest.mark.spec("4.2", "9.3")
def test_whoever_is_erased_takes_their_picture_along_and_the_other_one_is_let_go(
    mo: Member, known: UUID, back: Member, again: UUID
) -> None:
    item = only(back, ItemKind.EVASION)
    delete(mo, known)
    with transaction(read_only=True) as session:
        folder = profiles_queries.find_photo_folder(session, again)
    assert folder is not None
    assert files(known) == [True]
    erase_now(back)
    drain_now()
    assert (holds(item.id), files(known), storage_keys(Use.PROFILE, folder)) == (set(), [False], [])


@pytest.mark.spec("10.5")
def test_a_case_goes_on_without_a_picture_that_was_erased(
    mo: Member, back: Member, again: UUID, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    erase_now(mo)
    drain_now()
    browser = staff_browser(staff)
    case, seen = in_hand(browser, back, ItemKind.EVASION)
    (pair,) = seen["matches"][0]["pictures"]
    assert (pair["photo"]["id"], pair["known"]) == (str(again), None)
    verdict = {"measure": "permanent-ban", "rule": "fraud", "version": case[1]}
    assert act(browser, "review", case[0], "decide", **verdict).status_code == 200
    (proposed,) = browser.get(f"/ops/api/moderation.decisions?member_id={back.id}").json["data"]
    second = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    assert act(second, "decisions", proposed["id"], "refuse").status_code == 200
    case, seen = in_hand(browser, back, ItemKind.EVASION)
    assert holds(case[0]) == {again}


@pytest.mark.spec("10.5")
def test_a_picture_whose_files_are_gone_is_not_promised(
    mo: Member, known: UUID, picture: Image.Image, staff: Colleague, make_member: MakeMember
) -> None:
    decide(mo, staff, A_WEEK)
    delete(mo, known)
    assert files(known) == [False]
    back = make_member()
    again = upload(back, saved_anew(picture))
    item = only(back, ItemKind.EVASION)
    assert (item.signals, holds(item.id)) == (["banned-photo"], {again})
    with transaction(read_only=True) as session:
        assert profiles_api.find_review_photo(session, known) is None


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("signal", "photo", "other"),
    [
        ("banned-photo", None, None),
        ("banned-email", "again", None),
        ("banned-photo", "again", "again"),
        ("shared-device", None, "known"),
    ],
)
def test_the_database_keeps_which_picture_a_sign_rests_on(
    mo: Member, known: UUID, back: Member, again: UUID, signal: str, photo: str | None, other: str | None
) -> None:
    named = {"known": known, "again": again, None: None}
    row = {"id": new_id(), "item_id": only(back, ItemKind.EVASION).id, "signal": signal, "other_id": mo.id}
    with pytest.raises(IntegrityError, match="review_match_"), transaction() as session:
        session.execute(insert(ReviewMatch), {**row, "photo_id": named[photo], "known_id": named[other]})


def test_no_row_of_a_photo_goes_while_a_case_holds_it(back: Member, again: UUID) -> None:
    with pytest.raises(IntegrityError, match="photo_hold_photo_id_fkey"), transaction() as session:
        session.execute(text("DELETE FROM profiles.photo WHERE id = :id"), {"id": again})
