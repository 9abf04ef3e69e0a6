"""What cards show of a photo: chosen by its owner, cut by a job, on real engines and through the real decoder."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.http import ratelimit
from modules.accounts.contracts import Member
from modules.media.contracts import Crop, Use
from modules.media.images import rendering as images
from modules.media.service.files import storage_keys
from modules.profiles import api, handlers, routes
from modules.profiles.contracts import PhotoStatus
from modules.profiles.events import PhotoCropped
from modules.profiles.queries import people as queries
from modules.profiles.service import crops, photos
from modules.sites.contracts import Site
from tests.conftest import drain_now
from tests.factories import profiles as make
from tests.fixture_types import LogIn, MakeMember
from tests.profiles import pictures

API = "/api/v1"
# In the picture of four colours: all in the blue quarter; around the middle; all in the yellow one.
BLUE, MIDDLE, YELLOW = (
    Crop(*map(Decimal, parts)) for parts in (("0", "0.55", "0.3"), ("0.3", "0.233333", "0.4"), ("0.65", "0.55", "0.3"))
)
SMALLER = Crop(Decimal("0.05"), Decimal("0.05"), Decimal("0.9"))


@pytest.fixture
def colourful(make_member: MakeMember) -> tuple[Any, Any]:
    """A member and their processed photo, 1800 x 1800 and four colours large."""
    member = make_member()
    with transaction() as session:
        content = pictures.encoded(pictures.quarters(1800, 1800), quality=95)
        photo_id = photos.add_photo(session, member_id=member.id, is_paid=False, content=content)
    drain_now()
    return member, photo_id


def choose(member: Member, photo_id: Any, crop: Crop) -> None:
    """Choose a crop without cutting it."""
    with transaction() as session:
        crops.crop_photo(session, member_id=member.id, photo_id=photo_id, crop=crop)


def only(member: Member) -> Any:
    """A member's one photo as they see it."""
    with transaction(read_only=True) as session:
        [photo] = photos.list_own_photos(session, member.id, epoch=0)
    return photo


def names(photo_id: Any) -> set[str]:
    """The names of a photo's files that are stored."""
    with transaction(read_only=True) as session:
        folder = queries.find_photo_folder(session, photo_id)
    return {key.rpartition("/")[2].removesuffix(".webp") for key in storage_keys(Use.PROFILE, str(folder))}


def named(*cuts: int) -> set[str]:
    """The names of all files of some cuts, and of the whole picture."""
    small = {
        f"{size}{twin}{f'-{cut}' if cut else ''}"
        for cut in cuts
        for size in ("thumb", "card", "match")
        for twin in ("", "-blurred")
    }
    return {"full", "full-blurred", *small}


def picture(url: str) -> Any:
    """The picture that is stored at an address."""
    content = storage().find(urlsplit(url).path.removeprefix("/media/"))
    assert content is not None
    return pictures.opened(content)


