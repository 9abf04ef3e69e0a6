"""What tells a banned person again. Only keyed hashes are kept, and a match opens a review; it never bans anybody.

Whoever does something new is compared with the banned, and whoever is banned with those who are there already.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from sqlalchemy import delete, insert

from app.kernel.addresses import forms_of
from app.kernel.db import Session
from app.kernel.ids import new_id
from app.kernel.signing import keyed_hash
from modules.accounts import api as accounts_api
from modules.billing import api as billing_api
from modules.moderation.contracts import DecisionState, MarkKind, Match, Signal
from modules.moderation.models import BannedLikeness, BannedMark
from modules.moderation.policies import likeness as rules
from modules.moderation.queries import decisions as queries
from modules.moderation.queries import marks
from modules.moderation.service import watching
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoFingerprint

# So many accounts of each sort are looked at for one ban; whoever has more of them is found by the next one.
MOST = 50


def remember(session: Session, *, decision_id: UUID, member_id: UUID) -> None:
    """Keep what tells a banned member again: address, browsers, bank accounts, and photos, by file and by look."""
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
    """Keep nothing of somebody whose ban is over or was lifted."""
    for kept in (BannedMark, BannedLikeness):
        session.execute(delete(kept).where(kept.decision_id == decision_id))


def watch_email(session: Session, *, member_id: UUID) -> None:
    """Let a member be looked at whose address, without dots and tags, is a banned one."""
    mailbox = accounts_api.find_mailbox(session, member_id)
    forms = forms_of(mailbox) if mailbox else ()
    banned = set[UUID]().union(*(marks.list_marked(session, MarkKind.EMAIL, _keyed(one)) for one in forms))
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_EMAIL, matches=matches)


def watch_device(session: Session, *, member_id: UUID) -> None:
    """Let a member be looked at whose browser others use too, or was a banned one's, who may be long erased."""
    watching.watch_device(session, member_id=member_id)
    devices = accounts_api.list_devices(session, member_id)
    banned = set[UUID]().union(*(marks.list_marked(session, MarkKind.DEVICE, _keyed(one)) for one in devices))
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=member_id, signal=Signal.BANNED_DEVICE, matches=matches)


def watch_bank_account(session: Session, *, collection_id: UUID) -> None:
    """Let a member be looked at who pays from a bank account of a banned one."""
    debit = billing_api.get_debit(session, collection_id)
    if debit is None:
        return
    accounts = billing_api.list_bank_accounts(session, member_id=debit.member_id)
    banned = set[UUID]().union(*(marks.list_marked(session, MarkKind.BANK_ACCOUNT, _keyed(one)) for one in accounts))
    if banned:
        matches = [Match(one) for one in sorted(banned)]
        watching.note_signal(session, member_id=debit.member_id, signal=Signal.BANNED_BANK_ACCOUNT, matches=matches)


def watch_photo(session: Session, *, photo_id: UUID) -> None:
    """Let a member be looked at who uploaded a picture of a banned one, or one that looks the same."""
    look = profiles_api.find_fingerprint(session, photo_id)
    if look is None:
        return
    banned = marks.list_marked(session, MarkKind.PHOTO, _of_file(look)) | _list_alike(session, look)
    if banned:
        matches = [Match(one, photo_id, _find_same(session, one, look)) for one in sorted(banned)]
        watching.note_signal(session, member_id=look.member_id, signal=Signal.BANNED_PHOTO, matches=matches)


def look_back(session: Session, *, decision_id: UUID) -> None:
    """Let those be looked at who are there already and have the address, the browser, the bank account or a picture of
    somebody who is banned now; nothing happens if the ban is over.
    """
    ban = queries.lock_decision(session, decision_id)
    if ban is None or ban.state != DecisionState.IN_FORCE:
        return
    banned_id: UUID = ban.member_id
    for one in accounts_api.list_mailbox_sharers(session, banned_id, limit=MOST):
        watching.note_signal(session, member_id=one, signal=Signal.BANNED_EMAIL, matches=[Match(banned_id)])
    for one in billing_api.list_bank_account_sharers(session, banned_id, limit=MOST):
        watching.note_signal(session, member_id=one, signal=Signal.BANNED_BANK_ACCOUNT, matches=[Match(banned_id)])
    for one in sorted(accounts_api.list_device_sharers(session, banned_id), reverse=True)[:MOST]:
        watching.watch_device(session, member_id=one)
    for known in profiles_api.list_fingerprints(session, banned_id):
        for look in _list_others_alike(session, known):
            matches = [Match(banned_id, look.photo_id, known.photo_id)]
            watching.note_signal(session, member_id=look.member_id, signal=Signal.BANNED_PHOTO, matches=matches)


def _marks(session: Session, member_id: UUID, looks: Iterable[PhotoFingerprint]) -> Iterator[tuple[MarkKind, bytes]]:
    mailbox = accounts_api.find_mailbox(session, member_id)
    if mailbox:
        yield MarkKind.EMAIL, _keyed(mailbox)
    for device in accounts_api.list_devices(session, member_id):
        yield MarkKind.DEVICE, _keyed(device)
    for account in billing_api.list_bank_accounts(session, member_id=member_id):
        yield MarkKind.BANK_ACCOUNT, _keyed(account)
    for look in looks:
        yield MarkKind.PHOTO, _of_file(look)


def _of_file(look: PhotoFingerprint) -> bytes:
    return _keyed(look.digest.hex())


def _keyed(what: str) -> bytes:
    return bytes.fromhex(keyed_hash("banned", what))


def _list_alike(session: Session, look: PhotoFingerprint) -> set[UUID]:
    """Return the banned members of whose pictures one, however turned, has enough bands in common with this one."""
    if look.likeness is None:
        return set()
    turned = [set(_bands(one)) for one in rules.orientations(look.likeness)]
    found = marks.list_bands(session, set().union(*turned))
    return {whose for whose, bands in found if any(len(one & bands) >= rules.ALIKE for one in turned)}


def _list_others_alike(session: Session, known: PhotoFingerprint) -> list[PhotoFingerprint]:
    turned = rules.orientations(known.likeness) if known.likeness is not None else []
    return profiles_api.list_alike(
        session, digest=known.digest, likenesses=turned, bands=rules.ALIKE, but=known.member_id, limit=MOST
    )


def _find_same(session: Session, member_id: UUID, look: PhotoFingerprint) -> UUID | None:
    """Return which picture of a banned member it is, if that is still there."""
    theirs = profiles_api.list_fingerprints(session, member_id)
    return next((one.photo_id for one in theirs if _is_same(one, look)), None)


def _is_same(one: PhotoFingerprint, other: PhotoFingerprint) -> bool:
    if one.likeness is None or other.likeness is None:
        return one.digest == other.digest
    return one.digest == other.digest or rules.are_alike(one.likeness, other.likeness)


def _bands(likeness: bytes) -> list[int]:
    """Return the keyed hashes of a likeness's bands, each different from those of other places."""
    named = (f"{place} {band.hex()}" for place, band in enumerate(rules.bands(likeness)))
    keyed = (bytes.fromhex(keyed_hash("banned likeness", one)) for one in named)
    return [int.from_bytes(one[:8], "big", signed=True) for one in keyed]
