"""Reactions of the messaging module."""

from sqlalchemy.orm import Session

from app.kernel.outbox import handles
from modules.accounts.events import MemberErased
from modules.messaging.service import leaving


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Empty an erased member's words, and return what was paid for messages that they never read."""
    leaving.erase_member(session, member_id=event.member_id)
