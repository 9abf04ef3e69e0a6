"""Who comes back after a ban is looked at: by the address, the file of a photo, and what it looks like."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from PIL import Image, ImageOps
from sqlalchemy import select, update

from app.kernel import clock
from app.kernel.db import transaction
from modules.accounts import api as accounts_api
from modules.moderation.contracts import ItemKind
from modules.moderation.models import BannedLikeness, BannedMark
from modules.moderation.policies import likeness as likeness_rules
from modules.moderation.service import decisions, evasion, keeping, queue
from modules.profiles import api as profiles_api
from modules.profiles.service import photos
from tests.conftest import drain_now
from tests.moderation.test_decisions import A_WEEK, decide, mo, staff
from tests.moderation.test_queue import items, only
from tests.profiles import pictures

__all__ = ["mo", "staff"]


@pytest.mark.spec("10.5")
def test_who_comes_back_after_a_ban_is_looked_at_and_not_banned(
    mo: Any, staff: Any, make_member: Any, db: Any, drain: Any
) -> None:
    decision_id = decide(mo, staff, A_WEEK)
    local, _, domain = mo.email.partition("@")
    back = make_member(email=f"{local}+again@{domain}")
    with db() as session:
        evasion.watch_email(session, member_id=back.id)
    item = only(back, ItemKind.EVASION)
    assert (item.signals, back.status) == (["banned-email"], "active")
    with db() as session:
        decisions.lift(session, decision_id=decision_id, staff_id=staff.id, reason="a mistake")
        kept = select(BannedMark.kind).where(BannedMark.decision_id == decision_id)
        assert session.execute(kept).all() == []


def upload(member: Any, content: bytes) -> UUID:
    """Let a member upload a picture, and have it made ready."""
    with transaction() as session:
        photo_id = photos.add_photo(session, member_id=member.id, is_paid=True, content=content)
    drain_now()
    return photo_id


def saved_anew(picture: Image.Image) -> bytes:
    return pictures.encoded(picture, quality=40)


@pytest.mark.spec("10.5", "6.4")
@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        (lambda picture: picture, True),
        (lambda picture: picture.resize((300, 400)), True),
        (lambda picture: picture.rotate(90, expand=True), True),
        (ImageOps.mirror, True),
        (ImageOps.flip, True),
        (lambda picture: ImageOps.mirror(picture.rotate(270, expand=True)), True),
        (lambda _: pictures.scene(8), False),
    ],
    ids=["quality", "smaller", "turned", "mirrored", "upside-down", "turned-and-mirrored", "another"],
)
def test_a_banned_persons_picture_is_known_again_however_it_was_saved(
    mo: Any, staff: Any, make_member: Any, change: Callable[[Image.Image], Image.Image], is_known: bool
) -> None:
    picture = pictures.scene(7)
    upload(mo, pictures.encoded(picture, quality=92))
    decision_id = decide(mo, staff, A_WEEK)
    back = make_member()
    photo_id = upload(back, saved_anew(change(picture)))
    found = [one.signals for one in items(back, ItemKind.EVASION)]
    assert found == ([["banned-photo"]] if is_known else [])
    with transaction() as session:
        assert accounts_api.get_member(session, back.id).status == "active"
        queue.settle(session, kind=ItemKind.EVASION, subject_id=back.id)
        decisions.lift(session, decision_id=decision_id, staff_id=staff.id, reason="a mistake")
        evasion.watch_photo(session, photo_id=photo_id)
    # With the ban, what was kept of the picture is gone too.
    assert len(items(back, ItemKind.EVASION)) == len(found)


@pytest.mark.spec("9.3")
def test_what_a_banned_persons_picture_looks_like_is_kept_keyed_and_for_three_years(mo: Any, staff: Any) -> None:
    upload(mo, pictures.encoded(pictures.scene(7)))
    decision_id = decide(mo, staff, A_WEEK)
    kept = select(BannedLikeness.bands).where(BannedLikeness.decision_id == decision_id)
    with transaction() as session:
        (likeness,) = profiles_api.list_likenesses(session, mo.id)
        (bands,) = session.execute(kept).scalars()
        plain = {int.from_bytes(band, "big") for band in likeness_rules.bands(likeness)}
        assert len(set(bands)) == 16
        assert not plain & set(bands)
        old = clock.now() - keeping.MARKS_ARE_KEPT - timedelta(days=1)
        session.execute(update(BannedLikeness).values(created_at=old))
        keeping.empty_evidence(session)
        assert session.execute(kept).all() == []


def test_a_picture_with_nothing_on_it_looks_like_nothing(mo: Any) -> None:
    upload(mo, pictures.encoded(Image.new("RGB", (600, 800), (200, 100, 50))))
    with transaction(read_only=True) as session:
        assert profiles_api.list_likenesses(session, mo.id) == []
