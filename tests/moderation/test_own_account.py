"""What staff do with their own way into the console: another password, and new recovery codes."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.models import RecoveryCode, StaffRow
from modules.moderation.staff.service import attempts
from tests.conftest import Client
from tests.factories.moderation import PASSWORD, Colleague, audit_of
from tests.fixture_types import MakeColleague

Browser = Callable[[Colleague], Client]
NEW = "three quiet harbours"
# What is asked for beyond password and code.
FORMS: dict[str, dict[str, Any]] = {"password": {"new_password": NEW}}
AUDITED = {"password": "change-password", "recovery-codes": "renew-recovery-codes"}


def network_of(staff: Colleague) -> dict[str, str]:
    """A network of one's own, because tries are counted by network too, over all tests."""
    return {"REMOTE_ADDR": ".".join(["10", *map(str, staff.id.bytes[-3:])])}


def ask(browser: Client, staff: Colleague, what: str, **over: Any) -> Any:
    given = {"password": PASSWORD, "code": staff.totp.at(clock.now()), **FORMS.get(what, {}), **over}
    return browser.post(f"/ops/api/session/{what}", given, environ_base=network_of(staff))


def change_password(browser: Client, staff: Colleague, **over: Any) -> Any:
    return ask(browser, staff, "password", **over)


def sign_in(client: Client, staff: Colleague, **over: Any) -> Any:
    given = {"email": staff.email, "password": PASSWORD, "code": staff.totp.at(clock.now()), **over}
    return client.post("/ops/api/session", given, environ_base=network_of(staff))


def codes_left(browser: Client) -> Any:
    return browser.get("/ops/api/session").json["recovery_codes_left"]


@pytest.mark.spec("10.4")
def test_a_new_password_opens_the_door_and_ends_all_other_browsers(
    client: Client, staff_browser: Browser, colleague: MakeColleague
) -> None:
    staff, other = colleague(Role.SUPPORT), colleague(Role.SUPPORT)
    browser, elsewhere, neighbour = staff_browser(staff), staff_browser(staff), staff_browser(other)
    assert change_password(browser, staff).status_code == 204
    assert browser.get("/ops/api/session").status_code == 200
    assert elsewhere.get("/ops/api/session").json["authentication_required"] is True
    assert neighbour.get("/ops/api/session").status_code == 200
    assert sign_in(client, staff, code=staff.recovery_codes[0]).json["code"] == "moderation.login-failed"
    assert sign_in(client, staff, code=staff.recovery_codes[0], password=NEW).status_code == 200
    assert sign_in(client, other, password=NEW).status_code == 422
    assert audit_of(staff) == ["change-password", "sign-in-refused", "sign-in"]


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("new", [" three quiet\u200d harbours ", "u\u0308o\u0308a\u0308 three harbours " * 10])
def test_nothing_of_a_password_is_cut_or_dropped(
    client: Client, staff_browser: Browser, colleague: MakeColleague, new: str
) -> None:
    """It is counted and compared as RFC 8265 (OpaqueString) says."""
    staff = colleague()
    assert change_password(staff_browser(staff), staff, new_password=new).status_code == 204
    for wrong in (new.strip(), new.replace("\u200d", "").replace("\u0308", "")):
        assert sign_in(client, staff, code=staff.recovery_codes[0], password=wrong).status_code == 422
    assert sign_in(client, staff, code=staff.recovery_codes[0], password=new).status_code == 200


@pytest.mark.parametrize("wrong", [{"password": "lamps lit along the key"}, {"code": "000000"}])
@pytest.mark.parametrize("what", AUDITED)
def test_both_are_needed(
    staff_browser: Browser, colleague: MakeColleague, client: Client, what: str, wrong: dict[str, str]
) -> None:
    staff = colleague()
    browser, elsewhere = staff_browser(staff), staff_browser(staff)
    answer = ask(browser, staff, what, **wrong)
    assert (answer.status_code, answer.json["code"]) == (422, "moderation.login-failed")
    assert elsewhere.get("/ops/api/session").status_code == 200
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 200
    assert audit_of(staff) == [f"{AUDITED[what]}-refused", "sign-in"]


@pytest.mark.parametrize("missing", ["password", "code", "new_password"])
def test_nothing_of_it_may_be_left_out(staff_browser: Browser, colleague: MakeColleague, missing: str) -> None:
    staff = colleague()
    answer = change_password(staff_browser(staff), staff, **{missing: None})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [f"/{missing}"]


