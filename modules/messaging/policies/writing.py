"""Rules of conversations as pure functions."""

from app.kernel.text.words import composed, is_visible, isolated, shortened, without_harmful
from modules.accounts.contracts import Member, MemberStatus
from modules.messaging.contracts import ABSENT, MAX_NOTE_LENGTH, BlockedReason, Draft, Gift, MessageKind, Partner
from modules.messaging.errors import (
    ConversationNotFound,
    FictionalNotAcknowledged,
    MessageEmpty,
    MessageTooLong,
    NothingToAnswer,
    PartnerNotConfirmed,
    TooManyConversations,
)

MAX_FREE_CONVERSATIONS = 2
MAX_EXCERPT_LENGTH = 120
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
    """Return a message without control characters and surrounding white space; raises MessageEmpty, MessageTooLong."""
    text = clean_note(body, max_length=max_length)
    if not text:
        raise MessageEmpty(field="body")
    return text


def clean_note(note: str, *, max_length: int = MAX_NOTE_LENGTH) -> str:
    """Return the note of a gift or a photo, cleaned as messages are; may be empty. Raises MessageTooLong."""
    text = composed(without_harmful(note)).strip()
    if len(text) > max_length:
        raise MessageTooLong(field="body", max=max_length)
    return text if is_visible(text) else ""


def clean_draft(draft: Draft, *, max_length: int) -> str:
    """Return the cleaned body of a draft; raises MessageEmpty or MessageTooLong."""
    return clean_body(draft.body, max_length=max_length) if draft.kind is MessageKind.TEXT else clean_note(draft.body)


def excerpt(body: str, *, thing: str | None = None) -> str:
    """Return the beginning of a message on one line, for lists, after the name of its gift or photo (`thing`)."""
    line = " ".join(": ".join(filter(None, (thing, body))).split())
    return shortened(line, MAX_EXCERPT_LENGTH)


def sender_label(sender: Member, *, fictional_singular: str) -> str:
    """Return the name of a sender for notices; a fictional profile's label follows its name."""
    return f"{isolated(sender.name)} ({fictional_singular})" if sender.is_fictional else sender.name


def is_absent(partner: Person | None) -> bool:
    """Return whether a partner deleted their account or is unknown, so that the conversation is hidden."""
    return partner is None or partner.status in ABSENT


def blocked_reason(partner: Person, *, fictional_enabled: bool) -> BlockedReason | None:
    """Return why this partner can receive no messages now, or None."""
    if partner.is_fictional and not fictional_enabled:
        return BlockedReason.OTHER_GONE
    if partner.status is MemberStatus.ACTIVE:
        return None
    if partner.status is MemberStatus.NOT_CONFIRMED:
        return BlockedReason.NOT_CONFIRMED
    return BlockedReason.OTHER_GONE


def ensure_can_write_to(partner: Person, *, fictional_enabled: bool) -> None:
    """Raise PartnerNotConfirmed for an unconfirmed partner (spec 4.7), ConversationNotFound for an absent one."""
    reason = blocked_reason(partner, fictional_enabled=fictional_enabled)
    if reason is BlockedReason.NOT_CONFIRMED:
        raise PartnerNotConfirmed()
    if reason is BlockedReason.OTHER_GONE:
        raise ConversationNotFound()


def free_start(*, is_paid: bool, started: int, kind: MessageKind) -> int | None:
    """Return the number of a free member's next conversation (spec 6.4), None if paid; raises TooManyConversations."""
    if is_paid:
        return None
    if started >= MAX_FREE_CONVERSATIONS:
        raise TooManyConversations(reason=kind.value, limit=MAX_FREE_CONVERSATIONS)
    return started + 1


def ensure_acknowledged(*, is_known: bool, warning: str) -> None:
    """Raise FictionalNotAcknowledged unless the member acknowledged that the profile is fictional."""
    if not is_known:
        raise FictionalNotAcknowledged(warning=warning)


def ensure_unanswered(*, unread: int) -> None:
    """Raise NothingToAnswer without unread messages: a fictional profile never writes first (promise 2)."""
    if unread == 0:
        raise NothingToAnswer()
