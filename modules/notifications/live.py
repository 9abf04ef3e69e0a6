"""Which members get which live signals (docs/decisions/0025). Signals carry ids only, never content.

A member gets no signal about somebody whom they blocked or who left: to the other member, a block looks like absence.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.events.live import Signal, signals
from modules.accounts.events import (
    EmailChanged,
    LanguageChanged,
    MemberBanned,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberUnbanned,
    SessionsEnded,
)
from modules.billing import api as billing_api
from modules.billing.events import (
    ChargebackReceived,
    CreditsAdjusted,
    OrderCompleted,
    RefundApproved,
    RefundFailed,
    RefundRefused,
    RefundSettled,
    ReloadEnded,
    ReloadPaused,
    ReloadStarted,
)
from modules.messaging import api as messaging_api
from modules.messaging.events import (
    ConversationRead,
    ConversationRemoved,
    HintsDismissed,
    MessageRefunded,
    MessageSent,
    PhotoFailed,
    PhotoGivenBack,
    PhotoPosted,
    PhotoRemoved,
)
from modules.profiles.events import PhotoActivated, PhotoReady, PhotoRefused, ProfileChanged, VisibilityChanged
from modules.social import api as social_api
from modules.social.events import LikeGiven, LikesSeen, LikeWithdrawn, MatchMade, MemberBlocked, MemberUnblocked

Signals = Iterator[Signal]
# So many partners get a signal when a member leaves or returns; the others see it when they reload.
MAX_PARTNERS = 200


@signals(MessageSent)
def of_message(session: Session, event: MessageSent) -> Signals:
    """Signal a new message to the recipient and to the sender's other browsers."""
    if _present_partner(session, event.conversation_id, event.recipient_id) is None:
        return
    data = {"conversation_id": event.conversation_id, "from_id": event.sender_id}
    for member_id in (event.recipient_id, event.sender_id):
        yield Signal(member_id, "message", data)


@signals(ConversationRead)
def of_reading(session: Session, event: ConversationRead) -> Signals:
    """Signal read messages to the reader's other browsers and to the partner."""
    data = {"conversation_id": event.conversation_id, "by_id": event.member_id, "seq": event.seq}
    yield Signal(event.member_id, "seen", data)
    partner_id = _present_partner(session, event.conversation_id, event.member_id)
    if partner_id is not None:
        yield Signal(partner_id, "seen", data)


@signals(ConversationRemoved)
def of_removed_conversation(session: Session, event: ConversationRemoved) -> Signals:
    """Signal a removed conversation to the member who removed it; the partner keeps theirs."""
    yield Signal(event.member_id, "chats")


@signals(HintsDismissed)
def of_dismissed_hints(session: Session, event: HintsDismissed) -> Signals:
    """Signal dismissed hints to the member's other browsers; the partner never sees hints."""
    yield Signal(event.member_id, "conversation", {"conversation_id": event.conversation_id})


@signals(PhotoPosted)
def of_posted_photo(session: Session, event: PhotoPosted) -> Signals:
    """Signal a posted photo to the sender's other browsers; the recipient gets a signal when it is ready."""
    message = messaging_api.find_message(session, event.message_id)
    if message is not None:
        yield Signal(message.sender_id, "conversation", {"conversation_id": message.conversation_id})


@signals(PhotoFailed)
def of_failed_photo(session: Session, event: PhotoFailed) -> Signals:
    """Signal to both members that a photo could not be processed."""
    return _signal_conversation(session, event.message_id)


@signals(PhotoRemoved)
def of_removed_photo(session: Session, event: PhotoRemoved) -> Signals:
    """Signal to both members that a photo was removed."""
    return _signal_conversation(session, event.message_id)


@signals(PhotoGivenBack)
def of_photo_given_back(session: Session, event: PhotoGivenBack) -> Signals:
    """Signal to both members that a photo was restored."""
    return _signal_conversation(session, event.message_id)


@signals(MessageRefunded)
def of_refunded_message(session: Session, event: MessageRefunded) -> Signals:
    """Signal returned credits to the sender, and the changed message to both members."""
    yield Signal(event.sender_id, "credits")
    yield from _signal_conversation(session, event.message_id)


@signals(LikeGiven)
def of_like(session: Session, event: LikeGiven) -> Signals:
    """Signal a like to its recipient and to the giver's other browsers."""
    if social_api.is_listed(session, event.to_id, event.from_id):
        yield Signal(event.to_id, "like", {"from_id": event.from_id})
    yield Signal(event.from_id, "likes")


@signals(LikeWithdrawn)
def of_withdrawn_like(session: Session, event: LikeWithdrawn) -> Signals:
    """Signal changed lists of likes to both members."""
    if social_api.is_listed(session, event.to_id, event.from_id):
        yield Signal(event.to_id, "likes")
    yield Signal(event.from_id, "likes")


@signals(LikesSeen)
def of_seen_likes(session: Session, event: LikesSeen) -> Signals:
    """Signal seen likes to the member's other browsers."""
    yield Signal(event.member_id, "likes")


