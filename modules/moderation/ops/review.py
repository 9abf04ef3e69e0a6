"""The review queue in the console, and the log of conversations read. Its pages are not generated."""

from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, one_of
from app.kernel.http.schema import Text as Words
from app.kernel.resources import Action, Resource, badge, badges, instant, number, ref, rows_of, text
from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import LIMITS, Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, ItemState, Signal
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.service import decisions, evidence
from modules.moderation.ops.names import name_of
from modules.moderation.queue.models import ConversationAccess, OpenedCase, ReviewItemRow
from modules.moderation.queue.queries import URGENCY
from modules.moderation.queue.service import queue
from modules.moderation.service.accesses import REVEAL
from modules.moderation.staff.models import AuditEvent, StaffRow
from modules.moderation.staff.policies.permissions import DECIDES
from modules.profiles.contracts import REFUSAL_REASONS

READ, DECIDE = "moderation.review.read", DECIDES


class OpenIn(In):
    member_id = fields.UUID(required=True, metadata={"label": "Member", "reference": "accounts.members"})
    reason = Words(
        min=3,
        max=2000,
        required=True,
        load_only=True,
        metadata={"label": "Reason (not shown to the member)"},
    )


class NextIn(In):
    kinds = fields.List(fields.String(validate=one_of(*ItemKind)), load_default=list)


class VersionIn(In):
    version = fields.Integer(required=True)


class DecideIn(VersionIn):
    measure = fields.String(validate=one_of(*Measure), required=True)
    rule = fields.String(validate=one_of(*Rule), load_default=None, allow_none=True)
    facts = Words(max=3000, load_default="", load_only=True)
    days = fields.Integer(load_default=None, allow_none=True)
    features = fields.List(fields.String(validate=one_of(*LIMITS)), load_default=list)
    photo_ids = fields.List(fields.UUID(), load_default=list)
    photo_reason = fields.String(validate=one_of("", *REFUSAL_REASONS), load_default="")
    takes_texts = fields.Boolean(load_default=False)
    takes_name = fields.Boolean(load_default=False)
    answer = Words(max=2000, load_default="", load_only=True)


def take_next(session: Session, *, staff_id: UUID, kinds: list[str]) -> UUID:
    """Claim the most urgent unclaimed case and return it; raises QueueEmpty."""
    return queue.take_next(session, staff_id=staff_id, kinds=tuple(map(ItemKind, kinds)))


def decide(session: Session, record_id: UUID, *, staff_id: UUID, version: int, **form: Any) -> None:
    """Decide a case; raises the errors of decisions.decide."""
    verdict = Verdict(
        measure=Measure(form["measure"]),
        rule=Rule(form["rule"]) if form["rule"] else None,
        facts=form["facts"],
        days=form["days"],
        features=tuple(map(Feature, form["features"])),
        photo_ids=tuple(dict.fromkeys(form["photo_ids"])),
        photo_reason=form["photo_reason"],
        takes_texts=form["takes_texts"],
        takes_name=form["takes_name"],
        answer=form["answer"],
    )
    decisions.decide(session, item_id=record_id, staff_id=staff_id, version=version, verdict=verdict)


REVIEW = Resource(
    key="moderation.review",
    label="Review queue",
    title=("kind", "member_id"),
    empty="Nothing to review. New photos, profiles and reports appear here automatically.",
    icon="FactCheckOutlined",
    group="cases",
    permission=READ,
    rows=rows_of(
        ReviewItemRow,
        urgency=URGENCY,
        claimed_by=name_of(ReviewItemRow.claimed_by),
        decided_by=name_of(ReviewItemRow.decided_by),
    ),
    columns=(
        badge("kind", "Kind", [*ItemKind]),
        badge("state", "State", [*ItemState]),
        number("priority", "Priority", sort=True),
        badges("signals", "Signals", [*Signal]),
        ref("member_id", "Member", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        instant("due_at", "Due", sort=True),
        text("claimed_by", "Claimed by"),
        instant("opened_at", "Opened", sort=True),
        instant("claimed_until", "Claimed until", in_list=False),
        text("decided_by", "Decided by", in_list=False),
        instant("closed_at", "Closed", in_list=False),
        number("urgency", "Position", sort=True, in_list=False),
        text("subject_id", "Subject", in_list=False),
        number("version", "Version", in_list=False),
    ),
    filters=("state", "kind", "member_id", "site_id"),
    default_sort="due_at",
    actions=(
        Action("next", "Next", DECIDE, take_next, form=NextIn, creates=True, hand_drawn=True),
        Action("claim", "Claim", DECIDE, queue.claim_item, form=VersionIn, hand_drawn=True),
        Action("release", "Release", DECIDE, queue.release_item, form=VersionIn, hand_drawn=True),
        Action("decide", "Decide", DECIDE, decide, form=DecideIn, hand_drawn=True),
        Action("evidence", "Evidence", DECIDE, evidence.open_evidence, hand_drawn=True, answers=True),
    ),
)

OPENED_BY_US = (
    select(ReviewItemRow, OpenedCase.reason, StaffRow.name.label("opened_by"))
    .join(OpenedCase, OpenedCase.item_id == ReviewItemRow.id)
    .join(StaffRow, StaffRow.id == OpenedCase.staff_id)
)

OPENED = Resource(
    key="moderation.opened",
    label="Cases opened by staff",
    title=("member_id", "opened_at"),
    empty="No cases yet. Cases that staff open without a report are listed here.",
    icon="PersonSearchOutlined",
    group="cases",
    rows=rows_of(OPENED_BY_US),
    columns=(
        ref("member_id", "Member", to="accounts.members", related=True),
        badge("state", "State", [*ItemState]),
        text("opened_by", "Opened by"),
        instant("opened_at", "Opened", sort=True),
        instant("closed_at", "Closed", in_list=False),
        text("reason", "Reason", in_list=False),
    ),
    filters=("member_id", "state"),
    default_sort="-opened_at",
    actions=(
        Action(
            "open", "New case", "moderation.opened.open", queue.open_case, form=OpenIn, creates=True, hand_drawn=True
        ),
    ),
)

READ_BY = select(ConversationAccess, StaffRow.name.label("staff")).join(
    StaffRow, StaffRow.id == ConversationAccess.staff_id
)
# The reason for revealing a message; access and audit event are of one transaction, so their times are equal.
REASON = (
    select(AuditEvent.reason)
    .where(
        AuditEvent.staff_id == ConversationAccess.staff_id,
        AuditEvent.at == ConversationAccess.at,
        AuditEvent.action == REVEAL,
    )
    .limit(1)
    .correlate(ConversationAccess)
    .scalar_subquery()
)

ACCESSES = Resource(
    key="moderation.accesses",
    label="Chats read by staff",
    title=("staff", "at"),
    empty="No chats have been read. Each access by staff is recorded here.",
    icon="VisibilityOutlined",
    group="staff",
    permission="moderation.audit.read",
    rows=rows_of(READ_BY, reason=REASON),
    columns=(
        instant("at", "Time", sort=True),
        text("staff", "Staff"),
        badge("role", "Role", [*Role]),
        ref("item_id", "Case", to="moderation.review", related=True),
        ref("one_id", "Member", to="accounts.members", related=True),
        ref("other_id", "Other member", to="accounts.members", related=True),
        text("reason", "Reason"),
        text("conversation_id", "Chat"),
    ),
    filters=("one_id", "other_id", "item_id"),
    default_sort="-at",
)
