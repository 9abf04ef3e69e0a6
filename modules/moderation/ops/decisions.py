"""Decisions, bans and appeals in the console."""

from uuid import UUID

from marshmallow import fields
from sqlalchemy import func, or_, select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, ReasonIn, one_of
from app.kernel.http.schema import Text as Words
from app.kernel.resources import Action, Resource, badge, badges, instant, number, ref, rows_of, text, yes_no
from modules.moderation.contracts.decisions import LIMITS, AppealOutcome, AppealState, DecisionState, Measure, Rule
from modules.moderation.decisions.models import AppealRow, DecisionRow
from modules.moderation.decisions.service import appeals, decisions, evidence
from modules.moderation.ops.names import name_of
from modules.moderation.staff.policies.permissions import SIGNS

BANNING = (Measure.TIMED_BAN, Measure.PERMANENT_BAN)
LIFTS = "All measures of this decision end now, removed content is visible again, and the member is notified."
PROPOSED = ("state", (DecisionState.PROPOSED,))
READ, SIGN, APPEALS = "moderation.decisions.read", SIGNS, "moderation.appeals.decide"


class AppealDecisionIn(In):
    outcome = fields.String(validate=one_of(*AppealOutcome), required=True, metadata={"label": "Outcome"})
    answer = Words(min=3, max=2000, required=True, load_only=True, metadata={"label": "Answer to the member"})


def decide_appeal(session: Session, record_id: UUID, *, staff_id: UUID, outcome: str, answer: str) -> None:
    """Decide an appeal; raises CaseClosed or OwnSignature."""
    chosen = AppealOutcome(outcome)
    appeals.decide_appeal(session, appeal_id=record_id, staff_id=staff_id, outcome=chosen, answer=answer)


DECISIONS = Resource(
    key="moderation.decisions",
    label="Decisions",
    title="number",
    empty="No decisions yet. Decisions are listed here with their reasons.",
    icon="GavelOutlined",
    group="cases",
    permission=READ,
    rows=rows_of(
        DecisionRow,
        decided_by=name_of(DecisionRow.decided_by),
        second_by=name_of(DecisionRow.second_by),
        photos=func.cardinality(DecisionRow.photo_ids),
    ),
    columns=(
        text("number", "Number"),
        badge("state", "State", [*DecisionState]),
        badge("measure", "Measure", [*Measure]),
        badge("rule", "Guideline", [*Rule]),
        ref("member_id", "Member", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        text("decided_by", "Decided by"),
        instant("created_at", "Decided", sort=True),
        instant("due_at", "Signature due", sort=True, in_list=False),
        text("second_by", "Signed by", in_list=False),
        ref("item_id", "Case", to="moderation.review", related=True, in_list=False),
        text("facts", "Facts", in_list=False),
        badges("features", "Limited features", [*LIMITS], in_list=False),
        number("days", "Days", in_list=False),
        number("photos", "Photos removed", in_list=False),
        yes_no("takes_texts", "Text removed", in_list=False),
        yes_no("takes_name", "Name removed", in_list=False),
        number("strikes", "Strikes", in_list=False),
        instant("in_force_at", "In force since", in_list=False),
        instant("ends_at", "Until", in_list=False),
        instant("closed_at", "Ended", in_list=False),
    ),
    filters=("number", "state", "measure", "rule", "member_id", "item_id", "site_id", "created_at"),
    finds={"number": "number"},
    default_sort="-created_at",
    actions=(
        Action(
            "countersign",
            "Sign",
            SIGN,
            decisions.countersign,
            confirm="The ban takes effect now, and the member is notified.",
            when=PROPOSED,
        ),
        Action(
            "refuse",
            "Refuse",
            SIGN,
            decisions.refuse,
            confirm="The member is not banned, and the case returns to the queue.",
            when=PROPOSED,
        ),
        Action(
            "lift",
            "Reverse",
            SIGN,
            decisions.lift,
            form=ReasonIn,
            confirm=LIFTS,
            danger=True,
            when=("state", (DecisionState.IN_FORCE,)),
        ),
        Action("evidence", "Evidence", SIGN, evidence.open_decision_evidence, hand_drawn=True, answers=True),
    ),
)

IS_NOW = or_(DecisionRow.ends_at.is_(None), DecisionRow.ends_at > func.now())
BANNED = select(DecisionRow).where(
    DecisionRow.measure.in_(BANNING), DecisionRow.state == DecisionState.IN_FORCE, IS_NOW
)

# Current bans only; lifted and ended ones are among the decisions.
BANS = Resource(
    key="moderation.bans",
    label="Bans",
    title="number",
    empty="No members are banned.",
    icon="BlockOutlined",
    group="cases",
    permission=READ,
    rows=rows_of(BANNED, decided_by=name_of(DecisionRow.decided_by), second_by=name_of(DecisionRow.second_by)),
    columns=(
        ref("member_id", "Member", to="accounts.members", related=True),
        badge("measure", "Measure", BANNING),
        badge("rule", "Guideline", [*Rule]),
        instant("ends_at", "Until"),
        ref("site_id", "Site", to="sites.sites"),
        text("decided_by", "Decided by"),
        instant("in_force_at", "Since", in_list=False),
        text("second_by", "Signed by", in_list=False),
        text("number", "Number", in_list=False),
        text("facts", "Facts", in_list=False),
    ),
    filters=("member_id", "site_id", "measure", "rule", "number"),
    default_sort="-id",
    actions=(Action("lift", "Reverse", SIGN, decisions.lift, form=ReasonIn, confirm=LIFTS, danger=True),),
)

AGAINST = select(AppealRow, DecisionRow.member_id).join(DecisionRow, DecisionRow.id == AppealRow.decision_id)

APPEAL_RESOURCE = Resource(
    key="moderation.appeals",
    label="Appeals",
    title=("member_id", "due_at"),
    empty="No appeals yet. Members can appeal against any decision about them.",
    icon="BalanceOutlined",
    group="cases",
    permission=READ,
    rows=rows_of(AGAINST, decided_by=name_of(AppealRow.decided_by)),
    columns=(
        badge("state", "State", [*AppealState]),
        ref("decision_id", "Decision", to="moderation.decisions", related=True),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("words", "Appeal"),
        instant("due_at", "Decision due", sort=True),
        instant("created_at", "Received", sort=True, in_list=False),
        text("decided_by", "Decided by", in_list=False),
        instant("decided_at", "Decided", in_list=False),
        badge("outcome", "Outcome", [*AppealOutcome], in_list=False),
        text("answer", "Answer to the member", in_list=False),
    ),
    filters=("state", "decision_id", "member_id"),
    default_sort="due_at",
    actions=(
        Action("decide", "Decide", APPEALS, decide_appeal, form=AppealDecisionIn, when=("state", (AppealState.OPEN,))),
    ),
)
