"""Reads of decisions and of appeals against them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, cast, exists, func, literal, or_, select, union_all
from sqlalchemy.orm import aliased

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.moderation.contracts.decisions import BANS, STANDS, AppealState, DecisionState, Measure, Rule
from modules.moderation.contracts.queue import ItemState
from modules.moderation.contracts.reports import Outcome
from modules.moderation.decisions.models import AppealRow, DecisionRow
from modules.moderation.decisions.queries.rows import (
    Decision,
    DecisionEvidence,
    DependentReport,
    LockedAppeal,
    RemovedContent,
)
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.queue.queries import Item
from modules.moderation.reports.models import ReportRow

_DECISIONS = select(*columns_of(Decision, DecisionRow))
_BAN = aliased(DecisionRow)
# Whether a case has a ban whose second signature was refused.
_HAS_REFUSED_BAN = exists().where(
    _BAN.member_id == ReviewItemRow.member_id,
    _BAN.item_id == ReviewItemRow.id,
    _BAN.state == DecisionState.REFUSED,
)


def find_decision(session: Session, decision_id: UUID) -> Decision | None:
    """Return a decision, or None."""
    return read(session, Decision, _DECISIONS.where(DecisionRow.id == decision_id)).one_or_none()


def find_evidence(session: Session, decision_id: UUID) -> DecisionEvidence | None:
    """Return the evidence of a decision, or None."""
    return read(
        session,
        DecisionEvidence,
        select(*columns_of(DecisionEvidence, DecisionRow)).where(DecisionRow.id == decision_id),
    ).one_or_none()


def lock_decision(session: Session, decision_id: UUID) -> Decision | None:
    """Return a decision with the rows of all decisions about the member locked, or None."""
    row = find_decision(session, decision_id)
    if row is None:
        return None
    lock_decisions(session, row.member_id)
    return find_decision(session, decision_id)


def lock_decisions(session: Session, member_id: UUID) -> None:
    """Lock the rows of all decisions about a member, because the effects of one may depend on another."""
    row = DecisionRow
    # Ordered by id, so that no two transactions deadlock.
    session.execute(select(row.id).where(row.member_id == member_id).order_by(row.id).with_for_update())


def lock_proposals(session: Session, member_id: UUID) -> list[UUID]:
    """Return the bans of a member that wait for a second signature, with the rows of all their decisions locked."""
    lock_decisions(session, member_id)
    row = DecisionRow
    waits = select(row.id).where(row.member_id == member_id, row.state == DecisionState.PROPOSED)
    return list(session.execute(waits).scalars())


def list_deciders(session: Session, decision_id: UUID) -> set[UUID]:
    """Return the staff who made or signed a decision or another one of its case, or decided an appeal against it."""
    row, appeal = DecisionRow, AppealRow
    case = select(row.item_id).where(row.id == decision_id).scalar_subquery()
    of_case = or_(row.id == decision_id, row.item_id == case)
    judged = union_all(
        select(row.decided_by).where(of_case),
        select(row.second_by).where(of_case),
        select(appeal.decided_by).where(appeal.decision_id == decision_id),
    )
    return {by for by in session.execute(judged).scalars() if by is not None}


def lock_ended(session: Session, *, limit: int) -> list[UUID]:
    """Return decisions whose time is over, with their rows locked."""
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
    """Return whether a member has a valid ban for fraud; its row is locked when `lock`."""
    row = DecisionRow
    bans = select(row.id).where(row.member_id == member_id, row.rule == Rule.FRAUD, row.measure.in_(BANS))
    stands = bans.where(row.state.in_(STANDS)).order_by(row.id)
    return session.execute(stands.with_for_update() if lock else stands).first() is not None


def list_refused_bans(session: Session, item: Item) -> list[RemovedContent]:
    """Return the bans about a subject that were refused since its last other decision, and the removals of content that
    were decided with them and are valid.
    """
    row, case = DecisionRow, ReviewItemRow
    about, since = _has_same_subject(item), _last_decided_at(item)
    found = select(*columns_of(RemovedContent, row)).join(case, case.id == row.item_id)
    lasting = row.state.in_((DecisionState.REFUSED, *STANDS))
    wanted = found.where(*about, _HAS_REFUSED_BAN, lasting, row.created_at > since).order_by(row.id)
    return read(session, RemovedContent, wanted).all()


def list_dependent_reports(session: Session, decision: Decision, item: Item) -> list[DependentReport]:
    """Return the upheld reports that are based on a decision.

    `other_id` is the newest other valid decision about the same subject, made after the report (or after the first
    refused ban) and before this decision; None without one.
    """
    row, case, report = DecisionRow, ReviewItemRow, ReportRow
    since = func.least(report.created_at, _last_decided_at(item, before=decision.created_at))
    found = select(row.id).join(case, case.id == row.item_id).where(*_has_same_subject(item), row.id != decision.id)
    stands = found.where(row.member_id == item.member_id, row.rule.is_not(None), row.state.in_(STANDS))
    in_time = stands.where(row.created_at > since, row.created_at <= decision.created_at)
    other = in_time.order_by(row.created_at.desc(), row.id).limit(1).correlate(report).scalar_subquery()
    rests = (report.decision_id == decision.id, report.outcome == Outcome.UPHELD, report.reviewed_at.is_(None))
    columns = (report.id, report.number, report.reporter_id, other.label("other_id"))
    return read(session, DependentReport, select(*columns).where(*rests).order_by(report.id)).all()


def _has_same_subject(item: Item) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a case has the same subject as an item."""
    case = ReviewItemRow
    return case.member_id == item.member_id, case.kind == item.kind, case.subject_id == item.subject_id


