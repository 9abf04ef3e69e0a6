"""Recognition of banned persons by keyed hashes. A match opens a review; it never bans anybody.

New data of members is compared with that of banned ones, and a newly banned member with the existing ones.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from sqlalchemy import delete, insert

from app.kernel.db.session import Session
from app.kernel.ids import new_id
from app.kernel.secrets.signing import keyed_hash
from modules.accounts import api as accounts_api
from modules.billing import api as billing_api
from modules.moderation.contracts.decisions import DecisionState, MarkKind
from modules.moderation.contracts.queue import Match, Signal
from modules.moderation.decisions.models import BannedLikeness, BannedMark
from modules.moderation.decisions.policies import likeness as policies
from modules.moderation.decisions.queries import decisions as queries
from modules.moderation.decisions.queries import marks
from modules.moderation.queue.service import watching
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoFingerprint

# The most accounts of each kind that one ban opens reviews of; further ones are found by the next ban.
MAX_ACCOUNTS = 50


def remember(session: Session, *, decision_id: UUID, member_id: UUID) -> None:
    """Store hashes of a banned member's address, browsers, bank accounts, and photos by file and by likeness."""
    looks = profiles_api.list_fingerprints(session, member_id)
    marked = set(_marks(session, member_id, looks))
    rows = [{"decision_id": decision_id, "kind": kind, "mark": mark} for kind, mark in marked]
    session.execute(insert(BannedMark), rows)
    alike = [
        {"id": new_id(), "decision_id": decision_id, "bands": _bands(likeness)}
        for likeness in {look.likeness for look in looks}
        if likeness is not None
    ]
    if alike:
        session.execute(insert(BannedLikeness), alike)


def forget(session: Session, *, decision_id: UUID) -> None:
    """Delete the hashes of a ban that has ended or was lifted."""
    for kept in (BannedMark, BannedLikeness):
        session.execute(delete(kept).where(kept.decision_id == decision_id))


def watch_email(session: Session, *, member_id: UUID) -> None:
    """Queue a review of a member whose address, without dots and tags, is a banned one."""
    forms = accounts_api.list_mailbox_forms(session, member_id)
    banned = marks.list_marked(session, MarkKind.EMAIL, [_hash(one) for one in forms])
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_EMAIL, matches=matches)


def watch_device(session: Session, *, member_id: UUID) -> None:
    """Queue a review of a member whose browser is shared, or was used by a banned member."""
    watching.watch_device(session, member_id=member_id)
    devices = accounts_api.list_devices(session, member_id)
    banned = marks.list_marked(session, MarkKind.DEVICE, [_hash(one) for one in devices])
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_DEVICE, matches=matches)


def watch_bank_account(session: Session, *, collection_id: UUID) -> None:
    """Queue a review of a member who pays from a bank account of a banned one."""
    debit = billing_api.get_debit(session, collection_id)
    if debit is None:
        return
    accounts = billing_api.list_bank_accounts(session, member_id=debit.member_id)
    banned = marks.list_marked(session, MarkKind.BANK_ACCOUNT, [_hash(one) for one in accounts])
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=debit.member_id, signal=Signal.BANNED_BANK_ACCOUNT, matches=matches)


def watch_photo(session: Session, *, photo_id: UUID) -> None:
    """Queue a review of a member who uploaded a picture of a banned one, or one that looks the same."""
    look = profiles_api.find_fingerprint(session, photo_id)
    if look is None:
        return
    banned = marks.list_marked(session, MarkKind.PHOTO, [_file_hash(look)]) | _list_alike(session, look)
    if banned:
        matches = [Match(one, photo_id, _find_same(session, one, look)) for one in sorted(banned)]
        watching.note_signal(session, member_id=look.member_id, signal=Signal.BANNED_PHOTO, matches=matches)


def look_back(session: Session, *, decision_id: UUID) -> None:
    """Queue reviews of existing members with the address, browser, bank account or a picture of a banned one.

    Does nothing when the ban has ended meanwhile.
    """
    ban = queries.lock_decision(session, decision_id)
    if ban is None or ban.state != DecisionState.IN_FORCE:
        return
    banned_id: UUID = ban.member_id
    for one in accounts_api.list_mailbox_sharers(session, banned_id, limit=MAX_ACCOUNTS):
        watching.note_signal(session, member_id=one, signal=Signal.BANNED_EMAIL, matches=[Match(banned_id)])
    for one in billing_api.list_bank_account_sharers(session, banned_id, limit=MAX_ACCOUNTS):
        watching.note_signal(session, member_id=one, signal=Signal.BANNED_BANK_ACCOUNT, matches=[Match(banned_id)])
    for one in sorted(accounts_api.list_device_sharers(session, banned_id), reverse=True)[:MAX_ACCOUNTS]:
        watching.watch_device(session, member_id=one)
    for known in profiles_api.list_fingerprints(session, banned_id):
        for look in _list_others_alike(session, known):
            matches = [Match(banned_id, look.photo_id, known.photo_id)]
            watching.note_signal(session, member_id=look.member_id, signal=Signal.BANNED_PHOTO, matches=matches)


def _marks(session: Session, member_id: UUID, looks: Iterable[PhotoFingerprint]) -> Iterator[tuple[MarkKind, bytes]]:
    mailbox = accounts_api.find_mailbox(session, member_id)
    if mailbox:
        yield MarkKind.EMAIL, _hash(mailbox)
    for device in accounts_api.list_devices(session, member_id):
        yield MarkKind.DEVICE, _hash(device)
    for account in billing_api.list_bank_accounts(session, member_id=member_id):
        yield MarkKind.BANK_ACCOUNT, _hash(account)
    for look in looks:
        yield MarkKind.PHOTO, _file_hash(look)


def _file_hash(look: PhotoFingerprint) -> bytes:
    return _hash(look.digest.hex())


def _hash(what: str) -> bytes:
    return bytes.fromhex(keyed_hash("banned", what))


def _list_alike(session: Session, look: PhotoFingerprint) -> set[UUID]:
    """Return the banned members with a picture that, in any rotation, has enough bands in common with this one."""
    if look.likeness is None:
        return set()
    turned = [set(_bands(one)) for one in policies.orientations(look.likeness)]
    found = marks.list_bands(session, set().union(*turned))
    return {whose for whose, bands in found if any(len(one & bands) >= policies.ALIKE for one in turned)}


def _list_others_alike(session: Session, known: PhotoFingerprint) -> list[PhotoFingerprint]:
    turned = policies.orientations(known.likeness) if known.likeness is not None else []
    return profiles_api.list_alike(
        session, digest=known.digest, likenesses=turned, bands=policies.ALIKE, but=known.member_id, limit=MAX_ACCOUNTS
    )


def _find_same(session: Session, member_id: UUID, look: PhotoFingerprint) -> UUID | None:
    """Return the equal picture of a banned member, or None when it is deleted."""
    theirs = profiles_api.list_fingerprints(session, member_id)
    return next((one.photo_id for one in theirs if _is_same(one, look)), None)


def _is_same(one: PhotoFingerprint, other: PhotoFingerprint) -> bool:
    if one.likeness is None or other.likeness is None:
        return one.digest == other.digest
    return one.digest == other.digest or policies.are_alike(one.likeness, other.likeness)


def _bands(likeness: bytes) -> list[int]:
    """Return the keyed hashes of a likeness's bands; the position is hashed too."""
    named = (f"{place} {band.hex()}" for place, band in enumerate(policies.bands(likeness)))
    keyed = (bytes.fromhex(keyed_hash("banned likeness", one)) for one in named)
    return [int.from_bytes(one[:8], "big", signed=True) for one in keyed]
