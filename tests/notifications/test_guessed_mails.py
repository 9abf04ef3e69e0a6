"""The mail after wrong passwords: to whose account it is, once a day, wherever they were tried."""

import pytest
from flask import Flask

from modules.accounts.contracts import MemberStatus
from modules.sites.contracts import Site
from tests.accounts.routes.doors import log_in, set_status
from tests.conftest import Client, drain_now
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman
from tests.notifications.notifying import Login, subjects
from tests.notifications.test_mails import text_of

SUBJECT = "Failed login attempts on your account"
REFUSED = (422, 429)
PAUSE = 5  # wrong passwords from one network, or on one device


def guess(app: Flask, host: str, email: str, times: int) -> None:
    """Try wrong passwords from a browser that nobody ever logged in with."""
    browser = Client(app, host)
    for number in range(times):
        assert log_in(browser, email, f"no password of theirs {number}").status_code in REFUSED
    drain_now()


@pytest.mark.spec("8.2")
def test_who_forgets_a_password_twice_hears_nothing(
    app: Flask, site: Site, make_member: MakeMember, postman: Postman
) -> None:
    member = make_member(language="en")
    guess(app, site.hosts[0], member.email, PAUSE - 1)
    assert postman.to(member.email) == []


@pytest.mark.spec("8.2")
def test_wrong_passwords_are_told_once_a_day(app: Flask, site: Site, make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en", name="Ruth")
    for _ in range(2):
        guess(app, site.hosts[0], member.email, PAUSE)
    assert subjects(postman, member) == [SUBJECT]
    words = text_of(postman.to(member.email)[0])
    for part in ("/reset-password", "/notifications#devices", "Forgot your password, Ruth?"):
        assert part in words, part


@pytest.mark.spec("8.2")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/v1/password", {"old_password": "wrong", "password": "abc", "password_repeat": "abc"}),
        ("POST", "/api/v1/email-change", {"email": "other@example.org", "password": "wrong"}),
    ],
)
def test_wrong_passwords_in_the_settings_are_told_too(
    make_member: MakeMember, login: Login, postman: Postman, method: str, path: str, body: dict[str, str]
) -> None:
    member = make_member(language="en")
    browser = login(member)
    for _ in range(PAUSE + 1):
        assert browser.open(path, method=method, json=body).status_code in REFUSED
    drain_now()
    assert subjects(postman, member) == [SUBJECT]


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("status", [MemberStatus.NOT_CONFIRMED, MemberStatus.DELETED, MemberStatus.BANNED])
def test_who_is_not_here_hears_nothing_of_guesses(
    app: Flask, site: Site, make_member: MakeMember, postman: Postman, status: MemberStatus
) -> None:
    member = make_member(language="en")
    drain_now()
    set_status(member, status)
    guess(app, site.hosts[0], member.email, PAUSE)
    assert postman.to(member.email) == []
