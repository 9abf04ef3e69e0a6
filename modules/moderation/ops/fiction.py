"""Conversations with fictional profiles in the console, without their messages. Their page is not generated."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from marshmallow import fields

from app.kernel.db.session import Session
from app.kernel.http.schema import In, QueryIn
from app.kernel.http.schema import Text as Words
from app.kernel.i18n import LOCALES
from app.kernel.resources import Action, OpsQuery, Page, Resource, View, badge, instant, number, read_page, ref, text
from modules.moderation.fiction import queries
from modules.moderation.fiction.service import case as fiction_case
from modules.moderation.fiction.service import conversations
from modules.moderation.fiction.service import handover as fiction_handover
from modules.moderation.staff.policies.permissions import WRITES_FICTION

STATES = ("waiting", "later", "answered")


@dataclass(frozen=True, slots=True)
class FictionRecord:
    """A conversation of a member with a fictional profile, as its writers see it."""

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
    # load_only, so that the text is not copied into the audit trail.
    text = Words(max=10_000, required=True, load_only=True)


class NoteIn(In):
    text = Words(min=1, max=1000, required=True, load_only=True)


class HandOverIn(In):
    reason = Words(min=3, max=2000, required=True, load_only=True)
    is_urgent = fields.Boolean(load_default=False)


class CaseIn(QueryIn):
    before = fields.Integer(load_default=None)


def list_conversations(session: Session, query: OpsQuery) -> Page[FictionRecord]:
    """Return a page of the conversations for which the staff member may write."""
    found = queries.conversations(session, query.staff_id)
    return read_page(session, found, FictionRecord, query)


FICTION = Resource(
    key="moderation.fiction",
    label="Chats with fictional profiles",
    title="profile",
    empty="No chats yet. Members start them; fictional profiles only reply.",
    icon="TheaterComedyOutlined",
    group="cases",
    rows=list_conversations,
    columns=(
        badge("state", "State", STATES),
        text("profile", "Fictional profile"),
        text("member", "Member"),
        badge("language", "Language", LOCALES),
        ref("site_id", "Site", to="sites.sites"),
        number("unread", "Unanswered"),
        instant("since", "Waiting since", sort=True),
        text("held_by", "Claimed by"),
        instant("last_at", "Last message", in_list=False),
        instant("held_until", "Claimed until", in_list=False),
    ),
    filters=("state", "site_id", "language", "profile", "member"),
    default_sort="since",
    actions=(
        Action("take", "Claim", WRITES_FICTION, conversations.take, hand_drawn=True),
        Action("release", "Release", WRITES_FICTION, conversations.release, hand_drawn=True),
        Action("answer", "Answer", WRITES_FICTION, conversations.answer, form=AnswerIn, hand_drawn=True),
        Action("truth", "Disclose", WRITES_FICTION, conversations.send_truth, hand_drawn=True),
        Action("settle", "No answer needed", WRITES_FICTION, conversations.settle, form=SeenIn, hand_drawn=True),
        Action("note", "Add note", WRITES_FICTION, conversations.write_note, form=NoteIn, hand_drawn=True),
        Action(
            "hand-over",
            "Hand over to moderation",
            WRITES_FICTION,
            fiction_handover.hand_over,
            form=HandOverIn,
            hand_drawn=True,
        ),
    ),
    views=(View("case", WRITES_FICTION, fiction_case.show_case, form=CaseIn),),
)
