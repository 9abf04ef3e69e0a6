"""The review queue: what is urgent, until when, what is news, and in whose hand a case is."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID

import pytest

from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.messaging.contracts import Hint
from modules.moderation.contracts.queue import ItemKind, Priority, Signal
from modules.moderation.contracts.reports import ReportReason
from modules.moderation.errors import CaseChanged, CaseClaimed, CaseClosed, CaseNotClaimed
from modules.moderation.queue.policies import review
from modules.moderation.reports import policies as report_policies
from tests.refusing import refused

NOW, TICK = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(microseconds=1)
ME, OTHER = UUID(int=1), UUID(int=2)
ZEROS = bytes(32)
ANNA, BEN = sha256(b"Anna").digest(), sha256(b"Ben").digest()


def test_some_reports_are_urgent_and_are_decided_in_a_day_where_somebody_may_come_to_harm() -> None:
    handled = {reason: report_policies.handling_of_report(reason) for reason in ReportReason}
    assert handled == {
        **dict.fromkeys(ReportReason, (Priority.MEDIUM, timedelta(days=3))),
        ReportReason.MONEY: (Priority.HIGH, timedelta(days=3)),
        ReportReason.MINOR: (Priority.HIGH, timedelta(days=1)),
        ReportReason.DANGER: (Priority.HIGH, timedelta(days=1)),
    }


def test_one_signal_is_urgent() -> None:
    assert review.priority_of_signal(Signal.NEW_ASKS_MONEY) is Priority.HIGH
    assert review.priority_of_signal(Signal.MONEY_WORDS) is Priority.MEDIUM


@pytest.mark.parametrize(
    ("kind", "priority", "hours"),
    [
        (ItemKind.PHOTO, Priority.MEDIUM, 4),
        (ItemKind.RISK, Priority.LOW, 24),
        (ItemKind.RISK, Priority.HIGH, 4),
        (ItemKind.MEMBER_REPORT, Priority.HIGH, 4),
    ],
)
def test_each_kind_is_looked_at_in_its_time(kind: ItemKind, priority: Priority, hours: int) -> None:
    assert review.due_at(kind, priority, NOW) == NOW + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("hints", "age", "signal"),
    [
        ([Hint.GIFT_CARD, Hint.LINK], timedelta(days=14) - TICK, Signal.NEW_ASKS_MONEY),
        ([Hint.GIFT_CARD], timedelta(days=14), Signal.MONEY_WORDS),
        ([Hint.ELSEWHERE, Hint.LINK], timedelta(), None),
        ([], timedelta(), None),
    ],
)
def test_who_asks_for_money_is_noticed_and_more_so_in_the_first_fortnight(
    hints: list[str], age: timedelta, signal: Signal | None
) -> None:
    assert review.find_money_signal(hints, age=age) is signal


@pytest.mark.parametrize(
    ("sharers", "signal"),
    [
        ([], None),
        ([MemberStatus.ACTIVE], None),
        ([MemberStatus.ACTIVE, MemberStatus.DELETED], Signal.SHARED_DEVICE),
        ([MemberStatus.BANNED], Signal.BANNED_DEVICE),
    ],
)
def test_a_browser_of_three_accounts_or_of_one_that_is_banned_is_noticed(
    sharers: list[MemberStatus], signal: Signal | None
) -> None:
    assert review.find_device_signal(sharers) is signal


@pytest.mark.parametrize(
    ("texts", "name", "digest"),
    [
        ((), "", ZEROS),
        (("", " ", ""), "", ZEROS),
        (("Hi", "there"), "", sha256(b"Hi\0there").digest()),
        (("XX",), "", sha256(b"XX").digest()),
        (("",), "Anna", ZEROS + ANNA),
        ((" Hi",), "Ben", sha256(b" Hi").digest() + BEN),
    ],
)
def test_a_digest_is_of_the_words_and_of_a_name_that_is_worth_a_look(
    texts: tuple[str, ...], name: str, digest: bytes
) -> None:
    assert review.digest_of(texts, name=name) == digest


@pytest.mark.parametrize(
    ("digest", "seen", "words_went", "has_news"),
    [
        (ZEROS, None, False, False),
        (ZEROS, ANNA, True, False),
        (ANNA, None, False, True),
        (ANNA, ANNA, False, False),
        (ANNA, ANNA, True, True),
        (ANNA, BEN, False, True),
        (ANNA, ANNA + BEN, False, False),
        (ANNA + BEN, ANNA, False, True),
        (ANNA + BEN, ANNA + BEN, False, False),
        (ZEROS + BEN, ZEROS + ANNA, True, True),
        (ZEROS + BEN, ZEROS + BEN, True, False),
    ],
)
def test_what_was_not_seen_last_is_news(digest: bytes, seen: bytes | None, words_went: bool, has_news: bool) -> None:
    assert review.has_new_content(digest, seen=seen, words_went=words_went) is has_news


def test_no_case_is_opened_about_somebody_of_whom_nothing_is_left() -> None:
    for status in set(MemberStatus) - {MemberStatus.ERASED}:
        review.ensure_present(status)
    with refused(MemberNotFound, "member_id"):
        review.ensure_present(MemberStatus.ERASED)


@pytest.mark.parametrize(
    ("claimed_by", "until"),
    [(None, None), (None, NOW + TICK), (ME, NOW + TICK), (OTHER, None), (OTHER, NOW)],
)
def test_a_case_is_free_that_nobody_else_has_in_hand(claimed_by: UUID | None, until: datetime | None) -> None:
    review.ensure_free(claimed_by=claimed_by, claimed_until=until, staff_id=ME, now=NOW)


def test_a_case_in_another_hand_is_refused_until_that_is_over() -> None:
    with refused(CaseClaimed):
        review.ensure_free(claimed_by=OTHER, claimed_until=NOW + TICK, staff_id=ME, now=NOW)


@pytest.mark.parametrize("claimed_by", [None, OTHER])
def test_nobody_works_on_what_they_have_not_taken_on(claimed_by: UUID | None) -> None:
    review.ensure_in_hand(claimed_by=ME, staff_id=ME)
    with refused(CaseNotClaimed):
        review.ensure_in_hand(claimed_by=claimed_by, staff_id=ME)


def test_a_case_is_decided_once() -> None:
    review.ensure_waiting(None)
    with refused(CaseClosed):
        review.ensure_waiting(NOW)


def test_a_case_that_changed_is_refused_with_its_version() -> None:
    review.ensure_version(3, seen=3)
    for seen in (2, 4):
        with refused(CaseChanged, version=3):
            review.ensure_version(3, seen=seen)
