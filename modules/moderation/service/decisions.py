"""Commands of decisions. Each writes its reasons, its audit row and what follows from it in one transaction.

A ban for good does nothing before a second person signs it. What goes is a decision of its own, told at once; it does
not wait for that, nor does what those are told who reported it.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import clock, i18n
from app.kernel.db import Session
from app.kernel.ids import new_private_id
from app.kernel.outbox import publish
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.moderation.contracts import (
    BANS,
    STANDS,
    DecisionState,
    ItemKind,
    ItemState,
    Measure,
    Priority,
    Rule,
    Verdict,
)
from modules.moderation.errors import AppealWaits, DecisionNotFound, DecisionOver, MeasureUnfit, OwnSignature
from modules.moderation.events import DecisionLifted, DecisionMade
from modules.moderation.models import DecisionRow
from modules.moderation.policies import decisions as policies
from modules.moderation.queries import decisions as queries
from modules.moderation.queries import review
from modules.moderation.queries.rows import Decision, Item, TakenAway
from modules.moderation.service import evasion, evidence, fraud, queue, reports
from modules.moderation.service.audit import record_audit
from modules.moderation.service.numbers import new_number
from modules.moderation.service.pictures import give_picture_back, hold_pictures
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoStatus

RESOURCE = "moderation.decisions"


def statement_path(decision_id: UUID) -> str:
    """Return the path of the page with the statement of reasons; with a key it opens without a login."""
    return f"/cases/{decision_id}"


def decide(session: Session, *, item_id: UUID, staff_id: UUID, version: int, verdict: Verdict) -> UUID:
    """Decide about a case that this person took on, once and for all, and return the decision, or the earlier one that
    took the same away and stands.

    Raises CaseClosed, CaseNotClaimed, CaseChanged, MeasureUnfit, RuleMissing, FactsMissing, DaysMissing or
    FeaturesMissing, ContentMissing; AppealWaits where what was taken away would come back.
    """
    item = queue.hold_item(session, item_id=item_id, staff_id=staff_id, version=version)
    verdict = policies.with_its_photo(verdict, item.kind, item.subject_id)
    verdict = _in_words(session, item.member_id, verdict)
    policies.ensure_whole(verdict)
    policies.ensure_fits(verdict, item.kind)
    _ensure_of_person(session, item.member_id, verdict)
    _ensure_theirs(session, item, verdict)
    queries.lock_decisions(session, item.member_id)
    seen = evidence.gather(session, item)
    verdict, made = _decide_anew(session, item, verdict, staff_id)
    kept = evidence.snapshot(seen)
    pictures, messages = evidence.pictures_in(seen), evidence.messages_in(seen)
    for part in policies.parts_of(verdict):
        made.append(_write(session, item.member_id, part, item=item, evidence=kept, decided_by=staff_id))
        if part.measure is not Measure.NONE:
            # Whoever signs or hears an objection sees what was seen, whatever its owner deletes meanwhile.
            hold_pictures(session, case_id=made[-1], photo_ids=pictures, message_ids=messages)
    _treat_content(session, item, verdict)
    by = {"decision_id": made[-1], "staff_id": staff_id}
    reports.settle_reports(session, item, measure=verdict.measure, answer=verdict.answer, **by)
    queue.close_item(session, item, state=ItemState.DECIDED, decided_by=staff_id)
    return made[-1]


def ban_member(session: Session, *, member_id: UUID, rule: Rule, facts: str, days: int | None) -> UUID:
    """Ban a member from the command line for days, or propose a ban for good, which waits for the signature of somebody
    of the staff; returns the decision. Raises FactsMissing, or MeasureUnfit about a fictional profile.
    """
    measure = Measure.TIMED_BAN if days is not None else Measure.PERMANENT_BAN
    verdict = Verdict(measure, rule, facts=facts, days=days)
    policies.ensure_whole(verdict)
    _ensure_of_person(session, member_id, verdict)
    return _write(session, member_id, verdict)


def countersign(session: Session, decision_id: UUID, *, staff_id: UUID) -> None:
    """Sign a ban as the second person, which puts it in force; raises DecisionOver or OwnSignature."""
    row = _lock_proposed(session, decision_id, staff_id)
    _change(session, row.id, state=DecisionState.IN_FORCE, second_by=staff_id, **_in_force(row.days))
    _record(session, "countersign", row.id, staff_id)
    _enforce(session, row.id)


def refuse(session: Session, decision_id: UUID, *, staff_id: UUID) -> None:
    """Say no to a ban as the second person; the case waits again. Raises DecisionOver or OwnSignature."""
    row = _lock_proposed(session, decision_id, staff_id)
    _change(session, row.id, state=DecisionState.REFUSED, second_by=staff_id, closed_at=clock.now())
    _record(session, "refuse", row.id, staff_id)
    case = review.find_item(session, row.item_id) if row.item_id else None
    if case is not None:
        queue.open_again(session, case)


def lift(session: Session, decision_id: UUID, *, staff_id: UUID | None, reason: str) -> None:
    """Take a decision back to which nobody objected, and tell the member; raises DecisionOver or AppealWaits."""
    row = _lock(session, decision_id)
    if queries.has_open_appeal(session, decision_id):
        raise AppealWaits()
    take_back(session, decision_id=decision_id, staff_id=staff_id, reason=reason)
    # Of what a second person has not signed yet, and of what had no consequences, nobody was told.
    if row.in_force_at is not None and row.rule is not None:
        publish(session, DecisionLifted(row.id, row.number, row.member_id))


def take_back(session: Session, *, decision_id: UUID, staff_id: UUID | None, reason: str) -> None:
    """End a decision with all that follows from it, its strikes too; raises DecisionOver."""
    row = _lock(session, decision_id)
    if row.state not in STANDS:
        raise DecisionOver()
    _close(session, row.id, DecisionState.LIFTED)
    _give_content_back(session, row.member_id, row)
    reports.review_reports(session, decision_id=row.id)
    if row.rule == Rule.FRAUD and row.measure in BANS:
        fraud.withdraw_notices(session, removed_id=row.member_id)
    _record(session, "lift", row.id, staff_id, reason=reason)


def lift_bans(session: Session, *, member_id: UUID, reason: str) -> int:
    """Lift all bans of a member from the command line; returns how many there were. Raises AppealWaits."""
    found = queries.list_bans(session, member_id)
    for decision_id in found:
        lift(session, decision_id=decision_id, staff_id=None, reason=reason)
    return len(found)


def refund_unread(session: Session, *, decision_id: UUID) -> None:
    """Return what was paid for messages that somebody never read who is banned for good; nothing where the ban was
    taken back meanwhile, which waits for this. What came back stays with those who paid.
    """
    ban = queries.lock_decision(session, decision_id)
    if ban is not None and ban.state == DecisionState.IN_FORCE:
        messaging_api.refund_unread(session, member_id=ban.member_id)


def end_due(session: Session, *, limit: int) -> int:
    """End what was decided for a time that is over; returns how many."""
    due = queries.lock_ended(session, limit=limit)
    for decision_id in due:
        _close(session, decision_id, DecisionState.ENDED)
        _record(session, "end", decision_id, None, reason="its time is over")
    return len(due)


def _decide_anew(session: Session, item: Item, verdict: Verdict, staff_id: UUID) -> tuple[Verdict, list[UUID]]:
    """Return what a verdict takes away beyond what went before a second person said no, and the decisions that took the
    rest, which stand. What is not taken again comes back, and the member is told.
    """
    beyond, standing = verdict, []
    for gone in queries.list_in_vain(session, item):
        if gone.state == DecisionState.REFUSED:
            # From before what goes was a decision of its own.
            _give_content_back(session, item.member_id, gone, but=verdict.photo_ids)
        elif policies.takes_again(verdict, gone):
            beyond = _beyond(session, item.member_id, beyond, gone)
            standing.append(gone.id)
        else:
            lift(session, decision_id=gone.id, staff_id=staff_id, reason="decided anew")
    return beyond, standing


def _beyond(session: Session, member_id: UUID, verdict: Verdict, gone: TakenAway) -> Verdict:
    """Return a verdict without what is away already; words and a name may be new since."""
    profile = profiles_api.get_profile(session, member_id)
    has_words = bool(profile.headline or profile.about or profile.notes)
    has_name = accounts_api.get_member(session, member_id).taken_name is None
    return replace(
        verdict,
        photo_ids=tuple(photo_id for photo_id in verdict.photo_ids if photo_id not in gone.photo_ids),
        takes_texts=verdict.takes_texts and (has_words or not gone.takes_texts),
        takes_name=verdict.takes_name and (has_name or not gone.takes_name),
    )


def _in_words(session: Session, member_id: UUID, verdict: Verdict) -> Verdict:
    """Fill in the house's words where nobody wrote others, in the member's language: for what is wrong with a photo,
    or else for the rule.
    """
    if verdict.facts or verdict.rule is None:
        return verdict
    language = accounts_api.get_member(session, member_id).language
    is_of_photo = verdict.photo_reason and verdict.rule is Rule.PHOTO
    key = f"photo_refused.{verdict.photo_reason}" if is_of_photo else f"moderation.facts.{verdict.rule}"
    return replace(verdict, facts=i18n.text(language, key))


def _write(
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
        row |= _in_force(row["days"])
    else:
        urgency = Priority(item.priority) if item is not None else None
        row["due_at"] = clock.now() + policies.signed_in(verdict.rule, urgency)
    session.execute(insert(DecisionRow), row)
    detail = {name: row[name] for name in ("measure", "rule", "features", "days", "takes_texts", "takes_name")}
    detail["photo_ids"] = list(map(str, verdict.photo_ids))
    _record(session, "decide", decision_id, decided_by, detail=detail)
    if state is DecisionState.IN_FORCE:
        _enforce(session, decision_id)
    return decision_id


def _in_force(days: int | None) -> dict[str, Any]:
    now = clock.now()
    ends_at = now + policies.days_of(days) if days else None
    return {"in_force_at": now, "ends_at": ends_at, "appeal_until": now + policies.APPEAL}


def _enforce(session: Session, decision_id: UUID) -> None:
    """Let a decision that is in force do what it says, and have the member told."""
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


def _ensure_of_person(session: Session, member_id: UUID, verdict: Verdict) -> None:
    member = accounts_api.get_member(session, member_id)
    policies.ensure_of_person(verdict.measure, is_fictional=member.is_fictional)


def _ensure_theirs(session: Session, item: Item, verdict: Verdict) -> None:
    """Refuse to take away somebody else's photo, or that of another message than was reported; raises MeasureUnfit."""
    if not all(_may_go(session, item, photo_id) for photo_id in verdict.photo_ids):
        raise MeasureUnfit(field="photo_ids")


