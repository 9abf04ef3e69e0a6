"""The pictures of an open report stay until its decision, though whoever was reported is erased meanwhile."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.media.contracts import Use
from modules.media.service.files import storage_keys
from modules.messaging import api as messaging_api
from modules.messaging.service import photos as chat_photos
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.queue.service.pictures import hold_pictures, restore_picture
from modules.profiles.models import PhotoRow
from modules.profiles.queries import people as queries
from modules.profiles.service.profile import erase_profile
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeMember, OpenConsole
from tests.messaging.photographing import files as chat_files
from tests.messaging.photographing import one
from tests.moderation import test_chat_pictures, test_matched_pictures
from tests.moderation.test_chat_pictures import GOES, Chat, chat
from tests.moderation.test_decisions import WARNING, decide, lift
from tests.moderation.test_reports import report
from tests.moderation.test_taking_away import in_hand, judge
from tests.racing import wait_for_a_lock

__all__ = ["chat"]

REPORTED_AS = {"profile": ItemKind.MEMBER_REPORT, "photo": ItemKind.PHOTO_REPORT}
NOTHING, WARNED = {"measure": "none"}, {"measure": "warning", "rule": "sexual"}


class Shown:
    """A photo of Mo's profile, with where its files lie."""

    def __init__(self, mo: Member) -> None:
        with transaction() as session:
            self.id = add_photo(session, mo.id)
            self.folder = str(queries.find_photo_folder(session, self.id))

    def is_stored(self) -> bool:
        return bool(storage_keys(Use.PROFILE, self.folder))

    def row(self) -> Any:
        with transaction(read_only=True) as session:
            return session.execute(select(*PhotoRow.__table__.columns).where(PhotoRow.id == self.id)).one_or_none()


@pytest.fixture
def photo(mo: Member) -> Shown:
    with transaction() as session:
        fill_profile(session, mo.id)
    return Shown(mo)


@pytest.fixture
def left() -> Callable[[], int]:
    """Return a count of the pictures of erased members that `hearth erase verify` finds, of this test's."""

    def count() -> int:
        return sum(one.count for one in accounts_api.find_traces() if one.what.startswith("pictures of erased"))

    before = count()
    return lambda: count() - before


def pictures(browser: Client, seen: Any) -> dict[str, int]:
    """Return the photos of a profile that a case shows, with how their files answer."""
    told = [seen["photo"], *(photo for report in seen["reports"] for photo in report["photos"])]
    return {photo["id"]: browser.get(photo["full"]).status_code for photo in told if photo}


def erase(member: Member) -> None:
    erase_now(member)
    drain_now()


@pytest.mark.spec("4.2", "10.5")
@pytest.mark.parametrize("kind", REPORTED_AS)
@pytest.mark.parametrize("verdict", [NOTHING, WARNED])
def test_the_photos_of_an_open_report_stay_until_its_decision(
    mo: Member,
    photo: Shown,
    make_member: MakeMember,
    login: LogIn,
    staff: Colleague,
    staff_browser: OpenConsole,
    left: Callable[[], int],
    kind: str,
    verdict: Any,
) -> None:
    about = {"photo_id": photo.id} if kind == "photo" else {}
    assert report(login(make_member()), kind=kind, member_id=mo.id, **about).status_code == 201
    newer = Shown(mo)
    erase(mo)
    assert (photo.is_stored(), newer.is_stored(), newer.row()) == (True, False, None)
    kept = photo.row()
    assert (kept.member_id, kept.sha256, kept.likeness, kept.status) == (None, b"", None, "deleted")
    assert left() == 0

    case, seen = in_hand(browser := staff_browser(staff), mo, REPORTED_AS[kind])
    assert pictures(browser, seen) == {str(photo.id): 200}
    (listed,) = (
        one for one in browser.get("/ops/api/profiles.photos?status=deleted").json["data"] if one["id"] == str(photo.id)
    )
    assert listed["member_id"] is None
    assert judge(browser, case, **verdict)["state"] == "decided"
    assert left() == 1, "they are to go now"
    drain_now()
    assert (photo.is_stored(), photo.row(), left()) == (False, None, 0)


@pytest.mark.spec("4.2", "10.5")
@pytest.mark.parametrize("verdict", [NOTHING, WARNED, GOES])
def test_a_photo_in_a_conversation_stays_as_long(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole, left: Callable[[], int], verdict: Any
) -> None:
    chat.report()
    erase(chat.mo)
    assert (chat_files(chat.sent), left()) == (2, 0)
    case, seen = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    assert test_chat_pictures.pictures(browser, seen) == {chat.id: 200}
    goes = {"photo_ids": [chat.id]} if verdict is GOES else {}
    assert judge(browser, case, **verdict, **goes)["state"] == "decided"
    assert left() == 1, "it is to go now"
    drain_now()
    row = one("SELECT status, width, height FROM messaging.photo WHERE message_id = :id", id=chat.id)
    assert (tuple(row), chat_files(chat.sent), left()) == (("removed", None, None), 0, 0)


