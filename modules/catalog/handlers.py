"""Event handlers of the catalog module, which copy profiles into listings and listings into the search index.

One job does both, because a further job costs as much as the copying. Changes that the search engine could not take
wait for the next job. The changes of an interval share a job, because an update of the index costs the engine the same
for one document as for many.
"""

from collections.abc import Sequence

from app.kernel.db.session import Session
from app.kernel.events.outbox import EVENTS_PER_JOB, handles
from modules.accounts.events import MemberErased
from modules.catalog.service import finder, index
from modules.profiles.events import PhotoActivated, ProfileChanged, VisibilityChanged

INTERVAL = 0.15


@handles(ProfileChanged, managed=False, batch=EVENTS_PER_JOB, interval=INTERVAL)
def on_profile_changed(events: Sequence[ProfileChanged]) -> None:
    """Copy changed profiles."""
    index.follow_members(event.member_id for event in events)


@handles(VisibilityChanged, managed=False, batch=EVENTS_PER_JOB, interval=INTERVAL)
def on_visibility_changed(events: Sequence[VisibilityChanged]) -> None:
    """List profiles that became visible, and remove those that were hidden."""
    index.follow_members(event.member_id for event in events)


@handles(PhotoActivated, managed=False, batch=EVENTS_PER_JOB, interval=INTERVAL)
def on_photo_activated(events: Sequence[PhotoActivated]) -> None:
    """Copy profiles that have a photo now."""
    index.follow_members(event.member_id for event in events)


@handles(MemberErased, managed=False)
def on_member_erased(event: MemberErased) -> None:
    """Remove an erased member from the listings and the index."""
    index.follow_members([event.member_id])


@handles(MemberErased)
def forget_finder_answers(session: Session, event: MemberErased) -> None:
    """Delete an erased member's answers to the match finder."""
    finder.forget_answers(session, member_id=event.member_id)
