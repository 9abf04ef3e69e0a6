"""Mails about the account itself: to the right address, with a link that leads somewhere."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from modules.accounts.contracts import Member, MemberStatus
from tests.accounts.leaving import erase_now, leave, status_of
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import text_of

Login = Callable[..., Client]


def link_in(mail: Any, path: str) -> str:
    found = re.search(rf"http://\S+{path}\?token=(\S+)", text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


def words_of(mail: Any) -> str:
    return " ".join(text_of(mail).split())


@pytest.mark.spec("4.2")
@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "Your account has been deleted"), ("nl", "Je account is verwijderd"), ("de", "Dein Konto ist gelöscht")],
)
def test_who_left_gets_the_way_back_and_nothing_else(
    language: str, subject: str, client: Client, login: Login, make_member: MakeMember, postman: Postman
) -> None:
    member = make_member(language=language)
    browser = login(member)
    assert browser.post("/api/v1/account/export", key=uuid4().hex).status_code == 202
    leave(browser)
    drain_now()
    (mail,) = postman.to(member.email)
    assert mail["Subject"] == subject
    assert "{" not in text_of(mail)
    token = link_in(mail, "/account-deleted/return")
    assert client.post("/api/v1/reactivation", {"token": token}).status_code == 200
    assert status_of(member) is MemberStatus.ACTIVE


@pytest.mark.spec("2.26")
def test_a_change_of_address_is_told_to_both(
    client: Client, login: Login, make_member: MakeMember, postman: Postman
) -> None:
    member, email = make_member(), f"{uuid4().hex[:12]}@example.org"
    login(member).post("/api/v1/email-change", {"email": email, "password": PASSWORD})
    drain_now()
    (told,), (asked,) = postman.to(member.email), postman.to(email)
    assert (told["Subject"], asked["Subject"]) == (
        "Your email address is about to change",
        "Confirm your new email address",
    )
    assert email not in text_of(told), "the old address need not know the new one"
    confirmed = client.post("/api/v1/email-change/confirm", {"token": link_in(asked, "/mail-change/do")})
    assert confirmed.json == {"email": email}
    undone = client.post("/api/v1/email-change/undo", {"token": link_in(told, "/mail-change/undo")})
    assert undone.json == {"email": member.email}
    drain_now()
    assert [mail["Subject"] for mail in postman.to(member.email)][-1] == "Choose a new password"


@pytest.mark.spec("2.26")
def test_who_keeps_the_old_address_reads_that_the_old_password_has_ended(
    client: Client, login: Login, postman: Postman, member: Member
) -> None:
    login(member).post("/api/v1/email-change", {"email": f"{uuid4().hex[:12]}@example.org", "password": PASSWORD})
    drain_now()
    (told,) = postman.to(member.email)
    assert "the old one will no longer work" in words_of(told)
    client.post("/api/v1/email-change/undo", {"token": link_in(told, "/mail-change/undo")})
    drain_now()
    undone = postman.to(member.email)[-1]
    assert link_in(undone, "/reset-password/do")
    assert "Your old password no longer works" in words_of(undone)
    assert "ignore this email" not in words_of(undone)


def test_the_copy_is_told_of_when_it_is_ready(login: Login, postman: Postman, member: Member) -> None:
    login(member).post("/api/v1/account/export", key=uuid4().hex)
    drain_now()
    (mail,) = postman.to(member.email)
    assert mail["Subject"] == "The copy of your data is ready"
    assert "/notifications" in text_of(mail)
    assert "token=" not in text_of(mail), "only who is logged in can fetch it"


def test_mails_to_the_erased_end_quietly(login: Login, postman: Postman, member: Member) -> None:
    leave(login(member))
    erase_now(member)
    drain_now()
    assert postman.to(member.email) == []
