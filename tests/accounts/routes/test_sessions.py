"""Sessions and their cookies, as a browser sees them."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.sessions.models import LoginSession
from tests.accounts.leaving import delete_now, links_to
from tests.accounts.routes.doors import cookies_of, set_status
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeMember


class TestSessions:
    @pytest.mark.spec("6.8")
    def test_without_one_the_answer_says_that_a_login_is_missing(self, client: Client) -> None:
        answer = client.get("/api/v1/me")
        assert answer.status_code == 403
        assert answer.json["authentication_required"] is True

    @pytest.mark.spec("7.5")
    def test_logout_ends_it(self, app: Flask, browser: Client) -> None:
        stolen = Client(app, browser.host)
        stolen.http.set_cookie(
            "hearth_session", browser.http.get_cookie("hearth_session", domain=browser.host).value, domain=browser.host
        )
        answer = browser.delete("/api/v1/session")
        assert answer.status_code == 204
        assert cookies_of(answer)["hearth_session"]["max-age"] == "0"
        assert stolen.get("/api/v1/me").status_code == 403
        assert browser.delete("/api/v1/session").status_code == 204

    def test_they_are_listed_and_ended_one_by_one_or_all(self, login: LogIn, member: Member) -> None:
        here, there, elsewhere = (login(member) for _ in range(3))
        listed = here.get("/api/v1/sessions").json
        assert [one["is_current"] for one in listed].count(True) == 1
        current = next(one for one in there.get("/api/v1/sessions").json if one["is_current"])
        assert here.delete(f"/api/v1/sessions/{current['id']}").status_code == 204
        assert there.get("/api/v1/me").status_code == 403
        assert here.delete("/api/v1/sessions").status_code == 204
        assert elsewhere.get("/api/v1/me").status_code == 403
        assert here.get("/api/v1/me").status_code == 200

    @pytest.mark.spec("4.2")
    def test_a_browser_in_which_another_account_comes_back_is_logged_out_of_the_one_before(
        self, login: LogIn, make_member: MakeMember
    ) -> None:
        member, left = make_member(), make_member()
        here, there = login(member), login(member)
        delete_now(left)
        back = here.post("/api/v1/reactivation", {"token": links_to(left.email, "reactivate")[0]})
        assert back.json["id"] == str(left.id)
        assert [one["is_current"] for one in there.get("/api/v1/sessions").json] == [True]

    def test_another_members_is_not_found(self, login: LogIn, make_member: MakeMember) -> None:
        mine, theirs = login(make_member()), login(make_member())
        session_id = theirs.get("/api/v1/sessions").json[0]["id"]
        assert mine.delete(f"/api/v1/sessions/{session_id}").status_code == 404
        assert theirs.get("/api/v1/me").status_code == 200

    @pytest.mark.spec("9.1")
    def test_it_is_over_after_30_days(self, member: Member, browser: Client) -> None:
        with transaction() as session:
            row = session.execute(select(LoginSession).where(LoginSession.member_id == member.id)).one()
            assert row.expires_at - row.created_at == timedelta(days=30)
            over = update(LoginSession).where(LoginSession.id == row.id).values(expires_at=row.created_at)
            session.execute(over)
        assert browser.get("/api/v1/me").status_code == 403

    @pytest.mark.parametrize("status", [MemberStatus.BANNED, MemberStatus.DELETED])
    def test_it_is_over_for_the_banned_and_the_deleted(
        self, status: MemberStatus, member: Member, browser: Client
    ) -> None:
        set_status(member, status)
        assert browser.get("/api/v1/me").status_code == 403

    @pytest.mark.spec("1.12")
    def test_it_is_good_on_its_own_site_only(self, app: Flask, login: LogIn, make_member: MakeMember) -> None:
        from tests.factories.sites import make_site

        with transaction() as session:
            other = make_site(session)
        browser = login(make_member())
        token = browser.http.get_cookie("hearth_session", domain=browser.host).value
        elsewhere = Client(app, other.hosts[0])
        elsewhere.http.set_cookie("hearth_session", token, domain=elsewhere.host)
        assert elsewhere.get("/api/v1/me").status_code == 403

    @pytest.mark.spec("7.7")
    def test_leaving_a_page_notes_when_it_was_last_used(self, member: Member, browser: Client) -> None:
        old = clock.now() - timedelta(hours=1)
        with transaction() as session:
            session.execute(update(LoginSession).where(LoginSession.member_id == member.id).values(seen_at=old))
        # A beacon carries no header of ours.
        answer = browser.http.post("/api/v1/page-hidden", data="{}", base_url=f"http://{browser.host}")
        assert answer.status_code == 204
        seen = browser.get("/api/v1/sessions").json[0]["seen_at"]
        assert seen > (old + timedelta(minutes=50)).isoformat()

    @pytest.mark.spec("7.7")
    def test_a_visitors_beacon_is_fine_too(self, client: Client) -> None:
        assert client.http.post("/api/v1/page-hidden", base_url=f"http://{client.host}").status_code == 204
