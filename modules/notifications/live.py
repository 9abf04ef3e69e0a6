"""Whom the live stream tells of what (docs/decisions/0025): ids only, so that a block holds where the answer is read.

What somebody does who is blocked by the other side, or gone, is not told there: a block answers like absence.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from app.kernel.db import Session
from app.kernel.live import Signal, signals
from modules.accounts.events import (
    EmailChanged,
    LanguageChanged,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
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

Told = Iterator[Signal]
# Whose list changes at once when somebody leaves or comes back; the others read it anew when they look.
MOST_PARTNERS = 200


@signals(MessageSent)
def of_message(session: Session, event: MessageSent) -> Told:
    """Tell the recipient, and the sender's other browsers."""
    if _partner(session, event.conversation_id, event.recipient_id) is None:
        return
    data = {"conversation_id": event.conversation_id, "from_id": event.sender_id}
    for member_id in (event.recipient_id, event.sender_id):
        yield Signal(member_id, "message", data)


@signals(ConversationRead)
def of_reading(session: Session, event: ConversationRead) -> Told:
    """Tell the reader's other browsers, and the writer."""
    data = {"conversation_id": event.conversation_id, "by_id": event.member_id, "seq": event.seq}
    yield Signal(event.member_id, "seen", data)
    partner_id = _partner(session, event.conversation_id, event.member_id)
    if partner_id is not None:
        yield Signal(partner_id, "seen", data)


@signals(ConversationRemoved)
def of_removed_conversation(session: Session, event: ConversationRemoved) -> Told:
    """Tell whose list it was; the other side's stays as it is."""
    yield Signal(event.member_id, "chats")


@signals(HintsDismissed)
def of_dismissed_hints(session: Session, event: HintsDismissed) -> Told:
    """Tell the member's other browsers; the other side never sees hints."""
    yield Signal(event.member_id, "conversation", {"conversation_id": event.conversation_id})


@signals(PhotoPosted)
def of_posted_photo(session: Session, event: PhotoPosted) -> Told:
    """Tell the sender's other browsers; the recipient is told when there is something to look at."""
    message = messaging_api.find_message(session, event.message_id)
    if message is not None:
        yield Signal(message.sender_id, "conversation", {"conversation_id": message.conversation_id})


@signals(PhotoFailed)
def of_failed_photo(session: Session, event: PhotoFailed) -> Told:
    """Tell both sides that it does not come."""
    return _changed(session, event.message_id)


@signals(PhotoRemoved)
def of_removed_photo(session: Session, event: PhotoRemoved) -> Told:
    """Tell both sides that it is gone."""
    return _changed(session, event.message_id)


@signals(PhotoGivenBack)
def of_photo_given_back(session: Session, event: PhotoGivenBack) -> Told:
    """Tell both sides that it is there again."""
    return _changed(session, event.message_id)


@signals(MessageRefunded)
def of_refunded_message(session: Session, event: MessageRefunded) -> Told:
    """Tell the sender of the credits, and both sides of the message."""
    yield Signal(event.sender_id, "credits")
    yield from _changed(session, event.message_id)


@signals(LikeGiven)
def of_like(session: Session, event: LikeGiven) -> Told:
    """Tell whom it went to, and the giver's other browsers."""
    if social_api.is_listed(session, event.to_id, event.from_id):
        yield Signal(event.to_id, "like", {"from_id": event.from_id})
    yield Signal(event.from_id, "likes")


@signals(LikeWithdrawn)
def of_withdrawn_like(session: Session, event: LikeWithdrawn) -> Told:
    """Tell both that their lists changed."""
    if social_api.is_listed(session, event.to_id, event.from_id):
        yield Signal(event.to_id, "likes")
    yield Signal(event.from_id, "likes")


@signals(LikesSeen)
def of_seen_likes(session: Session, event: LikesSeen) -> Told:
    """Tell the member's other browsers that less is new."""
    yield Signal(event.member_id, "likes")


