"""Reads of writing for fictional profiles."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    SmallInteger,
    TableValuedAlias,
    Uuid,
    and_,
    any_,
    case,
    column,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel import clock
from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.messaging import api as messaging_api
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction.models import (
    ConversationLock,
    FictionalHandover,
    FictionalHours,
    FictionalMessage,
    FictionalNote,
    FictionalWriter,
)
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.queue.queries import WAITS
from modules.moderation.staff.models import StaffRow
from modules.sites import api as sites_api


@dataclass(frozen=True, slots=True)
class FictionalConversation:
    """A conversation with a fictional profile; its `state` is waiting, later or answered."""

    state: str
    member_id: UUID
    profile_id: UUID


@dataclass(frozen=True, slots=True)
class Lock:
    """A writer's claim of a conversation; `holds` while it is valid."""

    staff_id: UUID
    until: datetime
    name: str
    holds: bool


@dataclass(frozen=True, slots=True)
class MessageAuthor:
    """The author of a fictional profile's message; `kind` is answer or truth."""

    message_id: UUID
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Note:
    """A writer's note on a conversation, until `erase_at`."""

    id: UUID
    body: str
    created_at: datetime
    erase_at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class NoteAbout:
    """A writer's note as its member reads it."""

    body: str
    created_at: datetime
    erase_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationHandover:
    """A handover of a conversation by a writer; `last_seq` is the last message that belongs to it."""

    conversation_id: UUID
    reason: str
    is_urgent: bool
    last_seq: int
    created_at: datetime
    name: str


def conversations(session: Session, staff_id: UUID | None) -> Select[*tuple[Any, ...]]:
    """Select the conversations for which a staff member may write, on sites that show fictional profiles, with their
    state (waiting, later or answered) and the writer who has claimed them.
    """
    said, hours, lock, here = (
        messaging_api.fictional_conversations(),
        FictionalHours,
        ConversationLock,
        _local_times(session),
    )
    is_open = or_(hours.profile_id.is_(None), _is_within(here))
    holder = select(StaffRow.name).where(StaffRow.id == lock.staff_id).scalar_subquery()
    return (
        select(
            said,
            case((said.c.unread == 0, "answered"), (is_open, "waiting"), else_="later").label("state"),
            case((lock.until > func.now(), holder)).label("held_by"),
            case((lock.until > func.now(), lock.until)).label("held_until"),
        )
        .join(here, here.c.site_id == said.c.site_id)
        .outerjoin(hours, hours.profile_id == said.c.profile_id)
        .outerjoin(lock, lock.conversation_id == said.c.id)
        .where(_may_write(staff_id, profile_id=said.c.profile_id, language=said.c.language))
    )


def _is_within(here: TableValuedAlias) -> ColumnElement[bool]:
    """Return the condition that it is within a profile's hours, of today or of yesterday across midnight."""
    hours, today, hour = FictionalHours, here.c.day, here.c.hour
    yesterday, is_over_night = (today + 5) % 7 + 1, hours.closes < hours.opens
    of_today = (today == any_(hours.days)) & (hour >= hours.opens) & (is_over_night | (hour < hours.closes))
    return of_today | ((yesterday == any_(hours.days)) & is_over_night & (hour < hours.closes))


def _local_times(session: Session) -> TableValuedAlias:
    """Return the local weekday and hour of each site that shows fictional profiles, as a table."""
    sites = [site for site in sites_api.list_sites(session) if site.fictional_enabled]
    local = [clock.now().astimezone(site.zone) for site in sites]
    columns = (
        literal([site.id for site in sites], ARRAY(Uuid)),
        literal([moment.isoweekday() for moment in local], ARRAY(SmallInteger)),
        literal([moment.hour for moment in local], ARRAY(SmallInteger)),
    )
    names = (column("site_id", Uuid), column("day", SmallInteger), column("hour", SmallInteger))
    return func.unnest(*columns).table_valued(*names, name="here").render_derived()


