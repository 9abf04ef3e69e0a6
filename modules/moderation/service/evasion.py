"""What tells a banned person again. Only keyed hashes are kept, and a match opens a review; it never bans anybody."""

from collections.abc import Iterator
from uuid import UUID

from sqlalchemy import delete, exists, insert, select
from sqlalchemy.orm import Session

from app.kernel.config import config
from app.kernel.ids import sign
from modules.accounts import api as accounts_api
from modules.moderation.contracts import MarkKind, Signal
from modules.moderation.models import BannedMark
from modules.moderation.policies.decisions import canonical_email
from modules.moderation.service import watching
from modules.profiles import api as profiles_api


def remember(session: Session, *, decision_id: UUID, member_id: UUID) -> None:
    """Keep what tells a banned member again: the address, and the files of their photos."""
    rows = [{"decision_id": decision_id, "kind": kind, "mark": mark} for kind, mark in set(_marks(session, member_id))]
    session.execute(insert(BannedMark), rows)


def forget(session: Session, *, decision_id: UUID) -> None:
    """Keep nothing of somebody whose ban is over or was lifted."""
    session.execute(delete(BannedMark).where(BannedMark.decision_id == decision_id))


def watch_email(session: Session, *, member_id: UUID) -> None:
    """Let a member be looked at whose address, without dots and tags, is a banned one."""
    email = accounts_api.get_member(session, member_id).email
    if email and _is_known(session, MarkKind.EMAIL, _of_email(email)):
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_EMAIL)


def watch_photo(session: Session, *, photo_id: UUID) -> None:
    """Let a member be looked at who uploaded a picture of a banned one."""
    photo = profiles_api.find_review_photo(session, photo_id)
    if photo is not None and _is_known(session, MarkKind.PHOTO, _keyed(photo.digest.hex())):
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
