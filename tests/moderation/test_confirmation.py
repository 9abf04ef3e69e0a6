"""Password and code, shown again by somebody who is signed in."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from app.kernel import clock
from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.editing import seen_of
from tests.factories.moderation import PASSWORD, Colleague, audit_of
from tests.fixture_types import MakeColleague

Browser = Callable[[Colleague], Client]
LATER = timedelta(minutes=11)


def confirm(browser: Client, staff: Colleague, **over: Any) -> Any:
    given = {"password": PASSWORD, "code": staff.totp.at(clock.now()), **over}
    address = ".".join(["10", *map(str, staff.id.bytes[-3:])])
    return browser.post("/ops/api/session/confirm", given, environ_base={"REMOTE_ADDR": address})


def set_roles(browser: Client, staff: Colleague, key: str) -> Any:
    record = f"/ops/api/moderation.staff/{staff.id}"
    form = {"roles": ["support"], "before": seen_of(browser, record)}
    return browser.post(f"{record}/actions/set-roles", form, key=key)


@pytest.mark.spec("10.4")
def test_what_is_guarded_waits_for_password_and_code_and_is_then_done_once(
    staff_browser: Browser, colleague: MakeColleague
) -> None:
    admin, other = colleague(Role.ADMIN), colleague(Role.MODERATOR)
    browser, key = staff_browser(admin), uuid4().hex
    with time_machine.travel(clock.now() + LATER, tick=False):
        refused = set_roles(browser, other, key)
        assert (refused.status_code, refused.json["code"]) == (403, "confirmation-required")
        assert "authentication_required" not in refused.json
        assert confirm(browser, admin).status_code == 204
        assert set_roles(browser, other, key).json["roles"] == ["support"]
    assert audit_of(admin) == ["confirm", "set-roles"]


@pytest.mark.parametrize("wrong", [{"password": "lamps lit along the key"}, {"code": "000000"}])
def test_both_are_needed(staff_browser: Browser, colleague: MakeColleague, wrong: dict[str, str]) -> None:
    admin = colleague(Role.ADMIN)
    browser = staff_browser(admin)
    with time_machine.travel(clock.now() + LATER, tick=False):
        answer = confirm(browser, admin, **wrong)
        assert (answer.status_code, answer.json["code"]) == (422, "moderation.login-failed")
        assert set_roles(browser, colleague(), uuid4().hex).json["code"] == "confirmation-required"
    assert audit_of(admin) == ["confirm-refused"]


def test_a_code_is_good_once_here_too(staff_browser: Browser, colleague: MakeColleague) -> None:
    admin = colleague(Role.ADMIN)
    browser, code = staff_browser(admin), admin.totp.at(clock.now())
    assert confirm(browser, admin, code=code).status_code == 204
    assert confirm(browser, admin, code=code).json["code"] == "moderation.login-failed"


def test_it_holds_for_this_browser_alone_and_not_for_ever(staff_browser: Browser, colleague: MakeColleague) -> None:
    admin, other, start = colleague(Role.ADMIN), colleague(), clock.now()
    browser, elsewhere = staff_browser(admin), staff_browser(admin)
    with time_machine.travel(start + LATER, tick=False):
        assert confirm(browser, admin).status_code == 204
        assert set_roles(elsewhere, other, uuid4().hex).json["code"] == "confirmation-required"
    with time_machine.travel(start + 2 * LATER, tick=False):
        assert set_roles(browser, other, uuid4().hex).json["code"] == "confirmation-required"


def test_wrong_tries_block_as_they_do_at_the_door(staff_browser: Browser, colleague: MakeColleague) -> None:
    admin = colleague(Role.ADMIN)
    browser = staff_browser(admin)
    for _ in range(4):
        assert confirm(browser, admin, code="000000").status_code == 422
    assert confirm(browser, admin, code="000000").json["code"] == "moderation.login-blocked"
    assert confirm(browser, admin).status_code == 429


def test_only_who_is_signed_in_can_show_them_again(client: Client, colleague: MakeColleague) -> None:
    answer = confirm(client, colleague())
    assert (answer.status_code, answer.json["authentication_required"]) == (403, True)
