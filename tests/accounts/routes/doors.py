"""What the tests of the accounts' routes share: the calls they make and what they look up afterwards."""

from http.cookies import SimpleCookie
from typing import Any
from uuid import UUID

from sqlalchemy import select, update

from app.kernel.db.session import transaction
from app.kernel.events.outbox import OutboxEvent
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import EmailToken
from modules.accounts.sessions.service.email_tokens import token_of
from tests.conftest import Client
from tests.factories.accounts import PASSWORD

SIGNUP = {"email": "robin@example.org", "name": "Robin", "password": PASSWORD, "date_of_birth": "1985-05-17"}
OTHER_PASSWORD = "seven different loud songs"


def sign_up(client: Client, key: str = "signup-key-1", **over: Any) -> Any:
    return client.post("/api/v1/members", {**SIGNUP, **over}, key=key)


def log_in(client: Client, email: str = SIGNUP["email"], password: str = PASSWORD) -> Any:
    return client.post("/api/v1/session", {"email": email, "password": password})


def set_status(member: Member, status: MemberStatus) -> None:
    changes = {"status": status} | ({"confirmed_at": None} if status is MemberStatus.NOT_CONFIRMED else {})
    with transaction() as session:
        session.execute(update(MemberRow).where(MemberRow.id == member.id).values(changes))


def cookies_of(answer: Any) -> dict[str, Any]:
    return {
        name: morsel for line in answer.headers.getlist("Set-Cookie") for name, morsel in SimpleCookie(line).items()
    }


def links(member_id: str | UUID, purpose: str) -> list[str]:
    """Return the tokens mailed to a member, oldest first."""
    with transaction(read_only=True) as session:
        which = (EmailToken.member_id == UUID(str(member_id)), EmailToken.purpose == purpose)
        ids = session.execute(select(EmailToken.id).where(*which).order_by(EmailToken.created_at)).scalars()
        return [token_of(token_id) for token_id in ids]


def count_events(name: str, member_id: Any) -> int:
    with transaction(read_only=True) as session:
        payload = OutboxEvent.payload["member_id"].astext == str(member_id)
        return len(session.execute(select(OutboxEvent.id).where(OutboxEvent.name == name, payload)).all())
