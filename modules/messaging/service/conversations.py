"""Commands on a conversation: mark it as read, remove it, dismiss hints, show typing, refund a message."""

from uuid import UUID

from sqlalchemy import Update, func, select, update

from app.kernel import marks
from app.kernel.db.session import Session
from app.kernel.events import live
from app.kernel.events.live import Signal
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from modules.billing import api as billing_api
from modules.messaging.contracts import Side
from modules.messaging.errors import ConversationNotFound, MessageNotFound
from modules.messaging.events import ConversationRead, ConversationRemoved, HintsDismissed, MessageRefunded
from modules.messaging.models import MessageRow, Participant
from modules.messaging.queries import conversations as queries
from modules.messaging.service import photos
from modules.messaging.service.partners import get_conversation_state, get_partner

# How long a member counts as typing after a key was pressed.
TYPING_SECONDS = 6


def mark_read(session: Session, *, actor: Actor, conversation_id: UUID, seq: int) -> int:
    """Mark messages up to `seq` as read and return how many are still unread (spec 4.8).

    A `seq` before the last read message changes nothing. Raises ConversationNotFound.
    """
    return mark_side_read(session, _lock_own_side(session, actor, conversation_id), seq=seq)


def mark_side_read(session: Session, side: Side, *, seq: int) -> int:
    """Mark messages up to `seq` as read for a locked side and return how many are still unread."""
    read_seq = func.greatest(Participant.read_seq, min(seq, side.last_seq))
    unread = (
        select(func.count())
        .where(MessageRow.conversation_id == side.conversation_id, MessageRow.sender_id == side.partner_id)
        .where(MessageRow.seq > func.greatest(read_seq, Participant.removed_seq))
        .correlate(Participant)
        .scalar_subquery()
    )
    changed = (
        _update_side(side).values(read_seq=read_seq, unread=unread).returning(Participant.unread, Participant.read_seq)
    )
    left, read = session.execute(changed).one()
    if left < side.unread:
        publish(session, ConversationRead(side.conversation_id, side.member_id, read))
    return int(left)


def remove_conversation(session: Session, *, actor: Actor, conversation_id: UUID) -> None:
    """Remove a conversation from the member's list; its messages so far stay hidden after new ones (spec 4.9).

    Raises ConversationNotFound.
    """
    side = _lock_own_side(session, actor, conversation_id)
    session.execute(_update_side(side).values(removed_seq=side.last_seq, read_seq=side.last_seq, unread=0))
    read = [ConversationRead(conversation_id, actor.member, side.last_seq)] if side.unread else []
    publish(session, ConversationRemoved(conversation_id, actor.member), *read)
    photos.remove_photos_that_nobody_sees(session, side)


def dismiss_hints(session: Session, *, actor: Actor, conversation_id: UUID, seq: int) -> None:
    """Hide the hints of a message that the member received; raises ConversationNotFound, or MessageNotFound for any
    other message.
    """
    side = get_conversation_state(session, actor=actor, conversation_id=conversation_id).side
    received = (MessageRow.conversation_id == conversation_id, MessageRow.sender_id == side.partner_id)
    hidden = (
        update(MessageRow)
        .where(*received, MessageRow.seq == seq, MessageRow.hints.is_not(None))
        .values(hints_dismissed_at=func.coalesce(MessageRow.hints_dismissed_at, func.now()))
        .returning(MessageRow.id)
    )
    if session.execute(hidden).one_or_none() is None:
        raise MessageNotFound()
    publish(session, HintsDismissed(conversation_id, actor.member))


def note_typing(session: Session, *, actor: Actor, conversation_id: UUID) -> None:
    """Show the partner for TYPING_SECONDS that the member is typing; raises ConversationNotFound.

    The next message ends it, because the mark holds the number of the last one.
    """
    side = get_conversation_state(session, actor=actor, conversation_id=conversation_id).side
    marks.set_mark(_typing_mark(conversation_id, actor.member), str(side.last_seq), seconds=TYPING_SECONDS)
    live.send_transient(Signal(side.partner_id, "typing", {"conversation_id": conversation_id}))


def is_partner_typing(side: Side) -> bool:
    """Return whether the partner is typing now."""
    return marks.find_mark(_typing_mark(side.conversation_id, side.partner_id)) == str(side.last_seq)


def _typing_mark(conversation_id: UUID, member_id: UUID) -> str:
    return f"typing:{conversation_id}:{member_id}"


def refund_message(session: Session, *, message_id: UUID, reason: str) -> int:
    """Refund a message and remove its photo, for a message that was not delivered or was sent to a fraud.

    Returns the refunded credits, 0 for a message that was free or is refunded already. Raises ConversationNotFound.
    """
    message = session.execute(
        select(MessageRow.sender_id, MessageRow.tx_id, MessageRow.refunded_at)
        .where(MessageRow.id == message_id)
        .with_for_update(key_share=True)
    ).one_or_none()
    if message is None:
        raise ConversationNotFound()
    photos.remove_photo(session, message_id=message_id)
    if message.tx_id is None or message.refunded_at is not None:
        return 0
    credits = billing_api.refund_spend(session, tx_id=message.tx_id, reason=reason)
    session.execute(update(MessageRow).where(MessageRow.id == message_id).values(refunded_at=func.now()))
    publish(session, MessageRefunded(message_id, message.sender_id))
    return credits


def refund_failed_photo(session: Session, *, message_id: UUID) -> None:
    """Refund a photo that could not be processed; does nothing when it is processed or removed."""
    if photos.fail_photo(session, message_id=message_id):
        refund_message(session, message_id=message_id, reason="the photo could not be processed")


def _lock_own_side(session: Session, actor: Actor, conversation_id: UUID) -> Side:
    side = queries.lock_side(session, conversation_id=conversation_id, member_id=actor.member)
    if side is None:
        raise ConversationNotFound()
    get_partner(session, actor=actor, partner_id=side.partner_id)
    return side


def _update_side(side: Side) -> Update:
    return update(Participant).where(
        Participant.conversation_id == side.conversation_id, Participant.member_id == side.member_id
    )
