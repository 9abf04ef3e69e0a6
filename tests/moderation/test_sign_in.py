"""Signing in to the console, at the HTTP edge and at the tables."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.moderation import api
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import StaffLoginFailed
from modules.moderation.staff.models import StaffRow, StaffSessionRow
from modules.moderation.staff.service import sessions
from tests.conftest import Client
from tests.factories.moderation import PASSWORD, Colleague, audit_of
from tests.fixture_types import MakeColleague
from tests.racing import wait_for_a_lock

Browser = Callable[[Colleague], Client]


def sign_in(client: Client, staff: Colleague, **over: Any) -> Any:
    given = {"email": staff.email, "password": PASSWORD, "code": staff.totp.at(clock.now()), **over}
    # A network of one's own, because tries are counted by network too, over all tests.
    address = ".".join(["10", *map(str, staff.id.bytes[-3:])])
    return client.post("/ops/api/session", given, environ_base={"REMOTE_ADDR": address})


@pytest.mark.spec("10.4")
def test_password_and_code_open_a_session_for_ops_only(client: Client, colleague: MakeColleague) -> None:
    staff = colleague(Role.MODERATOR)
    answer = sign_in(client, staff, email=staff.email.upper())
    assert answer.status_code == 200
    assert answer.json["staff"]["roles"] == ["moderator"]
    assert answer.json["permissions"] == [
        "accounts.members.read",
        "messaging.conversations.read",
        "moderation.appeals.decide",
        "moderation.decisions.export",
        "moderation.decisions.read",
        "moderation.decisions.sign",
        "moderation.opened.open",
        "moderation.opened.read",
        "moderation.reports.export",
        "moderation.reports.read",
        "moderation.review.decide",
        "moderation.review.read",
        "platform.figures.read",
        "profiles.photos.read",
        "profiles.profiles.read",
        "sites.companies.read",
        "sites.sites.read",
        "social.likes.read",
    ]
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("hearth_staff=", "HttpOnly", "Path=/ops", "SameSite=Strict"))
    assert client.get("/ops/api/session").json["staff"]["email"] == staff.email
    assert audit_of(staff) == ["sign-in"]


def test_only_the_hash_of_a_token_and_no_readable_secret_is_kept(client: Client, colleague: MakeColleague) -> None:
    staff = colleague()
    token = sign_in(client, staff).headers["Set-Cookie"].split("=", 1)[1].split(";")[0]
    with transaction(read_only=True) as session:
        row = session.execute(select(StaffRow.totp_secret).where(StaffRow.id == staff.id)).one()
        kept = session.execute(
            select(StaffSessionRow.token_hash).where(StaffSessionRow.staff_id == staff.id)
        ).scalar_one()
    assert token.encode() != kept
    assert staff.totp.secret.encode() not in row.totp_secret


@pytest.mark.parametrize(
    "wrong", [{"password": "lamps lit along the key"}, {"code": "000000"}, {"email": "nobody@staff.example"}]
)
def test_what_was_wrong_is_not_said(client: Client, colleague: MakeColleague, wrong: dict[str, str]) -> None:
    answer = sign_in(client, colleague(), **wrong)
    assert (answer.status_code, answer.json["code"]) == (422, "moderation.login-failed")
    assert "Set-Cookie" not in answer.headers
    assert client.get("/ops/api/session").json["authentication_required"] is True


def test_a_code_is_good_once(client: Client, colleague: MakeColleague) -> None:
    staff = colleague()
    code = staff.totp.at(clock.now())
    assert sign_in(client, staff, code=code).status_code == 200
    assert sign_in(client, staff, code=code).json["code"] == "moderation.login-failed"
    assert audit_of(staff) == ["sign-in", "sign-in-refused"]


def test_a_recovery_code_stands_in_for_the_phone_once(client: Client, colleague: MakeColleague) -> None:
    staff, other = colleague(), colleague()
    assert sign_in(client, other, code=staff.recovery_codes[0]).status_code == 422
    assert sign_in(client, staff, code=staff.recovery_codes[0].upper()).status_code == 200
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 422
    assert sign_in(client, staff, code=staff.recovery_codes[1]).status_code == 200


def test_five_wrong_tries_block_the_right_one_for_a_quarter_of_an_hour(
    client: Client, colleague: MakeColleague
) -> None:
    staff = colleague()
    for _ in range(4):
        assert sign_in(client, staff, code="000000").status_code == 422
    blocked = sign_in(client, staff, code="000000")
    assert (blocked.status_code, blocked.json["code"], blocked.json["minutes"]) == (429, "moderation.login-blocked", 15)
    assert sign_in(client, staff).status_code == 429
    with time_machine.travel(clock.now() + timedelta(minutes=16), tick=False):
        assert sign_in(client, staff).status_code == 200


def test_who_is_enrolled_again_need_not_wait(client: Client, colleague: MakeColleague) -> None:
    staff = colleague()
    for _ in range(5):
        sign_in(client, staff, code="000000")
    assert sign_in(client, staff).status_code == 429
    with transaction() as session:
        enrolment = api.reset_staff(session, staff_id=staff.id)
    assert sign_in(client, staff, code=enrolment.recovery_codes[0]).status_code == 200


def test_guesses_from_many_networks_stop_at_ten_and_do_not_keep_the_owner_out(
    client: Client, colleague: MakeColleague
) -> None:
    staff = colleague()
    assert sign_in(client, staff).status_code == 200
    codes = []
    for network in range(25):
        for _ in range(4):
            given = {"email": staff.email, "password": PASSWORD, "code": "000000"}
            address = f"172.{staff.id.bytes[-1]}.{staff.id.bytes[-2]}.{network}"
            answer = client.post("/ops/api/session", given, environ_base={"REMOTE_ADDR": address})
            codes.append(answer.status_code)
    assert (codes[:9], codes[9:]) == ([422] * 9, [429] * 91)
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 200


def test_a_good_sign_in_begins_the_count_anew(client: Client, colleague: MakeColleague) -> None:
    staff = colleague()
    for code in staff.recovery_codes[:2]:
        for _ in range(4):
            assert sign_in(client, staff, password="wrong in every way").status_code == 422
        assert sign_in(client, staff, code=code).status_code == 200


def test_a_session_ends_when_idle_and_lives_while_it_is_used(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague())
    start = clock.now()
    with time_machine.travel(start + timedelta(minutes=29), tick=False):
        assert browser.get("/ops/api/session").status_code == 200
    with time_machine.travel(start + timedelta(minutes=58), tick=False):
        assert browser.get("/ops/api/session").status_code == 200
    with time_machine.travel(start + timedelta(minutes=89), tick=False):
        assert browser.get("/ops/api/session").json["code"] == "login-required"


def test_a_page_that_only_asks_by_the_clock_keeps_no_session(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague())
    start, away = clock.now(), {"X-Hearthside-Away": "1"}
    for minutes in range(1, 30):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            assert browser.get("/ops/api/waiting", headers=away).status_code == 200
    with time_machine.travel(start + timedelta(minutes=30), tick=False):
        assert browser.get("/ops/api/waiting", headers=away).json["code"] == "login-required"


@pytest.mark.parametrize("zero", ["٠", "０", "०"])
def test_a_code_may_be_typed_in_the_digits_of_any_script(client: Client, colleague: MakeColleague, zero: str) -> None:
    staff = colleague()
    typed = "".join(chr(ord(zero) + int(digit)) for digit in staff.totp.now())
    assert sign_in(client, staff, code=typed).status_code == 200


@pytest.mark.parametrize("code", ["²²²²²²", "½½½½½½", "１２３-٤٥", "ÄÖÜ ß"])
def test_what_is_no_code_is_refused_like_any_other(client: Client, colleague: MakeColleague, code: str) -> None:
    assert sign_in(client, colleague(), code=code).status_code == 422


def test_a_session_ends_after_twelve_hours_however_busy(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague())
    start = clock.now()
    for minutes in range(20, 12 * 60, 20):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            assert browser.get("/ops/api/session").status_code == 200
    with time_machine.travel(start + timedelta(hours=12), tick=False):
        assert browser.get("/ops/api/session").status_code == 403


def test_signing_out_ends_the_session(staff_browser: Browser, colleague: MakeColleague) -> None:
    staff = colleague()
    browser, other = staff_browser(staff), staff_browser(staff)
    assert browser.delete("/ops/api/session").status_code == 204
    assert browser.get("/ops/api/session").status_code == 403
    assert other.get("/ops/api/session").status_code == 200
    assert audit_of(staff) == ["sign-out"]


def test_disabling_signs_out_and_keeps_out(client: Client, staff_browser: Browser, colleague: MakeColleague) -> None:
    staff = colleague()
    browser = staff_browser(staff)
    with transaction() as session:
        api.disable_staff(session, staff_id=staff.id)
    assert browser.get("/ops/api/session").status_code == 403
    assert sign_in(client, staff).status_code == 422
    with transaction() as session:
        api.enable_staff(session, staff_id=staff.id)
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 200


def test_who_is_disabled_while_they_sign_in_is_not_signed_in(colleague: MakeColleague) -> None:
    staff = colleague()
    given = {"email": staff.email, "password": PASSWORD, "code": staff.recovery_codes[0], "network": "10.0.0.1"}
    with ThreadPoolExecutor(1) as pool:
        with transaction() as session:
            api.disable_staff(session, staff_id=staff.id)
            signing_in = pool.submit(sessions.sign_in, **given)
            wait_for_a_lock(unless=signing_in.done)
        with pytest.raises(StaffLoginFailed):
            signing_in.result()
    with transaction(read_only=True) as session:
        opened = select(StaffSessionRow.id).where(StaffSessionRow.staff_id == staff.id)
        assert session.execute(opened).all() == []


def test_a_new_authenticator_key_ends_the_old_one(
    client: Client, staff_browser: Browser, colleague: MakeColleague
) -> None:
    staff = colleague()
    browser = staff_browser(staff)
    with transaction() as session:
        api.reset_staff(session, staff_id=staff.id)
    assert browser.get("/ops/api/session").status_code == 403
    assert sign_in(client, staff).status_code == 422
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 422


def test_another_page_cannot_sign_in(client: Client, colleague: MakeColleague) -> None:
    staff = colleague()
    foreign = client.post("/ops/api/session", {}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    given = {"email": staff.email, "password": PASSWORD, "code": staff.totp.now()}
    bare = client.http.post("/ops/api/session", json=given, base_url=f"http://{client.host}")
    assert bare.status_code == 403


def test_a_member_session_opens_no_door_here(browser: Client) -> None:
    assert browser.get("/ops/api/accounts.members").json["code"] == "login-required"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moderation.audit_event SET reason = 'other'",
        "UPDATE moderation.audit_event SET reason = '', action = 'other'",
        "DELETE FROM moderation.audit_event",
        "TRUNCATE moderation.audit_event",
    ],
)
def test_the_access_log_is_only_added_to(colleague: MakeColleague, client: Client, statement: str) -> None:
    sign_in(client, colleague())
    with pytest.raises(DBAPIError, match="append-only"), transaction() as session:
        session.execute(text(statement))
