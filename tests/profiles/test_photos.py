"""Photos from upload to deletion, on real engines and through the real decoder."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.config import config
from app.kernel.db.engines import engine
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.media.contracts import Use
from modules.media.service import decoding
from modules.media.service.files import storage_keys
from modules.profiles import api, handlers
from modules.profiles.contracts import PhotoStatus
from modules.profiles.errors import (
    PhotoLimit,
    PhotoNotWaiting,
    PhotoOrderIncomplete,
    ProfileNotFound,
    RefusalReasonUnknown,
)
from modules.profiles.events import PhotoUploaded
from modules.profiles.queries import people as queries
from modules.profiles.service import photos, profile
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories import profiles as make
from tests.fixture_types import LogIn, MakeMember
from tests.profiles import pictures
from tests.racing import wait_for_a_lock


def upload(member: Member, content: bytes | None = None) -> Any:
    """Upload a photo without processing it."""
    with transaction() as session:
        picture = content or pictures.encoded(pictures.portrait())
        return photos.add_photo(session, member_id=member.id, is_paid=member.is_paid, content=picture)


def own(member: Member) -> list[Any]:
    """A member's photos as they see them."""
    with transaction(read_only=True) as session:
        return photos.list_own_photos(session, member.id, epoch=0)


def originals(member: Member) -> int:
    """How many of a member's uploads are kept."""
    with transaction() as session:
        kept = text(
            "SELECT count(*) FROM profiles.photo_original JOIN profiles.photo ON id = photo_id WHERE member_id = :id"
        )
        count: int = session.execute(kept, {"id": member.id}).scalar_one()
    return count


def files(photo_id: Any) -> list[str]:
    """The files of a photo that are stored."""
    with transaction() as session:
        folder = queries.find_photo_folder(session, photo_id)
    assert folder is not None
    return [key for key in storage_keys(Use.PROFILE, folder) if storage().find(key) is not None]


@pytest.mark.spec("4.3")
def test_a_photo_is_processed_reviewed_and_then_shown(site: Site, member: Member) -> None:
    photo_id = upload(member)
    [photo] = own(member)
    assert (photo.status, photo.urls) == (PhotoStatus.PROCESSING, None)
    drain_now()
    [photo] = own(member)
    assert photo.status is PhotoStatus.PENDING
    assert photo.urls is not None
    assert originals(member) == 0, "the upload itself is not kept"
    assert len(files(photo_id)) == 8
    viewer = make.viewer(None, site)
    with transaction() as session:
        assert api.list_cards(session, member_ids=[member.id], viewer=viewer)[member.id].photo is None
        api.approve_photo(session, photo_id=photo_id)
    with transaction() as session:
        assert api.list_cards(session, member_ids=[member.id], viewer=viewer)[member.id].photo is not None
        with pytest.raises(PhotoNotWaiting):
            api.refuse_photo(session, photo_id=photo_id, reason="not-you")
    assert own(member)[0].is_main


def test_an_upload_that_is_no_photo_is_refused_with_its_reason(member: Member) -> None:
    for content in (pictures.bomb(), pictures.encoded(pictures.portrait())[:-9000]):
        upload(member, content)
        drain_now()
    reasons = {(photo.status, photo.reason, photo.urls) for photo in own(member)}
    assert reasons == {(PhotoStatus.REFUSED, "too-many-pixels", None), (PhotoStatus.REFUSED, "unreadable", None)}
    assert originals(member) == 0


def test_refused_photos_take_no_room_and_keep_their_reason(member: Member) -> None:
    with transaction() as session:
        ids = [make.add_photo(session, member.id, approved=False) for _ in range(3)]
        with pytest.raises(RefusalReasonUnknown):
            api.refuse_photo(session, photo_id=ids[0], reason="ugly")
        with pytest.raises(RefusalReasonUnknown):
            photos.take_down_photo(session, photo_id=ids[0], reason="ugly")
        with pytest.raises(PhotoNotWaiting):
            api.refuse_photo(session, photo_id=uuid4(), reason="no-person")
        api.refuse_photo(session, photo_id=ids[0], reason="no-person")
        last = make.add_photo(session, member.id)
        with pytest.raises(PhotoLimit):
            make.add_photo(session, member.id)
    assert [photo.id for photo in own(member)] == [ids[1], ids[2], last, ids[0]]
    assert own(member)[-1].reason == "no-person"


@pytest.mark.spec("5.7")
@pytest.mark.parametrize(("is_paid", "limit"), [(False, 3), (True, 25)])
def test_the_limit_holds_however_many_arrive_at_once(make_member: MakeMember, is_paid: bool, limit: int) -> None:
    member = make_member(paid=is_paid)
    content = pictures.encoded(pictures.portrait(60, 80))

    def run(_: int) -> bool:
        try:
            upload(member, content)
        except PhotoLimit:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        taken = sum(pool.map(run, range(limit + 17)))
    assert taken == limit
    with transaction() as session:
        rows = session.execute(
            text("SELECT position FROM profiles.photo WHERE member_id = :id ORDER BY position"), {"id": member.id}
        )
        assert list(rows.scalars()) == list(range(limit))


