"""Lists of a member's conversations: the chat list, and conversations that ended recently."""

from uuid import UUID

from sqlalchemy import Integer, and_, bindparam, case, select, type_coerce

from app.kernel.db.columns import EnumText
from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging.contracts import ChatLine, Side
from modules.messaging.models import Conversation, MessageRow, Participant
from modules.messaging.queries.conversations import IS_PRESENT, OWN_SIDE, PEOPLE
from modules.profiles.contracts import Kind
from modules.social import api as social_api

# A member who left is erased after a time. A block ends the list entry after the same time, so that it does not reveal
# which of the two it was.
_HAS_ENDED = and_(
    ~IS_PRESENT,
    PEOPLE.c.status != MemberStatus.ERASED,
    ~accounts_api.erasure_due(Participant.partner_id),
    ~social_api.blocked_for(Participant.member_id, Participant.partner_id, accounts_api.REACTIVATION),
)
_ALL = (
    select(
        Participant.conversation_id,
        Participant.partner_id,
        type_coerce(case((PEOPLE.c.is_fictional, Kind.FICTIONAL), else_=Kind.MEMBER), EnumText(Kind)).label(
            "partner_kind"
        ),
        Participant.unread,
        Participant.last_at,
        MessageRow.seq,
        MessageRow.sender_id,
        MessageRow.kind,
        MessageRow.gift,
        MessageRow.body,
    )
    .join(Conversation, Conversation.id == Participant.conversation_id)
    .join(MessageRow, and_(MessageRow.conversation_id == Conversation.id, MessageRow.seq == Conversation.last_seq))
    .join(PEOPLE, PEOPLE.c.id == Participant.partner_id)
    .where(Participant.member_id == bindparam("member_id"), Participant.removed_seq < Conversation.last_seq)
    .order_by(Participant.last_at.desc(), Participant.conversation_id)
    .limit(bindparam("limit", type_=Integer))
    .offset(bindparam("offset", type_=Integer))
)
_PRESENT, _ENDED = _ALL.where(IS_PRESENT), _ALL.where(_HAS_ENDED)
_ENDED_SIDE = OWN_SIDE.join(PEOPLE, PEOPLE.c.id == Participant.partner_id).where(
    Participant.removed_seq < Conversation.last_seq, _HAS_ENDED
)


def list_conversations(session: Session, *, member_id: UUID, limit: int, offset: int) -> list[ChatLine]:
    """Return a member's conversations with messages, newest first, each with its newest message.

    Those with absent partners are left out.
    """
    return read(session, ChatLine, _PRESENT, {"member_id": member_id, "limit": limit, "offset": offset}).all()


def list_ended(session: Session, *, member_id: UUID, limit: int, offset: int) -> list[ChatLine]:
    """Return a member's conversations that ended recently: the partner left and is not erased yet, or either blocked
    the other within the same time.
    """
    return read(session, ChatLine, _ENDED, {"member_id": member_id, "limit": limit, "offset": offset}).all()


def find_ended_side(session: Session, *, conversation_id: UUID, member_id: UUID) -> Side | None:
    """Return a member's side of a conversation of `list_ended`, or None."""
    values = {"conversation_id": conversation_id, "member_id": member_id}
    return read(session, Side, _ENDED_SIDE, values).one_or_none()
