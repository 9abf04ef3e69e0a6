"""Decisions as those have them whom they are about: statements of reasons, with their appeals."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Select, select

from app.kernel import clock, i18n
from app.kernel.db import Session
from modules.accounts.contracts import Feature
from modules.moderation.contracts import (
    BANS,
    Appeal,
    AppealOutcome,
    AppealState,
    DecisionState,
    Measure,
    Rule,
    Statement,
)
from modules.moderation.models import AppealRow, DecisionRow
from modules.moderation.policies import decisions as policies
from modules.moderation.queries import AnyRow
from modules.moderation.queries.decisions import DECISION


def get_statement(session: Session, decision_id: UUID, language: str) -> Statement:
    """Return a decision in force as the member has it whom it is about."""
    return _statements(session, _shown().where(DecisionRow.id == decision_id), language)[0]


def list_statements(session: Session, member_id: UUID, language: str) -> list[Statement]:
    """Return what was decided about a member, the newest first, in two statements."""
    own = _shown().where(DecisionRow.member_id == member_id)
    return _statements(session, own.order_by(DecisionRow.in_force_at.desc()).limit(100), language)


def _shown() -> Select[*tuple[object, ...]]:
    return select(*DECISION).where(DecisionRow.in_force_at.is_not(None), DecisionRow.measure != Measure.NONE)


def _statements(session: Session, shown: Select[*tuple[object, ...]], language: str) -> list[Statement]:
    rows = session.execute(shown).all()
    appeals = _appeals(session, [row.id for row in rows])
    return [_statement(row, tuple(appeals[row.id]), language) for row in rows]


def _appeals(session: Session, decision_ids: Sequence[UUID]) -> dict[UUID, list[Appeal]]:
    found: dict[UUID, list[Appeal]] = {decision_id: [] for decision_id in decision_ids}
    row = AppealRow
    columns = (row.state, row.words, row.created_at, row.due_at, row.decided_at, row.outcome, row.answer)
    asked = select(row.decision_id, *columns).where(row.decision_id.in_(found)).order_by(row.created_at)
    for decision_id, state, words, created_at, due_at, decided_at, outcome, answer in session.execute(asked):
        came_of_it = AppealOutcome(outcome) if outcome else None
        one = Appeal(AppealState(state), words, created_at, due_at, decided_at, came_of_it, answer)
        found[decision_id].append(one)
    return found


def _statement(row: AnyRow, appeals: tuple[Appeal, ...], language: str) -> Statement:
    state, measure = DecisionState(row.state), Measure(row.measure)
    has_open = any(one.state is AppealState.OPEN for one in appeals)
    may = policies.can_appeal(state, appeal_until=row.appeal_until, now=clock.now(), has_open=has_open)
    return Statement(
        id=row.id,
        number=row.number,
        state=state,
        rule=Rule(row.rule),
        rule_text=i18n.text(language, f"moderation.rules.{row.rule}"),
        measure=measure,
        measure_text=i18n.text(language, f"moderation.measures.{measure}"),
        scope_text=_scope_text(language, row),
        features=tuple(map(Feature, row.features)),
        facts=row.facts,
        strikes=row.strikes,
        strikes_text=i18n.text(language, "moderation.strikes", count=row.strikes) if row.strikes else "",
        is_automated=row.is_automated,
        in_force_at=row.in_force_at,
        ends_at=row.ends_at,
        appeal_until=row.appeal_until,
        can_appeal=may,
        appeals=appeals,
    )


def _scope_text(language: str, row: AnyRow) -> str:
    """Return what a measure covers: the account, or what is limited; and the photos, words and name that went with
    it.
    """

    parts = [
        *(["scopes.account"] if row.measure in BANS else []),
        *(f"features.{feature}" for feature in row.features),
        *(["scopes.photo"] if row.photo_ids else []),
        *(["scopes.texts"] if row.takes_texts else []),
        *(["scopes.name"] if row.takes_name else []),
    ]
    return ", ".join(i18n.text(language, f"moderation.{part}", count=len(row.photo_ids)) for part in parts)
