"""Another e-mail address, as a browser sees it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import update

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.accounts.sessions.models import EmailToken
from modules.accounts.sessions.service import email_tokens
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now, leave, links_to
from tests.accounts.routes.doors import OTHER_PASSWORD, count_events, log_in
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember


def new_address() -> str:
    return f"{uuid4().hex[:12]}@example.org"


def ask(browser: Client, email: str, password: str = PASSWORD) -> Any:
    return browser.post("/api/v1/email-change", {"email": email, "password": password})


def confirm(client: Client, token: str) -> Any:
    return client.post("/api/v1/email-change/confirm", {"token": token})


def undo(client: Client, token: str) -> Any:
    return client.post("/api/v1/email-change/undo", {"token": token})


class TestEmailChange:
    @pytest.mark.spec("2.26", "2.34")
    def test_the_new_address_counts_once_its_link_is_used_and_sessions_stay(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, email = make_member(), new_address()
        browser = login(member)
        assert ask(browser, email).status_code == 202
        assert browser.get("/api/v1/me").json["email"] == member.email
        token = links_to(email, "change-email")[0]
        assert confirm(client, token).json == {"email": email}
        assert browser.get("/api/v1/me").json["email"] == email
        assert log_in(client, email).status_code == 200
        assert log_in(client, member.email).json["code"] == "accounts.login-failed"
        assert count_events("accounts.EmailChanged", member.id) == 1

    @pytest.mark.spec("2.26")
    def test_a_link_that_was_opened_before_says_what_is_true(
        self, app: Flask, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        """A page is loaded again, or a mail scanner was first."""
        member, first, second = make_member(), new_address(), new_address()
        browser = login(member)
        ask(browser, first)
        token = links_to(first, "change-email")[0]
        told = [confirm(one, token).json for one in (Client(app, client.host), browser, client)]
        assert told == [{"email": first}] * 3
        assert count_events("accounts.EmailChanged", member.id) == 1
        ask(browser, second)
        confirm(client, links_to(second, "change-email")[0])
        assert confirm(client, token).json["detail"] == "Link expired or invalid, request a new email"
        assert browser.get("/api/v1/me").json["email"] == second

    def test_it_asks_the_password_and_another_address(self, login: LogIn, make_member: MakeMember) -> None:
        member = make_member(name="robin@home.example")
        browser = login(member)
        assert ask(browser, new_address(), "not this one").json["code"] == "accounts.password-wrong"
        assert ask(browser, member.email.upper()).json["code"] == "accounts.email-unchanged"
        for malformed in ("no address", f"{'r' * 65}@home.example"):
            assert ask(browser, malformed).json["code"] == "accounts.email-invalid"

    @pytest.mark.spec("5.1")
    def test_the_new_address_may_not_be_the_name_that_others_see(self, login: LogIn, make_member: MakeMember) -> None:
        browser = login(make_member(name="robin@home.example"))
        assert ask(browser, "Robin@home.example").json["code"] == "accounts.name-is-email"

    @pytest.mark.spec("5.3")
    def test_an_address_with_an_account_is_answered_as_signup_does(self, login: LogIn, make_member: MakeMember) -> None:
        member, other, third = make_member(), make_member(), make_member()
        browser = login(member)
        told = [ask(browser, email) for email in (third.email, third.email, third.email, other.email)]
        assert [answer.status_code for answer in told] == [409, 409, 409, 202]
        assert told[0].json["detail"] == "This email address already owns an account on this website"
        assert links_to(other.email, "change-email") == []
        # To the old address it looks like any other change, and the owner of the new one is told by mail.
        assert len(links_to(member.email, "undo-email-change")) == 1
        assert [count_events("accounts.SignupRepeated", one.id) for one in (third, other)] == [0, 1]

    @pytest.mark.spec("5.3")
    def test_a_discreet_site_answers_alike(self, site: Site, login: LogIn, make_member: MakeMember) -> None:
        set_site(site, hide_account_existence=True)
        other = make_member()
        browser = login(make_member())
        known, unknown = ask(browser, other.email), ask(browser, new_address())
        assert (known.status_code, known.data) == (unknown.status_code, unknown.data)

    def test_who_signs_up_with_the_address_meanwhile_keeps_it(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, email = make_member(), new_address()
        browser = login(member)
        ask(browser, email)
        make_member(email=email)
        refused = confirm(client, links_to(email, "change-email")[0]).json
        assert [(error["pointer"], error["code"]) for error in refused["errors"]] == [
            ("/email", "accounts.email-taken")
        ]
        assert browser.get("/api/v1/me").json["email"] == member.email

    @pytest.mark.spec("5.3")
    def test_an_address_that_nobody_confirmed_is_free(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        """So whoever took over an account cannot keep its owner's address by signing up with it."""
        member, email = make_member(), new_address()
        browser = login(member)
        make_member(email=email, confirmed=False)
        assert ask(browser, email).status_code == 202
        assert confirm(client, links_to(email, "change-email")[0]).status_code == 200
        make_member(email=member.email, confirmed=False)
        assert undo(client, links_to(member.email, "undo-email-change")[0]).json == {"email": member.email}

    @pytest.mark.spec("8.6")
    def test_a_new_password_ends_a_change_that_somebody_with_the_old_one_requested(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, thiefs = make_member(), new_address()
        ask(login(member), thiefs)
        client.post("/api/v1/password-reset", {"email": member.email})
        new = {"password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        token = links_to(member.email, "reset")[0]
        assert client.post("/api/v1/password-reset/confirm", {"token": token, **new}).status_code == 204
        assert confirm(client, links_to(thiefs, "change-email")[0]).json["code"] == "accounts.link-invalid"

    @pytest.mark.spec("4.1")
    def test_the_link_confirms_an_account_that_was_not(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, email = make_member(confirmed=False), new_address()
        browser = login(member)
        ask(browser, email)
        confirm(client, links_to(email, "change-email")[0])
        assert browser.get("/api/v1/me").json["status"] == "active"

    @pytest.mark.spec("4.1")
    def test_an_address_that_nobody_proved_is_replaced_without_a_word_to_it(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        """Somebody mistyped their address at signup: the stranger who has it gets no way into the account."""
        member, own = make_member(confirmed=False), new_address()
        browser = login(member)
        browser.post("/api/v1/activation/resend")
        strangers = links_to(member.email, "activate")
        assert strangers
        assert ask(browser, own).status_code == 202
        assert links_to(member.email, "undo-email-change") == []
        refused = [client.post("/api/v1/activation", {"token": link}).status_code for link in strangers]
        assert refused == [422] * len(strangers)
        assert confirm(client, links_to(own, "change-email")[0]).json == {"email": own}
        assert browser.get("/api/v1/me").json["status"] == "active"
        assert ask(browser, new_address()).status_code == 202
        assert len(links_to(own, "undo-email-change")) == 1, "from now on it is proved"

    def test_who_proved_no_address_sends_no_more_mails_than_signups_do(
        self, login: LogIn, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second, third = (login(make_member(confirmed=False)) for _ in range(3))
        assert [ask(first, new_address()).status_code for _ in range(4)] == [202, 202, 202, 429]
        monkeypatch.setattr(email_tokens, "UNCONFIRMED", replace(email_tokens.UNCONFIRMED, calls=1))
        target = new_address()
        assert [ask(browser, target).status_code for browser in (second, third)] == [202, 429]
        assert ask(third, new_address()).status_code == 202

    def test_one_network_does_not_use_up_the_mails_to_an_address_that_nobody_proved(
        self, login: LogIn, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(email_tokens, "UNCONFIRMED_FROM", replace(email_tokens.UNCONFIRMED_FROM, calls=1))
        browser, target = login(make_member(confirmed=False)), new_address()
        codes = []
        for network in ("192.0.2.1", "192.0.2.1", "198.51.100.1"):
            browser.http.environ_base["REMOTE_ADDR"] = network
            codes.append(ask(browser, target).status_code)
        assert codes == [202, 429, 202]

    def test_a_newer_wish_makes_the_older_link_useless(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        browser, first, second = login(make_member()), new_address(), new_address()
        ask(browser, first)
        ask(browser, second)
        assert confirm(client, links_to(first, "change-email")[0]).status_code == 422
        assert confirm(client, links_to(second, "change-email")[0]).status_code == 200

    def test_three_changes_a_day(self, member: Member, browser: Client) -> None:
        assert [ask(browser, new_address()).status_code for _ in range(4)] == [202, 202, 202, 429]
        with transaction() as session:
            mailed = update(EmailToken).where(EmailToken.member_id == member.id)
            session.execute(mailed.values(created_at=EmailToken.created_at - timedelta(days=1)))
        assert ask(browser, new_address()).status_code == 202


class TestUndo:
    def test_the_old_address_stays_or_comes_back_and_everybody_is_logged_out(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        for is_confirmed in (False, True):
            member, email = make_member(), new_address()
            browser = login(member)
            ask(browser, email)
            change = links_to(email, "change-email")[0]
            if is_confirmed:
                confirm(client, change)
            assert undo(client, links_to(member.email, "undo-email-change")[0]).json == {"email": member.email}
            assert browser.get("/api/v1/me").status_code == 403
            assert confirm(client, change).json["code"] == "accounts.link-invalid"
            self.choose_a_password(client, member)
            assert log_in(client, member.email, OTHER_PASSWORD).status_code == 200

    def choose_a_password(self, client: Client, member: Member) -> None:
        """Use the link that the undoing mailed to the owner, the only one there is."""
        (token,) = links_to(member.email, "reset")
        body = {"token": token, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        assert client.post("/api/v1/password-reset/confirm", body).status_code == 204

    @pytest.mark.spec("7.1")
    def test_whoever_changed_the_address_does_not_come_in_again_with_the_password_that_they_knew(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, theirs = make_member(), new_address()
        thief = login(member)
        ask(thief, theirs)
        confirm(client, links_to(theirs, "change-email")[0])
        undo(client, links_to(member.email, "undo-email-change")[0])
        for email in (member.email, theirs):
            assert log_in(thief, email).json["code"] == "accounts.login-failed"
        assert thief.get("/api/v1/me").status_code == 403

    def test_whoever_had_the_account_first_has_the_last_word(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        """A thief changes the address twice, so that an undo link goes to an address of theirs."""
        member, mine, next_one = make_member(), new_address(), new_address()
        browser = login(member)
        ask(browser, mine)
        confirm(client, links_to(mine, "change-email")[0])
        ask(browser, next_one)
        confirm(client, links_to(next_one, "change-email")[0])
        thiefs, owners = links_to(mine, "undo-email-change")[0], links_to(member.email, "undo-email-change")[0]
        assert undo(client, thiefs).status_code == 200
        assert undo(client, owners).json == {"email": member.email}
        assert undo(client, thiefs).json["code"] == "accounts.link-invalid"
        self.choose_a_password(client, member)

    def test_the_thiefs_way_back_ends_with_the_owners(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, mine, next_one = make_member(), new_address(), new_address()
        browser = login(member)
        for email in (mine, next_one):
            ask(browser, email)
            confirm(client, links_to(email, "change-email")[0])
        assert undo(client, links_to(member.email, "undo-email-change")[0]).json == {"email": member.email}
        unused = links_to(mine, "undo-email-change")[0]
        assert undo(client, unused).json["code"] == "accounts.link-invalid"
        self.choose_a_password(client, member)

    def test_an_account_that_a_thief_deleted_comes_back_by_the_old_address(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, theirs = make_member(), new_address()
        browser = login(member)
        ask(browser, theirs)
        confirm(client, links_to(theirs, "change-email")[0])
        leave(browser)
        assert undo(client, links_to(member.email, "undo-email-change")[0]).status_code == 200
        thiefs = links_to(theirs, "reactivate")[0]
        assert client.post("/api/v1/reactivation", {"token": thiefs}).json["code"] == "accounts.link-invalid"
        self.choose_a_password(client, member)
        client.post("/api/v1/reactivation/mail", {"email": member.email, "password": OTHER_PASSWORD})
        token = links_to(member.email, "reactivate")[0]
        assert client.post("/api/v1/reactivation", {"token": token}).status_code == 200

    def test_a_deleted_account_takes_no_new_address(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member, email = make_member(), new_address()
        ask(login(member), email)
        token = links_to(email, "change-email")[0]
        delete_now(member)
        assert confirm(client, token).json["code"] == "accounts.link-invalid"
