"""Reads of the messaging module, including what other modules know of a partner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Integer,
    Text,
    Uuid,
    all_,
    and_,
    any_,
    bindparam,
    case,
    column,
    exists,
    func,
    literal,
    select,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from app.kernel.db.read import part, read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature
from modules.media.contracts import Upload
from modules.messaging.contracts import ABSENT, ConversationState, Gift, Message, MessageKind, PhotoStatus, Side
from modules.messaging.models import Acknowledgement, Conversation, MessageRow, Participant, PhotoOriginal, PhotoRow
from modules.profiles import api as profiles_api
from modules.social import api as social_api

# The columns of a Message, without its hints and its photo.
MESSAGE_COLUMNS = (
    MessageRow.id,
    MessageRow.conversation_id,
    MessageRow.seq,
    MessageRow.sender_id,
    MessageRow.sender_kind,
    MessageRow.kind,
    MessageRow.gift,
    MessageRow.body,
    MessageRow.sent_at,
    MessageRow.tx_id,
    MessageRow.refunded_at,
)
# Dismissed hints are not returned.
_HINTS = func.coalesce(case((MessageRow.hints_dismissed_at.is_(None), MessageRow.hints)), text("'{}'")).label("hints")
_PHOTO = part("photo", PhotoRow.status, PhotoRow.folder, PhotoRow.width, PhotoRow.height)

# Built once: building a statement costs more than running it.
_SIDE = select(
    Participant.conversation_id,
    Participant.member_id,
    Participant.partner_id,
    Conversation.started_by,
    Conversation.last_seq,
    Participant.unread,
    Participant.removed_seq,
).join(Conversation, Conversation.id == Participant.conversation_id)
OWN_SIDE = _SIDE.where(
    Participant.conversation_id == bindparam("conversation_id"), Participant.member_id == bindparam("member_id")
)
_OWN_SIDE_LOCKED = OWN_SIDE.with_for_update(of=Conversation, key_share=True)
_HOLD_OFF_BLOCKS = OWN_SIDE.with_only_columns(
    social_api.blocks_held_off(Participant.member_id, Participant.partner_id), maintain_column_froms=True
)
PEOPLE = accounts_api.people()
_OTHER_SIDE = aliased(Participant)
_STATE = (
    OWN_SIDE.with_only_columns(
        *part("side", *OWN_SIDE.selected_columns),
        *part("partner", PEOPLE.c.id, PEOPLE.c.site_id, PEOPLE.c.status, PEOPLE.c.is_fictional),
        social_api.blocked(Participant.member_id, Participant.partner_id).label("is_blocked"),
        profiles_api.country_of(Participant.member_id).label("country"),
        Participant.read_seq,
        _OTHER_SIDE.read_seq.label("other_read_seq"),
        accounts_api.is_limited(Participant.member_id, Feature.MESSAGES).label("is_limited"),
        maintain_column_froms=True,
    )
    .join(PEOPLE, PEOPLE.c.id == Participant.partner_id)
    .join(
        _OTHER_SIDE,
        and_(
            _OTHER_SIDE.conversation_id == Participant.conversation_id, _OTHER_SIDE.member_id == Participant.partner_id
        ),
    )
)
_SIDE_WITH = _SIDE.where(
    Participant.member_id == bindparam("member_id"), Participant.partner_id == bindparam("partner_id")
)


def find_conversation_state(session: Session, *, conversation_id: UUID, member_id: UUID) -> ConversationState | None:
    """Return a member's side of a conversation with everything that decides what they may do, in one statement."""
    values = {"conversation_id": conversation_id, "member_id": member_id}
    return read(session, ConversationState, _STATE, values).one_or_none()


def hold_off_blocks(session: Session, *, conversation_id: UUID, member_id: UUID) -> None:
    """Wait for a block between the sides of a member's conversation, and make new ones wait for this transaction."""
    session.execute(_HOLD_OFF_BLOCKS, {"conversation_id": conversation_id, "member_id": member_id})