def _may_write(
    staff_id: UUID | None, *, profile_id: ColumnElement[UUID], language: ColumnElement[str]
) -> ColumnElement[bool]:
    """Return the condition that a staff member writes for a profile in a language.

    They speak the language, and are among the profile's active writers who speak it, unless there are none.
    """
    speaks = or_(func.cardinality(StaffRow.languages) == 0, language == any_(StaffRow.languages))
    still = (StaffRow.disabled_at.is_(None), StaffRow.roles.contains([Role.WRITER]), speaks)
    named = exists().where(FictionalWriter.profile_id == profile_id, StaffRow.id == FictionalWriter.staff_id, *still)
    own = exists().where(StaffRow.id == staff_id, speaks)
    return and_(own, or_(~named, named.where(StaffRow.id == staff_id)))


def find_conversation(session: Session, conversation_id: UUID, *, staff_id: UUID) -> FictionalConversation | None:
    """Return a conversation for which a staff member may write, with its state, or None."""
    said = conversations(session, staff_id).subquery()
    found = select(said.c.state, said.c.member_id, said.c.profile_id).where(said.c.id == conversation_id)
    return read(session, FictionalConversation, found).one_or_none()


def find_lock(session: Session, conversation_id: UUID) -> Lock | None:
    """Return the last claim of a conversation and whether it is still valid, or None."""
    row = ConversationLock
    held = select(row.staff_id, row.until, StaffRow.name, (row.until > func.now()).label("holds"))
    held = held.join(StaffRow, StaffRow.id == row.staff_id)
    return read(session, Lock, held.where(row.conversation_id == conversation_id)).one_or_none()


def list_authors(session: Session, conversation_id: UUID) -> dict[UUID, MessageAuthor]:
    """Return the authors of the messages that staff wrote in a conversation, by message."""
    row = FictionalMessage
    found = select(row.message_id, row.kind, StaffRow.name).join(StaffRow, StaffRow.id == row.staff_id)
    written = read(session, MessageAuthor, found.where(row.conversation_id == conversation_id))
    return {one.message_id: one for one in written}


def find_last_written(session: Session, conversation_id: UUID, *, kind: str) -> UUID | None:
    """Return the last message of a kind that staff wrote in a conversation, or None."""
    row = FictionalMessage
    found = select(row.message_id).where(row.conversation_id == conversation_id, row.kind == kind)
    return session.execute(found.order_by(row.at.desc(), row.message_id.desc()).limit(1)).scalar_one_or_none()


def list_notes(session: Session, conversation_id: UUID) -> list[Note]:
    """Return the notes on a conversation that have not expired, the oldest first."""
    row = FictionalNote
    found = select(row.id, row.body, row.created_at, row.erase_at, StaffRow.name)
    found = found.join(StaffRow, StaffRow.id == row.staff_id).where(row.conversation_id == conversation_id)
    return read(session, Note, found.where(row.erase_at > func.now()).order_by(row.created_at, row.id)).all()


def list_notes_about(session: Session, member_id: UUID) -> list[NoteAbout]:
    """Return the notes about a member that have not expired, the oldest first."""
    row = FictionalNote
    found = select(row.body, row.created_at, row.erase_at).where(row.member_id == member_id, row.erase_at > func.now())
    return read(session, NoteAbout, found.order_by(row.created_at, row.id)).all()


def list_handovers(session: Session, item_id: UUID) -> list[ConversationHandover]:
    """Return the handovers of conversations into a case, urgent ones first."""
    row = FictionalHandover
    found = _handovers().where(row.item_id == item_id)
    ordered = found.order_by(row.is_urgent.desc(), row.created_at, row.conversation_id)
    return read(session, ConversationHandover, ordered).all()


def find_open_handover(session: Session, conversation_id: UUID) -> ConversationHandover | None:
    """Return a conversation's handover into an open case, the urgent one if there are two, or None."""
    row, item = FictionalHandover, ReviewItemRow
    waits = _handovers().join(item, item.id == row.item_id).where(item.state.in_(WAITS))
    found = waits.where(row.conversation_id == conversation_id).order_by(row.is_urgent.desc())
    return read(session, ConversationHandover, found.limit(1)).one_or_none()


def _handovers() -> Select[*tuple[Any, ...]]:
    row = FictionalHandover
    handovers = select(row.conversation_id, row.reason, row.is_urgent, row.last_seq, row.created_at, StaffRow.name)
    return handovers.join(StaffRow, StaffRow.id == row.staff_id)
