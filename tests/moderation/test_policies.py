"""The rules of staff as pure functions."""

from datetime import UTC, datetime, timedelta

import pytest

from modules.moderation import policies
from modules.moderation.contracts import Role
from modules.moderation.errors import RolesMissing, StaffEmailInvalid, StaffPasswordWeak

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_roles_add_up_and_nobody_may_do_what_is_not_written() -> None:
    assert policies.permissions_of([]) == frozenset()
    assert "accounts.members.reveal" not in policies.permissions_of([Role.MODERATOR, Role.FINANCE])
    both = policies.permissions_of([Role.MODERATOR, Role.SUPPORT])
    assert both == policies.PERMISSIONS[Role.MODERATOR] | policies.PERMISSIONS[Role.SUPPORT]


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.SUPPORT, Role.FINANCE])
def test_only_admins_manage_staff_and_read_the_access_log(role: Role) -> None:
    assert not {p for p in policies.PERMISSIONS[role] if p.startswith(("moderation.staff", "moderation.audit"))}


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
    assert policies.is_live(opened_at=NOW - age, seen_at=NOW - idle, now=NOW) is is_live


def test_a_code_is_good_once_and_older_ones_never_again() -> None:
    codes = {99: "111111", 100: "222222", 101: "333333"}
    assert policies.find_step(codes, "222222", last_step=99) == 100
    assert policies.find_step(codes, "222222", last_step=100) is None
    assert policies.find_step(codes, "111111", last_step=100) is None
    assert policies.find_step(codes, "444444", last_step=0) is None


def test_waits_double_and_failures_are_forgotten_after_a_day() -> None:
    rule = policies.FROM_A_NETWORK

    def count(failures: int, failed_at: datetime) -> tuple[int, datetime | None]:
        return policies.count_failure(rule, failures=failures, failed_at=failed_at, now=NOW)

    assert count(3, NOW) == (4, None)
    assert count(4, NOW) == (5, NOW + timedelta(minutes=15))
    assert count(5, NOW) == (6, NOW + timedelta(minutes=30))
    assert count(4, NOW - timedelta(days=2)) == (1, None)


def test_what_staff_are_made_of() -> None:
    assert policies.ensure_roles(iter([Role.ADMIN, Role.MODERATOR, Role.ADMIN])) == (Role.MODERATOR, Role.ADMIN)
    with pytest.raises(RolesMissing):
        policies.ensure_roles([])
    assert policies.ensure_email(" Linden@House.Example ") == "linden@house.example"
    for wrong in ("linden", "@house.example", "lin den@house.example", "linden@house"):
        with pytest.raises(StaffEmailInvalid):
            policies.ensure_email(wrong)
    for weak in ("short", "aaaaaaaaaaaaaaaa"):
        with pytest.raises(StaffPasswordWeak):
            policies.ensure_password(weak)