@pytest.mark.spec("5.7")
def test_the_database_has_no_room_for_a_26th_photo(make_member: MakeMember) -> None:
    member = make_member(paid=True)
    insert = text(
        "INSERT INTO profiles.photo (id, member_id, position, folder, sha256) VALUES (:id, :member, :position, :id, '')"
    )
    for position in (25, -1, None):
        with pytest.raises(IntegrityError), transaction() as session:
            session.execute(insert, {"id": uuid4(), "member": member.id, "position": position})
    with pytest.raises(IntegrityError, match="photo_position_key"), transaction() as session:
        for _ in range(2):
            session.execute(insert, {"id": uuid4(), "member": member.id, "position": 7})


def test_order_decides_the_main_photo_and_deletion_closes_the_gap(make_member: MakeMember) -> None:
    member, other = make_member(), make_member()
    with transaction() as session:
        first, second, third = (make.add_photo(session, member.id) for _ in range(3))
        foreign = make.add_photo(session, other.id)
        photos.order_photos(session, member_id=member.id, photo_ids=[third, first, second])
    assert [(photo.id, photo.is_main) for photo in own(member)] == [(third, True), (first, False), (second, False)]
    for wrong in ([first, second], [first, second, third, foreign], [first, first, second]):
        with transaction() as session, pytest.raises(PhotoOrderIncomplete):
            photos.order_photos(session, member_id=member.id, photo_ids=wrong)
    with transaction() as session:
        for photo_id in (foreign, uuid4()):
            with pytest.raises(ProfileNotFound):
                photos.delete_photo(session, member_id=member.id, photo_id=photo_id)
        photos.delete_photo(session, member_id=member.id, photo_id=third)
    drain_now()
    assert files(third) == []
    assert [(photo.id, photo.is_main) for photo in own(member)] == [(first, True), (second, False)]
    with transaction() as session:
        rows = text("SELECT position FROM profiles.photo WHERE id = ANY(:ids) ORDER BY position")
        assert list(session.execute(rows, {"ids": [first, second]}).scalars()) == [0, 1]
        with pytest.raises(ProfileNotFound):
            photos.delete_photo(session, member_id=member.id, photo_id=third)


def test_a_photo_that_was_fine_after_all_is_shown_as_the_last_one(member: Member) -> None:
    with transaction() as session:
        first, second = (make.add_photo(session, member.id) for _ in range(2))
        photos.take_down_photo(session, photo_id=first, reason="explicit")
    drain_now()
    with transaction() as session:
        photos.show_photo(session, photo_id=first)
        told = text(
            "SELECT name FROM platform.outbox_event WHERE dispatched_at IS NULL AND payload->>'member_id' = :id"
        )
        events = set(session.execute(told, {"id": str(member.id)}).scalars())
    assert [(photo.id, photo.status) for photo in own(member)] == [
        (second, PhotoStatus.ACTIVE),
        (first, PhotoStatus.ACTIVE),
    ]
    assert events == {"profiles.PhotoActivated", "profiles.ProfileChanged"}


# What changes the positions of a refused photo and of two that are kept.
MOVES: dict[str, Callable[[Any, Any, Any, list[Any]], None]] = {
    "show": lambda session, _, refused, kept: photos.show_photo(session, photo_id=refused),
    "delete": lambda session, owner, _, kept: photos.delete_photo(session, member_id=owner, photo_id=kept[0]),
    "order": lambda session, owner, _, kept: photos.order_photos(session, member_id=owner, photo_ids=kept[::-1]),
}


@pytest.mark.parametrize("move", MOVES)
def test_whoever_moves_photos_waits_for_whoever_does(move: str, member: Member) -> None:
    with transaction() as session:
        refused, *kept = (make.add_photo(session, member.id) for _ in range(3))
        photos.take_down_photo(session, photo_id=refused, reason="explicit")

    def run() -> None:
        with transaction() as session:
            MOVES[move](session, member.id, refused, kept)

    moving = Thread(target=run)
    with transaction() as session:
        profile.lock_profile(session, member.id)
        moving.start()
        wait_for_a_lock(unless=lambda: not moving.is_alive())
        assert moving.is_alive(), "it went by"
    moving.join()


