"""Decisions: what a verdict has to say, what it may take away, and until when somebody may object."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from app.kernel.errors import DomainError
from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import LIMITS, DecisionState, Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.contracts.reports import Outcome
from modules.moderation.decisions.policies import decisions as policies
from modules.moderation.errors import (
    AppealLate,
    ContentMissing,
    DaysMissing,
    FactsMissing,
    FeaturesMissing,
    MeasureUnfit,
    RuleMissing,
)
from tests.refusing import refused

NOW, TICK = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(microseconds=1)
ONE, TWO = UUID(int=1), UUID(int=2)
WHOLE = Verdict(Measure.WARNING, Rule.SPAM, facts="ten chars.")
TAKES = ({"photo_ids": (ONE,)}, {"takes_texts": True}, {"takes_name": True})


@pytest.mark.parametrize(
    ("strikes", "warnings", "rule", "measure"),
    [
        (0, 0, Rule.SPAM, Measure.WARNING),
        (0, 1, Rule.SPAM, Measure.STRIKE),
        (0, 5, Rule.SPAM, Measure.STRIKE),
        (1, 0, Rule.SPAM, Measure.STRIKE),
        (2, 0, None, Measure.FEATURE_LIMIT),
        (3, 1, None, Measure.TIMED_BAN),
        (4, 0, None, Measure.PERMANENT_BAN),
        (9, 0, None, Measure.PERMANENT_BAN),
        (0, 0, Rule.FRAUD, Measure.PERMANENT_BAN),
    ],
)
def test_strikes_add_up_to_a_proposal(strikes: int, warnings: int, rule: Rule | None, measure: Measure) -> None:
    assert policies.propose(strikes, warnings, rule) is measure
    assert policies.propose(strikes, warnings, rule, is_fictional=True) is Measure.REMOVE_CONTENT
    assert policies.propose(strikes, warnings, rule, is_erased=True) is Measure.WARNING


@pytest.mark.parametrize(
    ("rule", "priority", "hours"),
    [
        (Rule.SPAM, Priority.MEDIUM, 24),
        (None, None, 24),
        (Rule.MINOR, Priority.LOW, 4),
        (Rule.ILLEGAL, None, 4),
        (Rule.SPAM, Priority.HIGH, 4),
    ],
)
def test_a_ban_for_good_is_signed_within_a_day_and_sooner_where_it_is_urgent(
    rule: Rule | None, priority: Priority | None, hours: int
) -> None:
    assert policies.signature_time(rule, priority) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(Measure.NONE),
        WHOLE,
        replace(WHOLE, measure=Measure.TIMED_BAN, days=1),
        replace(WHOLE, measure=Measure.TIMED_BAN, days=365),
        replace(WHOLE, measure=Measure.FEATURE_LIMIT, days=7, features=(Feature.MESSAGES,)),
        replace(WHOLE, measure=Measure.FEATURE_LIMIT, days=7, features=LIMITS),
    ],
)
def test_a_verdict_that_says_all_is_taken(verdict: Verdict) -> None:
    policies.ensure_complete(verdict)


@pytest.mark.parametrize(
    ("over", "error", "field"),
    [
        ({"rule": None}, RuleMissing, "rule"),
        ({"facts": "nine char"}, FactsMissing, "facts"),
        ({"measure": Measure.TIMED_BAN}, DaysMissing, "days"),
        ({"measure": Measure.TIMED_BAN, "days": 0}, DaysMissing, "days"),
        ({"measure": Measure.TIMED_BAN, "days": 366}, DaysMissing, "days"),
        ({"measure": Measure.FEATURE_LIMIT, "features": (Feature.MESSAGES,)}, DaysMissing, "days"),
        ({"measure": Measure.FEATURE_LIMIT, "days": 7}, FeaturesMissing, "features"),
        ({"measure": Measure.FEATURE_LIMIT, "days": 7, "features": (Feature.ACCOUNT,)}, FeaturesMissing, "features"),
    ],
)
def test_a_verdict_is_refused_where_it_does_not_say_all(
    over: dict[str, Any], error: type[DomainError], field: str
) -> None:
    with refused(error, field):
        policies.ensure_complete(replace(WHOLE, **over))


@pytest.mark.parametrize("kind", [ItemKind.PHOTO, ItemKind.PHOTO_REPORT])
def test_a_verdict_about_a_photo_takes_that_photo_where_it_says_what_is_wrong_with_it(kind: ItemKind) -> None:
    wrong = replace(WHOLE, photo_reason="explicit", photo_ids=(TWO,))
    assert policies.with_its_photo(wrong, kind, ONE).photo_ids == (ONE,)
    assert policies.with_its_photo(replace(wrong, photo_reason=""), kind, ONE).photo_ids == ()
    assert policies.with_its_photo(replace(wrong, measure=Measure.NONE), kind, ONE).photo_ids == ()
    assert policies.with_its_photo(wrong, ItemKind.RISK, ONE) == wrong


@pytest.mark.parametrize(
    ("over", "kind"),
    [
        ({"measure": Measure.NONE}, ItemKind.PHOTO),
        ({}, ItemKind.RISK),
        ({}, ItemKind.PHOTO_REPORT),
        ({"photo_reason": "explicit"}, ItemKind.PHOTO),
        ({"measure": Measure.REMOVE_CONTENT, "photo_reason": "explicit", "photo_ids": (ONE,)}, ItemKind.PHOTO_REPORT),
        ({"measure": Measure.REMOVE_CONTENT, "takes_texts": True}, ItemKind.PROFILE_TEXT),
        ({"measure": Measure.REMOVE_CONTENT, "takes_name": True}, ItemKind.MEMBER_REPORT),
        ({"measure": Measure.REMOVE_CONTENT, "photo_ids": (ONE,)}, ItemKind.MESSAGE_REPORT),
    ],
)
def test_a_verdict_takes_what_its_case_is_about(over: dict[str, Any], kind: ItemKind) -> None:
    policies.ensure_fits(replace(WHOLE, **over), kind)


@pytest.mark.parametrize(
    ("over", "kind", "field"),
    [
        *(({"measure": Measure.NONE, **takes}, ItemKind.RISK, "measure") for takes in TAKES),
        ({"photo_ids": (ONE,), "photo_reason": "explicit"}, ItemKind.PROFILE_TEXT, "photo_ids"),
        ({"takes_texts": True}, ItemKind.MESSAGE_REPORT, "takes_texts"),
        ({"takes_name": True}, ItemKind.MESSAGE_REPORT, "takes_name"),
        ({}, ItemKind.PHOTO, "photo_reason"),
        ({"measure": Measure.REMOVE_CONTENT}, ItemKind.PHOTO_REPORT, "photo_reason"),
        ({"photo_ids": (ONE,)}, ItemKind.RISK, "photo_reason"),
    ],
)
def test_a_verdict_that_takes_something_else_is_refused(over: dict[str, Any], kind: ItemKind, field: str) -> None:
    with refused(MeasureUnfit, field):
        policies.ensure_fits(replace(WHOLE, **over), kind)


def test_something_goes_where_content_is_removed() -> None:
    with refused(ContentMissing, "photo_ids"):
        policies.ensure_fits(replace(WHOLE, measure=Measure.REMOVE_CONTENT), ItemKind.RISK)


def test_nothing_is_decided_of_a_fictional_profile_that_is_about_an_account() -> None:
    for measure in Measure:
        policies.ensure_of_person(measure, is_fictional=False)
    for measure in (Measure.NONE, Measure.REMOVE_CONTENT):
        policies.ensure_of_person(measure, is_fictional=True)
    with refused(MeasureUnfit, "measure"):
        policies.ensure_of_person(Measure.WARNING, is_fictional=True)


def test_nobody_is_banned_or_limited_who_is_erased() -> None:
    for measure in (Measure.NONE, Measure.REMOVE_CONTENT, Measure.WARNING, Measure.STRIKE):
        policies.ensure_of_person(measure, is_fictional=False, is_erased=True)
    for measure in (Measure.FEATURE_LIMIT, Measure.TIMED_BAN, Measure.PERMANENT_BAN):
        with refused(MeasureUnfit, "measure"):
            policies.ensure_of_person(measure, is_fictional=False, is_erased=True)


@pytest.mark.parametrize(
    ("taken", "gone", "again"),
    [
        ({}, {}, True),
        ({"takes_texts": True}, {}, True),
        ({"takes_texts": True}, {"takes_texts": True}, True),
        ({"takes_name": True}, {"takes_texts": True}, False),
        ({"takes_texts": True}, {"takes_name": True}, False),
        ({"photo_ids": (ONE, TWO)}, {"photo_ids": [ONE]}, True),
        ({"photo_ids": (ONE,)}, {"photo_ids": [ONE, TWO]}, False),
    ],
)
def test_all_that_went_before_goes_again_or_not(taken: dict[str, Any], gone: dict[str, Any], again: bool) -> None:
    before = SimpleNamespace(**{"takes_texts": False, "takes_name": False, "photo_ids": [], **gone})
    assert policies.removes_again(replace(WHOLE, **taken), before) is again


@pytest.mark.parametrize("takes", TAKES)
def test_what_goes_with_a_ban_for_good_is_a_decision_of_its_own(takes: dict[str, Any]) -> None:
    ban = replace(WHOLE, measure=Measure.PERMANENT_BAN)
    removal = replace(WHOLE, measure=Measure.REMOVE_CONTENT, **takes)
    assert policies.split_verdict(replace(ban, **takes)) == (removal, ban)
    assert policies.split_verdict(ban) == (ban,)


def test_a_decision_that_removes_nothing_more_is_none() -> None:
    removal = replace(WHOLE, measure=Measure.REMOVE_CONTENT)
    assert policies.split_verdict(removal) == ()
    for whole in (WHOLE, replace(WHOLE, takes_texts=True), replace(removal, takes_name=True)):
        assert policies.split_verdict(whole) == (whole,)


@pytest.mark.parametrize(
    ("measure", "outcome", "features", "state"),
    [
        (Measure.NONE, Outcome.NOT_UPHELD, (Feature.PHOTOS,), DecisionState.IN_FORCE),
        (Measure.FEATURE_LIMIT, Outcome.UPHELD, (Feature.PHOTOS,), DecisionState.IN_FORCE),
        (Measure.TIMED_BAN, Outcome.UPHELD, (Feature.ACCOUNT,), DecisionState.IN_FORCE),
        (Measure.PERMANENT_BAN, Outcome.UPHELD, (Feature.ACCOUNT,), DecisionState.PROPOSED),
    ],
)
def test_a_measure_has_its_outcome_its_reach_and_its_first_state(
    measure: Measure, outcome: Outcome, features: tuple[Feature, ...], state: DecisionState
) -> None:
    assert policies.outcome_of(measure) is outcome
    assert policies.features_of(measure, ["photos"]) == features
    assert policies.state_at_first(measure) is state


def test_days_are_whole_days() -> None:
    assert policies.days_of(7) == timedelta(hours=168)


@pytest.mark.parametrize(
    ("state", "late", "has_open", "can"),
    [
        (DecisionState.IN_FORCE, 0 * TICK, False, True),
        (DecisionState.ENDED, -TICK, False, True),
        (DecisionState.IN_FORCE, TICK, False, False),
        (DecisionState.IN_FORCE, -TICK, True, False),
        (DecisionState.LIFTED, -TICK, False, False),
        (DecisionState.PROPOSED, -TICK, False, False),
    ],
)
def test_a_member_may_object_once_at_a_time_to_what_stands_until_its_last_moment(
    state: DecisionState, late: timedelta, has_open: bool, can: bool
) -> None:
    assert policies.can_appeal(state, appeal_until=NOW, now=NOW + late, has_open=has_open) is can


@pytest.mark.parametrize("until", [None, NOW - TICK])
def test_an_appeal_that_comes_late_is_refused(until: datetime | None) -> None:
    policies.ensure_in_time(NOW, NOW)
    with refused(AppealLate):
        policies.ensure_in_time(until, NOW)
