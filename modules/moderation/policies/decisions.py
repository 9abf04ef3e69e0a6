"""Rules of decisions: which measure fits what, how strikes add up, and until when somebody may object."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature
from modules.moderation.contracts import (
    BANS,
    LIMITS,
    STANDS,
    DecisionState,
    ItemKind,
    Measure,
    Outcome,
    Priority,
    Rule,
    Verdict,
)
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
# How long what was seen is kept after the last word about it; a ban for good is remembered as long as one may object.
EVIDENCE_IS_KEPT = timedelta(days=180)
STRIKES_COUNT_FOR = timedelta(days=365)

STRIKES: Mapping[Measure, int] = {Measure.STRIKE: 1, Measure.FEATURE_LIMIT: 1, Measure.TIMED_BAN: 2}
TIMED = frozenset((Measure.FEATURE_LIMIT, Measure.TIMED_BAN))
# All that is decided about a fictional profile: the rest is about a person's account, and none stands behind it.
OF_CONTENT = frozenset((Measure.NONE, Measure.REMOVE_CONTENT))
PHOTOS = frozenset((ItemKind.PHOTO, ItemKind.PHOTO_REPORT))
# In these a whole profile is looked at, and any photo of it may go.
PROFILES = frozenset((ItemKind.MEMBER_REPORT, ItemKind.OPENED, ItemKind.RISK, ItemKind.EVASION))
# In these the name and the words of the profile are looked at, and may go.
WORDS = PROFILES | {ItemKind.PROFILE_TEXT}
# What a person can find wrong with a photo; the decoder finds the rest.
PHOTO_REASONS = (
    "no-person",
    "not-you",
    "explicit",
    "contact-details",
    "under-age",
    "not-yours",
    "poor-quality",
)
# Whoever does this to others is not warned first.
GRAVE = frozenset((Rule.FRAUD, Rule.MINOR, Rule.EVASION))
LADDER = (Measure.WARNING, Measure.STRIKE, Measure.FEATURE_LIMIT, Measure.TIMED_BAN, Measure.PERMANENT_BAN)


# How soon somebody else signs a ban for good, and how soon where somebody is in danger or the case was urgent.
SIGNED_IN, SIGNED_SOON = timedelta(hours=24), timedelta(hours=4)
DANGERS = frozenset((Rule.MINOR, Rule.ILLEGAL))


def propose(strikes: int, warnings: int, rule: Rule | None = None, *, is_fictional: bool = False) -> Measure:
    """Return what is usual for a member with so many strikes and warnings; a person decides. Nobody is only warned
    twice.
    """
    if is_fictional:
        return Measure.REMOVE_CONTENT
    step = max(strikes, min(warnings, 1))
    return Measure.PERMANENT_BAN if rule in GRAVE else LADDER[min(step, len(LADDER) - 1)]


def signed_in(rule: Rule | None, priority: Priority | None) -> timedelta:
    """Return within how long a ban for good is signed, or refused, by somebody else."""
    return SIGNED_SOON if rule in DANGERS or priority is Priority.HIGH else SIGNED_IN


def ensure_whole(verdict: Verdict) -> None:
    """Refuse a decision that does not say all it has to.

    Raises RuleMissing, FactsMissing, DaysMissing or FeaturesMissing.
    """
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
    """Return a verdict about one photo with that photo, which goes wherever it is said what is wrong with it."""
    goes = verdict.photo_reason and verdict.measure is not Measure.NONE
    return replace(verdict, photo_ids=(subject_id,) if goes else ()) if kind in PHOTOS else verdict


def ensure_fits(verdict: Verdict, kind: ItemKind) -> None:
    """Refuse to take away what the case is not about, a photo without saying why, or nothing at all.

    Raises MeasureUnfit or ContentMissing.
    """
    objects, removes = verdict.measure is not Measure.NONE, verdict.measure is Measure.REMOVE_CONTENT
    takes = takes_anything(verdict)
    if takes and not objects:
        raise MeasureUnfit(field="measure")
    if verdict.photo_ids and kind is ItemKind.PROFILE_TEXT:
        raise MeasureUnfit(field="photo_ids")
    if verdict.takes_texts and kind not in WORDS:
        raise MeasureUnfit(field="takes_texts")
    if verdict.takes_name and kind not in WORDS:
        raise MeasureUnfit(field="takes_name")
    refuses = (kind is ItemKind.PHOTO and objects) or (kind in PHOTOS and removes)
    # What is wrong with a photo in a message is what is wrong with the message.
    of_profile = verdict.photo_ids and kind is not ItemKind.MESSAGE_REPORT
    if (refuses or of_profile) and not verdict.photo_reason:
        raise MeasureUnfit(field="photo_reason")
    if removes and not takes:
        raise ContentMissing(field="photo_ids")


def ensure_of_person(measure: Measure, *, is_fictional: bool) -> None:
    """Refuse about a fictional profile what is about an account: it is retired at its own page. Raises MeasureUnfit."""
    if is_fictional and measure not in OF_CONTENT:
        raise MeasureUnfit(field="measure")


def takes_anything(verdict: Verdict) -> bool:
    """Tell whether photos, words or the name go."""
    return bool(verdict.photo_ids or verdict.takes_texts or verdict.takes_name)


def takes_again(verdict: Verdict, gone: Any) -> bool:
    """Tell whether a verdict takes all away again that went with an earlier decision."""
    is_texts, is_name = verdict.takes_texts >= gone.takes_texts, verdict.takes_name >= gone.takes_name
    return is_texts and is_name and set(gone.photo_ids) <= set(verdict.photo_ids)


def parts_of(verdict: Verdict) -> tuple[Verdict, ...]:
    """Return the decisions that a verdict is: what goes with a ban for good is one of its own, which waits for nobody;
    where all that is to go is away already there is none.
    """
    takes = takes_anything(verdict)
    if takes and verdict.measure is Measure.PERMANENT_BAN:
        ban = replace(verdict, photo_ids=(), takes_texts=False, takes_name=False)
        return replace(verdict, measure=Measure.REMOVE_CONTENT), ban
    return (verdict,) if takes or verdict.measure is not Measure.REMOVE_CONTENT else ()


def outcome_of(measure: Measure) -> Outcome:
    """Return what those who reported something are told: whether a rule was broken, not what followed."""
    return Outcome.NOT_UPHELD if measure is Measure.NONE else Outcome.UPHELD


def features_of(measure: Measure, features: Collection[str]) -> tuple[Feature, ...]:
    """Return what a decision keeps a member from."""
    return (Feature.ACCOUNT,) if measure in BANS else tuple(map(Feature, features))


def days_of(days: int) -> timedelta:
    """Return how long so many days are."""
    return timedelta(days=days)


def state_at_first(measure: Measure) -> DecisionState:
    """Return the state in which a decision begins: a ban for good waits for a second signature."""
    return DecisionState.PROPOSED if measure is Measure.PERMANENT_BAN else DecisionState.IN_FORCE


def can_appeal(state: DecisionState, *, appeal_until: datetime, now: datetime, has_open: bool) -> bool:
    """Tell whether a member may object: within 180 days, to what was not taken back, one appeal at a time."""
    return state in STANDS and now <= appeal_until and not has_open


def ensure_in_time(appeal_until: datetime | None, now: datetime) -> None:
    """Refuse an appeal that comes after 180 days; raises AppealLate."""
    if appeal_until is None or now > appeal_until:
        raise AppealLate()
