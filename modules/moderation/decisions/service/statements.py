"""Statements of reasons of decisions for their members, with appeals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select

from app.kernel import clock, i18n
from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import BANS, Appeal, AppealState, DecisionState, Measure, Rule, Statement
from modules.moderation.decisions.models import AppealRow, DecisionRow
from modules.moderation.decisions.policies import decisions as policies


def get_statement(session: Session, decision_id: UUID, language: str) -> Statement:
    """Return the statement of reasons of a decision."""
    return _statements(session, _STATEMENTS.where(DecisionRow.id == decision_id), language)[0]


def list_statements(session: Session, member_id: UUID, language: str) -> list[Statement]:
    """Return the statements of reasons about a member, the newest first, in two SQL statements."""
    own = _STATEMENTS.where(DecisionRow.member_id == member_id)
    return _statements(session, own.order_by(DecisionRow.in_force_at.desc()).limit(100), language)


@dataclass(frozen=True, slots=True)
class _StatementColumns:
    """The columns of a decision that its member sees."""

    id: UUID
    number: str
    state: DecisionState
    rule: Rule | None
    measure: Measure
    features: tuple[Feature, ...]
    photo_ids: list[UUID]
    takes_texts: bool
    takes_name: bool
    facts: str
    strikes: int
    is_automated: bool
    in_force_at: datetime
    ends_at: datetime | None
    appeal_until: datetime
    emptied_at: datetime | None


@dataclass(frozen=True, slots=True)
class _AppealOfDecision:
    """An appeal with its decision."""

    decision_id: UUID
    appeal: Appeal


_STATEMENTS = select(*columns_of(_StatementColumns, DecisionRow)).where(
    DecisionRow.in_force_at.is_not(None), DecisionRow.measure != Measure.NONE
)


def _statements(session: Session, shown: Select[*tuple[Any, ...]], language: str) -> list[Statement]:
    found = read(session, _StatementColumns, shown).all()
    appeals = _appeals(session, [one.id for one in found])
    return [_statement(one, tuple(appeals[one.id]), language) for one in found]


def _appeals(session: Session, decision_ids: Sequence[UUID]) -> dict[UUID, list[Appeal]]:
    found: dict[UUID, list[Appeal]] = {decision_id: [] for decision_id in decision_ids}
    columns = (AppealRow.decision_id, *part("appeal", *columns_of(Appeal, AppealRow)))
    asked = select(*columns).where(AppealRow.decision_id.in_(found)).order_by(AppealRow.created_at)
    for one in read(session, _AppealOfDecision, asked):
        found[one.decision_id].append(one.appeal)
    return found


def _statement(row: _StatementColumns, appeals: tuple[Appeal, ...], language: str) -> Statement:
    has_open = any(one.state is AppealState.OPEN for one in appeals)
    may = policies.can_appeal(row.state, appeal_until=row.appeal_until, now=clock.now(), has_open=has_open)
    return Statement(
        id=row.id,
        number=row.number,
        state=row.state,
        rule=row.rule,
        rule_text=i18n.text(language, f"moderation.rules.{row.rule}"),
        measure=row.measure,
        measure_text=i18n.text(language, f"moderation.measures.{row.measure}"),
        scope_text=_scope_text(language, row),
        features=row.features,
        facts=row.facts,
        strikes=row.strikes,
        strikes_text=i18n.text(language, "moderation.strikes", count=row.strikes) if row.strikes else "",
        is_automated=row.is_automated,
        in_force_at=row.in_force_at,
        ends_at=row.ends_at,
        appeal_until=row.appeal_until,
        can_appeal=may and row.emptied_at is None,
        appeals=appeals,
    )


def _scope_text(language: str, row: _StatementColumns) -> str:
    """Return what a measure covers: the account or the limited features, and removed photos, texts and name."""

    parts = [
        *(["scopes.account"] if row.measure in BANS else []),
        *(f"features.{feature}" for feature in row.features),
        *(["scopes.photo"] if row.photo_ids else []),
        *(["scopes.texts"] if row.takes_texts else []),
        *(["scopes.name"] if row.takes_name else []),
    ]
    return ", ".join(i18n.text(language, f"moderation.{part}", count=len(row.photo_ids)) for part in parts)