def test_the_cards_show_what_was_chosen_and_the_picture_stays_whole(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    before = only(member)
    assert (before.crop, before.is_being_cut) == (None, False)
    choose(member, photo_id, MIDDLE)
    waiting = only(member)
    assert (waiting.crop, waiting.is_being_cut, waiting.urls) == (MIDDLE, True, before.urls)
    drain_now()
    after = only(member)
    assert (after.crop, after.is_being_cut) == (MIDDLE, False)
    assert after.urls.full == before.urls.full
    for size, (width, height) in {"card": (480, 640), "thumb": (160, 213)}.items():
        cut = picture(getattr(after.urls, size))
        assert cut.size == (width, height)
        # The four colours meet in the middle, to within a few pixels.
        for x, y, colour in (
            (width // 2 - 6, height // 2 - 6, pictures.RED),
            (width // 2 + 6, height // 2 - 6, pictures.GREEN),
            (width // 2 - 6, height // 2 + 6, pictures.BLUE),
            (width // 2 + 6, height // 2 + 6, pictures.YELLOW),
            (4, 4, pictures.RED),
            (width - 5, height - 5, pictures.YELLOW),
        ):
            assert pictures.shows(cut, (x, y), colour), (size, x, y)
    assert picture(after.urls.match).size == (640, 640)
    assert picture(after.urls.full).size == (1600, 1600)


def test_the_blurred_twins_show_no_more_than_was_chosen(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    choose(member, photo_id, BLUE)
    drain_now()
    urls = only(member).urls
    for url in (urls.thumb, urls.card, urls.match):
        for cut in (picture(url), picture(url.replace("-1.", "-blurred-1."))):
            corners = [(x, y) for x in (3, cut.width - 4) for y in (3, cut.height - 4)]
            assert all(pictures.shows(cut, corner, pictures.BLUE) for corner in corners), url


def test_a_cut_has_names_of_its_own_and_the_one_before_stays_for_open_pages(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    seen = [only(member).urls.card]
    for crop, stored in ((BLUE, named(0, 1)), (YELLOW, named(1, 2)), (MIDDLE, named(2, 3))):
        choose(member, photo_id, crop)
        drain_now()
        seen.append(only(member).urls.card)
        assert names(photo_id) == stored
    assert len(set(seen)) == 4


def test_others_see_the_cut_and_the_lock_stays(site: Site, make_member: MakeMember) -> None:
    owner, free = make_member(), make_member()
    with transaction() as session:
        first, second = make.add_photo(session, owner.id), make.add_photo(session, owner.id)
    for photo_id in (first, second):
        choose(owner, photo_id, SMALLER)
    drain_now()
    with transaction(read_only=True) as session:
        viewer = make.viewer(free, site)
        card = api.list_cards(session, member_ids=[owner.id], viewer=viewer)[owner.id].photo
        shown = api.get_public_profile(session, member_id=owner.id, viewer=viewer).photos
    assert card is not None
    assert "/card-1.webp" in card.card
    assert "/thumb-1.webp" in shown[0].urls.thumb
    assert "/full.webp" in shown[0].urls.full
    assert shown[1].urls.is_locked
    assert "/card-blurred-1.webp" in shown[1].urls.card
    assert "/full-blurred.webp" in shown[1].urls.full


def test_a_crop_changes_nothing_that_staff_decided(member: Member) -> None:
    with transaction() as session:
        approved = make.add_photo(session, member.id)
        waiting = make.add_photo(session, member.id, approved=False)
    for photo_id in (approved, waiting):
        choose(member, photo_id, SMALLER)
    drain_now()
    with transaction(read_only=True) as session:
        own = photos.list_own_photos(session, member.id, epoch=0)
    assert [(photo.status, photo.is_main) for photo in own] == [
        (PhotoStatus.ACTIVE, True),
        (PhotoStatus.PENDING, False),
    ]


def test_a_photo_refused_while_it_is_cut_is_cut_no_more(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    choose(member, photo_id, BLUE)
    with transaction() as session:
        api.refuse_photo(session, photo_id=photo_id, reason="no-person")
    drain_now()
    assert not only(member).is_being_cut
    assert names(photo_id) == named(0)


def test_of_crops_chosen_at_once_the_last_is_shown(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    wanted = [BLUE, MIDDLE, YELLOW] * 2
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda crop: choose(member, photo_id, crop), wanted))
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: handlers.recut_photo.run(PhotoCropped(photo_id=photo_id)), range(3)))
    drain_now()
    with transaction(read_only=True) as session:
        row = session.execute(text("SELECT crops, cut FROM profiles.photo WHERE id = :id"), {"id": photo_id}).one()
    assert tuple(row) == (6, 6)
    colours = {BLUE: pictures.BLUE, MIDDLE: pictures.RED, YELLOW: pictures.YELLOW}
    photo = only(member)
    assert pictures.shows(picture(photo.urls.card), (4, 4), colours[photo.crop])


def test_a_cut_that_comes_too_late_leaves_nothing(colourful: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    member, photo_id = colourful
    recut = images.recut

    def overtaken(whole: bytes, crop: Crop) -> Any:
        done = recut(whole, crop)
        monkeypatch.setattr(images, "recut", recut)
        choose(member, photo_id, YELLOW)
        handlers.recut_photo.run(PhotoCropped(photo_id=photo_id))
        return done

    choose(member, photo_id, BLUE)
    monkeypatch.setattr(images, "recut", overtaken)
    handlers.recut_photo.run(PhotoCropped(photo_id=photo_id))
    assert names(photo_id) == named(0, 2)
    assert pictures.shows(picture(only(member).urls.card), (240, 320), pictures.YELLOW)


def test_cutting_twice_is_like_once(colourful: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two copies of the job at work at once, of which one notes the cut while the other still cuts."""
    member, photo_id = colourful
    recut = images.recut

    def copied(whole: bytes, crop: Crop) -> Any:
        monkeypatch.setattr(images, "recut", recut)
        handlers.recut_photo.run(PhotoCropped(photo_id=photo_id))
        return recut(whole, crop)

    choose(member, photo_id, BLUE)
    monkeypatch.setattr(images, "recut", copied)
    for _ in range(2):
        handlers.recut_photo.run(PhotoCropped(photo_id=photo_id))
    assert named(1) <= names(photo_id)
    assert pictures.shows(picture(only(member).urls.card), (240, 320), pictures.BLUE)


def test_a_photo_deleted_while_it_is_cut_leaves_nothing(
    colourful: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    member, photo_id = colourful
    recut = images.recut

    def deleted_meanwhile(whole: bytes, crop: Crop) -> Any:
        done = recut(whole, crop)
        with transaction() as session:
            photos.delete_photo(session, member_id=member.id, photo_id=photo_id)
        drain_now()
        return done

    choose(member, photo_id, BLUE)
    monkeypatch.setattr(images, "recut", deleted_meanwhile)
    handlers.recut_photo.run(PhotoCropped(photo_id=photo_id))
    assert names(photo_id) == set()


def test_every_cut_goes_with_the_photo(colourful: tuple[Any, Any]) -> None:
    member, photo_id = colourful
    for crop in (BLUE, YELLOW):
        choose(member, photo_id, crop)
        drain_now()
    with transaction() as session:
        photos.delete_photo(session, member_id=member.id, photo_id=photo_id)
    drain_now()
    assert names(photo_id) == set()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("crop_x = 0.72, crop_y = 0, crop_width = 0.3, crops = 1", "crop_inside"),
        ("crop_x = 0, crop_y = 0.5, crop_width = 0.4, crops = 1", "crop_inside"),
        ("crop_x = -0.1, crop_y = 0, crop_width = 0.3, crops = 1", "crop_inside"),
        ("crop_x = 0, crop_y = -0.1, crop_width = 0.3, crops = 1", "crop_inside"),
        ("crop_x = 0, crop_y = 0, crop_width = 0.29, crops = 1", "crop_large_enough"),
        ("crop_x = 0, crop_y = 0, crop_width = 0.3", "crop_is_whole"),
        ("crops = 1", "crop_is_whole"),
        ("crop_x = 0, crop_y = 0, crops = 1", "crop_is_whole"),
        ("cut = 1", "cut"),
        ("cut = -1", "cut"),
    ],
)
def test_the_database_refuses(colourful: tuple[Any, Any], change: str, rule: str) -> None:
    _, photo_id = colourful
    with pytest.raises(IntegrityError, match=f"photo_{rule}_check"), transaction() as session:
        session.execute(text(f"UPDATE profiles.photo SET {change} WHERE id = :id"), {"id": photo_id})


class TestRoute:
    """PATCH /photos/{id}."""

    def test_the_owner_chooses_and_finds_the_choice_again(self, colourful: tuple[Any, Any], login: LogIn) -> None:
        member, photo_id = colourful
        browser = login(member)
        wish = {"crop": {"x": 0.3, "y": 0.1444444444, "width": 0.4}}
        answer = browser.patch(f"{API}/photos/{photo_id}", wish, key="crop-key-1")
        chosen = {"x": 0.3, "y": 0.144444, "width": 0.4}
        assert (answer.status_code, answer.json["crop"], answer.json["is_being_cut"]) == (200, chosen, True)
        again = browser.patch(f"{API}/photos/{photo_id}", wish, key="crop-key-1")
        assert again.json == answer.json
        drain_now()
        [photo] = browser.get(f"{API}/profile").json["photos"]
        assert (photo["crop"], photo["is_being_cut"]) == (chosen, False)
        assert "card-1.webp" in photo["card"], "the same key is one choice"
        assert browser.get(photo["card"]).status_code == 200

    @pytest.mark.parametrize(
        ("crop", "code", "pointer"),
        [
            ({"x": 0.8, "y": 0, "width": 0.3}, "profiles.crop-outside", "/crop"),
            ({"x": 0, "y": 0.9, "width": 0.3}, "profiles.crop-outside", "/crop"),
            ({"x": 0, "y": 0, "width": 0.1}, "profiles.crop-too-small", "/crop"),
            ({"x": -0.1, "y": 0, "width": 0.3}, "invalid", "/crop/x"),
            ({"x": 0, "y": 1e400, "width": 0.3}, "invalid", "/crop/y"),
            ({"x": 0, "y": 0, "width": 1e300}, "invalid", "/crop/width"),
            ({"x": 0, "y": "left", "width": 0.3}, "invalid", "/crop/y"),
            ({"x": 0, "width": 0.3}, "invalid", "/crop/y"),
            ({"x": 0, "y": 0, "width": 0.3, "height": 0.4}, "invalid", "/crop/height"),
            (None, "invalid", "/crop"),
        ],
    )
    def test_odd_crops_are_refused(
        self, colourful: tuple[Any, Any], login: LogIn, crop: Any, code: str, pointer: str
    ) -> None:
        member, photo_id = colourful
        answer = login(member).patch(f"{API}/photos/{photo_id}", {"crop": crop}, key="odd-crop-key")
        assert (answer.status_code, answer.json["code"]) == (422, code)
        assert answer.json["errors"][0]["pointer"] == pointer
        assert only(member).crop is None

    def test_a_photo_on_its_way_and_a_refused_one_are_not_cropped(self, login: LogIn, member: Member) -> None:
        with transaction() as session:
            refused = make.add_photo(session, member.id, approved=False)
            api.refuse_photo(session, photo_id=refused, reason="not-you")
            content = pictures.encoded(pictures.portrait())
            coming = photos.add_photo(session, member_id=member.id, is_paid=False, content=content)
        browser = login(member)
        for number, photo_id in enumerate((refused, coming)):
            wish = {"crop": {"x": 0, "y": 0, "width": 1}}
            answer = browser.patch(f"{API}/photos/{photo_id}", wish, key=f"not-ready-{number}")
            assert (answer.status_code, answer.json["code"]) == (409, "profiles.photo-not-ready")

    def test_a_deleted_photo_and_another_members_are_like_none(self, make_member: MakeMember, login: LogIn) -> None:
        owner, stranger = make_member(), make_member()
        with transaction() as session:
            foreign, own = make.add_photo(session, owner.id), make.add_photo(session, stranger.id)
            photos.delete_photo(session, member_id=stranger.id, photo_id=own)
        browser = login(stranger)
        wish = {"crop": {"x": 0, "y": 0, "width": 1}}
        answers = [
            browser.patch(f"{API}/photos/{photo_id}", wish, key=f"absent-{photo_id}")
            for photo_id in (foreign, own, "00000000-0000-4000-8000-000000000000")
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({str(answer.json) for answer in answers}) == 1
        assert only(owner).crop is None

    def test_nobody_lets_us_cut_without_end(
        self, colourful: tuple[Any, Any], login: LogIn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        member, photo_id = colourful
        browser = login(member)
        monkeypatch.setattr(routes, "CROPS", ratelimit.Limit("crop", calls=2, seconds=3600))
        wish = {"crop": {"x": 0, "y": 0, "width": 0.3}}
        answers = [browser.patch(f"{API}/photos/{photo_id}", wish, key=f"endless-{n}") for n in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
