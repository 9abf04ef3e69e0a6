"""Reads of conversations between members and fictional profiles, for the staff who write for the profiles."""

from typing import Any
from uuid import UUID

from sqlalchemy import Select, Subquery, and_, case, func, select

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging.contracts import FictionalSide, Message
from modules.messaging.models import Acknowledgement, Conversation, MessageRow, Participant
from modules.messaging.queries.conversations import MESSAGE_COLUMNS
from modules.profiles.contracts import Kind
from modules.social import api as social_api

_PROFILE, _MEMBER = accounts_api.people(), accounts_api.people()
# The time of the oldest unanswered message.
_SINCE = (
    select(func.min(MessageRow.sent_at))
    .where(MessageRow.conversation_id == Participant.conversation_id, MessageRow.seq > Participant.read_seq)
    .where(MessageRow.sender_id == Participant.partner_id)
    .correlate(Participant)
    .scalar_subquery()
)


def fictional_conversations() -> Subquery:
    """Return the conversations of members with fictional profiles as a table: id, site_id, profile_id, profile,
    member_id, member, language (the member's), unread (unanswered messages), since (the oldest of them), last_at.
    Without members who left or blocked the profile.
    """
    found = select(
        Participant.conversation_id.label("id"),
        _PROFILE.c.site_id,
        _PROFILE.c.id.label("profile_id"),
        _PROFILE.c.name.label("profile"),
        _MEMBER.c.id.label("member_id"),
        _MEMBER.c.name.label("member"),
        _MEMBER.c.language,
        Participant.unread,
        case((Participant.unread > 0, _SINCE)).label("since"),
        Participant.last_at,
    )
    return _present(found).subquery()


def find_fictional_side(session: Session, conversation_id: UUID) -> FictionalSide | None:
    """Return the fictional profile's side of a conversation, or None if either is absent."""
    found = (
        _present(
            select(
                Participant.conversation_id,
                _PROFILE.c.site_id,
                Participant.member_id.label("profile_id"),
                Participant.partner_id.label("member_id"),
                Conversation.last_seq,
                Participant.unread,
                Participant.read_seq,
                Acknowledgement.warning,
                Acknowledgement.acknowledged_at,
            )
        )
        .join(Conversation, Conversation.id == Participant.conversation_id)
        .outerjoin(
            Acknowledgement,
            and_(
                Acknowledgement.member_id == Participant.partner_id, Acknowledgement.profile_id == Participant.member_id
            ),
        )
        .where(Participant.conversation_id == conversation_id)
    )
    return read(session, FictionalSide, found).one_or_none()


def hold_off_blocks(session: Session, conversation_id: UUID) -> None:
    """Wait for a block between the two of a conversation, and make new ones wait until the transaction ends."""
    held = select(social_api.blocks_held_off(Conversation.a_id, Conversation.b_id))
    session.execute(held.where(Conversation.id == conversation_id))


def list_unanswered_by_fictional(session: Session, side: FictionalSide, *, after: UUID | None = None) -> list[str]:
    """Return what a member wrote after the last answered message and after message `after`, oldest first."""
    answered = select(MessageRow.seq).where(MessageRow.id == after, MessageRow.conversation_id == side.conversation_id)
    since = func.greatest(side.read_seq, func.coalesce(answered.scalar_subquery(), 0))
    said = select(MessageRow.body).where(MessageRow.conversation_id == side.conversation_id)
    said = said.where(MessageRow.sender_id == side.member_id, MessageRow.seq > since)
    return list(session.execute(said.order_by(MessageRow.seq)).scalars())


def list_messages_until(session: Session, conversation_id: UUID, *, seq: int, limit: int) -> list[Message]:
    """Return the newest messages of a conversation up to one, even if a side left or blocked, oldest first."""
    said = select(*MESSAGE_COLUMNS).where(MessageRow.conversation_id == conversation_id, MessageRow.seq <= seq)
    newest = read(session, Message, said.order_by(MessageRow.seq.desc()).limit(limit)).all()
    return newest[::-1]


def _present(found: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    there = MemberStatus.ACTIVE
    return (
        found.join(_PROFILE, and_(_PROFILE.c.id == Participant.member_id, _PROFILE.c.status == there))
        .join(_MEMBER, and_(_MEMBER.c.id == Participant.partner_id, _MEMBER.c.status == there))
        .where(Participant.kind == Kind.FICTIONAL, ~_MEMBER.c.is_fictional)
        .where(~social_api.blocked(Participant.member_id, Participant.partner_id))
    )
