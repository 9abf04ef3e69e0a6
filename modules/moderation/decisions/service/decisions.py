"""Commands of decisions. Each writes the decision, its audit record and its effects in one transaction.

A permanent ban has no effect before a second person signs it. The removal of content with it is a separate decision,
which is in force at once, and reporters are answered at once too.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging import api as messaging_api
from modules.moderation.contracts.decisions import BANS, STANDS, DecisionState, Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, ItemState, Priority
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.decisions.policies import decisions as policies
from modules.moderation.decisions.queries import decisions as queries
from modules.moderation.decisions.queries.rows import Decision, RemovedContent
from modules.moderation.decisions.service import evasion, evidence, fraud, reopening, settled_reports
from modules.moderation.errors import AppealWaits, DecisionNotFound, DecisionOver, MeasureUnfit, OwnSignature
from modules.moderation.events import DecisionLifted, DecisionMade
from modules.moderation.queue import queries as queue_queries
from modules.moderation.queue.queries import Item
from modules.moderation.queue.service import queue
from modules.moderation.queue.service.numbers import new_number
from modules.moderation.queue.service.pictures import hold_pictures, restore_picture
from modules.moderation.staff.service.audit import record_audit
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoStatus

RESOURCE = "moderation.decisions"


def statement_path(decision_id: UUID) -> str:
    """Return the path of the page with the statement of reasons; with a key it opens without a login."""
    return f"/cases/{decision_id}"


def decide(session: Session, *, item_id: UUID, staff_id: UUID, version: int, verdict: Verdict) -> UUID:
    """Decide a claimed case finally, and return the decision, or an earlier valid one that removed the same content.

    Raises CaseClosed, CaseNotClaimed, CaseChanged, MeasureUnfit, RuleMissing, FactsMissing, DaysMissing or
    FeaturesMissing, ContentMissing; AppealWaits when content would be restored while an appeal is open.
    """
    item = queue.lock_claimed_item(session, item_id=item_id, staff_id=staff_id, version=version)
    verdict = policies.with_its_photo(verdict, item.kind, item.subject_id)
    verdict = _with_facts(session, item.member_id, verdict)
    policies.ensure_complete(verdict)
    policies.ensure_fits(verdict, item.kind)
    _ensure_measure_fits(session, item.member_id, verdict)
    _ensure_photos_of_case(session, item, verdict)
    queries.lock_decisions(session, item.member_id)
    seen = evidence.gather(session, item)
    verdict, made = _settle_refused_bans(session, item, verdict, staff_id)
    kept = evidence.snapshot(seen)
    pictures, messages = evidence.pictures_in(seen), evidence.messages_in(seen)
    for part in policies.split_verdict(verdict):
        made.append(_insert_decision(session, item.member_id, part, item=item, evidence=kept, decided_by=staff_id))
        if part.measure is not Measure.NONE:
            # For the second signature and appeals, even if their owner deletes them meanwhile.
            hold_pictures(session, case_id=made[-1], photo_ids=pictures, message_ids=messages)
    _apply_to_content(session, item, verdict)
    by = {"decision_id": made[-1], "staff_id": staff_id}
    settled_reports.settle_reports(session, item, measure=verdict.measure, answer=verdict.answer, **by)
    queue.close_item(session, item, state=ItemState.DECIDED, decided_by=staff_id)
    return made[-1]


def ban_member(session: Session, *, member_id: UUID, rule: Rule, facts: str, days: int | None) -> UUID:
    """Ban a member from the command line for `days`, or propose a permanent ban, which a staff member must sign.

    Returns the decision. Raises FactsMissing, or MeasureUnfit about a fictional profile or an erased member.
    """
    measure = Measure.TIMED_BAN if days is not None else Measure.PERMANENT_BAN
    verdict = Verdict(measure, rule, facts=facts, days=days)
    policies.ensure_complete(verdict)
    _ensure_measure_fits(session, member_id, verdict)
    return _insert_decision(session, member_id, verdict)


def countersign(session: Session, decision_id: UUID, *, staff_id: UUID) -> None:
    """Sign a ban as the second person, which puts it in force; raises DecisionOver or OwnSignature."""
    row = _lock_proposed(session, decision_id, staff_id)
    _update(session, row.id, state=DecisionState.IN_FORCE, second_by=staff_id, **_times_in_force(row.days))
    _record_audit(session, "countersign", row.id, staff_id)
    _enforce(session, row.id)


def refuse(session: Session, decision_id: UUID, *, staff_id: UUID) -> None:
    """Refuse a ban as the second person, which reopens the case; raises DecisionOver or OwnSignature."""
    row = _lock_proposed(session, decision_id, staff_id)
    _update(session, row.id, state=DecisionState.REFUSED, second_by=staff_id, closed_at=clock.now())
    _record_audit(session, "refuse", row.id, staff_id)
    case = queue_queries.find_item(session, row.item_id) if row.item_id else None
    if case is not None:
        reopening.reopen_case(session, case)


def refuse_proposals(session: Session, *, member_id: UUID) -> None:
    """End the proposed bans of an erased member: nobody can judge them, as their evidence is erased."""
    for decision_id in queries.lock_proposals(session, member_id):
        _update(session, decision_id, state=DecisionState.REFUSED, closed_at=clock.now())
        _record_audit(session, "refuse", decision_id, None, reason="the account is erased")


def lift(session: Session, decision_id: UUID, *, staff_id: UUID | None, reason: str) -> None:
    """Lift a decision without an open appeal, and notify the member; raises DecisionOver or AppealWaits."""
    row = _lock(session, decision_id)
    if queries.has_open_appeal(session, decision_id):
        raise AppealWaits()
    reverse(session, decision_id=decision_id, staff_id=staff_id, reason=reason)
    # The member was not notified of a decision that was never in force or had no measure.
    if row.in_force_at is not None and row.rule is not None:
        publish(session, DecisionLifted(row.id, row.number, row.member_id))


def reverse(session: Session, *, decision_id: UUID, staff_id: UUID | None, reason: str) -> None:
    """End a decision with its effects and strikes, without a notification; raises DecisionOver."""
    row = _lock(session, decision_id)
    if row.state not in STANDS:
        raise DecisionOver()
    _close(session, row.id, DecisionState.LIFTED)
    _restore_content(session, row.member_id, row)
    settled_reports.review_reports(session, decision_id=row.id)
    if row.rule == Rule.FRAUD and row.measure in BANS:
        fraud.withdraw_notices(session, removed_id=row.member_id)
    _record_audit(session, "lift", row.id, staff_id, reason=reason)


def lift_bans(session: Session, *, member_id: UUID, reason: str) -> int:
    """Lift all bans of a member from the command line; returns their number. Raises AppealWaits."""
    found = queries.list_bans(session, member_id)
    for decision_id in found:
        lift(session, decision_id=decision_id, staff_id=None, reason=reason)
    return len(found)


def refund_unread(session: Session, *, decision_id: UUID) -> None:
    """Return the credits of messages that a permanently banned member never read, unless the ban was lifted meanwhile.

    The row lock makes a concurrent lift wait. Returned credits stay with the senders if the ban is lifted later.
    """
    ban = queries.lock_decision(session, decision_id)
    if ban is not None and ban.state == DecisionState.IN_FORCE:
        messaging_api.refund_unread(session, member_id=ban.member_id)


def end_due(session: Session, *, limit: int) -> int:
    """End the decisions whose time is over; returns their number."""
    due = queries.lock_ended(session, limit=limit)
    for decision_id in due:
        _close(session, decision_id, DecisionState.ENDED)
        _record_audit(session, "end", decision_id, None, reason="its time is over")
    return len(due)


def _settle_refused_bans(session: Session, item: Item, verdict: Verdict, staff_id: UUID) -> tuple[Verdict, list[UUID]]:
    """Return a verdict without the content that was removed with refused bans, and the valid decisions that removed it.

    Content that the verdict does not remove again is restored, and the member is notified.
    """
    remaining, standing = verdict, []
    for gone in queries.list_refused_bans(session, item):
        if gone.state == DecisionState.REFUSED:
            # An old ban, made before the removal of content became a separate decision.
            _restore_content(session, item.member_id, gone, but=verdict.photo_ids)
        elif policies.removes_again(verdict, gone):
            remaining = _without_removed(session, item.member_id, remaining, gone)
            standing.append(gone.id)
        else:
            lift(session, decision_id=gone.id, staff_id=staff_id, reason="decided anew")
    return remaining, standing


def _without_removed(session: Session, member_id: UUID, verdict: Verdict, gone: RemovedContent) -> Verdict:
    """Return a verdict without the content that is removed already; texts and a name may be new since."""
    profile = profiles_api.get_profile(session, member_id)
    has_words = bool(profile.headline or profile.about or profile.notes)
    has_name = accounts_api.get_member(session, member_id).taken_name is None
    return replace(
        verdict,
        photo_ids=tuple(photo_id for photo_id in verdict.photo_ids if photo_id not in gone.photo_ids),
        takes_texts=verdict.takes_texts and (has_words or not gone.takes_texts),
        takes_name=verdict.takes_name and (has_name or not gone.takes_name),
    )


def _with_facts(session: Session, member_id: UUID, verdict: Verdict) -> Verdict:
    """Return a verdict with facts: by default the standard text for the photo's reason or for the rule, in the member's
    language.
    """
    if verdict.facts or verdict.rule is None:
        return verdict
    language = accounts_api.get_member(session, member_id).language
    is_of_photo = verdict.photo_reason and verdict.rule is Rule.PHOTO
    key = f"photo_refused.{verdict.photo_reason}" if is_of_photo else f"moderation.facts.{verdict.rule}"
    return replace(verdict, facts=i18n.text(language, key))


def _insert_decision(
    session: Session,
    member_id: UUID,
    verdict: Verdict,
    *,
    item: Item | None = None,
    evidence: Mapping[str, Any] | None = None,
    decided_by: UUID | None = None,
) -> UUID:
    decision_id = new_private_id()
    state = policies.state_at_first(verdict.measure)
    row: dict[str, Any] = {
        "id": decision_id,
        "number": new_number(),
        "site_id": accounts_api.get_member(session, member_id).site_id,
        "member_id": member_id,
        "item_id": item.id if item is not None else None,
        "rule": verdict.rule if verdict.measure is not Measure.NONE else None,
        "measure": verdict.measure,
        "features": list(verdict.features) if verdict.measure is Measure.FEATURE_LIMIT else [],
        "facts": verdict.facts,
        "days": verdict.days if verdict.measure in policies.TIMED else None,
        "photo_ids": list(verdict.photo_ids),
        "takes_texts": verdict.takes_texts,
        "takes_name": verdict.takes_name,
        "strikes": policies.STRIKES.get(verdict.measure, 0),
        "evidence": dict(evidence or {}),
        "state": state,
        "decided_by": decided_by,
    }
    if state is DecisionState.IN_FORCE:
        row |= _times_in_force(row["days"])
    else:
        urgency = Priority(item.priority) if item is not None else None
        row["due_at"] = clock.now() + policies.signature_time(verdict.rule, urgency)
    session.execute(insert(DecisionRow), row)
    detail = {name: row[name] for name in ("measure", "rule", "features", "days", "takes_texts", "takes_name")}
    detail["photo_ids"] = list(map(str, verdict.photo_ids))
    _record_audit(session, "decide", decision_id, decided_by, detail=detail)
    if state is DecisionState.IN_FORCE:
        _enforce(session, decision_id)
    return decision_id


def _times_in_force(days: int | None) -> dict[str, Any]:
    now = clock.now()
    ends_at = now + policies.days_of(days) if days else None
    return {"in_force_at": now, "ends_at": ends_at, "appeal_until": now + policies.APPEAL}


def _enforce(session: Session, decision_id: UUID) -> None:
    """Apply the restrictions of a decision in force, and notify the member."""
    row = _lock(session, decision_id)
    measure = row.measure
    if measure is Measure.NONE or row.rule is None:
        return
    features = policies.features_of(measure, row.features)
    if features:
        accounts_api.restrict_member(
            session,
            member_id=row.member_id,
            features=features,
            decision_id=row.id,
            rule=row.rule,
            statement=statement_path(row.id),
            ends_at=row.ends_at,
        )
    if measure in BANS:
        evasion.remember(session, decision_id=row.id, member_id=row.member_id)
    publish(session, DecisionMade(row.id, row.number, row.member_id, row.measure, row.rule))


def _ensure_measure_fits(session: Session, member_id: UUID, verdict: Verdict) -> None:
    member = accounts_api.get_member(session, member_id)
    is_erased = member.status is MemberStatus.ERASED
    policies.ensure_of_person(verdict.measure, is_fictional=member.is_fictional, is_erased=is_erased)


def _ensure_photos_of_case(session: Session, item: Item, verdict: Verdict) -> None:
    """Raise MeasureUnfit for a photo of another member, or of another message than the reported one."""
    if not all(_is_photo_of_case(session, item, photo_id) for photo_id in verdict.photo_ids):
        raise MeasureUnfit(field="photo_ids")


def _is_photo_of_case(session: Session, item: Item, photo_id: UUID) -> bool:
    """Return whether a photo belongs to a case."""
    if item.kind == ItemKind.MESSAGE_REPORT:
        return bool(photo_id == item.subject_id and messaging_api.has_photo(session, photo_id))
    photo = profiles_api.find_fingerprint(session, photo_id)
    return bool(photo_id == item.subject_id or (photo is not None and photo.member_id == item.member_id))


def _apply_to_content(session: Session, item: Item, verdict: Verdict) -> None:
    """Approve a new photo, or remove the content of a verdict."""
    if item.kind is ItemKind.PHOTO and verdict.measure is Measure.NONE:
        _approve(session, item.subject_id)
    for photo_id in verdict.photo_ids:
        if item.kind == ItemKind.MESSAGE_REPORT:
            messaging_api.remove_photo(session, message_id=photo_id)
        else:
            profiles_api.take_down_photo(session, photo_id=photo_id, reason=verdict.photo_reason)
    if verdict.takes_texts:
        profiles_api.clear_texts(session, member_id=item.member_id)
    if verdict.takes_name and not profiles_api.remove_name(session, member_id=item.member_id):
        raise MeasureUnfit(field="takes_name")


def _approve(session: Session, photo_id: UUID) -> None:
    """Approve a pending photo; one that was removed with a refused ban is shown again already."""
    photo = profiles_api.find_review_photo(session, photo_id)
    if photo is not None and photo.status is PhotoStatus.PENDING:
        profiles_api.approve_photo(session, photo_id=photo_id)


def _restore_content(
    session: Session, member_id: UUID, row: Decision | RemovedContent, *, but: Collection[UUID] = ()
) -> None:
    """Restore the photos, texts and name that a lifted or refused decision removed.

    Photos stay removed that are in `but`, or that another valid decision removed.
    """
    for photo_id in row.photo_ids:
        if photo_id not in but and not queries.is_photo_decided(session, member_id, photo_id):
            restore_picture(session, photo_id)
    if row.takes_texts and (seen := queries.get_texts_seen(session, row.id)):
        words = {term: said for term, said in seen.items() if term != "name"}
        profiles_api.restore_texts(session, member_id=member_id, **words)
    if row.takes_name:
        profiles_api.restore_name(session, member_id=member_id)


def _close(session: Session, decision_id: UUID, state: DecisionState) -> None:
    _update(session, decision_id, state=state, closed_at=clock.now())
    accounts_api.lift_restrictions(session, decision_id=decision_id)
    evasion.forget(session, decision_id=decision_id)


def _lock_proposed(session: Session, decision_id: UUID, staff_id: UUID) -> Decision:
    row = _lock(session, decision_id)
    if row.state != DecisionState.PROPOSED:
        raise DecisionOver()
    if row.decided_by == staff_id:
        raise OwnSignature()
    return row


def _lock(session: Session, decision_id: UUID) -> Decision:
    row = queries.lock_decision(session, decision_id)
    if row is None:
        raise DecisionNotFound()
    return row


def _update(session: Session, decision_id: UUID, **values: Any) -> None:
    session.execute(update(DecisionRow).where(DecisionRow.id == decision_id).values(**values))


def _record_audit(session: Session, action: str, decision_id: UUID, staff_id: UUID | None, **more: Any) -> None:
    record_audit(session, staff_id=staff_id, action=action, resource=RESOURCE, record_id=decision_id, **more)
