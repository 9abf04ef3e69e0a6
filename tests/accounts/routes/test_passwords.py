"""Passwords, changed and forgotten, as a browser sees them."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from app.kernel.db.session import transaction
from app.kernel.http.ratelimit import Limit
from app.kernel.text.words import opaque_string
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import EmailToken
from modules.accounts.sessions.service import email_tokens, passwords
from modules.sites.contracts import Site
from tests.accounts.routes.doors import OTHER_PASSWORD, count_events, links, log_in, set_status
from tests.accounts.test_races import at_once
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember


class TestPasswords:
    def change(self, browser: Client, old: str, new: str, repeat: str | None = None) -> Any:
        body = {"old_password": old, "password": new, "password_repeat": new if repeat is None else repeat}
        return browser.put("/api/v1/password", body)

    def reset(self, client: Client, token: str, new: str = OTHER_PASSWORD, repeat: str | None = None) -> Any:
        body = {"token": token, "password": new, "password_repeat": new if repeat is None else repeat}
        return client.post("/api/v1/password-reset/confirm", body)

    @pytest.mark.spec("5.4", "2.34")
    def test_a_change_ends_the_other_sessions_and_tells_by_mail(
        self, client: Client, login: LogIn, member: Member
    ) -> None:
        here, there = login(member), login(member)
        assert self.change(here, PASSWORD, OTHER_PASSWORD).status_code == 204
        assert here.get("/api/v1/me").status_code == 200
        assert there.get("/api/v1/me").status_code == 403
        assert log_in(client, member.email).status_code == 422
        assert log_in(client, member.email, OTHER_PASSWORD).status_code == 200
        assert count_events("accounts.PasswordChanged", member.id) == 1

    @pytest.mark.spec("5.4", "8.6")
    def test_a_change_needs_the_old_password_twice_the_same_and_a_strong_one(self, browser: Client) -> None:
        wrong = self.change(browser, "not this one", OTHER_PASSWORD)
        assert wrong.json["detail"] == "Please check your old password"
        assert self.change(browser, PASSWORD, OTHER_PASSWORD, "else").json["code"] == "accounts.passwords-differ"
        assert self.change(browser, PASSWORD, "welcome1").json["reason"] == "too-common"

    @pytest.mark.spec("5.4")
    def test_a_password_has_at_most_two_hundred_characters_however_a_keyboard_writes_them(
        self, login: LogIn, make_member: MakeMember
    ) -> None:
        """They are counted as they are hashed: RFC 8265, OpaqueString."""
        browser = login(make_member())
        longest = "A\u0308 \u1111\u1171\u11b6 lake " * 20
        assert (len(longest), len(opaque_string(longest))) == (240, 180)
        assert self.change(browser, PASSWORD, longest).status_code == 204
        refused = self.change(browser, longest, "A\u0308" * 201)
        assert [(one["pointer"], one["code"]) for one in refused.json["errors"]] == [
            ("/password", "field.too-long"),
            ("/password_repeat", "field.too-long"),
        ]

    def test_a_stolen_session_cannot_guess_the_old_password(self, browser: Client) -> None:
        codes = [self.change(browser, f"guess number {n}", OTHER_PASSWORD).status_code for n in range(6)]
        assert codes == [422] * 5 + [429]

    @pytest.mark.spec("8.2")
    @pytest.mark.parametrize("proves", ["for a new one", "for another address"])
    def test_the_right_password_in_the_settings_frees_no_stranger(
        self, app: Flask, proves: str, member: Member, browser: Client
    ) -> None:
        stranger = Client(app, browser.host)
        for n in range(5):
            log_in(stranger, member.email, f"guess number {n}")
        if proves == "for a new one":
            assert self.change(browser, PASSWORD, OTHER_PASSWORD).status_code == 204
        else:
            body = {"email": f"new-{member.email}", "password": PASSWORD}
            assert browser.post("/api/v1/email-change", body).status_code == 202
        assert log_in(stranger, member.email).json["code"] == "accounts.login-blocked"

    @pytest.mark.spec("2.22")
    def test_a_reset_link_sets_a_new_password_once_and_logs_out_everywhere(
        self, client: Client, member: Member, browser: Client
    ) -> None:
        assert client.post("/api/v1/password-reset", {"email": member.email}).status_code == 204
        token = links(member.id, "reset")[0]
        assert self.reset(client, token).status_code == 204
        assert browser.get("/api/v1/me").status_code == 403
        assert log_in(client, member.email, OTHER_PASSWORD).status_code == 200
        assert self.reset(client, token, "another quite good one").json["code"] == "accounts.link-invalid"

    def test_a_reset_makes_older_links_useless_and_frees_the_locked_out(
        self, app: Flask, client: Client, member: Member
    ) -> None:
        for n in range(5):
            log_in(client, member.email, f"guess number {n}")
        for _ in range(2):
            client.post("/api/v1/password-reset", {"email": member.email})
        first, second = links(member.id, "reset")
        assert self.reset(client, second).status_code == 204
        assert self.reset(client, first).json["code"] == "accounts.link-invalid"
        elsewhere = Client(app, client.host)  # the reset made this browser's device known, which has its own count
        assert log_in(elsewhere, member.email, OTHER_PASSWORD).status_code == 200

    def test_a_refused_new_password_leaves_the_link_good(self, client: Client, make_member: MakeMember) -> None:
        member = make_member(name="Alexandra")
        client.post("/api/v1/password-reset", {"email": member.email})
        token = links(member.id, "reset")[0]
        assert self.reset(client, token, OTHER_PASSWORD, "else").json["code"] == "accounts.passwords-differ"
        assert self.reset(client, token, "Alexandra1985").json["reason"] in ("too-common", "too-personal")
        assert self.reset(client, token, "17051985-abc").json["reason"] == "too-personal", "the date of birth"
        assert self.reset(client, token).status_code == 204

    def test_a_reset_link_is_good_for_an_hour(self, client: Client, member: Member) -> None:
        client.post("/api/v1/password-reset", {"email": member.email})
        with transaction() as session:
            row = session.execute(select(EmailToken).where(EmailToken.member_id == member.id)).one()
            assert row.expires_at - row.created_at == timedelta(hours=1)
            session.execute(update(EmailToken).where(EmailToken.id == row.id).values(expires_at=row.created_at))
        assert self.reset(client, links(member.id, "reset")[0]).json["code"] == "accounts.link-invalid"

    def test_a_link_for_an_earlier_address_is_useless(self, client: Client, member: Member) -> None:
        client.post("/api/v1/password-reset", {"email": member.email})
        with transaction() as session:
            moved = update(MemberRow).where(MemberRow.id == member.id).values(email=f"new-{member.email}")
            session.execute(moved)
        assert self.reset(client, links(member.id, "reset")[0]).json["code"] == "accounts.link-invalid"

    @pytest.mark.spec("2.22")
    def test_whoever_sets_a_new_password_by_the_link_is_logged_in(
        self, app: Flask, client: Client, member: Member
    ) -> None:
        client.post("/api/v1/password-reset", {"email": member.email})
        new = Client(app, client.host)
        assert self.reset(new, links(member.id, "reset")[0]).status_code == 204
        assert new.get("/api/v1/me").json["id"] == str(member.id)

    def test_who_left_sets_a_password_and_has_to_come_back_first(self, client: Client, member: Member) -> None:
        set_status(member, MemberStatus.DELETED)
        client.post("/api/v1/password-reset", {"email": member.email})
        assert self.reset(client, links(member.id, "reset")[0]).status_code == 204
        assert client.get("/api/v1/me").status_code == 403
        assert log_in(client, member.email, OTHER_PASSWORD).json["code"] == "accounts.pending-deletion"

    @pytest.mark.spec("8.6")
    def test_a_network_is_told_three_times_a_day_whether_an_address_is_known(
        self, client: Client, make_member: MakeMember
    ) -> None:
        emails = ["nobody-0@example.org", make_member().email, *(f"nobody-{n}@example.org" for n in range(1, 4))]
        answers = [client.post("/api/v1/password-reset", {"email": email}) for email in emails]
        assert [answer.status_code for answer in answers] == [422, 204, 422, 204, 204]
        assert answers[0].json["detail"] == "E-mail address not found"

    @pytest.mark.spec("8.6")
    @pytest.mark.parametrize("is_known", [True, False])
    @pytest.mark.parametrize("networks", ["one network", "many networks"])
    def test_the_fourth_request_of_a_day_is_told_to_try_tomorrow(
        self, client: Client, make_member: MakeMember, is_known: bool, networks: str
    ) -> None:
        """An address that is not known is counted like any other, in whatever letters it is typed."""
        member = make_member()
        email = member.email if is_known else "nobody@example.org"
        answers = [self.ask(client, email, n if networks == "many networks" else 0) for n in range(3)]
        assert {answer.status_code for answer in answers} == {204 if is_known else 422}
        fourth = self.ask(client, email.upper(), 4)
        assert (fourth.status_code, fourth.json["code"]) == (429, "accounts.too-many-resets")
        assert fourth.json["detail"] == "Too many password reset emails sent, please try again tomorrow"
        assert len(links(member.id, "reset")) == (3 if is_known else 0)

    def ask(self, client: Client, email: str, network: int) -> Any:
        place = {"REMOTE_ADDR": f"192.0.2.{network}"}
        return client.post("/api/v1/password-reset", {"email": email}, environ_overrides=place)

    @pytest.mark.spec("8.6")
    def test_a_network_asks_for_sixty_addresses_a_day(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(passwords, "RESETS_FROM", Limit("reset-network", calls=4, seconds=86_400))
        answers = [self.ask(client, f"nobody-{n}@example.org", 0) for n in range(5)]
        assert [answer.status_code for answer in answers] == [422, 422, 422, 204, 429]
        assert answers[4].json["code"] == "accounts.too-many-resets"

    @pytest.mark.spec("8.6")
    def test_a_stranger_who_uses_up_the_requests_leaves_a_good_link_in_the_mailbox(
        self, client: Client, member: Member
    ) -> None:
        for n in range(4):
            self.ask(client, member.email, n)
        with transaction() as session:
            mailed = update(EmailToken).where(EmailToken.member_id == member.id)
            aged = {"created_at": EmailToken.created_at, "expires_at": EmailToken.expires_at}
            session.execute(mailed.values({name: at - timedelta(hours=23) for name, at in aged.items()}))
        first, _, last = links(member.id, "reset")
        assert self.reset(client, first).json["code"] == "accounts.link-invalid"
        assert self.reset(client, last).status_code == 204

    @pytest.mark.spec("8.6")
    def test_one_network_does_not_use_up_the_links_to_an_address_that_nobody_proved(
        self, client: Client, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(email_tokens, "UNCONFIRMED_FROM", replace(email_tokens.UNCONFIRMED_FROM, calls=1))
        member = make_member(confirmed=False)
        mailed = []
        for network in (1, 1, 2):
            assert self.ask(client, member.email, network).status_code == 204
            mailed.append(len(links(member.id, "reset")))
        assert mailed == [1, 1, 2]

    @pytest.mark.spec("8.6")
    def test_simultaneous_requests_mail_three_links(self, app: Flask, client: Client, member: Member) -> None:
        answers = at_once(8, lambda n: self.ask(Client(app, client.host), member.email, n))
        assert Counter(answer.status_code for answer in answers) == {204: 3, 429: 5}
        assert len(links(member.id, "reset")) == 3

    @pytest.mark.spec("5.3")
    def test_a_discreet_site_answers_a_reset_alike(self, client: Client, site: Site, make_member: MakeMember) -> None:
        set_site(site, hide_account_existence=True)
        member = make_member()
        known = client.post("/api/v1/password-reset", {"email": member.email})
        unknown = client.post("/api/v1/password-reset", {"email": "nobody@example.org"})
        assert (known.status_code, known.data) == (unknown.status_code, unknown.data) == (204, b"")
        assert len(links(member.id, "reset")) == 1

    def test_the_banned_get_no_reset_mail(self, client: Client, member: Member) -> None:
        set_status(member, MemberStatus.BANNED)
        client.post("/api/v1/password-reset", {"email": member.email})
        assert links(member.id, "reset") == []
