"""Reactions of the social module."""

from app.kernel.db import Session
from app.kernel.outbox import handles
from modules.accounts.events import MemberErased
from modules.profiles.events import VisibilityChanged
from modules.social import service


@handles(VisibilityChanged)
def on_visibility_changed(session: Session, event: VisibilityChanged) -> None:
    """Count likes as they are shown."""
    service.refresh_visibility(session, member_id=event.member_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Forget whatever an erased member did."""
    service.erase_member(session, member_id=event.member_id)
