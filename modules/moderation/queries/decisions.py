"""Reads of decisions and of appeals against them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, cast, exists, func, literal, select, union_all
from sqlalchemy.orm import aliased

from app.kernel.db import Session
from app.kernel.read import columns_of, read
from modules.moderation.contracts import BANS, STANDS, AppealState, DecisionState, ItemState, Measure, Outcome, Rule
from modules.moderation.models import AppealRow, DecisionRow, ReportRow, ReviewItemRow
from modules.moderation.queries.rows import Decision, Item, LockedAppeal, RestingReport, Seen, TakenAway

_DECISIONS = select(*columns_of(Decision, DecisionRow))
_BAN = aliased(DecisionRow)
# That in a case a ban was decided to which the second person said no.
_IS_IN_VAIN = exists().where(
    _BAN.member_id == ReviewItemRow.member_id,
    _BAN.item_id == ReviewItemRow.id,
    _BAN.state == DecisionState.REFUSED,
)


def find_decision(session: Session, decision_id: UUID) -> Decision | None:
    """Return a decision, or None."""
    return read(session, Decision, _DECISIONS.where(DecisionRow.id == decision_id)).one_or_none()


def find_seen(session: Session, decision_id: UUID) -> Seen | None:
    """Return what was seen when something was decided, or None."""
    return read(
        session, Seen, select(*columns_of(Seen, DecisionRow)).where(DecisionRow.id == decision_id)
    ).one_or_none()


def lock_decision(session: Session, decision_id: UUID) -> Decision | None:
    """Return a decision, held until the transaction ends with all others about the member, or None."""
    row = find_decision(session, decision_id)
    if row is None:
        return None
    lock_decisions(session, row.member_id)
    return find_decision(session, decision_id)


def lock_decisions(session: Session, member_id: UUID) -> None:
    """Hold all decisions about a member until the transaction ends: what follows from one may rest on another."""
    row = DecisionRow
    # In the order of their ids, so that no two transactions wait for each other.
    session.execute(select(row.id).where(row.member_id == member_id).order_by(row.id).with_for_update())


def list_judges(session: Session, decision_id: UUID) -> set[UUID]:
    """Return who of the staff has decided about something before: who signed it, and who heard objections to it."""
    row, appeal = DecisionRow, AppealRow
    judged = union_all(
        select(row.decided_by).where(row.id == decision_id),
        select(row.second_by).where(row.id == decision_id),
        select(appeal.decided_by).where(appeal.decision_id == decision_id),
    )
    return {by for by in session.execute(judged).scalars() if by is not None}


def lock_ended(session: Session, *, limit: int) -> list[UUID]:
    """Return decisions whose time is over, held until the transaction ends."""
    row = DecisionRow
    due = select(row.id).where(row.state == DecisionState.IN_FORCE, row.ends_at <= func.now())
    return list(session.execute(due.limit(limit).with_for_update(skip_locked=True)).scalars())


def list_bans(session: Session, member_id: UUID) -> list[UUID]:
    """Return the bans of a member that are in force."""
    row = DecisionRow
    bans = select(row.id).where(row.member_id == member_id, row.measure.in_(BANS))
    return list(session.execute(bans.where(row.state == DecisionState.IN_FORCE)).scalars())


def list_bans_of(session: Session, member_ids: Iterable[UUID]) -> list[Decision]:
    """Return the bans of members that are or were in force, the newest first."""
    row = DecisionRow
    bans = _DECISIONS.where(row.member_id.in_(list(member_ids)), row.measure.in_(BANS), row.in_force_at.is_not(None))
    return read(session, Decision, bans.order_by(row.in_force_at.desc())).all()


def is_banned_for_fraud(session: Session, member_id: UUID, *, lock: bool = False) -> bool:
    """Tell whether a member is or was banned for fraud, and nobody took it back; held until the transaction ends when
    `lock`.
    """
    row = DecisionRow
    bans = select(row.id).where(row.member_id == member_id, row.rule == Rule.FRAUD, row.measure.in_(BANS))
    stands = bans.where(row.state.in_(STANDS)).order_by(row.id)
    return session.execute(stands.with_for_update() if lock else stands).first() is not None


def list_in_vain(session: Session, item: Item) -> list[TakenAway]:
    """Return what went with the bans about a thing to which the second person
    said no since it was last decided otherwise, and of what was taken away with them and stands.
    """
    row, case = DecisionRow, ReviewItemRow
    about, since = _about(item), _decided_otherwise(item)
    found = select(*columns_of(TakenAway, row)).join(case, case.id == row.item_id)
    lasting = row.state.in_((DecisionState.REFUSED, *STANDS))
    wanted = found.where(*about, _IS_IN_VAIN, lasting, row.created_at > since).order_by(row.id)
    return read(session, TakenAway, wanted).all()


def list_resting(session: Session, decision: Decision, item: Item) -> list[RestingReport]:
    """Return the reports that were right by a decision about a thing: `other_id`
    is the newest that stands of what else was found about it until then, since the report was made or, where bans were
    refused, since that began; None where nothing stands.
    """
    row, case, report = DecisionRow, ReviewItemRow, ReportRow
    since = func.least(report.created_at, _decided_otherwise(item, before=decision.created_at))
    found = select(row.id).join(case, case.id == row.item_id).where(*_about(item), row.id != decision.id)
    stands = found.where(row.member_id == item.member_id, row.rule.is_not(None), row.state.in_(STANDS))
    in_time = stands.where(row.created_at > since, row.created_at <= decision.created_at)
    other = in_time.order_by(row.created_at.desc(), row.id).limit(1).correlate(report).scalar_subquery()
    rests = (report.decision_id == decision.id, report.outcome == Outcome.UPHELD, report.reviewed_at.is_(None))
    columns = (report.id, report.number, report.reporter_id, other.label("other_id"))
    return read(session, RestingReport, select(*columns).where(*rests).order_by(report.id)).all()


def _about(item: Item) -> tuple[ColumnElement[bool], ...]:
    """Tell of a case whether it is about the same thing as another one."""
    case = ReviewItemRow
    return case.member_id == item.member_id, case.kind == item.kind, case.subject_id == item.subject_id


def _decided_otherwise(item: Item, *, before: datetime | None = None) -> ColumnElement[datetime]:
    """Return when a thing was last decided about, `before` some moment, other than by a ban that was refused."""
    case = ReviewItemRow
    decided = (*_about(item), case.state == ItemState.DECIDED, ~_IS_IN_VAIN)
    last = select(func.max(case.closed_at)).where(*decided)
    if before is not None:
        last = last.where(case.closed_at < before)
    always = cast(literal("-infinity"), DateTime(timezone=True))
    return func.coalesce(last.correlate(None).scalar_subquery(), always)


def is_photo_decided(session: Session, member_id: UUID, photo_id: UUID) -> bool:
    """Tell whether a member's photo went with a decision that stands."""
    row = DecisionRow
    stands = select(row.id).where(row.member_id == member_id, row.state.in_(STANDS))
    return session.execute(stands.where(row.photo_ids.contains([photo_id])).limit(1)).first() is not None


