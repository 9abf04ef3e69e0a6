"""Rules of the review queue: urgency, deadlines, and which findings open a review."""

from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.messaging.contracts import Hint
from modules.moderation.contracts.queue import ItemKind, Priority, Signal
from modules.moderation.errors import CaseChanged, CaseClaimed, CaseClosed, CaseNotClaimed

CLAIM = timedelta(minutes=15)
# The time for each kind of case; a report has the deadline that its reporter was given.
TARGETS = {
    ItemKind.PHOTO: timedelta(hours=4),
    ItemKind.PROFILE_TEXT: timedelta(hours=24),
    ItemKind.RISK: timedelta(hours=24),
    ItemKind.EVASION: timedelta(hours=24),
    ItemKind.OPENED: timedelta(hours=24),
}
HIGH_TARGET = timedelta(hours=4)

NEW = timedelta(days=14)
# The digest of empty texts.
EMPTY_DIGEST = bytes(32)
ASKS_MONEY = frozenset((Hint.MONEY, Hint.GIFT_CARD, Hint.CRYPTO))
LURES = frozenset((Hint.ELSEWHERE, Hint.LINK))
# This many people get the same first message from one sender within these hours.
ALIKE_OPENERS, OPENER_HOURS = 5, 24
# This many first messages of one sender lead to another service. People give their number to one or two strangers, and
# a rule with rare errors does not err five times for one person in a day.
LURING_OPENERS = 5
# This many accounts share a browser; fewer may be a household.
SHARED_BY = 3


def priority_of_signal(signal: Signal) -> Priority:
    """Return the priority of a signal."""
    return Priority.HIGH if signal is Signal.NEW_ASKS_MONEY else Priority.MEDIUM


def due_at(kind: ItemKind, priority: Priority, now: datetime) -> datetime:
    """Return the deadline of a case without a report."""
    return now + (HIGH_TARGET if priority is Priority.HIGH else TARGETS[kind])


def find_money_signal(hints: Collection[str], *, age: timedelta) -> Signal | None:
    """Return the signal of a message with these hints from an account of this age, or None."""
    if not ASKS_MONEY.intersection(hints):
        return None
    return Signal.NEW_ASKS_MONEY if age < NEW else Signal.MONEY_WORDS


def find_device_signal(sharers: Collection[MemberStatus]) -> Signal | None:
    """Return the signal of accounts with these statuses in a member's browser, or None."""
    if MemberStatus.BANNED in sharers:
        return Signal.BANNED_DEVICE
    return Signal.SHARED_DEVICE if len(sharers) + 1 >= SHARED_BY else None


def digest_of(texts: Collection[str], *, name: str) -> bytes:
    """Return the hash of profile texts, zeros without any, followed by that of a `name` to review, if any."""
    words = "\0".join(texts)
    of_words = sha256(words.encode()).digest() if words.strip("\0 ") else EMPTY_DIGEST
    return of_words + (sha256(name.encode()).digest() if name else b"")


def has_new_content(digest: bytes, *, seen: bytes | None, words_went: bool) -> bool:
    """Return whether texts or name differ from the last reviewed digest, `seen`.

    Texts that the last review removed (`words_went`) do not count as reviewed.
    """
    length, seen = len(EMPTY_DIGEST), seen or EMPTY_DIGEST
    words, name = digest[:length], digest[length:]
    return (words != EMPTY_DIGEST and (words_went or words != seen[:length])) or name not in (b"", seen[length:])


def ensure_present(status: MemberStatus) -> None:
    """Raise MemberNotFound for an erased member."""
    if status is MemberStatus.ERASED:
        raise MemberNotFound(field="member_id")


def ensure_free(*, claimed_by: UUID | None, claimed_until: datetime | None, staff_id: UUID, now: datetime) -> None:
    """Raise CaseClaimed while somebody else's claim has not expired."""
    if claimed_by not in (None, staff_id) and claimed_until is not None and claimed_until > now:
        raise CaseClaimed()


def ensure_in_hand(*, claimed_by: UUID | None, staff_id: UUID) -> None:
    """Raise CaseNotClaimed unless the staff member has claimed the case."""
    if claimed_by != staff_id:
        raise CaseNotClaimed()


def ensure_waiting(closed_at: datetime | None) -> None:
    """Raise CaseClosed for a case that is decided or gone."""
    if closed_at is not None:
        raise CaseClosed()


def ensure_version(version: int, *, seen: int) -> None:
    """Raise CaseChanged when the case has another version than the one seen."""
    if version != seen:
        raise CaseChanged(version=version)
