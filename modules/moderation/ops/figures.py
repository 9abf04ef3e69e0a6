"""What of the queue the dashboards show, day by day: of whoever reported, and of those whose things were looked at."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Select, cast, func, literal, select

from app.kernel.figures import Figure
from modules.moderation.contracts import ItemState
from modules.moderation.models.cases import ReportRow
from modules.moderation.models.review import ReviewItemRow

ONE = literal(1).label("amount")


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


FIGURES = (
    Figure("moderation.reports", "Reports", reports),
    Figure("moderation.decided", "Decided in the queue", decided),
    Figure("moderation.waited", "Time in the queue", waited, "seconds"),
)
