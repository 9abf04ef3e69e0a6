"""What of the queue the dashboards show, day by day: of whoever reported, and of those whose things were looked at."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, ColumnElement, Select, cast, func, literal, select

from app.kernel.figures import Figure
from modules.moderation.contracts import BANS, AppealOutcome, ItemState, Measure
from modules.moderation.models.cases import ReportRow
from modules.moderation.models.decisions import AppealRow, DecisionRow
from modules.moderation.models.review import ReviewItemRow

ONE = literal(1).label("amount")
Rows: TypeAlias = Callable[[datetime, datetime], Select[*tuple[Any, ...]]]


def reports(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every report."""
    moment = ReportRow.created_at
    return select(ReportRow.reporter_id.label("member_id"), ONE).where(moment >= begin, moment < end)


def decided(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Everything of the review queue that was decided."""
    return _decided(begin, end, ONE)


def waited(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """For how many seconds what was decided had waited, all in all."""
    waiting = func.extract("epoch", ReviewItemRow.closed_at - ReviewItemRow.opened_at)
    return _decided(begin, end, cast(waiting, BigInteger).label("amount"))


def _decided(begin: datetime, end: datetime, amount: Any) -> Select[*tuple[Any, ...]]:
    row = ReviewItemRow
    found = select(row.member_id, amount).where(row.state == ItemState.DECIDED)
    return found.where(row.closed_at >= begin, row.closed_at < end)


def within(least: timedelta, most: timedelta | None = None) -> Rows:
    """Everything of the review queue that was decided after it had waited so long; to find the median by."""

    def rows(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
        waited = ReviewItemRow.closed_at - ReviewItemRow.opened_at
        found = _decided(begin, end, ONE).where(waited >= least)
        return found if most is None else found.where(waited < most)

    return rows


def measures(*chosen: Measure) -> Rows:
    """Every decision by which one of these measures was taken."""

    def rows(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
        return _in_force(begin, end, DecisionRow.measure.in_(chosen))

    return rows


def by_machine(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every decision that a machine took; the database takes none."""
    return _in_force(begin, end, DecisionRow.is_automated.is_(True))


def _in_force(begin: datetime, end: datetime, which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    moment = DecisionRow.in_force_at
    return select(DecisionRow.member_id, ONE).where(moment >= begin, moment < end, which)


def appeals(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every objection to a decision."""
    return _appeals(AppealRow.created_at, begin, end)


def reversals(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every decision that was taken back because the member objected."""
    return _appeals(AppealRow.decided_at, begin, end).where(AppealRow.outcome == AppealOutcome.REVERSED)


def _appeals(moment: Any, begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    found = select(DecisionRow.member_id, ONE).join(AppealRow, AppealRow.decision_id == DecisionRow.id)
    return found.where(moment >= begin, moment < end)


def _told(name: str, label: str, rows: Rows) -> Figure:
    return Figure(f"moderation.{name}", label, rows, is_public=True, in_console=False)


HOUR, DAY, THREE_DAYS = timedelta(hours=1), timedelta(days=1), timedelta(days=3)
FIGURES = (
    Figure("moderation.reports", "Reports", reports, is_public=True),
    Figure("moderation.decided", "Decided in the queue", decided),
    Figure("moderation.waited", "Time in the queue", waited, "seconds"),
    _told("nothing-found", "Decided: no rule broken", measures(Measure.NONE)),
    _told("removed", "Decided: content removed", measures(Measure.REMOVE_CONTENT)),
    _told("warned", "Decided: warnings and strikes", measures(Measure.WARNING, Measure.STRIKE)),
    _told("limited", "Decided: limits", measures(Measure.FEATURE_LIMIT)),
    _told("banned", "Decided: bans", measures(*BANS)),
    _told("by-machine", "Decided by a machine", by_machine),
    _told("appeals", "Objections", appeals),
    _told("reversals", "Decisions taken back", reversals),
    _told("decided-in-an-hour", "Decided within an hour", within(timedelta(), HOUR)),
    _told("decided-in-a-day", "Decided within a day", within(HOUR, DAY)),
    _told("decided-in-three-days", "Decided within three days", within(DAY, THREE_DAYS)),
    _told("decided-later", "Decided later", within(THREE_DAYS)),
)