def find_side_with(session: Session, *, member_id: UUID, partner_id: UUID) -> Side | None:
    """Return a member's side of the conversation with a partner."""
    values = {"member_id": member_id, "partner_id": partner_id}
    return read(session, Side, _SIDE_WITH, values).one_or_none()


def lock_side(session: Session, *, conversation_id: UUID, member_id: UUID) -> Side | None:
    """Return a member's side of a conversation, locked until the transaction ends."""
    values = {"conversation_id": conversation_id, "member_id": member_id}
    return read(session, Side, _OWN_SIDE_LOCKED, values).one_or_none()


def find_conversation_id(session: Session, *, member_id: UUID, partner_id: UUID) -> UUID | None:
    """Return the conversation of two members."""
    between = (Participant.member_id == member_id, Participant.partner_id == partner_id)
    return session.execute(select(Participant.conversation_id).where(*between)).scalar_one_or_none()


def find_partner_id(session: Session, *, conversation_id: UUID, member_id: UUID) -> UUID | None:
    """Return the other side of a member's conversation."""
    own = (Participant.conversation_id == conversation_id, Participant.member_id == member_id)
    return session.execute(select(Participant.partner_id).where(*own)).scalar_one_or_none()


def list_partner_ids(session: Session, *, member_id: UUID, conversation_ids: Sequence[UUID]) -> dict[UUID, UUID]:
    """Return the partner of each of a member's conversations among these; removed ones count, blocked ones do not."""
    sides = select(Participant.conversation_id, Participant.partner_id).where(
        Participant.member_id == member_id,
        Participant.conversation_id.in_(conversation_ids),
        ~social_api.blocked(Participant.member_id, Participant.partner_id),
    )
    return {row.conversation_id: row.partner_id for row in session.execute(sides)}


_SEEN = func.greatest(Participant.read_seq, Participant.removed_seq)
_OLDER = aliased(MessageRow)
_FIRST_UNREAD = (
    select(MessageRow.id, MessageRow.conversation_id, MessageRow.sender_id, MessageRow.kind, Participant.member_id)
    .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
    .where(MessageRow.id == any_(bindparam("message_ids", type_=ARRAY(Uuid))))
    .where(MessageRow.sender_id == Participant.partner_id, Participant.unread > 0, MessageRow.seq > _SEEN)
    .where(
        ~exists().where(
            _OLDER.conversation_id == MessageRow.conversation_id,
            _OLDER.sender_id == MessageRow.sender_id,
            _OLDER.seq < MessageRow.seq,
            _OLDER.seq > _SEEN,
        )
    )
)


def find_unread_message(
    session: Session, *, member_id: UUID, message_id: UUID
) -> tuple[UUID, UUID, MessageKind] | None:
    """Return (conversation, sender, kind) of the first message of its conversation that this member has not read."""
    row = session.execute(_FIRST_UNREAD, {"message_ids": [message_id]}).one_or_none()
    return (row.conversation_id, row.sender_id, row.kind) if row and row.member_id == member_id else None


def list_first_unread(session: Session, message_ids: Iterable[UUID]) -> set[UUID]:
    """Return those of these messages that are the first of their conversation that the recipient has not read."""
    return {row.id for row in session.execute(_FIRST_UNREAD, {"message_ids": list(message_ids)})}


def count_started(session: Session, *, member_id: UUID) -> int:
    """Return how many conversations a member ever started."""
    started = select(func.count()).where(Conversation.started_by == member_id)
    return session.execute(started).scalar_one()


def is_acknowledged(session: Session, *, member_id: UUID, profile_id: UUID) -> bool:
    """Return whether a member acknowledged that this profile is fictional."""
    word = exists().where(Acknowledgement.member_id == member_id, Acknowledgement.profile_id == profile_id)
    return session.execute(select(word)).scalar_one()