def test_a_case_keeps_a_photo_that_is_being_moved(make_member: MakeMember) -> None:
    member, case_id = make_member(), uuid4()
    with transaction() as session:
        photo_id = make.add_photo(session, member.id)
    with engine().begin() as other:
        other.execute(text("SELECT FROM profiles.photo WHERE id = :id FOR NO KEY UPDATE"), {"id": photo_id})
        with transaction() as session:
            session.execute(text("SET LOCAL lock_timeout = '5s'"))
            api.hold_photos(session, photo_ids=[photo_id], case_id=case_id)
    with transaction() as session:
        held = text("SELECT photo_id FROM profiles.photo_hold WHERE case_id = :id")
        assert session.execute(held, {"id": case_id}).scalars().all() == [photo_id]
        api.release_photos(session, case_ids=[case_id])


def test_a_photo_that_is_deleted_while_it_is_processed_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, member: Member
) -> None:
    photo_id = upload(member)
    render = decoding.render

    def deleted_meanwhile(content: bytes, **use: Any) -> Any:
        done = render(content, **use)
        with transaction() as session:
            photos.delete_photo(session, member_id=member.id, photo_id=photo_id)
        return done

    monkeypatch.setattr(decoding, "render", deleted_meanwhile)
    handlers.process_photo.run(PhotoUploaded(photo_id=photo_id))
    assert own(member) == []
    assert originals(member) == 0
    assert files(photo_id) == []


def test_processing_twice_is_like_once(member: Member) -> None:
    photo_id = upload(member)
    for _ in range(2):
        handlers.process_photo.run(PhotoUploaded(photo_id=photo_id))
    assert [photo.status for photo in own(member)] == [PhotoStatus.PENDING]


@pytest.mark.spec("1.4", "6.4")
def test_free_members_and_visitors_see_one_photo_sharp(site: Site, make_member: MakeMember) -> None:
    owner, free, premium = make_member(paid=True), make_member(), make_member(paid=True)
    with transaction() as session:
        for _ in range(3):
            make.add_photo(session, owner.id, is_paid=True)
    for viewer, locked in ((None, 2), (free, 2), (premium, 0), (owner, 0)):
        with transaction() as session:
            seen = api.get_public_profile(session, member_id=owner.id, viewer=make.viewer(viewer, site))
        assert seen.locked_count == locked
        assert [photo.is_main for photo in seen.photos] == [True, False, False]
        assert [photo.urls.is_locked for photo in seen.photos] == [False, locked > 0, locked > 0]
        for photo in seen.photos[1:]:
            urls = [photo.urls.thumb, photo.urls.card, photo.urls.match, photo.urls.full]
            assert all(("-blurred." in url) == (locked > 0) for url in urls)


@pytest.mark.spec("4.3", "6.4")
def test_files_go_only_to_whom_they_were_signed_for(
    client: Client, login: LogIn, make_member: MakeMember, site: Site
) -> None:
    owner, reader = make_member(), make_member()
    upload(owner, pictures.with_metadata())
    drain_now()
    [photo] = own(owner)
    browser = login(owner)
    answer = browser.get(photo.urls.card)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"].startswith("private, max-age=")
    assert pictures.opened(answer.data).size == (480, 640)
    assert pictures.CANARY not in answer.data
    for stranger in (client, login(reader)):
        refused = stranger.get(photo.urls.card)
        assert refused.status_code == 404
        assert refused.json["code"] == "not-found"
    for path in ("photos/none/card.webp", "photos/%2e%2e/%2e%2e/secret"):
        assert browser.get(f"/media/{path}?{urlsplit(photo.urls.card).query}").status_code == 404
    assert browser.get(urlsplit(photo.urls.card).path).status_code in (404, 422)
    with transaction() as session:
        photos.delete_photo(session, member_id=owner.id, photo_id=photo.id)
    drain_now()
    assert browser.get(photo.urls.card).status_code == 404


@pytest.mark.spec("6.4")
def test_an_address_ends_with_the_login(login: LogIn, make_member: MakeMember) -> None:
    owner = make_member()
    with transaction() as session:
        make.add_photo(session, owner.id)
    here, there = login(owner), login(owner)
    address = here.get("/api/v1/profile").json["photos"][0]["card"]
    assert here.get(address).status_code == 200
    assert here.delete("/api/v1/session").status_code == 204
    assert here.get(address).status_code == 404
    assert there.get(address).status_code == 200
    with transaction() as session:
        accounts_api.close_sessions(session, member_id=owner.id)
    assert there.get(address).status_code == 404


def test_nothing_of_an_upload_but_pictures_lies_in_the_storage(make_member: MakeMember) -> None:
    root = Path(urlsplit(config().storage_url).path)

    def stored() -> set[Path]:
        return {path for path in root.rglob("*") if path.is_file()}

    member, before = make_member(), stored()
    upload(member, pictures.with_metadata("PNG"))
    drain_now()
    found = stored() - before
    assert found
    assert {path.suffix for path in found} == {".webp"}
    assert not any(pictures.CANARY in path.read_bytes() for path in found)
