"""Conversations in the ops console: who with whom, since when and how much. What was written is in no column here."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Select, and_, cast, func, literal, select
from sqlalchemy.orm import Session, aliased

from app.kernel.figures import Figure
from app.kernel.ids import first_id_at
from app.kernel.ops import OpsQuery, Page, Resource, instant, number, read_page, ref, text
from modules.messaging.models import Conversation, MessageRow, Participant

FICTIONAL = "fictional"


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """Two members who write to each other."""

    id: UUID
    a_id: UUID
    b_id: UUID
    started_by: UUID
    site_id: UUID
    last_seq: int
    last_at: datetime
    created_at: datetime


def list_conversations(session: Session, query: OpsQuery) -> Page[ConversationRecord]:
    """Return a page of the conversations of all sites."""
    own = [getattr(Conversation, name) for name in ConversationRecord.__dataclass_fields__ if name != "last_at"]
    last_at = select(func.max(Participant.last_at)).where(Participant.conversation_id == Conversation.id)
    return read_page(session, select(*own, last_at.scalar_subquery().label("last_at")), ConversationRecord, query)


CONVERSATIONS = Resource(
    key="messaging.conversations",
    label="Conversations",
    title="id",
    icon="ChatOutlined",
    group="people",
    rows=list_conversations,
    columns=(
        instant("created_at", "Begun"),
        ref("a_id", "One", to="accounts.members", related=True),
        ref("b_id", "The other", to="accounts.members", related=True),
        number("last_seq", "Messages"),
        instant("last_at", "Last one"),
        ref("started_by", "Begun by", to="accounts.members", in_list=False),
        ref("site_id", "Site", to="sites.sites", in_list=False),
        text("id", "Number", in_list=False),
    ),
    filters=("a_id", "b_id", "site_id"),
    default_sort="-id",
)


def messages(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every message; their ids are ordered by time, so that the primary key finds those of a day."""
    row = MessageRow
    found = select(row.sender_id.label("member_id"), literal(1).label("amount")).where(row.id >= first_id_at(begin))
    return found.where(row.sent_at >= begin, row.sent_at < end)


def conversations(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every conversation, of whoever wrote first."""
    row = Conversation
    found = select(row.started_by.label("member_id"), literal(1).label("amount")).where(row.id >= first_id_at(begin))
    return found.where(row.created_at >= begin, row.created_at < end)


def to_fictional(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every message that a member wrote to a fictional profile."""
    row, side = MessageRow, Participant
    found = select(row.sender_id.label("member_id"), literal(1).label("amount"))
    other = and_(side.conversation_id == row.conversation_id, side.member_id != row.sender_id)
    found = found.join(side, and_(other, side.kind == FICTIONAL)).where(row.id >= first_id_at(begin))
    return found.where(row.sent_at >= begin, row.sent_at < end)


def from_fictional(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every message that staff wrote for a fictional profile, of whoever got it."""
    row, side = MessageRow, Participant
    found = select(side.partner_id.label("member_id"), literal(1).label("amount"))
    own = and_(side.conversation_id == row.conversation_id, side.member_id == row.sender_id)
    found = found.select_from(row).join(side, own).where(row.id >= first_id_at(begin), row.sender_kind == FICTIONAL)
    return found.where(row.sent_at >= begin, row.sent_at < end)


def waited_for_writers(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """How long members had waited for what staff wrote next for a fictional profile; what follows made nobody wait."""
    answer, asked, side = aliased(MessageRow), aliased(MessageRow), Participant
    before = and_(asked.conversation_id == answer.conversation_id, asked.seq == answer.seq - 1)
    own = and_(side.conversation_id == answer.conversation_id, side.member_id == answer.sender_id)
    waited = cast(func.extract("epoch", answer.sent_at - asked.sent_at), BigInteger).label("amount")
    found = select(side.partner_id.label("member_id"), waited).select_from(answer).join(side, own)
    found = found.join(asked, and_(before, asked.sender_kind != FICTIONAL))
    found = found.where(answer.id >= first_id_at(begin), answer.sender_kind == FICTIONAL)
    return found.where(answer.sent_at >= begin, answer.sent_at < end)


FIGURES = (
    Figure("messaging.conversations", "Conversations begun", conversations),
    Figure("messaging.messages", "Messages", messages),
    Figure("messaging.writers-waited", "Waited for a writer", waited_for_writers, "waits"),
    Figure("messaging.to-fictional", "To fictional profiles", to_fictional, is_public=True, in_console=False),
    Figure("messaging.from-fictional", "From fictional profiles", from_fictional, is_public=True, in_console=False),
)
