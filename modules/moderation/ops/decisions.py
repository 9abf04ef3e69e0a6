"""Decisions and appeals in the ops console: the second signature, and the second look."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.ops import Action, OpsQuery, Page, Resource, badge, badges, instant, number, read_page, ref, text
from app.kernel.schema import In, one_of
from app.kernel.schema import Text as Words
from modules.moderation.contracts import LIMITS, AppealOutcome, AppealState, DecisionState, Measure, Rule
from modules.moderation.models import AppealRow, DecisionRow, StaffRow
from modules.moderation.service import appeals, decisions, evidence

READ, SIGN, APPEALS = "moderation.decisions.read", "moderation.decisions.sign", "moderation.appeals.decide"


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision as staff see it."""

    id: UUID
    number: str
    state: str
    measure: str
    rule: str | None
    member_id: UUID
    site_id: UUID
    item_id: UUID | None
    facts: str
    features: list[str]
    days: int | None
    strikes: int
    decided_by: str | None
    second_by: str | None
    created_at: datetime
    in_force_at: datetime | None
    ends_at: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class AppealRecord:
    """An appeal, with the decision that it is against."""

    id: UUID
    decision_id: UUID
    state: str
    words: str
    created_at: datetime
    due_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    outcome: str | None
    answer: str


class LiftIn(In):
    reason = Words(min=3, max=300, required=True, metadata={"label": "Reason"})


class AppealDecisionIn(In):
    outcome = fields.String(validate=one_of(*AppealOutcome), required=True, metadata={"label": "Does it stand?"})
    answer = Words(min=3, max=2000, required=True, metadata={"label": "What the member will read"})


def list_decisions(session: Session, query: OpsQuery) -> Page[DecisionRecord]:
    """Return a page of the decisions of all sites."""
    return read_page(session, select(*_columns(DecisionRow, DecisionRecord)), DecisionRecord, query)


def list_appeals(session: Session, query: OpsQuery) -> Page[AppealRecord]:
    """Return a page of the appeals of all sites."""
    return read_page(session, select(*_columns(AppealRow, AppealRecord)), AppealRecord, query)


def _columns(row: type[Any], record: type[Any]) -> list[Any]:
    return [_column(row, name) for name in record.__dataclass_fields__]


def _column(row: type[Any], name: str) -> Any:
    column = getattr(row, name)
    if name not in ("decided_by", "second_by"):
        return column
    return select(StaffRow.name).where(StaffRow.id == column).scalar_subquery().label(name)


def countersign(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Sign as the second person; raises DecisionOver or OwnSignature."""
    decisions.countersign(session, decision_id=record_id, staff_id=staff_id)


def refuse(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Say no as the second person; raises DecisionOver or OwnSignature."""
    decisions.refuse(session, decision_id=record_id, staff_id=staff_id)


def open_evidence(session: Session, *, staff_id: UUID, record_id: UUID) -> dict[str, Any]:
    """Return what there was to see; raises DecisionNotFound."""
    return evidence.open_decided(session, decision_id=record_id, staff_id=staff_id)


def lift(session: Session, *, staff_id: UUID, record_id: UUID, reason: str) -> None:
    """Take a decision back; raises DecisionOver."""
    decisions.lift(session, decision_id=record_id, staff_id=staff_id, reason=reason)


def decide_appeal(session: Session, *, staff_id: UUID, record_id: UUID, outcome: str, answer: str) -> None:
    """Decide about an appeal; raises CaseClosed or OwnSignature."""
    chosen = AppealOutcome(outcome)
    appeals.decide_appeal(session, appeal_id=record_id, staff_id=staff_id, outcome=chosen, answer=answer)


DECISIONS = Resource(
    key="moderation.decisions",
    label="Decisions",
    title="number",
    icon="GavelOutlined",
    group="cases",
    permission=READ,
    rows=list_decisions,
    columns=(
        text("number", "Number"),
        badge("state", "State", [*DecisionState]),
        badge("measure", "Measure", [*Measure]),
        badge("rule", "Rule", [*Rule]),
        ref("member_id", "Member", to="accounts.members"),
        ref("site_id", "Site", to="sites.sites"),
        text("decided_by", "Decided by"),
        instant("created_at", "Decided", sort=True),
        text("second_by", "Signed by", in_list=False),
        ref("item_id", "Case", to="moderation.review", in_list=False),
        text("facts", "Facts", in_list=False),
        badges("features", "Kept from", [*LIMITS], in_list=False),
        number("days", "Days", in_list=False),
        number("strikes", "Strikes", in_list=False),
        instant("in_force_at", "In force since", in_list=False),
        instant("ends_at", "Until", in_list=False),
        instant("closed_at", "Over since", in_list=False),
    ),
    filters=("number", "state", "measure", "rule", "member_id", "site_id"),
    default_sort="-created_at",
    actions=(
        Action("countersign", "Sign", SIGN, countersign, confirm="The ban is in force at once; the member is told."),
        Action("refuse", "Refuse", SIGN, refuse, confirm="There is no ban, and the case waits again."),
        Action(
            "lift",
            "Take back",
            SIGN,
            lift,
            form=LiftIn,
            confirm="All that follows from this decision ends now.",
            danger=True,
        ),
        Action("evidence", "Evidence", SIGN, open_evidence, hand_drawn=True, answers=True),
    ),
)

APPEAL_RESOURCE = Resource(
    key="moderation.appeals",
    label="Appeals",
    title="words",
    icon="BalanceOutlined",
    group="cases",
    permission=READ,
    rows=list_appeals,
    columns=(
        badge("state", "State", [*AppealState]),
        ref("decision_id", "Against", to="moderation.decisions"),
        text("words", "In their words"),
        instant("due_at", "Decision due", sort=True),
        instant("created_at", "Received", sort=True, in_list=False),
        text("decided_by", "Decided by", in_list=False),
        instant("decided_at", "Decided", in_list=False),
        badge("outcome", "Outcome", [*AppealOutcome], in_list=False),
        text("answer", "What the member reads", in_list=False),
    ),
    filters=("state", "decision_id"),
    default_sort="due_at",
    actions=(Action("decide", "Decide", APPEALS, decide_appeal, form=AppealDecisionIn),),
)
