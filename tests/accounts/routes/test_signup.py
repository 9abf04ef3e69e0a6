"""Signing up, as a browser sees it."""

from typing import Any

import pytest
from flask import Flask

from app.kernel.db.session import transaction
from modules.sites.contracts import Signups, Site
from tests.accounts.routes.doors import SIGNUP, cookies_of, count_events, links, sign_up
from tests.conftest import Client
from tests.factories.sites import set_site


class TestSignup:
    @pytest.mark.spec("1.1", "3.1", "3.5", "4.1")
    def test_it_logs_in_at_once_and_mails_a_link(self, client: Client) -> None:
        answer = sign_up(client, signup_message="Hello you")
        assert answer.status_code == 201, answer.json
        assert answer.json["status"] == "not_confirmed"
        assert answer.json["paid_user"] is False
        assert client.get("/api/v1/me").json["email"] == "robin@example.org"
        assert len(links(answer.json["id"], "activate")) == 1
        assert count_events("accounts.MemberSignedUp", answer.json["id"]) == 1

    @pytest.mark.spec("9.1")
    def test_its_session_cookie_lasts_30_days_and_is_hidden_from_scripts(self, client: Client) -> None:
        cookies = cookies_of(sign_up(client))
        assert cookies["hearth_session"]["max-age"] == str(30 * 86_400)
        assert cookies["hearth_session"]["httponly"]
        assert cookies["hearth_session"]["samesite"] == "Lax"
        assert cookies["hearth_device"]["httponly"]

    @pytest.mark.spec("3.8")
    def test_it_keeps_where_the_member_came_from(self, client: Client) -> None:
        source = {"network": "leaf", "ref": "spring", "sub1": "a", "sub2": None}
        answer = sign_up(client, traffic_source=source)
        kept = {"network": "leaf", "ref": "spring", "sub1": "a", "sub2": None, "sub3": None}
        assert answer.json["trafficsource"] == kept
        assert client.get("/api/v1/me").json["trafficsource"] == kept

    @pytest.mark.spec("3.8")
    def test_an_empty_source_is_none(self, client: Client) -> None:
        assert sign_up(client, traffic_source={}).json["trafficsource"] is None

    @pytest.mark.parametrize(
        ("over", "field", "code"),
        [
            pytest.param({"email": "robin"}, "email", "accounts.email-invalid", marks=pytest.mark.spec("5.3")),
            ({"email": f"{'r' * 65}@example.org"}, "email", "accounts.email-invalid"),
            ({"email": "\u00fc" * 33 + "@example.org"}, "email", "accounts.email-invalid"),
            pytest.param(
                {"name": "robin@example.org"}, "name", "accounts.name-is-email", marks=pytest.mark.spec("5.1")
            ),
            pytest.param({"name": "@robin"}, "name", "accounts.name-begins-with-at", marks=pytest.mark.spec("5.1")),
            pytest.param(
                {"date_of_birth": "2015-01-01"}, "date_of_birth", "accounts.too-young", marks=pytest.mark.spec("5.2")
            ),
            pytest.param(
                {"password": "password1"}, "password", "accounts.password-weak", marks=pytest.mark.spec("5.4")
            ),
            ({"name": "R"}, "name", "field.too-short"),
            ({"date_of_birth": "yesterday"}, "date_of_birth", "field.date"),
            ({"date_of_birth": "1984-02-30"}, "date_of_birth", "field.date"),
            ({"paid_user": True}, "paid_user", "field.unknown"),
        ],
    )
    def test_it_says_which_field_is_at_fault(self, client: Client, over: dict[str, Any], field: str, code: str) -> None:
        answer = sign_up(client, **over)
        assert answer.status_code == 422
        assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == [(f"/{field}", code)]
        assert answer.json["errors"][0]["detail"]
        assert client.get("/api/v1/me").status_code == 403

    @pytest.mark.spec("1.5", "5.1")
    def test_it_counts_as_the_language_counts(self, client: Client) -> None:
        client.http.set_cookie("language", "pl", domain=client.host)
        (error,) = sign_up(client, name="R").json["errors"]
        assert error["detail"] == "Wpisz co najmniej 2 znaki."

    @pytest.mark.spec("5.2")
    def test_the_minimum_age_is_the_sites_and_the_sentence_says_it(self, client: Client, site: Site) -> None:
        set_site(site, min_age=50)
        answer = sign_up(client)
        assert answer.json["detail"] == "Enter your date of birth (50+)"
        assert answer.json["min_age"] == 50

    @pytest.mark.spec("5.4")
    def test_a_weak_password_is_refused_in_the_persons_language(self, client: Client) -> None:
        client.http.set_cookie("language", "de", domain=client.host)
        answer = sign_up(client, password="passwort1")
        assert answer.json["reason"] == "too-common"
        assert answer.json["detail"].startswith("Dieses Passwort ist zu leicht zu erraten")

    @pytest.mark.spec("6.2")
    def test_a_closed_site_takes_nobody(self, client: Client, site: Site) -> None:
        set_site(site, signups=Signups.WITH_TRAFFICSOURCE)
        assert sign_up(client).json["code"] == "accounts.signup-by-link-only"
        assert sign_up(client, traffic_source={"network": "leaf"}).status_code == 201

    @pytest.mark.spec("5.3")
    def test_an_address_has_one_account_on_a_site(self, client: Client) -> None:
        assert sign_up(client).status_code == 201
        answer = sign_up(client, "signup-key-2", email="ROBIN@example.org")
        assert answer.status_code == 409
        assert answer.json["detail"] == "This email address already owns an account on this website"

    @pytest.mark.spec("1.12")
    def test_the_same_address_may_have_an_account_on_another_site(self, app: Flask, client: Client) -> None:
        from tests.factories.sites import make_site

        with transaction() as session:
            other = make_site(session)
        assert sign_up(client).status_code == 201
        assert sign_up(Client(app, other.hosts[0])).status_code == 201

    def test_a_repeat_with_the_same_key_is_the_same_member_in_a_session_of_its_own(
        self, app: Flask, client: Client
    ) -> None:
        first = sign_up(client)
        retry = Client(app, client.host)
        second = sign_up(retry)
        assert second.status_code == 201
        assert second.json == first.json
        assert retry.get("/api/v1/me").json["id"] == first.json["id"]
        assert cookies_of(second)["hearth_session"].value != cookies_of(first)["hearth_session"].value
        assert count_events("accounts.MemberSignedUp", first.json["id"]) == 1

    def test_the_same_key_with_another_body_is_refused(self, client: Client) -> None:
        sign_up(client)
        assert sign_up(client, name="Robyn").json["code"] == "idempotency.key-reused"

    def test_it_needs_a_key(self, client: Client) -> None:
        assert client.post("/api/v1/members", SIGNUP).json["code"] == "idempotency.key-missing"
