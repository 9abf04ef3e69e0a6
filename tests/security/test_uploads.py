"""A hundred hostile files on the way of every upload: no worker dies, only pictures are stored, no refusal is mute."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from PIL import Image
from sqlalchemy import text

from app.kernel.config import config
from app.kernel.db import transaction
from modules.profiles.contracts import REFUSAL_REASONS, PhotoStatus
from tests.profiles.pictures import CANARY, opened
from tests.profiles.test_routes import send_photo
from tests.security.hostile_uploads import MOST, corpus

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


def files() -> Iterator[Path]:
    root = Path(urlsplit(config().storage_url).path)
    return (path for path in root.rglob("*") if path.is_file())


@pytest.mark.spec("5.7")
def test_a_hundred_hostile_files_break_nothing_and_leave_nothing(
    login: Callable[..., Any], make_member: Any, drain: Callable[[], None]
) -> None:
    drain()  # what other tests left behind
    made, before = corpus(), set(files())
    assert len(made) == MOST
    became: dict[str, str] = {}
    waiting: dict[str, str] = {}
    browser = login(make_member())
    for number, (name, content) in enumerate(made.items()):
        if number % 3 == 0:  # as many photos as a member may have
            browser = login(make_member())
        answer = send_photo(browser, uuid4().hex, content, name="../../me.php;.jpg")
        assert answer.status_code in (201, 422), (name, answer.text)
        if answer.status_code == 422:
            assert answer.json["code"].startswith("profiles.photo-"), name
            assert answer.json["detail"], name
            became[name] = answer.json["code"]
        else:
            waiting[answer.json["id"]] = name
    drain()

    with transaction(read_only=True) as session:
        rows, left, tried_again = (session.execute(text(asked), {"ids": [*waiting]}).all() for asked in ASKED)
    assert (len(rows), left, tried_again) == (len(waiting), [], []), "the worker came to the end of each at once"
    for photo_id, status, reason in rows:
        name = waiting[photo_id]
        assert status in (PhotoStatus.PENDING, PhotoStatus.REFUSED), name
        assert (reason in REFUSAL_REASONS) == (status == PhotoStatus.REFUSED), name
        became[name] = status
    shown = {name for name, end in became.items() if end == PhotoStatus.PENDING}
    assert [name for name in shown if any(part in name for part in NEVER) and not is_picture_too(name)] == []
    assert [name for name in made if name.endswith(ALWAYS) and name not in shown] == []

    stored = set(files()) - before
    assert len(stored) == len(shown) * 8, "four sizes and their blurred twins of each, and nothing else"
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
