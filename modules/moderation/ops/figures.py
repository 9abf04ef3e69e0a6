"""Daily figures of reports, reviews, complaints, decisions and appeals for the dashboards."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, ColumnElement, Select, and_, cast, func, literal, or_, select

from app.kernel.figures import Figure, Moment
from modules.moderation.complaints.models import ComplaintMessageRow, ComplaintRow
from modules.moderation.contracts.complaints import Author
from modules.moderation.contracts.decisions import BANS, AppealOutcome, Measure
from modules.moderation.contracts.queue import ItemKind, ItemState
from modules.moderation.decisions.models import AppealRow, DecisionRow
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.reports.models import ReportRow

ONE = literal(1).label("amount")
# The longest time that a complaint waits for its first answer.
MAX_ANSWER_WAIT = timedelta(days=365)
Rows: TypeAlias = Callable[[Moment, Moment], Select[*tuple[Any, ...]]]


def reports(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the reports made in a period."""
    moment = ReportRow.created_at
    return select(ReportRow.reporter_id.label("member_id"), ONE).where(moment >= begin, moment < end)


def decided(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the cases of the review queue that were decided in a period."""
    return _decided(begin, end, ONE)


def waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the seconds from opening to decision of the cases decided in a period."""
    return _decided(begin, end, _between(ReviewItemRow.opened_at, ReviewItemRow.closed_at))


def waited_of(kind: ItemKind) -> Rows:
    """Return `waited` for the cases of one kind."""
    return lambda begin, end: waited(begin, end).where(ReviewItemRow.kind == kind)


def reports_waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the seconds from report to decision of the reports decided in a period."""
    row = ReportRow
    found = select(row.reporter_id.label("member_id"), _between(row.created_at, row.decided_at))
    return found.where(row.decided_at >= begin, row.decided_at < end)


def complaints_waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the seconds from complaint to first answer, by site, because visitors complain too."""
    row, said = ComplaintRow, ComplaintMessageRow
    first = func.min(said.created_at)
    found = select(row.site_id, _between(row.created_at, first)).join(said, said.complaint_id == row.id)
    found = found.where(said.author == Author.STAFF, row.opened_by.is_(None), row.created_at >= begin - MAX_ANSWER_WAIT)
    return found.group_by(row.id).having(and_(first >= begin, first < end))


def complaints_lasted(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the seconds from complaint to closing of the complaints closed in a period."""
    row = ComplaintRow
    found = select(row.site_id, _between(row.created_at, row.closed_at)).where(row.opened_by.is_(None))
    return found.where(row.closed_at >= begin, row.closed_at < end)


def appeals_waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the seconds from appeal to decision of the appeals decided in a period."""
    found = select(DecisionRow.member_id, _between(AppealRow.created_at, AppealRow.decided_at))
    found = found.join(AppealRow, AppealRow.decision_id == DecisionRow.id)
    return found.where(AppealRow.decided_at >= begin, AppealRow.decided_at < end)


def _between(first: Any, last: Any) -> Any:
    return cast(func.extract("epoch", last - first), BigInteger).label("amount")


def _decided(begin: Moment, end: Moment, amount: Any) -> Select[*tuple[Any, ...]]:
    row = ReviewItemRow
    found = select(row.member_id, amount).where(row.state == ItemState.DECIDED)
    return found.where(row.closed_at >= begin, row.closed_at < end)


def within(shortest: timedelta, longest: timedelta | None = None) -> Rows:
    """Return the cases decided after waiting from `shortest` to before `longest`, from which a median can be found."""

    def rows(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
        waited = ReviewItemRow.closed_at - ReviewItemRow.opened_at
        found = _decided(begin, end, ONE).where(waited >= shortest)
        return found if longest is None else found.where(waited < longest)

    return rows


def measures(*chosen: Measure) -> Rows:
    """Return the decisions with one of these measures."""

    def rows(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
        return _in_force(begin, end, DecisionRow.measure.in_(chosen))

    return rows


def removed(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the decisions that removed photos, texts or a name, whatever the measure."""
    row = DecisionRow
    return _in_force(begin, end, or_(func.cardinality(row.photo_ids) > 0, row.takes_texts, row.takes_name))


def by_machine(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the automated decisions; a check of the table allows none."""
    return _in_force(begin, end, DecisionRow.is_automated.is_(True))


def _in_force(begin: Moment, end: Moment, which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    moment = DecisionRow.in_force_at
    return select(DecisionRow.member_id, ONE).where(moment >= begin, moment < end, which)


def appeals(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the appeals made in a period."""
    return _appeals(AppealRow.created_at, begin, end)


def reversals(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the decisions reversed on appeal in a period."""
    return _appeals(AppealRow.decided_at, begin, end).where(AppealRow.outcome == AppealOutcome.REVERSED)


def _appeals(moment: Any, begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    found = select(DecisionRow.member_id, ONE).join(AppealRow, AppealRow.decision_id == DecisionRow.id)
    return found.where(moment >= begin, moment < end)


def _published(name: str, label: str, rows: Rows) -> Figure:
    return Figure(f"moderation.{name}", label, rows, is_public=True, in_console=False)


KINDS = {
    ItemKind.PHOTO: "photos",
    ItemKind.PROFILE_TEXT: "profile texts",
    ItemKind.MEMBER_REPORT: "reported members",
    ItemKind.PHOTO_REPORT: "reported photos",
    ItemKind.MESSAGE_REPORT: "reported messages",
    ItemKind.RISK: "fraud signals",
    ItemKind.EVASION: "ban evasion",
    ItemKind.OPENED: "opened by staff",
}
HOUR, DAY, THREE_DAYS = timedelta(hours=1), timedelta(days=1), timedelta(days=3)
FIGURES = (
    Figure("moderation.reports", "Reports", reports, is_public=True),
    Figure("moderation.decided", "Queue items decided", decided),
    Figure("moderation.waited", "Time in the review queue", waited, "waits"),
    *(Figure(f"moderation.waited-{kind}", f"Time in queue: {KINDS[kind]}", waited_of(kind), "waits") for kind in KINDS),
    Figure("moderation.reports-waited", "Time to decide a report", reports_waited, "waits"),
    Figure("moderation.complaints-waited", "Time to answer a complaint", complaints_waited, "waits", of_site=True),
    Figure("moderation.complaints-lasted", "Time to close a complaint", complaints_lasted, "waits", of_site=True),
    Figure("moderation.appeals-waited", "Time to decide an appeal", appeals_waited, "waits"),
    _published("nothing-found", "Decided: no guideline broken", measures(Measure.NONE)),
    _published("removed", "Decided: content removed", removed),
    _published("warned", "Decided: warnings and strikes", measures(Measure.WARNING, Measure.STRIKE)),
    _published("limited", "Decided: limits", measures(Measure.FEATURE_LIMIT)),
    _published("banned", "Decided: bans", measures(*BANS)),
    _published("by-machine", "Decided automatically", by_machine),
    _published("appeals", "Appeals", appeals),
    _published("reversals", "Decisions reversed", reversals),
    _published("decided-in-an-hour", "Decided within an hour", within(timedelta(), HOUR)),
    _published("decided-in-a-day", "Decided within a day", within(HOUR, DAY)),
    _published("decided-in-three-days", "Decided within three days", within(DAY, THREE_DAYS)),
    _published("decided-later", "Decided later", within(THREE_DAYS)),
)
