"""Rules of conversations as pure functions."""

import unicodedata

from app.kernel.words import is_visible, isolated, without_harmful
from modules.accounts.contracts import Member, MemberStatus
from modules.messaging.contracts import ABSENT, NOTE_LENGTH, BlockedReason, Draft, Gift, MessageKind, Partner
from modules.messaging.errors import (
    ConversationNotFound,
    FictionalNotAcknowledged,
    MessageEmpty,
    MessageTooLong,
    NothingToAnswer,
    PartnerNotConfirmed,
    TooManyConversations,
)

FREE_STARTS = 2
EXCERPT = 120
Person = Member | Partner


# How many times the site's `gift_credits` a gift costs; the others cost it once.
_TWICE = frozenset((Gift.TULIPS, Gift.CAKE, Gift.BOOK, Gift.RECORD, Gift.KITE, Gift.UMBRELLA, Gift.LANTERN, Gift.CAT))
_THRICE = frozenset(
    (Gift.DOG, Gift.MOON, Gift.SUN, Gift.BICYCLE, Gift.PICNIC, Gift.BOAT, Gift.LIGHTHOUSE, Gift.FIREWORKS)
)


def gift_size(gift: Gift) -> int:
    """Return how many times the site's `gift_credits` a gift costs: 1, 2 or 3."""
    return 3 if gift in _THRICE else 2 if gift in _TWICE else 1


def clean_body(body: str, *, max_length: int) -> str:
    """Return a message without control characters and outer white space; raises MessageEmpty or MessageTooLong."""
    text = clean_note(body, max_length=max_length)
    if not text:
        raise MessageEmpty(field="body")
    return text


def clean_note(note: str, *, max_length: int = NOTE_LENGTH) -> str:
    """Return what was written beside a gift or a photo, cleaned as messages are, or nothing. Raises MessageTooLong."""
    text = unicodedata.normalize("NFC", without_harmful(note)).strip()
    if len(text) > max_length:
        raise MessageTooLong(field="body", max=max_length)
    return text if is_visible(text) else ""


def clean_draft(draft: Draft, *, max_length: int) -> str:
    """Return the words of what is to be sent, cleaned; raises MessageEmpty or MessageTooLong."""
    return clean_body(draft.body, max_length=max_length) if draft.kind is MessageKind.TEXT else clean_note(draft.body)


def excerpt(body: str, *, thing: str | None = None) -> str:
    """Return the beginning of a message on one line, for lists; the name of a gift or a photo is before its note."""
    line = " ".join(": ".join(filter(None, (thing, body))).split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"


def sender_label(sender: Member, *, fictional_singular: str) -> str:
    """Return the name under which a sender is told of; nobody is told of a fictional profile as of a person."""
    return f"{isolated(sender.name)} ({fictional_singular})" if sender.is_fictional else sender.name


def is_absent(partner: Person | None) -> bool:
    """Return whether a partner left: a conversation with them is not there, until they come back."""
    return partner is None or partner.status in ABSENT


def blocked_reason(partner: Person, *, fictional_enabled: bool) -> BlockedReason | None:
    """Return why nobody can write to this partner now, or None."""
    if partner.is_fictional and not fictional_enabled:
        return BlockedReason.OTHER_GONE
    if partner.status is MemberStatus.ACTIVE:
        return None
    if partner.status is MemberStatus.NOT_CONFIRMED:
        return BlockedReason.NOT_CONFIRMED
    return BlockedReason.OTHER_GONE


def ensure_can_write_to(partner: Person, *, fictional_enabled: bool) -> None:
    """Raise PartnerNotConfirmed for an unconfirmed partner (spec 4.7), ConversationNotFound for one who is gone."""
    reason = blocked_reason(partner, fictional_enabled=fictional_enabled)
    if reason is BlockedReason.NOT_CONFIRMED:
        raise PartnerNotConfirmed()
    if reason is BlockedReason.OTHER_GONE:
        raise ConversationNotFound()


def free_start(*, is_paid: bool, started: int) -> int | None:
    """Return the number of a free member's next start (spec 6.4), None for a paid one; raises TooManyConversations."""
    if is_paid:
        return None
    if started >= FREE_STARTS:
        raise TooManyConversations(limit=FREE_STARTS)
    return started + 1


def ensure_acknowledged(*, is_known: bool, warning: str) -> None:
    """Raise FictionalNotAcknowledged unless the member said to know that nobody stands behind the profile."""
    if not is_known:
        raise FictionalNotAcknowledged(warning=warning)


def ensure_waits(*, unread: int) -> None:
    """Raise NothingToAnswer where nothing waits for a fictional profile: it writes to nobody unasked (promise 2)."""
    if unread == 0:
        raise NothingToAnswer()
