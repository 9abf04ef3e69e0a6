"""Reactions of the catalog module: listings follow profiles, and the search index follows listings.

One job does both, because each further job costs as much as the copying. What the search engine misses, being away,
waits for the next one.
"""

from app.kernel.db import Session
from app.kernel.outbox import handles
from modules.accounts.events import MemberErased
from modules.catalog.service import finder, index
from modules.profiles.events import PhotoActivated, ProfileChanged, VisibilityChanged


@handles(ProfileChanged, managed=False)
def on_profile_changed(event: ProfileChanged) -> None:
    """Copy what changed."""
    index.follow_member(event.member_id)


@handles(VisibilityChanged, managed=False)
def on_visibility_changed(event: VisibilityChanged) -> None:
    """List who appeared, forget who disappeared."""
    index.follow_member(event.member_id)


@handles(PhotoActivated, managed=False)
def on_photo_activated(event: PhotoActivated) -> None:
    """Note who has a photo now."""
    index.follow_member(event.member_id)


@handles(MemberErased, managed=False)
def on_member_erased(event: MemberErased) -> None:
    """Forget an erased member."""
    index.follow_member(event.member_id)


@handles(MemberErased)
def forget_finder_answers(session: Session, event: MemberErased) -> None:
    """Forget what an erased member told the match finder."""
    finder.forget_answers(session, member_id=event.member_id)
