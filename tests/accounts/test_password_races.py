"""A request that began with the old password, and acts when there is another one."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from argon2 import PasswordHasher

from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.service import hashing
from modules.accounts.sessions.service import login, passwords
from tests.accounts.leaving import ban, delete_now, erase_now, leave, links_to, status_of
from tests.accounts.routes.doors import OTHER_PASSWORD, SIGNUP, links, log_in, sign_up
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.fixture_types import LogIn, MakeMember

Act = Callable[[Client, str], Any]
THIEFS = "eleven blue bottles of tea"
ADDRESS = "thief@example.org"


def change_password(browser: Client, _email: str) -> Any:
    body = {"old_password": PASSWORD, "password": THIEFS, "password_repeat": THIEFS}
    return browser.put("/api/v1/password", body)


def change_email(browser: Client, _email: str) -> Any:
    return browser.post("/api/v1/email-change", {"email": ADDRESS, "password": PASSWORD})


def delete(browser: Client, _email: str) -> Any:
    return leave(browser)


ACTS: list[tuple[ModuleType, Act]] = [
    (passwords, change_password),
    (passwords, change_email),
    (passwords, delete),
    (login, log_in),
]


@pytest.fixture
def in_between(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType, Callable[[], Any]], None]:
    """Let something happen once, after a password was compared and before the request acts."""

    def arrange(module: ModuleType, happens: Callable[[], Any]) -> None:
        waiting = [happens]

        def compared(password_hash: str | None, password: str) -> bool:
            is_right = hashing.is_password(password_hash, password)
            if waiting:
                waiting.pop()()
            return is_right

        monkeypatch.setattr(module, "is_password", compared)

    return arrange


@pytest.mark.spec("5.4", "8.6")
@pytest.mark.parametrize(("module", "act"), ACTS)
def test_who_knows_the_old_password_only_gets_nothing_by_a_request_that_began_before_the_reset(
    client: Client,
    login: LogIn,
    in_between: Callable[[ModuleType, Callable[[], Any]], None],
    module: ModuleType,
    act: Act,
    member: Member,
) -> None:
    thief, owner = login(member), Client(client.http.application, client.host)
    owner.post("/api/v1/password-reset", {"email": member.email})
    token = links(member.id, "reset")[0]
    body = {"token": token, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
    in_between(module, lambda: owner.post("/api/v1/password-reset/confirm", body))
    assert act(thief, member.email).status_code == 422
    assert thief.get("/api/v1/me").status_code == 403
    assert links_to(ADDRESS, "change-email") == []
    assert status_of(member) is MemberStatus.ACTIVE
    assert owner.get("/api/v1/me").status_code == 200
    assert log_in(client, member.email, OTHER_PASSWORD).status_code == 200


@pytest.mark.spec("5.4")
@pytest.mark.parametrize(("module", "act"), ACTS)
@pytest.mark.parametrize(
    ("ends", "status"),
    [(ban, MemberStatus.BANNED), (delete_now, MemberStatus.DELETED), (erase_now, MemberStatus.ERASED)],
)
def test_nothing_is_done_for_an_account_that_ended_after_the_password_was_compared(
    client: Client,
    in_between: Callable[[ModuleType, Callable[[], Any]], None],
    module: ModuleType,
    act: Act,
    ends: Callable[[Any], Any],
    status: MemberStatus,
    member: Member,
    browser: Client,
) -> None:
    in_between(module, lambda: ends(member))
    assert act(browser, member.email).status_code in (403, 409, 422)
    assert (status_of(member), links_to(ADDRESS, "change-email")) == (status, [])
    assert browser.get("/api/v1/me").status_code == 403


@pytest.mark.spec("3.5")
def test_a_repeated_signup_opens_no_session_with_a_password_that_was_reset_meanwhile(
    client: Client, in_between: Callable[[ModuleType, Callable[[], Any]], None]
) -> None:
    member_id = sign_up(client).json["id"]
    owner, again = (Client(client.http.application, client.host) for _ in range(2))
    owner.post("/api/v1/password-reset", {"email": SIGNUP["email"]})
    body = {"token": links(member_id, "reset")[0], "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
    in_between(passwords, lambda: owner.post("/api/v1/password-reset/confirm", body))
    assert sign_up(again).json["code"] == "accounts.password-wrong"
    assert again.get("/api/v1/me").status_code == 403


def test_a_login_beside_one_that_makes_the_hash_anew_is_no_wrong_password(
    client: Client, make_member: MakeMember, in_between: Callable[[ModuleType, Callable[[], Any]], None]
) -> None:
    member = make_member(password_hash=PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash(PASSWORD))
    other = Client(client.http.application, client.host)
    in_between(login, lambda: log_in(other, member.email))
    assert log_in(client, member.email).status_code == 200