@pytest.mark.spec("4.2", "10.5")
def test_what_else_held_a_photo_ends_with_the_erasing(
    mo: Member, photo: Shown, make_member: MakeMember, login: LogIn, staff: Colleague, staff_browser: OpenConsole
) -> None:
    for name in ("decided", "open"):
        report(login(make_member()), kind="photo", member_id=mo.id, photo_id=photo.id, reason="sexual")
        if name == "decided":
            decided = decide(mo, staff, WARNING, kind=ItemKind.PHOTO_REPORT, subject_id=photo.id)
    assert test_matched_pictures.holds(decided) == {photo.id}
    erase(mo)
    assert (test_matched_pictures.holds(decided), photo.is_stored()) == (set(), True)
    with transaction() as session:
        restore_picture(session, photo.id)
    # What a decision takes away or gives back is gone for everybody else.
    case, _ = in_hand(browser := staff_browser(staff), mo, ItemKind.PHOTO_REPORT)
    goes = {"measure": "remove-content", "rule": "photo", "photo_reason": "explicit"}
    assert judge(browser, case, **goes)["state"] == "decided"
    drain_now()
    assert (photo.is_stored(), photo.row()) == (False, None)


@pytest.mark.spec("4.2", "10.5")
def test_a_photo_in_a_conversation_that_an_open_report_holds_is_given_back_to_nobody(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    chat.report()
    case, _ = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    judge(browser, case, **GOES, photo_ids=[chat.id])
    (made,) = browser.get(f"/ops/api/moderation.decisions?member_id={chat.mo.id}").json["data"]
    chat.report()
    erase(chat.mo)
    assert (test_chat_pictures.holds(UUID(made["id"])), chat_files(chat.sent)) == (set(), 2)
    lift(UUID(made["id"]), staff)
    assert test_chat_pictures.state_of(chat) == "removed"
    case, _ = in_hand(browser, chat.mo, ItemKind.MESSAGE_REPORT)
    judge(browser, case, **WARNED)
    drain_now()
    assert chat_files(chat.sent) == 0


@pytest.mark.spec("4.2")
@pytest.mark.parametrize("forget", [erase_profile, chat_photos.remove_photos_of])
@pytest.mark.parametrize("comes", ["before", "after"])
def test_who_holds_a_picture_and_who_erases_its_owner_wait_for_each_other(
    chat: Chat, photo: Shown, login: LogIn, make_member: MakeMember, forget: Callable[..., None], comes: str
) -> None:
    chat.report()
    report(login(make_member()), kind="photo", member_id=chat.mo.id, photo_id=photo.id)
    erase_now(chat.mo) if comes == "after" else None
    case_id = UUID(int=photo.id.int ^ 1)
    pictures: dict[str, Any] = {"photo_ids": [], "message_ids": []}
    pictures |= {"photo_ids": [photo.id]} if forget is erase_profile else {"message_ids": [UUID(chat.id)]}
    hold: Callable[..., None] = partial(hold_pictures, case_id=case_id, **pictures)
    forgets: Callable[..., None] = partial(forget, member_id=chat.mo.id)
    first, then = (hold, forgets) if comes == "before" else (forgets, hold)

    def follow() -> None:
        with transaction() as session:
            then(session)

    second = threading.Thread(target=follow)
    with transaction() as session:
        first(session)
        second.start()
        wait_for_a_lock(unless=lambda: not second.is_alive())
        assert second.is_alive(), "it waits"
    second.join()
    assert test_matched_pictures.holds(case_id) | test_chat_pictures.holds(case_id) == set()


@pytest.mark.spec("4.2")
def test_of_whoever_is_erased_nothing_more_is_held(
    chat: Chat, photo: Shown, login: LogIn, make_member: MakeMember
) -> None:
    chat.report()
    report(login(make_member()), kind="photo", member_id=chat.mo.id, photo_id=photo.id)
    erase(chat.mo)
    with transaction() as session:
        case_id = UUID(int=photo.id.int ^ 1)
        hold_pictures(session, case_id=case_id, photo_ids=[photo.id], message_ids=[UUID(chat.id)])
    assert test_matched_pictures.holds(case_id) | test_chat_pictures.holds(case_id) == set()
    with transaction(read_only=True) as session:
        assert messaging_api.has_photo(session, UUID(chat.id))


def test_only_what_is_deleted_is_nobodys(photo: Shown) -> None:
    with pytest.raises(IntegrityError, match="photo_somebodys_unless_deleted_check"), transaction() as session:
        session.execute(text("UPDATE profiles.photo SET member_id = NULL WHERE id = :id"), {"id": photo.id})
