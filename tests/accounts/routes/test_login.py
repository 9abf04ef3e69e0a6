"""Logging in and out, as a browser sees it."""

from datetime import timedelta
from typing import Any, Literal
from unicodedata import normalize

import pytest
import time_machine
from argon2 import PasswordHasher
from flask import Flask

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.http.ratelimit import Limit
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.service import hashing
from modules.accounts.routes import common
from modules.sites.contracts import Site
from tests.accounts.routes.doors import OTHER_PASSWORD, cookies_of, links, log_in, set_status
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember
from tests.reading import read_cases
from tests.settings import SetEnv

PASSWORDS = read_cases("passwords.tsv", escaped=("typed when it was set", "typed at login"))


class TestLogin:
    @pytest.mark.spec("7.1")
    def test_it_answers_the_user_and_sets_the_cookie(self, client: Client, member: Member) -> None:
        answer = log_in(client, member.email.upper())
        assert answer.status_code == 200, answer.json
        assert answer.json == client.get("/api/v1/me").json
        assert answer.json["id"] == str(member.id)

    @pytest.mark.spec("5.4", "7.1")
    @pytest.mark.parametrize("case", PASSWORDS, ids=lambda case: case["name"])
    def test_a_password_is_right_however_a_keyboard_writes_its_signs(
        self, client: Client, make_member: MakeMember, case: dict[str, str]
    ) -> None:
        """RFC 8265, OpaqueString; hashes of before were made of the characters as they were typed."""
        chosen, typed = case["typed when it was set"], case["typed at login"]
        was_before = case["name"].startswith("set before")
        password_hash = hashing._hasher.hash(chosen) if was_before else hashing.hash_password(chosen)
        member = make_member(password_hash=password_hash)
        assert log_in(client, member.email, typed).status_code == (422 if "refused" in case["right outcome"] else 200)
        if was_before:
            composed = normalize("NFC", typed)
            assert log_in(client, member.email, composed).status_code == 200, "the hash is made anew at a login"

    @pytest.mark.spec("8.2")
    def test_wrong_and_unknown_are_answered_alike(self, client: Client, make_member: MakeMember) -> None:
        wrong = log_in(client, make_member().email, "not this one")
        unknown = log_in(client, "nobody@example.org", "not this one")
        assert wrong.status_code == unknown.status_code == 422
        assert wrong.data == unknown.data
        assert wrong.json["detail"] == "Login failed, please try again"

    @pytest.mark.parametrize("known", [True, False])
    @pytest.mark.usefixtures("real_hashing")
    def test_wrong_and_unknown_cost_one_look_at_a_hash(
        self, client: Client, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch, known: bool
    ) -> None:
        member = make_member(password_hash=hashing.hash_password(PASSWORD))
        looks: list[str] = []

        class Counted(PasswordHasher):
            def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
                looks.append(str(hash).rpartition("$")[0].rpartition("$")[0])
                return super().verify(hash, password)

        monkeypatch.setattr(hashing, "_hasher", Counted())
        log_in(client, member.email if known else "nobody@example.org", "not this one")
        assert looks == ["$argon2id$v=19$m=19456,t=2,p=1"]

    @pytest.mark.spec("8.2")
    def test_five_wrong_tries_block_and_say_for_how_long(self, client: Client, make_member: MakeMember) -> None:
        for email in (make_member().email, "nobody@example.org"):
            answers = [log_in(client, email, f"guess number {n}") for n in range(6)]
            assert [answer.status_code for answer in answers] == [422, 422, 422, 422, 429, 429]
            assert answers[5].json["minutes"] == 15
            assert answers[5].json["detail"] == "Too many incorrect attempts, account blocked for 15 min"
            assert "Retry-After" not in answers[5].headers

    @pytest.mark.spec("8.2")
    def test_a_blocked_place_cannot_come_in_with_the_right_password(self, client: Client, member: Member) -> None:
        for n in range(5):
            log_in(client, member.email, f"guess number {n}")
        assert log_in(client, member.email).status_code == 429
        with time_machine.travel(clock.now() + timedelta(minutes=16)):
            assert log_in(client, member.email).status_code == 200

    @pytest.mark.spec("8.2")
    def test_the_right_password_ends_the_count(self, client: Client, member: Member) -> None:
        for _ in range(3):  # from a network, then twice from what is a known device by then
            for n in range(4):
                assert log_in(client, member.email, f"guess number {n}").status_code == 422
            assert log_in(client, member.email).status_code == 200

    @pytest.mark.spec("8.2")
    def test_strangers_cannot_lock_a_known_device_out(self, app: Flask, site: Site, member: Member) -> None:
        own = Client(app, site.hosts[0])
        log_in(own, member.email)
        stranger = Client(app, site.hosts[0])
        for n in range(8):
            log_in(stranger, member.email, f"guess number {n}")
        assert log_in(stranger, member.email).status_code == 429
        assert log_in(own, member.email).status_code == 200
        assert log_in(stranger, member.email).status_code == 429, "no login of the member's own frees them"

    def test_a_device_known_to_another_member_has_no_counter_of_its_own(
        self, app: Flask, site: Site, make_member: MakeMember
    ) -> None:
        victim, thief = make_member(), make_member()
        for n in range(5):
            log_in(Client(app, site.hosts[0]), victim.email, f"guess number {n}")
        browser = Client(app, site.hosts[0])
        log_in(browser, thief.email)
        assert log_in(browser, victim.email, "guess number 6").status_code == 429

    @pytest.mark.spec("8.2")
    @pytest.mark.parametrize("is_known", [True, False])
    def test_many_networks_together_get_ten_guesses_and_are_then_sent_to_the_mailbox(
        self, app: Flask, site: Site, make_member: MakeMember, is_known: bool
    ) -> None:
        email = make_member().email if is_known else "nobody@example.org"
        answers = [self.from_network(Client(app, site.hosts[0]), email, n, f"guess number {n}") for n in range(12)]
        assert [answer.status_code for answer in answers] == [422] * 9 + [429] * 3
        assert {answer.json["code"] for answer in answers[9:]} == {"accounts.login-by-mail"}
        assert "minutes" not in answers[11].json
        assert "a link to choose a new password" in answers[11].json["detail"]

    @pytest.mark.spec("8.2")
    def test_after_guesses_from_everywhere_a_network_of_the_members_own_still_lets_them_in(
        self, app: Flask, site: Site, make_member: MakeMember
    ) -> None:
        member, home = make_member(), 200
        assert self.from_network(Client(app, site.hosts[0]), member.email, home).status_code == 200
        for n in range(20):
            self.from_network(Client(app, site.hosts[0]), member.email, n, f"guess number {n}")
        assert self.from_network(Client(app, site.hosts[0]), member.email, 201).status_code == 429
        assert self.from_network(Client(app, site.hosts[0]), member.email, home).status_code == 200

    @pytest.mark.spec("8.2", "8.6")
    def test_while_guesses_go_on_the_mailed_link_lets_the_member_in_and_keeps_them_in(
        self, app: Flask, site: Site, make_member: MakeMember
    ) -> None:
        member, own = make_member(), Client(app, site.hosts[0])

        def guess() -> None:
            for n in range(12):
                self.from_network(Client(app, site.hosts[0]), member.email, n, f"guess number {n}")

        guess()
        assert own.post("/api/v1/password-reset", {"email": member.email}).status_code == 204
        body = {"token": links(member.id, "reset")[0], "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        guess()
        assert own.post("/api/v1/password-reset/confirm", body).status_code == 204
        assert own.get("/api/v1/me").status_code == 200
        guess()
        assert own.delete("/api/v1/session").status_code == 204
        assert log_in(own, member.email, OTHER_PASSWORD).status_code == 200, "the device is known from now on"

    def from_network(self, browser: Client, email: str, number: int, password: str = PASSWORD) -> Any:
        place = {"REMOTE_ADDR": f"192.0.2.{number}"}
        return browser.post("/api/v1/session", {"email": email, "password": password}, environ_overrides=place)

    @pytest.mark.spec("8.3")
    @pytest.mark.parametrize(
        ("status", "code"),
        [(MemberStatus.DELETED, "accounts.pending-deletion"), (MemberStatus.BANNED, "accounts.banned")],
    )
    def test_who_is_deleted_or_banned_is_told_only_after_the_right_password(
        self, client: Client, status: MemberStatus, code: str, member: Member
    ) -> None:
        set_status(member, status)
        assert log_in(client, member.email, "not this one").json["code"] == "accounts.login-failed"
        answer = log_in(client, member.email)
        assert (answer.status_code, answer.json["code"]) == (403, code)
        assert "authentication_required" not in answer.json

    def test_a_member_of_another_site_is_unknown(self, app: Flask, make_member: MakeMember) -> None:
        from tests.factories.sites import make_site

        with transaction() as session:
            other = make_site(session)
        answer = log_in(Client(app, other.hosts[0]), make_member().email)
        assert answer.json["code"] == "accounts.login-failed"

    def test_the_session_before_it_ends(self, client: Client, member: Member) -> None:
        log_in(client, member.email)
        log_in(client, member.email)
        assert len(client.get("/api/v1/sessions").json) == 1

    @pytest.mark.parametrize("limit", ["LOGINS", "LOGINS_A_DAY"])
    def test_one_network_may_not_try_without_end(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, limit: str
    ) -> None:
        """Passwords that are to bring the way back count as those that are to log in."""
        monkeypatch.setattr(common, limit, Limit("login-test", calls=2, seconds=300))
        doors = ("reactivation/mail", "session", "reactivation/mail")
        body = {"email": "nobody@example.org", "password": "not this one"}
        answers = [client.post(f"/api/v1/{door}", body) for door in doors]
        assert [answer.status_code for answer in answers] == [422, 422, 429]
        assert 0 < int(answers[2].headers["Retry-After"]) <= 301

    @pytest.mark.spec("9.1")
    def test_under_https_the_cookies_are_pinned_to_the_host(
        self, client: Client, set_env: SetEnv, member: Member
    ) -> None:
        set_env(HEARTH_PUBLIC_SCHEME="https")
        cookies = cookies_of(log_in(client, member.email))
        for name in ("__Host-hearth_session", "__Host-hearth_device"):
            assert cookies[name]["secure"], name
            assert cookies[name]["path"] == "/", name
            assert not cookies[name]["domain"], name

    def test_it_needs_the_client_header(self, client: Client) -> None:
        body = {"email": "a@example.org", "password": "x"}
        answer = client.http.post("/api/v1/session", json=body, base_url=f"http://{client.host}")
        assert answer.json["code"] == "forbidden"