@pytest.mark.parametrize(
    ("weak", "code"),
    [
        ("three quiet", "moderation.password-weak"),
        ("aaaaaaaabbbbbbbb", "moderation.password-weak"),
        ("password123456", "accounts.password-weak"),
        ("Rosalind-Winterbourne", "accounts.password-weak"),
    ],
)
def test_a_weak_one_is_refused_and_costs_no_code(
    staff_browser: Browser, colleague: MakeColleague, weak: str, code: str
) -> None:
    staff = colleague(name="Rosalind Winterbourne")
    browser = staff_browser(staff)
    [error] = change_password(browser, staff, new_password=weak).json["errors"]
    assert (error["pointer"], error["code"]) == ("/new_password", code)
    assert audit_of(staff) == []
    assert change_password(browser, staff).status_code == 204


def test_wrong_tries_block_as_they_do_at_the_door(
    client: Client, staff_browser: Browser, colleague: MakeColleague
) -> None:
    staff = colleague()
    browser = staff_browser(staff)
    for what in ("password", "recovery-codes", "confirm", "password"):
        assert ask(browser, staff, what, code="000000").json["code"] == "moderation.login-failed"
    answer = ask(browser, staff, "recovery-codes", code="000000")
    assert (answer.status_code, answer.json["code"]) == (429, "moderation.login-blocked")
    assert change_password(browser, staff).status_code == 429
    assert sign_in(client, staff).status_code == 429


@pytest.mark.parametrize("what", AUDITED)
def test_only_who_is_signed_in_can(client: Client, colleague: MakeColleague, what: str) -> None:
    answer = ask(client, colleague(), what)
    assert (answer.status_code, answer.json["authentication_required"]) == (403, True)


@pytest.mark.parametrize("change", ["password", "account"])
def test_what_was_checked_must_still_hold_when_the_door_opens(
    client: Client, colleague: MakeColleague, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Somebody signs in with the old password while it is being changed, or while the account is being closed."""
    staff = colleague()
    is_password = accounts_api.is_password
    values: dict[str, dict[str, Any]] = {
        "password": {"password_hash": accounts_api.hash_password(NEW)},
        "account": {"disabled_at": clock.now()},
    }

    def check_slowly(stored: str | None, password: str) -> bool:
        is_right = is_password(stored, password)
        with transaction() as session:
            session.execute(update(StaffRow).where(StaffRow.id == staff.id).values(values[change]))
        return is_right

    monkeypatch.setattr(accounts_api, "is_password", check_slowly)
    for code in (staff.totp.at(clock.now()), staff.recovery_codes[0]):
        assert sign_in(client, staff, code=code).json["code"] == "moderation.login-failed"
        with transaction() as session:
            session.execute(update(StaffRow).where(StaffRow.id == staff.id).values(disabled_at=None))
            password_hash = accounts_api.hash_password(PASSWORD)
            session.execute(update(StaffRow).where(StaffRow.id == staff.id).values(password_hash=password_hash))
            attempts.forget_all_attempts(session, email=staff.email)


@pytest.mark.spec("10.4")
def test_new_recovery_codes_void_the_old_ones_and_are_kept_as_hashes(
    client: Client, staff_browser: Browser, colleague: MakeColleague
) -> None:
    staff, other = colleague(), colleague()
    answer = ask(staff_browser(staff), staff, "recovery-codes")
    codes = answer.json["recovery_codes"]
    assert (answer.status_code, len(set(codes))) == (200, 10)
    assert not set(codes) & set(staff.recovery_codes)
    assert sign_in(client, staff, code=staff.recovery_codes[0]).json["code"] == "moderation.login-failed"
    assert sign_in(client, staff, code=codes[0]).status_code == 200
    assert sign_in(client, other, code=other.recovery_codes[0]).status_code == 200
    assert audit_of(staff) == ["renew-recovery-codes", "sign-in-refused", "sign-in"]
    with transaction(read_only=True) as session:
        kept = session.execute(select(RecoveryCode.code_hash).where(RecoveryCode.staff_id == staff.id)).scalars().all()
    assert not set(codes) & set(kept)


def test_who_signs_in_hears_how_many_are_left(client: Client, staff_browser: Browser, colleague: MakeColleague) -> None:
    staff = colleague()
    assert sign_in(client, staff).json["recovery_codes_left"] == 10
    assert sign_in(client, staff, code=staff.recovery_codes[0]).json["recovery_codes_left"] == 9
    browser = staff_browser(staff)
    assert ask(browser, staff, "confirm", code=staff.recovery_codes[1]).status_code == 204
    assert codes_left(browser) == 8
    assert ask(browser, staff, "recovery-codes", code=staff.recovery_codes[2]).status_code == 200
    assert codes_left(browser) == 10
