"""Conversations in the ops console, without what was written, and the figures of messaging."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    ScalarSelect,
    Select,
    Subquery,
    and_,
    cast,
    exists,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from app.kernel.db.session import Session
from app.kernel.figures import Figure, Moment, first_id_at
from app.kernel.resources import OpsQuery, Page, Resource, instant, number, read_page, ref, text
from modules.messaging.models import Conversation, MessageRow, Participant, SettlementRow

FICTIONAL = "fictional"


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """The conversation of two members."""

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
    label="Chats",
    title=("a_id", "b_id"),
    empty="No chats yet. This list shows the participants, never the messages.",
    icon="ChatOutlined",
    group="people",
    rows=list_conversations,
    columns=(
        instant("created_at", "Started"),
        ref("a_id", "Member", to="accounts.members", related=True),
        ref("b_id", "Other member", to="accounts.members", related=True),
        number("last_seq", "Messages"),
        instant("last_at", "Last message"),
        ref("started_by", "Started by", to="accounts.members", in_list=False),
        ref("site_id", "Site", to="sites.sites", in_list=False),
        text("id", "ID", in_list=False),
    ),
    filters=("a_id", "b_id", "site_id"),
    default_sort="-id",
)


def messages(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the messages between members; ids are ordered by time, so that the primary key finds those of a day."""
    row = MessageRow
    found = select(row.sender_id.label("member_id"), literal(1).label("amount")).where(row.id >= first_id_at(begin))
    return found.where(row.sent_at >= begin, row.sent_at < end, ~_with_fictional(row.conversation_id))


def conversations(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the conversations between members, counted for the one who wrote first."""
    return _started_conversations(begin, end).where(~_with_fictional(Conversation.id))


def conversations_with_fictional(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the conversations that members started with fictional profiles."""
    return _started_conversations(begin, end).where(_with_fictional(Conversation.id))


def _started_conversations(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    row = Conversation
    found = select(row.started_by.label("member_id"), literal(1).label("amount")).where(row.id >= first_id_at(begin))
    return found.where(row.created_at >= begin, row.created_at < end)


def _with_fictional(conversation_id: InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    return exists().where(Participant.conversation_id == conversation_id, Participant.kind == FICTIONAL)


def to_fictional(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the messages that members wrote to fictional profiles."""
    row, side = MessageRow, Participant
    found = select(row.sender_id.label("member_id"), literal(1).label("amount"))
    other = and_(side.conversation_id == row.conversation_id, side.member_id != row.sender_id)
    found = found.join(side, and_(other, side.kind == FICTIONAL)).where(row.id >= first_id_at(begin))
    return found.where(row.sent_at >= begin, row.sent_at < end)


def from_fictional(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the messages that staff wrote for fictional profiles, counted for their recipients."""
    row, side = MessageRow, Participant
    found = select(side.partner_id.label("member_id"), literal(1).label("amount"))
    own = and_(side.conversation_id == row.conversation_id, side.member_id == row.sender_id)
    found = found.select_from(row).join(side, own).where(row.id >= first_id_at(begin), row.sender_kind == FICTIONAL)
    return found.where(row.sent_at >= begin, row.sent_at < end)


def answer_times(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the seconds from the first message that waited for an answer of a fictional profile until staff answered
    or settled it.
    """
    ended, side, asked = _answered_or_settled(begin, end), Participant, MessageRow
    since = func.greatest(*(func.coalesce(one, 0) for one in _answered_before(ended)))
    first = select(func.min(asked.sent_at)).where(asked.conversation_id == ended.c.conversation_id)
    first = first.where(asked.sender_kind != FICTIONAL, asked.seq > since, asked.seq <= ended.c.up_to)
    waits = select(side.partner_id, ended.c.at, first.correlate(ended).scalar_subquery().label("since")).join(
        side, and_(side.conversation_id == ended.c.conversation_id, side.kind == FICTIONAL)
    )
    wait = waits.subquery()
    waited = cast(func.extract("epoch", wait.c.at - wait.c.since), BigInteger).label("amount")
    return select(wait.c.partner_id.label("member_id"), waited).where(wait.c.since.is_not(None))


def _answered_or_settled(begin: Moment, end: Moment) -> Subquery:
    """Return what staff answered or settled between two moments: conversation_id, up_to (the last message), at."""
    answer, settled = MessageRow, SettlementRow
    answers = select(answer.conversation_id, (answer.seq - 1).label("up_to"), answer.sent_at.label("at"))
    answers = answers.where(answer.id >= first_id_at(begin), answer.sender_kind == FICTIONAL)
    settlements = select(settled.conversation_id, settled.seq, settled.settled_at)
    return union_all(
        answers.where(answer.sent_at >= begin, answer.sent_at < end),
        settlements.where(settled.settled_at >= begin, settled.settled_at < end),
    ).subquery()


def _answered_before(ended: Subquery) -> tuple[ScalarSelect[int], ScalarSelect[int]]:
    """Return the last messages that staff had answered and settled before."""
    answer, settled = aliased(MessageRow), aliased(SettlementRow)
    answered = select(func.max(answer.seq)).where(answer.conversation_id == ended.c.conversation_id)
    answered = answered.where(answer.sender_kind == FICTIONAL, answer.seq <= ended.c.up_to)
    done = select(func.max(settled.seq)).where(settled.conversation_id == ended.c.conversation_id)
    done = done.where(settled.settled_at < ended.c.at, settled.seq <= ended.c.up_to)
    return answered.correlate(ended).scalar_subquery(), done.correlate(ended).scalar_subquery()


FIGURES = (
    Figure("messaging.conversations", "Chats started", conversations),
    Figure("messaging.messages", "Messages", messages),
    Figure(
        "messaging.conversations-with-fictional",
        "Chats started with fictional profiles",
        conversations_with_fictional,
    ),
    Figure("messaging.writers-waited", "Time to a writer’s reply", answer_times, "waits"),
    Figure("messaging.to-fictional", "Messages to fictional profiles", to_fictional, is_public=True),
    Figure(
        "messaging.from-fictional", "Messages from fictional profiles", from_fictional, is_public=True, in_console=False
    ),
)
