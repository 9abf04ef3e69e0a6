"""The rules of staff, of complaints and of reports as pure functions."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from app.kernel.errors import Invalid
from modules.accounts.contracts import MemberStatus
from modules.moderation.complaints import policies as complaint_policies
from modules.moderation.contracts.complaints import ComplaintState
from modules.moderation.contracts.reports import ReportReason
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import (
    CaseClaimed,
    ComplaintLooksAutomatic,
    ComplaintOver,
    OwnAccount,
    ReportWordsMissing,
    RolesMissing,
    StaffCannotAnswer,
    StaffEmailInvalid,
    StaffPasswordWeak,
)
from modules.moderation.reports import policies as report_policies
from modules.moderation.staff.policies import accounts, permissions
from tests.refusing import refused

NOW, TICK = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(microseconds=1)
ME, OTHER = UUID(int=1), UUID(int=2)


def test_roles_add_up_and_nobody_may_do_what_is_not_written() -> None:
    assert permissions.permissions_of([]) == frozenset()
    assert "accounts.members.reveal" not in permissions.permissions_of([Role.MODERATOR, Role.FINANCE])
    both = permissions.permissions_of([Role.MODERATOR, Role.SUPPORT])
    assert both == permissions.PERMISSIONS[Role.MODERATOR] | permissions.PERMISSIONS[Role.SUPPORT]


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.SUPPORT, Role.FINANCE])
def test_only_admins_manage_staff_and_read_the_access_log(role: Role) -> None:
    assert not {p for p in permissions.PERMISSIONS[role] if p.startswith(("moderation.staff", "moderation.audit"))}


@pytest.mark.parametrize(
    ("age", "idle", "is_live"),
    [
        (timedelta(hours=11, minutes=59), timedelta(minutes=1), True),
        (timedelta(hours=12), timedelta(minutes=1), False),
        (timedelta(hours=1), timedelta(minutes=29, seconds=59), True),
        (timedelta(hours=1), timedelta(minutes=30), False),
    ],
)
def test_a_session_ends_after_12_hours_or_30_idle_minutes(age: timedelta, idle: timedelta, is_live: bool) -> None:
    assert accounts.is_live(opened_at=NOW - age, seen_at=NOW - idle, now=NOW) is is_live


def test_a_code_is_good_once_and_older_ones_never_again() -> None:
    codes = {99: "111111", 100: "222222", 101: "333333"}
    assert accounts.find_step(codes, "222222", last_step=99) == 100
    assert accounts.find_step(codes, "222222", last_step=100) is None
    assert accounts.find_step(codes, "111111", last_step=100) is None
    assert accounts.find_step(codes, "444444", last_step=0) is None


@pytest.mark.parametrize(
    ("failures", "ago", "then", "minutes"),
    [
        (3, timedelta(), 4, None),
        (4, timedelta(), 5, 15),
        (5, timedelta(), 6, 30),
        (11, timedelta(), 12, 24 * 60),  # and not 15 * 128
        (10_000, timedelta(), 10_001, 24 * 60),
        (4, timedelta(days=1), 5, 15),
        (4, timedelta(days=1) + TICK, 1, None),
    ],
)
def test_waits_double_up_to_a_day_and_failures_are_forgotten_after_one(
    failures: int, ago: timedelta, then: int, minutes: int | None
) -> None:
    found = accounts.count_failure(accounts.FROM_A_NETWORK, failures=failures, failed_at=NOW - ago, now=NOW)
    assert found == (then, minutes and NOW + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(None, 0), (-61, 0), (0, 0), (1, 1), (60, 1), (61, 2), (24 * 60 * 60, 1440)]
)
def test_minutes_to_wait_are_rounded_up(seconds: int | None, minutes: int) -> None:
    moment = None if seconds is None else NOW + timedelta(seconds=seconds)
    assert accounts.minutes_until(moment, NOW) == minutes


def test_who_showed_password_and_code_is_confirmed_for_ten_minutes() -> None:
    shown = NOW - timedelta(minutes=10)
    assert accounts.is_confirmed(confirmed_at=shown + TICK, now=NOW)
    assert not accounts.is_confirmed(confirmed_at=shown, now=NOW)


def test_a_role_acts_that_has_the_permission() -> None:
    assert (
        permissions.role_for([Role.FINANCE, Role.SUPPORT, Role.ADMIN], permissions.ANSWERS_COMPLAINTS) is Role.SUPPORT
    )


def test_staff_have_roles_once_each_and_in_order() -> None:
    assert permissions.ensure_roles(iter([Role.ADMIN, Role.MODERATOR, Role.ADMIN])) == (Role.MODERATOR, Role.ADMIN)
    with refused(RolesMissing, "roles"):
        permissions.ensure_roles([])


def test_nobody_decides_about_themselves() -> None:
    accounts.ensure_not_own(ME, OTHER)
    accounts.ensure_not_own(ME, None)
    with refused(OwnAccount):
        accounts.ensure_not_own(ME, ME)


def test_staff_have_an_address_of_a_domain() -> None:
    assert accounts.ensure_email(" Linden@Staff.Example ") == "linden@staff.example"
    for wrong in (
        "linden",
        "@staff.example",
        "lin den@staff.example",
        "linden@staff",
        "linden@",
        "lin@den@staff.example",
        f"{'l' * 65}@staff.example",
        "\u00fc" * 33 + "@staff.example",
        f"linden@{'.'.join(['h' * 62] * 4)}.example",
    ):
        with refused(StaffEmailInvalid, "email"):
            accounts.ensure_email(wrong)


def test_staff_have_a_long_password_of_more_than_four_different_characters() -> None:
    accounts.ensure_password("abcdeabcdeab")
    for weak in ("abcdeabcdea", "abcdabcdabcd", "abcdeabcdea\u0301"):
        with refused(StaffPasswordWeak, "password", min=12):
            accounts.ensure_password(weak)
        with refused(StaffPasswordWeak, "new_password", min=12):
            accounts.ensure_password(weak, "new_password")


@pytest.mark.parametrize("age", [timedelta(seconds=3), timedelta(days=2)])
def test_a_person_fills_in_a_form_in_three_seconds_to_two_days(age: timedelta) -> None:
    complaint_policies.ensure_written_by_a_person(form_age=age, trap="")


@pytest.mark.parametrize(
    ("age", "trap"),
    [
        (timedelta(seconds=3) - TICK, ""),
        (timedelta(days=2) + TICK, ""),
        (timedelta(minutes=5), "x"),
        (None, ""),
    ],
)
def test_any_other_form_looks_automatic(age: timedelta | None, trap: str) -> None:
    with refused(ComplaintLooksAutomatic):
        complaint_policies.ensure_written_by_a_person(form_age=age, trap=trap)


def test_a_complaint_is_reopened_within_sixty_days() -> None:
    complaint_policies.ensure_can_be_reopened(closed_at=None, now=NOW)
    complaint_policies.ensure_can_be_reopened(closed_at=NOW - timedelta(days=60), now=NOW)
    with refused(ComplaintOver):
        complaint_policies.ensure_can_be_reopened(closed_at=NOW - timedelta(days=60) - TICK, now=NOW)


def test_who_was_erased_adds_no_words() -> None:
    complaint_policies.ensure_not_erased(MemberStatus.DELETED)
    with refused(ComplaintOver):
        complaint_policies.ensure_not_erased(MemberStatus.ERASED)


@pytest.mark.parametrize(
    ("state", "due_at"),
    [
        (ComplaintState.OPEN, NOW + TICK),
        (ComplaintState.WAITING, NOW + timedelta(days=7)),
        (ComplaintState.CLOSED, NOW + timedelta(days=7)),
    ],
)
def test_new_words_are_answered_in_a_week_and_make_nobody_wait_longer(state: ComplaintState, due_at: datetime) -> None:
    assert complaint_policies.due_after_reply(state, due_at=NOW + TICK, now=NOW) == due_at


def test_a_day_ends_with_its_last_minute_where_somebody_is() -> None:
    found = complaint_policies.end_of_day(date(2026, 5, 4), ZoneInfo("Europe/Amsterdam"))
    assert found.astimezone(UTC) == datetime(2026, 5, 4, 21, 59, tzinfo=UTC)


def test_an_answer_is_promised_from_now_to_sixty_days() -> None:
    for due_at in (NOW, NOW + timedelta(days=60)):
        complaint_policies.ensure_soon(due_at, now=NOW)
    for due_at in (NOW - TICK, NOW + timedelta(days=60) + TICK):
        with refused(Invalid, "day"):
            complaint_policies.ensure_soon(due_at, now=NOW)


@pytest.mark.parametrize(("roles", "is_disabled"), [([Role.SUPPORT], True), ([Role.WRITER, Role.FINANCE], False)])
def test_a_complaint_goes_to_who_can_answer_it(roles: list[Role], is_disabled: bool) -> None:
    complaint_policies.ensure_may_answer(roles=[Role.WRITER, Role.SUPPORT], is_disabled=False)
    with refused(StaffCannotAnswer, "to"):
        complaint_policies.ensure_may_answer(roles=roles, is_disabled=is_disabled)


def test_something_else_needs_words() -> None:
    report_policies.ensure_said_what(ReportReason.FAKE, "")
    report_policies.ensure_said_what(ReportReason.OTHER, "this")
    with refused(ReportWordsMissing, "words"):
        report_policies.ensure_said_what(ReportReason.OTHER, "")


def test_a_case_is_worked_on_by_one() -> None:
    complaint_policies.ensure_own_case(claimed_by=None, staff_id=ME)
    complaint_policies.ensure_own_case(claimed_by=ME, staff_id=ME)
    with refused(CaseClaimed):
        complaint_policies.ensure_own_case(claimed_by=OTHER, staff_id=ME)
