"""Leaving and coming back, as a browser sees it."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.jobs import erase_due
from modules.accounts.leaving.models import DeletionRow
from tests.accounts.leaving import delete_now, leave, let_time_pass, links_to, status_of
from tests.accounts.routes.doors import OTHER_PASSWORD, cookies_of, count_events, log_in, set_status
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.profiles import fill_profile
from tests.factories.social import like
from tests.fixture_types import LogIn, MakeMember


class TestLeaving:
    @pytest.mark.spec("2.33", "4.2", "9.1")
    def test_leaving_hides_logs_out_everywhere_and_says_until_when_one_can_come_back(
        self, login: LogIn, member: Member
    ) -> None:
        here, there = login(member), login(member)
        answer = leave(here, words="We marry in May.")
        assert answer.status_code == 200
        erase_at = datetime.fromisoformat(answer.json["erase_at"])
        assert timedelta(days=13, hours=23) < erase_at - datetime.now(UTC) <= timedelta(days=14)
        assert cookies_of(answer)["hearth_session"].value == ""
        assert status_of(member) is MemberStatus.DELETED
        assert [browser.get("/api/v1/me").json["code"] for browser in (here, there)] == ["login-required"] * 2
        assert count_events("accounts.MemberDeleted", member.id) == 1
        with transaction(read_only=True) as session:
            kept = session.execute(select(DeletionRow).where(DeletionRow.member_id == member.id)).one()
        assert (kept.reason, kept.words, kept.outcome) == ("met-someone", "We marry in May.", None)

    @pytest.mark.spec("4.2", "6.7")
    def test_who_left_is_hidden_before_any_job_has_run(self, login: LogIn, make_member: MakeMember) -> None:
        gone, other = make_member(), make_member(name="Kim")
        for one in (gone, other):
            with transaction() as session:
                fill_profile(session, one.id)
        like(gone, other)
        drain_now()
        watcher = login(other)
        assert watcher.get(f"/api/v1/members/{gone.id}").status_code == 200
        assert len(watcher.get("/api/v1/likes?type=received").json["profiles"]) == 1
        delete_now(gone)
        assert watcher.get(f"/api/v1/members/{gone.id}").status_code == 404
        assert watcher.get("/api/v1/likes?type=received").json["profiles"] == []

    def test_leaving_asks_the_password_again_and_takes_no_guesses(self, member: Member, browser: Client) -> None:
        wrong = leave(browser, password="not this one")
        assert (wrong.status_code, wrong.json["code"]) == (422, "accounts.password-wrong")
        assert wrong.json["errors"][0]["pointer"] == "/password"
        assert [leave(browser, password=f"guess number {n}").status_code for n in range(5)][-1] == 429
        assert status_of(member) is MemberStatus.ACTIVE

    def test_a_reason_is_one_of_the_list_or_none(self, browser: Client) -> None:
        assert leave(browser, reason="operator").json["errors"][0]["code"] == "field.choice"
        assert leave(browser, reason="no such reason").status_code == 422
        assert leave(browser, words="x" * 1001).status_code == 422
        assert leave(browser, reason=None).status_code == 200

    def test_a_visitor_leaves_nothing(self, client: Client) -> None:
        assert leave(client).json["code"] == "login-required"


class TestLoginMeanwhile:
    @pytest.mark.spec("8.3", "4.2")
    def test_the_right_password_is_told_that_the_account_is_pending_deletion(
        self, client: Client, member: Member
    ) -> None:
        delete_now(member)
        refused = log_in(client, member.email)
        assert (refused.status_code, refused.json["code"]) == (403, "accounts.pending-deletion")
        assert "within 14 days" in refused.json["detail"]
        assert "authentication_required" not in refused.json
        assert log_in(client, member.email, "not this one").json["code"] == "accounts.login-failed"

    @pytest.mark.spec("8.3")
    def test_the_way_back_is_mailed_again_to_who_knows_the_password_three_times_a_day(
        self, client: Client, member: Member
    ) -> None:
        delete_now(member)

        def ask(password: str = PASSWORD) -> int:
            body = {"email": member.email, "password": password}
            return int(client.post("/api/v1/reactivation/mail", body).status_code)

        assert ask("not this one") == 422
        assert len(links_to(member.email, "reactivate")) == 1
        assert [ask() for _ in range(4)] == [204, 204, 204, 429]
        assert len(links_to(member.email, "reactivate")) == 4

    def test_who_did_not_leave_is_mailed_no_way_back(self, client: Client, member: Member) -> None:
        body = {"email": member.email, "password": PASSWORD}
        assert client.post("/api/v1/reactivation/mail", body).status_code == 204
        assert links_to(member.email, "reactivate") == []


class TestComingBack:
    @pytest.mark.spec("4.2")
    def test_the_link_brings_the_account_back_as_it_was_and_logs_in(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member = make_member(paid=True)
        with transaction() as session:
            fill_profile(session, member.id, headline="Still the same")
        leave(login(member))
        drain_now()
        token = links_to(member.email, "reactivate")[0]
        answer = client.post("/api/v1/reactivation", {"token": token})
        assert (answer.status_code, answer.json["email"], answer.json["paid_user"]) == (200, member.email, True)
        drain_now()
        assert client.get("/api/v1/profile").json["headline"] == "Still the same"
        assert client.get(f"/api/v1/members/{member.id}").status_code == 200
        assert log_in(client, member.email).status_code == 200
        again = client.post("/api/v1/reactivation", {"token": token})
        assert again.json["detail"] == "Link expired or invalid, request a new email"

    def test_sessions_and_links_from_before_do_not_come_back(
        self, client: Client, login: LogIn, member: Member
    ) -> None:
        here, there = login(member), login(member)
        client.post("/api/v1/password-reset", {"email": member.email})
        reset = links_to(member.email, "reset")[0]
        leave(here)
        back = client.post("/api/v1/reactivation", {"token": links_to(member.email, "reactivate")[0]})
        assert back.status_code == 200
        assert [browser.get("/api/v1/me").status_code for browser in (client, there)] == [200, 403]
        body = {"token": reset, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        assert client.post("/api/v1/password-reset/confirm", body).json["code"] == "accounts.link-invalid"

    def test_who_was_not_confirmed_is_not_confirmed_by_coming_back(
        self, client: Client, login: LogIn, make_member: MakeMember
    ) -> None:
        member = make_member(confirmed=False)
        leave(login(member))
        drain_now()
        answer = client.post("/api/v1/reactivation", {"token": links_to(member.email, "reactivate")[0]})
        drain_now()
        assert answer.json["status"] == "not_confirmed"
        assert client.get("/api/v1/me").json["profile"]["status"] == "disabled"

    @pytest.mark.spec("4.2", "8.3", "9.1")
    def test_after_14_days_the_link_is_useless_and_the_job_erases(
        self, client: Client, make_member: MakeMember
    ) -> None:
        late, early = make_member(), make_member()
        for member in (late, early):
            delete_now(member)
        token = links_to(late.email, "reactivate")[0]
        let_time_pass(late.id, days=14)
        let_time_pass(early.id, days=13)
        assert client.post("/api/v1/reactivation", {"token": token}).json["code"] == "accounts.link-invalid"
        erase_due()
        assert (status_of(late), status_of(early)) == (MemberStatus.ERASED, MemberStatus.DELETED)
        token = links_to(early.email, "reactivate")[0]
        assert client.post("/api/v1/reactivation", {"token": token}).status_code == 200

    def test_the_links_of_another_purpose_or_site_bring_nobody_back(
        self, client: Client, make_member: MakeMember, app: Flask
    ) -> None:
        from tests.factories.sites import make_site

        member = make_member()
        client.post("/api/v1/password-reset", {"email": member.email})
        delete_now(member)
        reset, back = links_to(member.email, "reset")[0], links_to(member.email, "reactivate")[0]
        assert client.post("/api/v1/reactivation", {"token": reset}).json["code"] == "accounts.link-invalid"
        with transaction() as session:
            elsewhere = make_site(session)
        stranger = Client(app, elsewhere.hosts[0])
        assert stranger.post("/api/v1/reactivation", {"token": back}).json["code"] == "accounts.link-invalid"
        assert status_of(member) is MemberStatus.DELETED

    def test_who_was_banned_meanwhile_does_not_come_back(self, client: Client, member: Member) -> None:
        delete_now(member)
        set_status(member, MemberStatus.BANNED)
        token = links_to(member.email, "reactivate")[0]
        assert client.post("/api/v1/reactivation", {"token": token}).json["code"] == "accounts.link-invalid"
        with transaction(read_only=True) as session:
            assert session.execute(select(MemberRow.status).where(MemberRow.id == member.id)).scalar_one() == "banned"