# The partner did not leave, and neither blocked the other (spec 6.7).
IS_PRESENT = and_(
    PEOPLE.c.status != all_(literal(list(ABSENT), ARRAY(Text))),
    ~social_api.blocked(Participant.member_id, Participant.partner_id),
)
UNREAD = (
    select(func.coalesce(func.sum(Participant.unread), 0).label("unread_messages"))
    .join(PEOPLE, PEOPLE.c.id == Participant.partner_id)
    .where(Participant.member_id == bindparam("member_id"), Participant.unread > 0, IS_PRESENT)
)


@dataclass(frozen=True, slots=True)
class Unread:
    """A member's unread messages, without those of people who are absent (spec 2.45)."""

    unread_messages: int


def count_unread(session: Session, member_id: UUID) -> int:
    """Return a member's unread messages, without those of people who are absent (spec 2.45)."""
    return int(session.execute(UNREAD, {"member_id": member_id}).scalar_one())


@dataclass(frozen=True, slots=True)
class Waiting:
    """A conversation with unread messages; kind, gift and body are of the newest one."""

    conversation_id: UUID
    partner_id: UUID
    unread: int
    kind: MessageKind
    gift: Gift | None
    body: str
    since: datetime


_RECEIVED = (
    MessageRow.conversation_id == Participant.conversation_id,
    MessageRow.sender_id == Participant.partner_id,
    MessageRow.seq > _SEEN,
)
_NEWEST_WAITING = (
    select(MessageRow.kind, MessageRow.gift, MessageRow.body, MessageRow.sent_at)
    .where(*_RECEIVED)
    .order_by(MessageRow.seq.desc())
    .limit(1)
    .lateral("newest")
)
_OLDEST_WAITING = select(func.min(MessageRow.sent_at).label("sent_at")).where(*_RECEIVED).lateral("oldest")
_WAITING = (
    select(
        Participant.conversation_id,
        Participant.partner_id,
        Participant.unread,
        _NEWEST_WAITING.c.kind,
        _NEWEST_WAITING.c.gift,
        _NEWEST_WAITING.c.body,
        _OLDEST_WAITING.c.sent_at.label("since"),
    )
    .join(PEOPLE, PEOPLE.c.id == Participant.partner_id)
    .join(_NEWEST_WAITING, true())
    .join(_OLDEST_WAITING, true())
    .where(Participant.member_id == bindparam("member_id"), Participant.unread > 0, IS_PRESENT)
    .order_by(_NEWEST_WAITING.c.sent_at.desc())
    .limit(bindparam("limit", type_=Integer))
)


def list_waiting(session: Session, *, member_id: UUID, limit: int) -> list[Waiting]:
    """Return a member's conversations with unread messages, with their newest message, newest first."""
    return read(session, Waiting, _WAITING, {"member_id": member_id, "limit": limit}).all()


_ASKED = (
    func.unnest(bindparam("member_ids", type_=ARRAY(Uuid)))
    .table_valued(column("member_id", Uuid), name="asked")
    .render_derived()
)
_NEWEST_PARTNERS = (
    select(Participant.partner_id)
    .join(PEOPLE, PEOPLE.c.id == Participant.partner_id)
    .where(Participant.member_id == _ASKED.c.member_id, IS_PRESENT)
    .order_by(Participant.last_at.desc())
    .limit(bindparam("limit", type_=Integer))
    .lateral("newest")
)
_PRESENT_PARTNERS = select(_ASKED.c.member_id, _NEWEST_PARTNERS.c.partner_id).join_from(
    _ASKED, _NEWEST_PARTNERS, true()
)


def list_present_partners(session: Session, *, member_ids: Sequence[UUID], limit: int) -> dict[UUID, list[UUID]]:
    """Return the partners of each member's newest conversations, without people who are absent."""
    found: dict[UUID, list[UUID]] = {}
    for member_id, partner_id in session.execute(_PRESENT_PARTNERS, {"member_ids": list(member_ids), "limit": limit}):
        found.setdefault(member_id, []).append(partner_id)
    return found