def get_texts_seen(session: Session, decision_id: UUID) -> dict[str, Any]:
    """Return a member's name and what they said of themselves when something was decided; nothing once that is no
    longer kept.
    """
    row = DecisionRow
    return session.execute(select(row.evidence["texts"]).where(row.id == decision_id)).scalar_one() or {}


def count_strikes(session: Session, member_id: UUID, *, within: timedelta) -> int:
    """Return a member's strikes of the time `within` until now, without those of decisions that were taken back."""
    row = DecisionRow
    counted = select(func.coalesce(func.sum(row.strikes), 0)).where(
        row.member_id == member_id,
        row.state.in_(STANDS),
        row.in_force_at > func.now() - within,
    )
    return int(session.execute(counted).scalar_one())


def count_warnings(session: Session, member_id: UUID, *, within: timedelta) -> int:
    """Return how often a member was warned in the time `within` until now, without what was taken back."""
    row = DecisionRow
    warned = (row.measure == Measure.WARNING, row.state.in_(STANDS), row.in_force_at > func.now() - within)
    return session.execute(select(func.count()).where(row.member_id == member_id, *warned)).scalar_one()


def has_open_appeal(session: Session, decision_id: UUID) -> bool:
    """Tell whether an objection to a decision waits."""
    row = AppealRow
    waits = select(row.id).where(row.decision_id == decision_id, row.state == AppealState.OPEN)
    return session.execute(waits).first() is not None


def lock_appeal(session: Session, appeal_id: UUID) -> LockedAppeal | None:
    """Return an appeal, held until the transaction ends, or None."""
    held = select(*columns_of(LockedAppeal, AppealRow)).where(AppealRow.id == appeal_id).with_for_update()
    return read(session, LockedAppeal, held).one_or_none()