def _last_decided_at(item: Item, *, before: datetime | None = None) -> ColumnElement[datetime]:
    """Return when a subject was last decided `before` a time, other than by a refused ban."""
    case = ReviewItemRow
    decided = (*_has_same_subject(item), case.state == ItemState.DECIDED, ~_HAS_REFUSED_BAN)
    last = select(func.max(case.closed_at)).where(*decided)
    if before is not None:
        last = last.where(case.closed_at < before)
    always = cast(literal("-infinity"), DateTime(timezone=True))
    return func.coalesce(last.correlate(None).scalar_subquery(), always)


def is_photo_decided(session: Session, member_id: UUID, photo_id: UUID) -> bool:
    """Return whether a valid decision removed a member's photo."""
    row = DecisionRow
    stands = select(row.id).where(row.member_id == member_id, row.state.in_(STANDS))
    return session.execute(stands.where(row.photo_ids.contains([photo_id])).limit(1)).first() is not None


def get_texts_seen(session: Session, decision_id: UUID) -> dict[str, Any]:
    """Return a member's name and profile texts at the time of a decision; empty after the retention period."""
    row = DecisionRow
    return session.execute(select(row.evidence["texts"]).where(row.id == decision_id)).scalar_one() or {}


def count_strikes(session: Session, member_id: UUID, *, within: timedelta) -> int:
    """Return a member's strikes of the last `within`, without those of lifted decisions."""
    row = DecisionRow
    counted = select(func.coalesce(func.sum(row.strikes), 0)).where(
        row.member_id == member_id,
        row.state.in_(STANDS),
        row.in_force_at > func.now() - within,
    )
    return int(session.execute(counted).scalar_one())


def count_warnings(session: Session, member_id: UUID, *, within: timedelta) -> int:
    """Return a member's warnings of the last `within`, without lifted ones."""
    row = DecisionRow
    warned = (row.measure == Measure.WARNING, row.state.in_(STANDS), row.in_force_at > func.now() - within)
    return session.execute(select(func.count()).where(row.member_id == member_id, *warned)).scalar_one()


def has_open_appeal(session: Session, decision_id: UUID) -> bool:
    """Return whether a decision has an open appeal."""
    row = AppealRow
    waits = select(row.id).where(row.decision_id == decision_id, row.state == AppealState.OPEN)
    return session.execute(waits).first() is not None


def lock_appeal(session: Session, appeal_id: UUID) -> LockedAppeal | None:
    """Return an appeal with its row locked, or None."""
    held = select(*columns_of(LockedAppeal, AppealRow)).where(AppealRow.id == appeal_id).with_for_update()
    return read(session, LockedAppeal, held).one_or_none()


def lock_appeals_of_erased(session: Session, member_id: UUID | None = None) -> list[UUID]:
    """Return the open appeals of an erased member, or of all of them, with their rows locked."""
    row, people = AppealRow, accounts_api.people()
    waits = select(row.id).join(DecisionRow, DecisionRow.id == row.decision_id)
    waits = waits.join(people, people.c.id == DecisionRow.member_id)
    waits = waits.where(row.state == AppealState.OPEN, people.c.status == MemberStatus.ERASED)
    if member_id is not None:
        waits = waits.where(DecisionRow.member_id == member_id)
    return list(session.execute(waits.with_for_update(of=row, skip_locked=True)).scalars())
