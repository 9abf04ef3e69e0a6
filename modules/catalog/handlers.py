"""Event handlers of the catalog module, which copy profiles into listings and listings into the search index.

One job does both, because a further job costs as much as the copying. Changes that the search engine could not take
wait for the next job.
"""

from app.kernel.db.session import Session
from app.kernel.events.outbox import handles
from modules.accounts.events import MemberErased
from modules.catalog.service import finder, index
from modules.profiles.events import PhotoActivated, ProfileChanged, VisibilityChanged


@handles(ProfileChanged, managed=False)
def on_profile_changed(event: ProfileChanged) -> None:
    """Copy a changed profile."""
    index.follow_member(event.member_id)


@handles(VisibilityChanged, managed=False)
def on_visibility_changed(event: VisibilityChanged) -> None:
    """List a profile that became visible, and remove one that was hidden."""
    index.follow_member(event.member_id)


@handles(PhotoActivated, managed=False)
def on_photo_activated(event: PhotoActivated) -> None:
    """Copy a profile that has a photo now."""
    index.follow_member(event.member_id)


@handles(MemberErased, managed=False)
def on_member_erased(event: MemberErased) -> None:
    """Remove an erased member from the listings and the index."""
    index.follow_member(event.member_id)


@handles(MemberErased)
def forget_finder_answers(session: Session, event: MemberErased) -> None:
    """Delete an erased member's answers to the match finder."""
    finder.forget_answers(session, member_id=event.member_id)
