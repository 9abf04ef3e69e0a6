"""Reactions of the social module."""

from app.kernel.db.session import Session
from app.kernel.events.outbox import handles
from modules.accounts.events import MemberErased
from modules.profiles.events import VisibilityChanged
from modules.social.service import interactions as service


@handles(VisibilityChanged)
def on_visibility_changed(session: Session, event: VisibilityChanged) -> None:
    """Store whether a member is hidden, so that likes are counted as they are shown."""
    service.refresh_visibility(session, member_id=event.member_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Delete the data of an erased member."""
    service.erase_member(session, member_id=event.member_id)
