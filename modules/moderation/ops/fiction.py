"""Conversations with fictional profiles in the ops console, without what was written. Their page is drawn by hand."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from marshmallow import fields

from app.kernel.db import Session
from app.kernel.i18n import LOCALES
from app.kernel.ops import Action, OpsQuery, Page, Resource, View, badge, instant, number, read_page, ref, text
from app.kernel.schema import In, QueryIn
from app.kernel.schema import Text as Words
from modules.moderation.policies import WRITES_FICTION
from modules.moderation.queries import fiction as queries
from modules.moderation.service import fiction, fiction_case, fiction_handover

STATES = ("waiting", "later", "answered")


@dataclass(frozen=True, slots=True)
class FictionRecord:
    """A conversation of a member with a fictional profile, as who may write for it sees it."""

    id: UUID
    state: str
    profile: str
    member: str
    language: str
    site_id: UUID
    unread: int
    since: datetime | None
    last_at: datetime
    held_by: str | None
    held_until: datetime | None


class SeenIn(In):
    seen = fields.Integer(required=True)


class AnswerIn(SeenIn):
    # What was written is kept where it was written, and in no second place.
    text = Words(max=10_000, required=True, load_only=True)


class NoteIn(In):
    text = Words(min=1, max=1000, required=True, load_only=True)


class HandOverIn(In):
    reason = Words(min=3, max=2000, required=True, load_only=True)
    is_urgent = fields.Boolean(load_default=False)


class CaseIn(QueryIn):
    before = fields.Integer(load_default=None)


def list_conversations(session: Session, query: OpsQuery) -> Page[FictionRecord]:
    """Return a page of the conversations for which whoever asks may write."""
    found = queries.conversations(session, query.staff_id)
    return read_page(session, found, FictionRecord, query)


def take(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Take a conversation; raises FictionClosed or ConversationLocked."""
    fiction.take(session, conversation_id=record_id, staff_id=staff_id)


def release(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Give a conversation back."""
    fiction.release(session, conversation_id=record_id, staff_id=staff_id)


def answer(session: Session, *, staff_id: UUID, record_id: UUID, text: str, seen: int) -> None:
    """Write in the profile's name; raises what fiction.answer raises."""
    fiction.answer(session, conversation_id=record_id, staff_id=staff_id, text=text, seen=seen)


def tell_truth(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Say that nobody stands behind the profile; raises ConversationNotLocked."""
    fiction.tell_truth(session, conversation_id=record_id, staff_id=staff_id)


def settle(session: Session, *, staff_id: UUID, record_id: UUID, seen: int) -> None:
    """Say that nothing is to be answered; raises ConversationNotLocked."""
    fiction.settle(session, conversation_id=record_id, staff_id=staff_id, seen=seen)


def note(session: Session, *, staff_id: UUID, record_id: UUID, text: str) -> None:
    """Keep a note; raises ConversationNotLocked."""
    fiction.write_note(session, conversation_id=record_id, staff_id=staff_id, text=text)


def hand_over(session: Session, *, staff_id: UUID, record_id: UUID, reason: str, is_urgent: bool) -> None:
    """Let moderation look at the member; raises ConversationNotLocked or ConversationHandedOver."""
    about = {"conversation_id": record_id, "staff_id": staff_id}
    fiction_handover.hand_over(session, **about, reason=reason, is_urgent=is_urgent)


def show_case(session: Session, *, staff_id: UUID, record_id: UUID, before: int | None) -> dict[str, Any]:
    """Return a conversation with all that answering it needs; raises ConversationNotLocked."""
    return fiction_case.show_case(session, conversation_id=record_id, staff_id=staff_id, before=before)


FICTION = Resource(
    key="moderation.fiction",
    label="Conversations of fictional profiles",
    title="profile",
    empty="No conversation yet. Members begin them; fictional profiles only answer.",
    icon="TheaterComedyOutlined",
    group="cases",
    rows=list_conversations,
    columns=(
        badge("state", "State", STATES),
        text("profile", "Fictional profile"),
        text("member", "Member"),
        badge("language", "Language", LOCALES),
        ref("site_id", "Site", to="sites.sites"),
        number("unread", "Waiting"),
        instant("since", "Since", sort=True),
        text("held_by", "In hand of"),
        instant("last_at", "Last one", in_list=False),
        instant("held_until", "In hand until", in_list=False),
    ),
    filters=("state", "site_id", "language", "profile", "member"),
    default_sort="since",
    actions=(
        Action("take", "Take", WRITES_FICTION, take, hand_drawn=True),
        Action("release", "Give back", WRITES_FICTION, release, hand_drawn=True),
        Action("answer", "Answer", WRITES_FICTION, answer, form=AnswerIn, hand_drawn=True),
        Action("truth", "Tell the truth", WRITES_FICTION, tell_truth, hand_drawn=True),
        Action("settle", "No answer needed", WRITES_FICTION, settle, form=SeenIn, hand_drawn=True),
        Action("note", "Write a note", WRITES_FICTION, note, form=NoteIn, hand_drawn=True),
        Action("hand-over", "Hand to moderation", WRITES_FICTION, hand_over, form=HandOverIn, hand_drawn=True),
    ),
    views=(View("case", WRITES_FICTION, show_case, form=CaseIn),),
)
