"""A hundred hostile files on the way of every upload: no worker dies, only pictures are stored, no refusal is mute."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import text

from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from modules.media.errors import Rejected
from modules.media.images import rendering as images
from modules.profiles.contracts import REFUSAL_REASONS, PhotoStatus
from tests.billing.shopping import sound
from tests.conftest import Client, drain_now
from tests.factories.billing import credits_of, give_credits
from tests.factories.messaging import write
from tests.factories.moderation import make_staff, open_session
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.photographing import API, PRICE, one, originals
from tests.profiles.pictures import CANARY, opened
from tests.profiles.test_routes import send_photo
from tests.security.hostile_uploads import MAX_FILES, corpus

# What must never be shown to anybody, by a part of its name; the rest may be refused or shown, if it is harmless.
NEVER = (
    "svg",
    "html",
    "php",
    "zip",
    "program",
    "shell",
    "bomb",
    "noise as",
    "50 %",
    "first bytes",
    "film",
    "huge",
    "gif",
)
ALWAYS = ("with a place", "PNG with texts", "four inks", "sixteen bits", "a palette", "see-through", "moving WEBP")
TRACES = (CANARY, b"<script", b"<?php", b"PK\x03\x04", b"EXIF", b"Exif", b"ICCP", b"XMP ", b"ANIM")
# What became of photos, what of them was left unprocessed, and what of them a worker had to try again.
ASKED = (
    "SELECT id::text, status, reason FROM profiles.photo WHERE id::text = ANY(:ids)",
    "SELECT photo_id FROM profiles.photo_original WHERE photo_id::text = ANY(:ids)",
    """SELECT entry.handler, entry.error FROM platform.inbox_entry entry
       JOIN platform.outbox_event event ON event.id = entry.event_id
       WHERE entry.error IS NOT NULL AND event.payload->>'photo_id' = ANY(:ids)""",
)


HERE = Path(__file__).parent
# What one upload may take at most: seconds of a processor, and memory.
MAX_SECONDS, MAX_KILOBYTES = 10, 512 * 1024
ODD_NAME = "../../me.php;.jpg"


# One worker makes the files once, and decodes each once for a use that two tests try.
pytestmark = pytest.mark.xdist_group("hostile")
files_of_corpus = cache(corpus)


@dataclass
class Corpus:
    """The files, what is stored before them, and what the decoder of each took: seconds and kilobytes at most."""

    files: dict[str, bytes]
    before: set[Path]
    took: list[tuple[float, int]]

    def stored(self) -> set[Path]:
        """Return what was stored since."""
        return set(stored_files()) - self.before

    def ensure_bounds(self, decoded: int) -> None:
        """Fail unless so many files were decoded, each within its bounds."""
        assert len(self.took) == decoded
        assert [took for took in self.took if took[0] > MAX_SECONDS or took[1] > MAX_KILOBYTES] == []


@pytest.fixture(scope="module")
def measured(
    tmp_path_factory: pytest.TempPathFactory, _engines: None
) -> Iterator[Callable[..., tuple[Any, tuple[float, int]]]]:
    """Decode a file once in each use: what came of it, and what that took."""
    notes = tmp_path_factory.mktemp("hostile") / "notes"
    measures = {"DECODER": str(images.DECODER), "NOTES": str(notes)}
    decode = images._decode

    @cache
    def run(content: bytes, *use: str) -> tuple[Any, tuple[float, int]]:
        try:
            made: Any = decode(content, *use)
        except Rejected as rejected:
            made = rejected
        seconds, peak = notes.read_text().split()[-2:]
        return made, (float(seconds), int(peak))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "ENVIRONMENT", {**images.ENVIRONMENT, **measures})
        patch.setattr(images, "DECODER", HERE / "measured_decoder.py")
        yield run


@pytest.fixture
def hostile(measured: Callable[..., tuple[Any, tuple[float, int]]], monkeypatch: pytest.MonkeyPatch) -> Corpus:
    made = Corpus(files_of_corpus(), set(stored_files()), [])
    assert len(made.files) == MAX_FILES

    def decode(content: bytes, *use: str) -> images.Rendered:
        rendered, took = measured(content, *use)
        made.took.append(took)
        if isinstance(rendered, Rejected):
            raise rendered
        return cast(images.Rendered, rendered)

    monkeypatch.setattr(images, "_decode", decode)
    return made


def stored_files() -> Iterator[Path]:
    root = Path(urlsplit(config().storage_url).path)
    return (path for path in root.rglob("*") if path.is_file())


def is_let_in(name: str, answer: Any) -> bool:
    """Tell whether a file was taken; fails for a refusal without a reason."""
    if answer.status_code == 422:
        assert answer.json["code"].startswith("profiles.photo-"), name
        assert answer.json["detail"], name
        return False
    assert answer.status_code in (200, 201), (name, answer.text)
    return True


@pytest.mark.spec("5.7")
def test_a_hundred_hostile_files_break_nothing_and_leave_nothing(
    hostile: Corpus, login: LogIn, make_member: MakeMember
) -> None:
    waiting: dict[str, str] = {}
    for number, (name, content) in enumerate(hostile.files.items()):
        if number % 3 == 0:  # as many photos as a member may have
            drain_now()
            browser = login(make_member())
        answer = send_photo(browser, uuid4().hex, content, name=ODD_NAME)
        if is_let_in(name, answer):
            waiting[answer.json["id"]] = name
    drain_now()
    ensure_settled(hostile, waiting)


@pytest.mark.spec("5.7", "3.2")
def test_nor_do_they_as_photos_of_fictional_profiles(hostile: Corpus, app: Flask) -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        token = open_session(session, make_staff(session))
    browser = Client(app, site.hosts[0])
    browser.http.set_cookie("hearth_staff", token, domain=site.hosts[0], path="/ops")
    waiting: dict[str, str] = {}
    for number, (name, content) in enumerate(hostile.files.items()):
        if number % 3 == 0:
            drain_now()
            with transaction() as session:
                vera = make_fictional(session, site=site)
        path = f"/ops/api/moderation.fictional-profiles/{vera.id}/actions/add-photo"
        answer = browser.post(path, {"photo": b64encode(content).decode()}, key=uuid4().hex)
        if is_let_in(name, answer):
            newest = "SELECT id::text FROM profiles.photo WHERE member_id = :id ORDER BY created_at DESC LIMIT 1"
            waiting[one(newest, id=vera.id).id] = name
    drain_now()
    ensure_settled(hostile, waiting)


def ensure_settled(hostile: Corpus, waiting: dict[str, str]) -> None:
    """Fail unless each photo was shown or refused with a reason at once, and what is stored is harmless."""
    with transaction(read_only=True) as session:
        rows, left, tried_again = (session.execute(text(asked), {"ids": [*waiting]}).all() for asked in ASKED)
    assert (len(rows), left, tried_again) == (len(waiting), [], []), "the worker came to the end of each at once"
    became = dict.fromkeys(hostile.files, "refused at the door")
    for photo_id, status, reason in rows:
        name = waiting[photo_id]
        assert status in (PhotoStatus.PENDING, PhotoStatus.REFUSED), name
        assert (reason in REFUSAL_REASONS) == (status == PhotoStatus.REFUSED), name
        became[name] = status
    ensure_harmless(hostile, {name for name, end in became.items() if end == PhotoStatus.PENDING}, sizes=8)
    hostile.ensure_bounds(len(waiting))


@pytest.mark.spec("3.2", "5.7")
def test_nor_do_they_in_a_conversation_where_what_is_no_photo_is_paid_back(
    hostile: Corpus, login: LogIn, make_member: MakeMember
) -> None:
    ada, ben = make_member(paid=True), make_member()
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=PRICE * (MAX_FILES + 1))
        conversation = write(session, sender=ada, to=ben).message.conversation_id
    browser, path = login(ada), f"{API}/conversations/{conversation}/photos"
    before, waiting, spent = credits_of(browser), {}, []
    for name, content in hostile.files.items():
        forget_calls()
        drain_now()
        answer = send_photo(browser, uuid4().hex, content, name=ODD_NAME, path=path)
        if is_let_in(name, answer):
            waiting[answer.json["message"]["id"]] = name
            spent.append(answer.json["cost"]["credits"])
    drain_now()

    assert spent == [PRICE] * len(waiting)
    sent = [message for message in all_of(browser, conversation) if message["id"] in waiting]
    assert len(sent) == len(waiting)
    ends = {waiting[message["id"]]: (message["photo"]["status"], message["refunded"]) for message in sent}
    assert set(ends.values()) == {("ready", False), ("failed", True)}
    shown = {name for name, (status, _) in ends.items() if status == "ready"}
    assert credits_of(browser) == before - PRICE * len(shown)
    sound()
    assert originals(ada.id) == 0
    ensure_harmless(hostile, shown, sizes=2)
    hostile.ensure_bounds(len(waiting))


def forget_calls() -> None:
    """Count no calls: sixty an hour are a member's, and what is tried is not that."""
    for key in redis().scan_iter("limit:*"):
        redis().delete(key)