def find_message(session: Session, message_id: UUID) -> Message | None:
    """Return a message, or None."""
    return read(session, Message, select(*MESSAGE_COLUMNS).where(MessageRow.id == message_id)).one_or_none()


def list_between(session: Session, *, member_id: UUID, partner_id: UUID, limit: int) -> list[Message]:
    """Return the newest messages of two members, including those that either removed, oldest first."""
    theirs = (Participant.member_id == member_id, Participant.partner_id == partner_id)
    said = select(*MESSAGE_COLUMNS).join(Participant, Participant.conversation_id == MessageRow.conversation_id)
    newest = read(session, Message, said.where(*theirs).order_by(MessageRow.seq.desc()).limit(limit)).all()
    return newest[::-1]


MAX_SEQ = 2_147_483_647
_MESSAGES = (
    select(*MESSAGE_COLUMNS, _HINTS, *_PHOTO)
    .outerjoin(PhotoRow, PhotoRow.message_id == MessageRow.id)
    .where(MessageRow.conversation_id == bindparam("conversation_id"))
    .where(MessageRow.seq > bindparam("after"), MessageRow.seq < bindparam("before"))
    .limit(bindparam("limit", type_=Integer))
)
_NEWEST_FIRST, _NEWEST_LAST = _MESSAGES.order_by(MessageRow.seq.desc()), _MESSAGES.order_by(MessageRow.seq.asc())


def list_messages(
    session: Session, side: Side, *, before: int | None, after: int | None, limit: int
) -> tuple[list[Message], bool]:
    """Return messages that this side has not removed, oldest first, and whether there are more in that direction.

    With `after` the oldest ones after it, otherwise the newest ones (before `before`).
    """
    values = {
        "conversation_id": side.conversation_id,
        "after": max(side.removed_seq, after or 0),
        "before": before or MAX_SEQ,
        "limit": limit + 1,
    }
    found = read(session, Message, _NEWEST_LAST if after is not None else _NEWEST_FIRST, values).all()
    return sorted(found[:limit], key=lambda message: message.seq), len(found) > limit


def is_sent_by(member_id: UUID) -> ColumnElement[bool]:
    """Return the condition that a member sent a message, which an index finds by the member's conversations."""
    own = select(Participant.conversation_id).where(Participant.member_id == member_id)
    return and_(MessageRow.conversation_id.in_(own), MessageRow.sender_id == member_id)


def find_upload(session: Session, message_id: UUID) -> Upload | None:
    """Return the upload of a message's photo that is still to be processed, or None."""
    upload = (
        select(MessageRow.sender_id.label("member_id"), PhotoRow.folder, PhotoOriginal.content)
        .join(MessageRow, MessageRow.id == PhotoRow.message_id)
        .join(PhotoOriginal, PhotoOriginal.message_id == PhotoRow.message_id)
        .where(PhotoRow.message_id == message_id, PhotoRow.status == PhotoStatus.PROCESSING)
    )
    return read(session, Upload, upload).one_or_none()


def find_photo_folder(session: Session, message_id: UUID) -> str | None:
    """Return the folder of a message's photo."""
    return session.execute(select(PhotoRow.folder).where(PhotoRow.message_id == message_id)).scalar_one_or_none()


def list_stuck_photos(session: Session, *, minutes: int) -> list[UUID]:
    """Return the messages whose photos have been in processing for longer than `minutes`."""
    stuck = select(PhotoRow.message_id).where(
        PhotoRow.status == PhotoStatus.PROCESSING,
        PhotoRow.created_at < func.now() - func.make_interval(0, 0, 0, 0, 0, minutes),
    )
    return list(session.execute(stuck).scalars())
