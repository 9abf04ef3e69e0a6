"""What the tests of leaving share."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import select, text, update

from app.kernel.db.session import transaction
from modules.accounts import api
from modules.accounts.contracts import Feature, Member, MemberStatus
from modules.accounts.leaving.models import DeletionRow
from modules.accounts.leaving.service import leaving
from modules.accounts.sessions.models import EmailToken
from modules.accounts.sessions.service.email_tokens import token_of
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.billing import give_credits
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeMember


def leave(browser: Client, *, password: str = PASSWORD, **over: Any) -> Any:
    return browser.post("/api/v1/account/deletion", {"password": password, "reason": "met-someone", **over})


def delete_now(member: Member) -> None:
    with transaction() as session:
        leaving.delete_member(session, member_id=member.id, reason=None)


def erase_now(member: Any) -> None:
    with transaction() as session:
        api.erase_member(session, member_id=member.id)


def make_writers(make_member: MakeMember, *, credits: int) -> tuple[Any, Any]:
    """Make two members who can write to each other."""
    both = make_member(), make_member()
    with transaction() as session:
        for one in both:
            fill_profile(session, one.id)
            give_credits(session, member_id=one.id, credits=credits)
    drain_now()
    return both


def status_of(member: Member) -> MemberStatus:
    with transaction(read_only=True) as session:
        return api.get_member(session, member.id).status


def links_to(email: str, purpose: str) -> list[str]:
    """Return the tokens mailed to an address, oldest first."""
    with transaction(read_only=True) as session:
        which = (EmailToken.email == email, EmailToken.purpose == purpose)
        ids = session.execute(select(EmailToken.id).where(*which).order_by(EmailToken.created_at)).scalars()
        return [token_of(token_id) for token_id in ids]


def let_time_pass(member_id: UUID, *, days: int) -> None:
    """Let a member have left, and their links have been mailed, so many days earlier."""
    ago = timedelta(days=days)
    with transaction() as session:
        # A trigger keeps what a deletion says; only a test moves it in time.
        session.execute(text("SET LOCAL session_replication_role = replica"))
        deletion = update(DeletionRow).where(DeletionRow.member_id == member_id)
        session.execute(deletion.values(asked_at=DeletionRow.asked_at - ago, erase_at=DeletionRow.erase_at - ago))
        tokens = update(EmailToken).where(EmailToken.member_id == member_id)
        session.execute(tokens.values(created_at=EmailToken.created_at - ago, expires_at=EmailToken.expires_at - ago))


def ban(member: Member) -> UUID:
    """Ban a member and return the decision's id."""
    decision_id = uuid4()
    told: dict[str, Any] = {"rule": "spam", "statement": "/cases", "ends_at": None, "decision_id": decision_id}
    with transaction() as session:
        api.restrict_member(session, member_id=member.id, features=[Feature.ACCOUNT], **told)
    return decision_id