@signals(MatchMade)
def of_match(session: Session, event: MatchMade) -> Signals:
    """Signal a match to both members."""
    for member_id, other_id in ((event.a_id, event.b_id), (event.b_id, event.a_id)):
        if social_api.is_listed(session, member_id, other_id):
            yield Signal(member_id, "match", {"member_id": other_id})


@signals(MemberBlocked)
def of_block(session: Session, event: MemberBlocked) -> Signals:
    """Signal to both members that their lists changed, without naming anybody, as when a member leaves."""
    return _signal_lists((event.blocker_id, event.blocked_id))


@signals(MemberUnblocked)
def of_lifted_block(session: Session, event: MemberUnblocked) -> Signals:
    """Signal changed lists to both members; only to the blocker while the other's own block remains."""
    is_over = not social_api.are_blocked(session, event.blocker_id, event.blocked_id)
    return _signal_lists((event.blocker_id, *((event.blocked_id,) if is_over else ())))


def of_presence(session: Session, event: MemberDeleted | MemberBanned | MemberReactivated | MemberUnbanned) -> Signals:
    """Signal changed lists to the chat partners of a member who left, was banned or is back."""
    return _signal_lists(_present_partners(session, event.member_id))


@signals(OrderCompleted)
def of_order(session: Session, event: OrderCompleted) -> Signals:
    """Signal new credits to the buyer."""
    yield Signal(billing_api.get_order(session, event.order_id).member_id, "credits")


def of_refund(session: Session, event: RefundApproved | RefundSettled | RefundFailed | RefundRefused) -> Signals:
    """Signal changed credits to the member whose payment is refunded."""
    yield _signal_credits(session, billing_api.get_refund(session, event.refund_id).payment_id)


@signals(ChargebackReceived)
def of_chargeback(session: Session, event: ChargebackReceived) -> Signals:
    """Signal changed credits to the member whose payment was charged back."""
    yield _signal_credits(session, billing_api.get_chargeback(session, event.chargeback_id)[0])


def of_credits(session: Session, event: CreditsAdjusted | ReloadStarted | ReloadPaused | ReloadEnded) -> Signals:
    """Signal changed credits or a changed automatic reload to the member."""
    yield Signal(event.member_id, "credits")


def of_user(
    session: Session,
    event: MemberConfirmed
    | EmailChanged
    | LanguageChanged
    | PhotoActivated
    | PhotoReady
    | PhotoRefused
    | ProfileChanged
    | VisibilityChanged,
) -> Signals:
    """Signal a change of the member's own account or profile to their browsers."""
    yield Signal(event.member_id, "user")


def of_ended_session(session: Session, event: SessionsEnded | MemberErased) -> Signals:
    """Signal ended sessions; the live process finds out which of the member's sessions they are."""
    yield Signal(event.member_id, "logout")


USER_EVENTS = (
    MemberConfirmed,
    EmailChanged,
    LanguageChanged,
    PhotoActivated,
    PhotoReady,
    PhotoRefused,
    ProfileChanged,
    VisibilityChanged,
)
ALL = (
    of_message,
    of_reading,
    of_removed_conversation,
    of_dismissed_hints,
    of_posted_photo,
    of_failed_photo,
    of_removed_photo,
    of_photo_given_back,
    of_refunded_message,
    of_like,
    of_withdrawn_like,
    of_seen_likes,
    of_match,
    of_block,
    of_lifted_block,
    *(signals(event)(of_presence) for event in (MemberDeleted, MemberBanned, MemberReactivated, MemberUnbanned)),
    of_order,
    of_chargeback,
    *(signals(event)(of_refund) for event in (RefundApproved, RefundSettled, RefundFailed, RefundRefused)),
    *(signals(event)(of_credits) for event in (CreditsAdjusted, ReloadStarted, ReloadPaused, ReloadEnded)),
    *(signals(event)(of_user) for event in USER_EVENTS),
    *(signals(event)(of_ended_session) for event in (SessionsEnded, MemberErased)),
)


def _present_partner(session: Session, conversation_id: UUID, member_id: UUID) -> UUID | None:
    return messaging_api.find_present_partner(session, conversation_id=conversation_id, member_id=member_id)


def _present_partners(session: Session, member_id: UUID) -> Iterable[UUID]:
    found = messaging_api.list_present_partners(session, member_ids=[member_id], limit=MAX_PARTNERS)
    return found.get(member_id, ())


def _signal_conversation(session: Session, message_id: UUID) -> Signals:
    """Signal a changed message to both members of its conversation."""
    message = messaging_api.find_message(session, message_id)
    if message is None:
        return
    for member_id in (message.sender_id, _present_partner(session, message.conversation_id, message.sender_id)):
        if member_id is not None:
            yield Signal(member_id, "conversation", {"conversation_id": message.conversation_id})


def _signal_lists(member_ids: Iterable[UUID]) -> Signals:
    for member_id in member_ids:
        yield Signal(member_id, "chats")
        yield Signal(member_id, "likes")


def _signal_credits(session: Session, payment_id: UUID) -> Signal:
    payment = billing_api.get_payment(session, payment_id)
    return Signal(billing_api.get_order(session, payment.order_id).member_id, "credits")
