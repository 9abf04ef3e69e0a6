"""Reactions of the moderation module."""

from sqlalchemy.orm import Session

from app.kernel.outbox import handles
from modules.accounts.events import MemberErased
from modules.moderation.service import complaints, reports


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Empty what an erased member said; how the house treated it stays."""
    complaints.erase_member(session, member_id=event.member_id)
    reports.erase_member(session, member_id=event.member_id)
