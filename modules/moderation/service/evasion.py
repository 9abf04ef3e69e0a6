"""What tells a banned person again. Only keyed hashes are kept, and a match opens a review; it never bans anybody."""

from collections.abc import Iterator
from uuid import UUID

from sqlalchemy import delete, exists, insert, select
from sqlalchemy.orm import Session

from app.kernel.config import config
from app.kernel.ids import new_id, sign
from modules.accounts import api as accounts_api
from modules.moderation.contracts import MarkKind, Signal
from modules.moderation.models import BannedLikeness, BannedMark
from modules.moderation.policies import likeness as rules
from modules.moderation.policies.decisions import canonical_email
from modules.moderation.service import watching
from modules.profiles import api as profiles_api


def remember(session: Session, *, decision_id: UUID, member_id: UUID) -> None:
    """Keep what tells a banned member again: the address, and the files and the looks of their photos."""
    rows = [{"decision_id": decision_id, "kind": kind, "mark": mark} for kind, mark in set(_marks(session, member_id))]
    session.execute(insert(BannedMark), rows)
    looks = [_bands(one) for one in set(profiles_api.list_likenesses(session, member_id))]
    if looks:
        alike = [{"id": new_id(), "decision_id": decision_id, "bands": bands} for bands in looks]
        session.execute(insert(BannedLikeness), alike)


def forget(session: Session, *, decision_id: UUID) -> None:
    """Keep nothing of somebody whose ban is over or was lifted."""
    for kept in (BannedMark, BannedLikeness):
        session.execute(delete(kept).where(kept.decision_id == decision_id))


def watch_email(session: Session, *, member_id: UUID) -> None:
    """Let a member be looked at whose address, without dots and tags, is a banned one."""
    email = accounts_api.get_member(session, member_id).email
    if email and _is_known(session, MarkKind.EMAIL, _of_email(email)):
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_EMAIL)


def watch_photo(session: Session, *, photo_id: UUID) -> None:
    """Let a member be looked at who uploaded a picture of a banned one, or one that looks the same."""
    photo = profiles_api.find_review_photo(session, photo_id)
    if photo is None:
        return
    is_alike = photo.likeness is not None and _is_alike(session, photo.likeness)
    if is_alike or _is_known(session, MarkKind.PHOTO, _keyed(photo.digest.hex())):
        watching.note_signal(session, member_id=photo.member_id, signal=Signal.BANNED_PHOTO)


def _marks(session: Session, member_id: UUID) -> Iterator[tuple[MarkKind, bytes]]:
    email = accounts_api.get_member(session, member_id).email
    if email:
        yield MarkKind.EMAIL, _of_email(email)
    for digest in profiles_api.list_photo_digests(session, member_id):
        yield MarkKind.PHOTO, _keyed(digest.hex())


def _of_email(email: str) -> bytes:
    return _keyed(canonical_email(email))


def _keyed(what: str) -> bytes:
    return bytes.fromhex(sign(config().secret, "banned", what))


def _is_known(session: Session, kind: MarkKind, mark: bytes) -> bool:
    known = exists().where(BannedMark.kind == kind, BannedMark.mark == mark)
    return bool(session.execute(select(known)).scalar_one())


def _is_alike(session: Session, likeness: bytes) -> bool:
    """Tell whether a picture, however turned, has enough bands in common with one of a banned member."""
    turned = [set(_bands(one)) for one in rules.orientations(likeness)]
    any_band = sorted(set().union(*turned))
    found = session.execute(select(BannedLikeness.bands).where(BannedLikeness.bands.overlap(any_band))).scalars()
    return any(len(one & set(bands)) >= rules.ALIKE for bands in found for one in turned)


def _bands(likeness: bytes) -> list[int]:
    """Return the keyed hashes of a likeness's bands, each different from those of other places."""
    named = (f"{place} {band.hex()}" for place, band in enumerate(rules.bands(likeness)))
    keyed = (bytes.fromhex(sign(config().secret, "banned likeness", one)) for one in named)
    return [int.from_bytes(one[:8], "big", signed=True) for one in keyed]
