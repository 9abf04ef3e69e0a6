"""Rules of decisions: which measures fit which cases, how strikes add up, and how long appeals are possible."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import BANS, LIMITS, STANDS, DecisionState, Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.contracts.reports import Outcome
from modules.moderation.errors import (
    AppealLate,
    ContentMissing,
    DaysMissing,
    FactsMissing,
    FeaturesMissing,
    MeasureUnfit,
    RuleMissing,
)

APPEAL = timedelta(days=180)
APPEAL_IS_DECIDED_IN = timedelta(days=7)
STRIKES_COUNT_FOR = timedelta(days=365)

STRIKES: Mapping[Measure, int] = {Measure.STRIKE: 1, Measure.FEATURE_LIMIT: 1, Measure.TIMED_BAN: 2}
TIMED = frozenset((Measure.FEATURE_LIMIT, Measure.TIMED_BAN))
RESTRICTING = TIMED | {Measure.PERMANENT_BAN}
# The measures for fictional profiles; all others are about a person's account.
OF_CONTENT = frozenset((Measure.NONE, Measure.REMOVE_CONTENT))
PHOTOS = frozenset((ItemKind.PHOTO, ItemKind.PHOTO_REPORT))
# Cases about a whole profile, in which any of its photos can be removed.
PROFILES = frozenset((ItemKind.MEMBER_REPORT, ItemKind.OPENED, ItemKind.RISK, ItemKind.EVASION))
# Cases in which the name and the texts of the profile can be removed.
WORDS = PROFILES | {ItemKind.PROFILE_TEXT}
# Rules whose violation leads to a permanent ban without a warning.
GRAVE = frozenset((Rule.FRAUD, Rule.MINOR, Rule.EVASION))
LADDER = (Measure.WARNING, Measure.STRIKE, Measure.FEATURE_LIMIT, Measure.TIMED_BAN, Measure.PERMANENT_BAN)


# The time for the second signature of a permanent ban, normally and when somebody is in danger or the case is urgent.
SIGNATURE_TIME, URGENT_SIGNATURE_TIME = timedelta(hours=24), timedelta(hours=4)
DANGERS = frozenset((Rule.MINOR, Rule.ILLEGAL))


def propose(
    strikes: int, warnings: int, rule: Rule | None = None, *, is_fictional: bool = False, is_erased: bool = False
) -> Measure:
    """Return the usual measure for a member with some strikes and warnings; a person decides. A second warning is never
    proposed, except about an erased member, where it only answers who reported them.
    """
    if is_fictional:
        return Measure.REMOVE_CONTENT
    if is_erased:
        return Measure.WARNING
    step = max(strikes, min(warnings, 1))
    return Measure.PERMANENT_BAN if rule in GRAVE else LADDER[min(step, len(LADDER) - 1)]


def signature_time(rule: Rule | None, priority: Priority | None) -> timedelta:
    """Return the time within which the second signature of a permanent ban is due."""
    return URGENT_SIGNATURE_TIME if rule in DANGERS or priority is Priority.HIGH else SIGNATURE_TIME


def ensure_complete(verdict: Verdict) -> None:
    """Raise RuleMissing, FactsMissing, DaysMissing or FeaturesMissing for an incomplete decision."""
    if verdict.measure is Measure.NONE:
        return
    if verdict.rule is None:
        raise RuleMissing(field="rule")
    if len(verdict.facts) < 10:
        raise FactsMissing(field="facts")
    if verdict.measure in TIMED and not 1 <= (verdict.days or 0) <= 365:
        raise DaysMissing(field="days")
    if verdict.measure is Measure.FEATURE_LIMIT and not (verdict.features and set(verdict.features) <= set(LIMITS)):
        raise FeaturesMissing(field="features")


def with_its_photo(verdict: Verdict, kind: ItemKind, subject_id: UUID) -> Verdict:
    """Return a verdict about one photo with that photo to remove, if it has a measure and a reason for the photo."""
    goes = verdict.photo_reason and verdict.measure is not Measure.NONE
    return replace(verdict, photo_ids=(subject_id,) if goes else ()) if kind in PHOTOS else verdict


def ensure_fits(verdict: Verdict, kind: ItemKind) -> None:
    """Raise MeasureUnfit when a verdict does not fit the kind of case, ContentMissing when it removes nothing."""
    objects, removes = verdict.measure is not Measure.NONE, verdict.measure is Measure.REMOVE_CONTENT
    takes = removes_anything(verdict)
    if takes and not objects:
        raise MeasureUnfit(field="measure")
    if verdict.photo_ids and kind is ItemKind.PROFILE_TEXT:
        raise MeasureUnfit(field="photo_ids")
    if verdict.takes_texts and kind not in WORDS:
        raise MeasureUnfit(field="takes_texts")
    if verdict.takes_name and kind not in WORDS:
        raise MeasureUnfit(field="takes_name")
    refuses = (kind is ItemKind.PHOTO and objects) or (kind in PHOTOS and removes)
    # A photo in a message needs no reason of its own: the rule that the message broke is the reason.
    of_profile = verdict.photo_ids and kind is not ItemKind.MESSAGE_REPORT
    if (refuses or of_profile) and not verdict.photo_reason:
        raise MeasureUnfit(field="photo_reason")
    if removes and not takes:
        raise ContentMissing(field="photo_ids")


def ensure_of_person(measure: Measure, *, is_fictional: bool, is_erased: bool = False) -> None:
    """Raise MeasureUnfit for an account measure about a fictional profile, which can only be retired, and for a ban or
    limit of an erased member.
    """
    if (is_fictional and measure not in OF_CONTENT) or (is_erased and measure in RESTRICTING):
        raise MeasureUnfit(field="measure")


def removes_anything(verdict: Verdict) -> bool:
    """Return whether a verdict removes photos, texts or the name."""
    return bool(verdict.photo_ids or verdict.takes_texts or verdict.takes_name)


def removes_again(verdict: Verdict, gone: Any) -> bool:
    """Return whether a verdict removes everything that an earlier decision removed."""
    is_texts, is_name = verdict.takes_texts >= gone.takes_texts, verdict.takes_name >= gone.takes_name
    return is_texts and is_name and set(gone.photo_ids) <= set(verdict.photo_ids)


def split_verdict(verdict: Verdict) -> tuple[Verdict, ...]:
    """Return the decisions of a verdict: with a permanent ban, the removal of content is a separate one without a
    second signature; a removal of nothing is none.
    """
    takes = removes_anything(verdict)
    if takes and verdict.measure is Measure.PERMANENT_BAN:
        ban = replace(verdict, photo_ids=(), takes_texts=False, takes_name=False)
        return replace(verdict, measure=Measure.REMOVE_CONTENT), ban
    return (verdict,) if takes or verdict.measure is not Measure.REMOVE_CONTENT else ()


def outcome_of(measure: Measure) -> Outcome:
    """Return the outcome for reporters, which reveals whether a rule was broken but not the measure."""
    return Outcome.NOT_UPHELD if measure is Measure.NONE else Outcome.UPHELD


def features_of(measure: Measure, features: Collection[str]) -> tuple[Feature, ...]:
    """Return the features that a decision restricts."""
    return (Feature.ACCOUNT,) if measure in BANS else tuple(map(Feature, features))


def days_of(days: int) -> timedelta:
    """Return a number of days as a timedelta."""
    return timedelta(days=days)


def state_at_first(measure: Measure) -> DecisionState:
    """Return the first state of a decision; a permanent ban waits for a second signature."""
    return DecisionState.PROPOSED if measure is Measure.PERMANENT_BAN else DecisionState.IN_FORCE


def can_appeal(state: DecisionState, *, appeal_until: datetime, now: datetime, has_open: bool) -> bool:
    """Return whether a member may appeal: within 180 days, against a valid decision, one appeal at a time."""
    return state in STANDS and now <= appeal_until and not has_open


def ensure_in_time(appeal_until: datetime | None, now: datetime) -> None:
    """Raise AppealLate after 180 days, or when the decision was never in force."""
    if appeal_until is None or now > appeal_until:
        raise AppealLate()
