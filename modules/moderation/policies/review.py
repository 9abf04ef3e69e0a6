"""Rules of the review queue: what is urgent, until when it is looked at, and what is worth a look at all."""

from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.messaging.contracts import Hint
from modules.moderation.contracts import ItemKind, Priority, ReportReason, Signal
from modules.moderation.errors import CaseChanged, CaseClaimed, CaseClosed, CaseNotClaimed

CLAIM = timedelta(minutes=15)
# How soon each kind is looked at; a report has the deadline that its reporter was promised.
TARGETS = {
    ItemKind.PHOTO: timedelta(hours=4),
    ItemKind.PROFILE_TEXT: timedelta(hours=24),
    ItemKind.RISK: timedelta(hours=24),
    ItemKind.EVASION: timedelta(hours=24),
    ItemKind.OPENED: timedelta(hours=24),
}
HIGH_TARGET = timedelta(hours=4)
HIGH_REASONS = frozenset((ReportReason.MINOR, ReportReason.DANGER, ReportReason.MONEY))

NEW = timedelta(days=14)
# The digest where nobody wrote anything.
NOTHING = bytes(32)
ASKS_MONEY = frozenset((Hint.MONEY, Hint.GIFT_CARD, Hint.CRYPTO))
LURES = frozenset((Hint.ELSEWHERE, Hint.LINK))
# So many people get the same first words within a day from who writes to whoever is there.
ALIKE_OPENERS, OPENER_HOURS = 5, 24
# As many are led elsewhere by the first words, which is as plain a sign: people give their number to one or two whom
# they know nothing of, and a rule that errs now and then does not err five times with one person in a day.
LURING_OPENERS = 5
# A household shares a browser; a factory of accounts has more of them.
SHARED_BY = 3


def priority_of_report(reason: ReportReason) -> Priority:
    """Return how urgent a report is."""
    return Priority.HIGH if reason in HIGH_REASONS else Priority.MEDIUM


def priority_of_signal(signal: Signal) -> Priority:
    """Return how urgent something is that was noticed of a member."""
    return Priority.HIGH if signal is Signal.NEW_ASKS_MONEY else Priority.MEDIUM


def due_at(kind: ItemKind, priority: Priority, now: datetime) -> datetime:
    """Return until when something is looked at that nobody reported."""
    return now + (HIGH_TARGET if priority is Priority.HIGH else TARGETS[kind])


def find_money_signal(hints: Collection[str], *, age: timedelta) -> Signal | None:
    """Return what a message with these hints says of its sender, whose account has this age; None for nothing."""
    if not ASKS_MONEY.intersection(hints):
        return None
    return Signal.NEW_ASKS_MONEY if age < NEW else Signal.MONEY_WORDS


def find_device_signal(sharers: Collection[MemberStatus]) -> Signal | None:
    """Return what it says of a member that these accounts were opened in the same browser; None for nothing."""
    if MemberStatus.BANNED in sharers:
        return Signal.BANNED_DEVICE
    return Signal.SHARED_DEVICE if len(sharers) + 1 >= SHARED_BY else None


def digest_of(texts: Collection[str], *, name: str) -> bytes:
    """Return a digest of what a member wrote about themselves, followed by one of a `name` that is worth a look; zeros
    where there are no words, and nothing where there is no such name.
    """
    words = "\0".join(texts)
    of_words = sha256(words.encode()).digest() if words.strip("\0 ") else NOTHING
    return of_words + (sha256(name.encode()).digest() if name else b"")


def has_news(digest: bytes, *, seen: bytes | None, words_went: bool) -> bool:
    """Tell whether in what a member says of themselves is something that was not in what was `seen` last; nothing of
    its words counts as seen once these `words_went`.
    """
    length, seen = len(NOTHING), seen or NOTHING
    words, name = digest[:length], digest[length:]
    return (words != NOTHING and (words_went or words != seen[:length])) or name not in (b"", seen[length:])


def ensure_present(status: MemberStatus) -> None:
    """Refuse to open a case about somebody of whom nothing is left; raises MemberNotFound."""
    if status is MemberStatus.ERASED:
        raise MemberNotFound(field="member_id")


def ensure_free(*, claimed_by: UUID | None, claimed_until: datetime | None, staff_id: UUID, now: datetime) -> None:
    """Refuse what somebody else has in hand; a claim ends by itself. Raises CaseClaimed."""
    if claimed_by not in (None, staff_id) and claimed_until is not None and claimed_until > now:
        raise CaseClaimed()


def ensure_in_hand(*, claimed_by: UUID | None, staff_id: UUID) -> None:
    """Refuse to work on what one has not taken on; raises CaseNotClaimed."""
    if claimed_by != staff_id:
        raise CaseNotClaimed()


def ensure_waiting(closed_at: datetime | None) -> None:
    """Refuse what is decided or gone; raises CaseClosed."""
    if closed_at is not None:
        raise CaseClosed()


def ensure_version(version: int, *, seen: int) -> None:
    """Refuse to act on what one has not seen as it is now; raises CaseChanged."""
    if version != seen:
        raise CaseChanged(version=version)
