"""Staff writing in the name of fictional profiles, which costs nothing (promise 1)."""

from uuid import UUID

from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.accounts.errors import FictionalDisabled
from modules.media.contracts import STAFF
from modules.messaging.contracts import Draft, FictionalSide, History, Message, ShownMessage, Side
from modules.messaging.errors import ConversationNotFound
from modules.messaging.events import MessageSent
from modules.messaging.models import SettlementRow
from modules.messaging.policies import writing as policies
from modules.messaging.queries import conversations as queries
from modules.messaging.queries import fiction
from modules.messaging.service.conversations import mark_side_read
from modules.messaging.service.photos import show_photo
from modules.messaging.service.sending import write_message
from modules.messaging.service.views import show_gift
from modules.sites import api as sites_api

# Messages on one page of a conversation.
PAGE_SIZE = 50


def answer_as_fictional(
    session: Session, *, site_id: UUID, conversation_id: UUID, body: str, seen: int | None
) -> Message:
    """Write into a conversation as its fictional profile and mark messages up to `seen` as answered; with None they
    still wait.

    Raises ConversationNotFound (blocked, absent or no fictional profile), FictionalDisabled, NothingToAnswer,
    MessageEmpty or MessageTooLong.
    """
    site = sites_api.get_site(session, site_id)
    if not site.fictional_enabled:
        raise FictionalDisabled()
    side = _lock_waiting(session, conversation_id)
    text = policies.clean_draft(Draft(body), max_length=site.message_length)
    message = write_message(session, side, Draft(text))
    publish(session, MessageSent(message.id, conversation_id, side.member_id, side.partner_id))
    if seen is not None:
        mark_side_read(session, side, seq=seen)
    return message


def settle_as_fictional(session: Session, *, conversation_id: UUID, seen: int) -> None:
    """Mark messages of a conversation up to `seen` as needing no answer.

    Raises ConversationNotFound or NothingToAnswer.
    """
    side = _lock_waiting(session, conversation_id)
    mark_side_read(session, side, seq=seen)
    row = {"conversation_id": conversation_id, "seq": min(seen, side.last_seq)}
    session.execute(insert(SettlementRow).values(row).on_conflict_do_nothing())


def list_fictional_history(session: Session, side: FictionalSide, *, before: int | None, language: str) -> History:
    """Return the newest messages (before `before`) of a fictional profile's conversation, with photo addresses for the
    console. Raises ConversationNotFound.
    """
    own = queries.find_side_with(session, member_id=side.profile_id, partner_id=side.member_id)
    if own is None:
        raise ConversationNotFound()
    messages, has_more = queries.list_messages(session, own, before=before, after=None, limit=PAGE_SIZE)
    return History(tuple(_show_to_staff(message, side, language) for message in messages), has_more)


def _show_to_staff(message: Message, side: FictionalSide, language: str) -> ShownMessage:
    return ShownMessage(
        message,
        gift=show_gift(message.gift, language=language) if message.gift else None,
        photo=show_photo(message.photo, reader=STAFF) if message.photo else None,
        hints=(),
        is_mine=message.sender_id == side.profile_id,
        is_read=message.seq <= side.read_seq,
    )


def _lock_waiting(session: Session, conversation_id: UUID) -> Side:
    fiction.hold_off_blocks(session, conversation_id)
    found = fiction.find_fictional_side(session, conversation_id)
    if found is None:
        raise ConversationNotFound()
    own = queries.lock_side(session, conversation_id=conversation_id, member_id=found.profile_id)
    if own is None:
        raise ConversationNotFound()
    policies.ensure_unanswered(unread=own.unread)
    return own
