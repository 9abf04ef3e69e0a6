"""Event handlers of the catalog module, which copy profiles into listings and listings into the search index.

One job does both, because a further job costs as much as the copying. Changes that the search engine could not take
wait for the next job.
"""

from app.kernel.db.session import Session
from app.kernel.events.outbox import handles
from modules.accounts.events import MemberErased
from modules.catalog.service import finder, index
from modules.profiles.events import PhotoActivated, ProfileChanged, VisibilityChanged


@handles(ProfileChanged, VisibilityChanged, PhotoActivated, MemberErased, managed=False)
def follow_member(event: ProfileChanged | VisibilityChanged | PhotoActivated | MemberErased) -> None:
    """Copy a changed profile into the listings, and remove one that was hidden or erased."""
    index.follow_member(event.member_id)


@handles(MemberErased)
def forget_finder_answers(session: Session, event: MemberErased) -> None:
    """Delete an erased member's answers to the match finder."""
    finder.forget_answers(session, member_id=event.member_id)