@signals(MatchMade)
def of_match(session: Session, event: MatchMade) -> Told:
    """Tell each of the two of the other."""
    for member_id, other_id in ((event.a_id, event.b_id), (event.b_id, event.a_id)):
        if social_api.is_listed(session, member_id, other_id):
            yield Signal(member_id, "match", {"member_id": other_id})


@signals(MemberBlocked)
def of_block(session: Session, event: MemberBlocked) -> Told:
    """Tell both that their lists changed, as when somebody leaves; nobody is named."""
    return _lists_changed((event.blocker_id, event.blocked_id))


@signals(MemberUnblocked)
def of_lifted_block(session: Session, event: MemberUnblocked) -> Told:
    """Tell both that their lists changed, unless the other's own block still stands."""
    is_over = not social_api.are_blocked(session, event.blocker_id, event.blocked_id)
    return _lists_changed((event.blocker_id, *((event.blocked_id,) if is_over else ())))


@signals(MemberDeleted)
def of_departure(session: Session, event: MemberDeleted) -> Told:
    """Tell those whom the member wrote with."""
    return _lists_changed(_partners(session, event.member_id))


@signals(MemberReactivated)
def of_return(session: Session, event: MemberReactivated) -> Told:
    """Tell those whom the member wrote with."""
    return _lists_changed(_partners(session, event.member_id))


@signals(OrderCompleted)
def of_order(session: Session, event: OrderCompleted) -> Told:
    """Tell who bought."""
    yield Signal(billing_api.get_order(session, event.order_id).member_id, "credits")


def of_refund(session: Session, event: RefundApproved | RefundSettled | RefundFailed | RefundRefused) -> Told:
    """Tell whose money goes back: credits went with it, or came again."""
    yield _credits_of(session, billing_api.get_refund(session, event.refund_id).payment_id)


@signals(ChargebackReceived)
def of_chargeback(session: Session, event: ChargebackReceived) -> Told:
    """Tell whose bank took the money back."""
    yield _credits_of(session, billing_api.get_chargeback(session, event.chargeback_id)[0])


def of_credits(session: Session, event: CreditsAdjusted | ReloadStarted | ReloadPaused | ReloadEnded) -> Told:
    """Tell whose credits, or whose way of buying them, changed."""
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
) -> Told:
    """Tell a member's browsers that something of their own changed."""
    yield Signal(event.member_id, "user")


def of_ended_session(session: Session, event: SessionsEnded | MemberErased) -> Told:
    """Let the live process ask which of a member's sessions are over; it tells those alone."""
    yield Signal(event.member_id, "logout")


OWN = (
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
    of_departure,
    of_return,
    of_order,
    of_chargeback,
    *(signals(event)(of_refund) for event in (RefundApproved, RefundSettled, RefundFailed, RefundRefused)),
    *(signals(event)(of_credits) for event in (CreditsAdjusted, ReloadStarted, ReloadPaused, ReloadEnded)),
    *(signals(event)(of_user) for event in OWN),
    *(signals(event)(of_ended_session) for event in (SessionsEnded, MemberErased)),
)


def _partner(session: Session, conversation_id: UUID, member_id: UUID) -> UUID | None:
    return messaging_api.find_present_partner(session, conversation_id=conversation_id, member_id=member_id)


def _partners(session: Session, member_id: UUID) -> Iterable[UUID]:
    found = messaging_api.list_present_partners(session, member_ids=[member_id], limit=MOST_PARTNERS)
    return found.get(member_id, ())


def _changed(session: Session, message_id: UUID) -> Told:
    """Tell both sides that something in their conversation changed."""
    message = messaging_api.find_message(session, message_id)
    if message is None:
        return
    for member_id in (message.sender_id, _partner(session, message.conversation_id, message.sender_id)):
        if member_id is not None:
            yield Signal(member_id, "conversation", {"conversation_id": message.conversation_id})


def _lists_changed(member_ids: Iterable[UUID]) -> Told:
    for member_id in member_ids:
        yield Signal(member_id, "chats")
        yield Signal(member_id, "likes")


def _credits_of(session: Session, payment_id: UUID) -> Signal:
    payment = billing_api.get_payment(session, payment_id)
    return Signal(billing_api.get_order(session, payment.order_id).member_id, "credits")