def all_of(browser: Client, conversation: Any) -> list[dict[str, Any]]:
    """Return all messages of a conversation."""
    found: list[dict[str, Any]] = []
    while True:
        before = f"?before={found[0]['seq']}" if found else ""
        page = browser.get(f"{API}/conversations/{conversation}/messages{before}").json["messages"]
        if not page:
            return found
        found = [*page, *found]


def ensure_harmless(hostile: Corpus, shown: set[str], *, sizes: int) -> None:
    """Fail unless photos alone are shown, each stored in so many sizes and beside it nothing, without a trace."""
    assert [name for name in shown if any(part in name for part in NEVER) and not is_picture_too(name)] == []
    assert [name for name in hostile.files if name.endswith(ALWAYS) and name not in shown] == []
    stored = hostile.stored()
    assert len(stored) == len(shown) * sizes, "all sizes of each, and nothing else"
    for path in stored:
        content = path.read_bytes()
        assert (path.suffix, content[:4], content[8:12]) == (".webp", b"RIFF", b"WEBP")
        assert [trace for trace in TRACES if trace in content] == [], path
        picture: Image.Image = opened(content)
        assert max(picture.size) <= 1600
        assert not picture.info.get("exif")
        assert not picture.info.get("icc_profile")


def is_picture_too(name: str) -> bool:
    """Tell whether something is a photo with something else in or behind it, which stays behind, or one that lies."""
    return name.endswith(("behind", "in its comment", "says it is small"))
