"""Activating an account by the link that was mailed, as a browser sees it."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import select, update

from app.kernel.db.session import transaction
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import EmailToken
from tests.accounts.routes.doors import OTHER_PASSWORD, count_events, links, sign_up
from tests.conftest import Client
from tests.fixture_types import MakeMember


class TestActivation:
    @pytest.mark.spec("4.1")
    def test_the_link_makes_the_account_active_once(self, client: Client) -> None:
        member_id = sign_up(client).json["id"]
        token = links(member_id, "activate")[0]
        assert client.post("/api/v1/activation", {"token": token}).json == {"status": "active"}
        assert client.get("/api/v1/me").json["status"] == "active"
        # A browser that lost the answer asks again: no error, and no second event.
        assert client.post("/api/v1/activation", {"token": token}).json == {"status": "active"}
        assert count_events("accounts.MemberConfirmed", member_id) == 1

    @pytest.mark.spec("8.3")
    @pytest.mark.parametrize("token", ["", "x", "A" * 43, "ÄÖ", "%00"])
    def test_a_made_up_link_is_invalid(self, client: Client, token: str) -> None:
        answer = client.post("/api/v1/activation", {"token": token})
        assert (answer.status_code, answer.json["code"]) == (422, "accounts.link-invalid")
        assert answer.json["detail"] == "Link expired or invalid, request a new email"

    @pytest.mark.spec("8.3")
    @pytest.mark.parametrize("byte", [3, 20], ids=["of the id", "of the signature"])
    def test_a_link_with_another_byte_is_invalid(self, client: Client, byte: int) -> None:
        token = links(sign_up(client).json["id"], "activate")[0]
        raw = bytearray(urlsafe_b64decode(token + "="))
        raw[byte] ^= 1
        forged = urlsafe_b64encode(raw).decode().rstrip("=")
        assert client.post("/api/v1/activation", {"token": forged}).json["code"] == "accounts.link-invalid"

    @pytest.mark.spec("8.3")
    def test_a_link_is_good_for_seven_days(self, client: Client) -> None:
        member_id = sign_up(client).json["id"]
        token = links(member_id, "activate")[0]
        with transaction() as session:
            row = session.execute(select(EmailToken).where(EmailToken.member_id == UUID(member_id))).one()
            assert row.expires_at - row.created_at == timedelta(days=7)
            late = update(EmailToken).where(EmailToken.id == row.id)
            session.execute(late.values(expires_at=row.created_at))
        assert client.post("/api/v1/activation", {"token": token}).json["code"] == "accounts.link-invalid"

    def test_a_link_is_for_its_purpose_only(self, client: Client) -> None:
        token = links(sign_up(client).json["id"], "activate")[0]
        body = {"token": token, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        assert client.post("/api/v1/password-reset/confirm", body).json["code"] == "accounts.link-invalid"

    def test_a_link_is_for_its_site_only(self, app: Flask, client: Client) -> None:
        from tests.factories.sites import make_site

        with transaction() as session:
            other = make_site(session)
        token = links(sign_up(client).json["id"], "activate")[0]
        elsewhere = Client(app, other.hosts[0])
        assert elsewhere.post("/api/v1/activation", {"token": token}).json["code"] == "accounts.link-invalid"
        assert client.post("/api/v1/activation", {"token": token}).status_code == 200
        assert elsewhere.post("/api/v1/activation", {"token": token}).json["code"] == "accounts.link-invalid"

    @pytest.mark.spec("8.3")
    def test_a_banned_account_is_not_activated(self, client: Client, make_member: MakeMember) -> None:
        member_id = sign_up(client).json["id"]
        with transaction() as session:
            session.execute(update(MemberRow).where(MemberRow.id == UUID(member_id)).values(status="banned"))
        answer = client.post("/api/v1/activation", {"token": links(member_id, "activate")[0]})
        assert answer.json["detail"] == "Activation failed"

    def test_the_mail_is_sent_three_times_a_day(self, client: Client) -> None:
        member_id = sign_up(client).json["id"]
        answers = [client.post("/api/v1/activation/resend") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [204, 204, 429]
        assert answers[2].json["code"] == "accounts.too-many-activation-mails"
        assert len(links(member_id, "activate")) == 3
