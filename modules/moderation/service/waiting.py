"""Numbers of open and overdue cases of each desk."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Select, cast, func, literal, null, select, union_all
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.messaging import api as messaging_api
from modules.moderation.complaints.models import ComplaintRow
from modules.moderation.contracts.complaints import ComplaintState
from modules.moderation.contracts.decisions import AppealState, DecisionState
from modules.moderation.contracts.queue import Waiting
from modules.moderation.decisions.models import AppealRow, DecisionRow
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.queue.queries import WAITS
from modules.sites import api as sites_api


def count_waiting(session: Session) -> list[Waiting]:
    """Return the numbers of open and of overdue cases of each desk."""
    review, complaint, appeal = ReviewItemRow, ComplaintRow, AppealRow
    said = messaging_api.fictional_conversations()
    shown = [site.id for site in sites_api.list_sites(session) if site.fictional_enabled]
    undated = cast(null(), DateTime(timezone=True))
    found = union_all(
        _count_desk("review", review.due_at).where(review.state.in_(WAITS)),
        _count_desk("signatures", DecisionRow.due_at).where(DecisionRow.state == DecisionState.PROPOSED),
        _count_desk("appeals", appeal.due_at).where(appeal.state == AppealState.OPEN),
        _count_desk("complaints", complaint.due_at).where(complaint.state == ComplaintState.OPEN),
        _count_desk("fiction", undated).select_from(said).where(said.c.unread > 0, said.c.site_id.in_(shown)),
    )
    return read(session, Waiting, found).all()


def _count_desk(name: str, due_at: ColumnElement[datetime] | InstrumentedAttribute[Any]) -> Select[str, int, int]:
    late = func.count().filter(due_at < func.now())
    return select(literal(name).label("queue"), func.count().label("waiting"), late.label("late"))