def _may_go(session: Session, item: Item, photo_id: UUID) -> bool:
    """Tell whether a photo is one that a case is about."""
    if item.kind == ItemKind.MESSAGE_REPORT:
        return bool(photo_id == item.subject_id and messaging_api.has_photo(session, photo_id))
    photo = profiles_api.find_fingerprint(session, photo_id)
    return bool(photo_id == item.subject_id or (photo is not None and photo.member_id == item.member_id))


def _treat_content(session: Session, item: Item, verdict: Verdict) -> None:
    """Show a new photo, or take away what may not be seen."""
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
    """Show a photo that waits for it; one that went with a ban to which somebody said no is shown again already."""
    photo = profiles_api.find_review_photo(session, photo_id)
    if photo is not None and photo.status is PhotoStatus.PENDING:
        profiles_api.approve_photo(session, photo_id=photo_id)


def _give_content_back(
    session: Session, member_id: UUID, row: Decision | TakenAway, *, but: Collection[UUID] = ()
) -> None:
    """Show again what went with a decision that was taken back or not signed: photos, `but` for those that go anew or
    went with another decision that stands, words, and the name.
    """
    for photo_id in row.photo_ids:
        if photo_id not in but and not queries.is_photo_decided(session, member_id, photo_id):
            give_picture_back(session, photo_id)
    if row.takes_texts and (seen := queries.get_texts_seen(session, row.id)):
        words = {term: said for term, said in seen.items() if term != "name"}
        profiles_api.restore_texts(session, member_id=member_id, **words)
    if row.takes_name:
        profiles_api.restore_name(session, member_id=member_id)


def _close(session: Session, decision_id: UUID, state: DecisionState) -> None:
    _change(session, decision_id, state=state, closed_at=clock.now())
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


def _change(session: Session, decision_id: UUID, **values: Any) -> None:
    session.execute(update(DecisionRow).where(DecisionRow.id == decision_id).values(**values))


def _record(session: Session, action: str, decision_id: UUID, staff_id: UUID | None, **more: Any) -> None:
    record_audit(session, staff_id=staff_id, action=action, resource=RESOURCE, record_id=decision_id, **more)
