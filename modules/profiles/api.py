"""What the profiles module offers to other modules."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Subquery
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel import clock
from app.kernel.db import Session
from app.kernel.storage import storage
from modules.profiles import images, policies, queries, reference
from modules.profiles.contracts import (
    ChatPhoto,
    Look,
    OwnPhoto,
    PhotoStatus,
    Place,
    Profile,
    ProfileCard,
    PublicProfile,
    ReviewPhoto,
    SearchDocument,
    Story,
    Viewer,
)
from modules.profiles.errors import PhotoUnreadable
from modules.profiles.queries import fiction, uploads
from modules.profiles.queries import media as media_queries
from modules.profiles.schemas import CardOut, CardPhotoOut, PersonOut, PhotoIn
from modules.profiles.service import decoding, holds, media, naming, photos, places, profile, sharing, views

__all__ = ["CardOut", "CardPhotoOut", "PersonOut", "PhotoIn"]

# The sizes of a photo in a conversation, the small one first.
CHAT_PHOTO_SIZES = ("preview", "full")
GENDERS = reference.choices("gender")
# What anybody may be interested in without a consent of their own.
INTERESTS = tuple(one.key for one in reference.interests() if not one.intimate)

export_member = sharing.export_member


def get_profile(session: Session, member_id: UUID) -> Profile:
    """Return a profile, visible or not (see `is_visible`); raises MemberNotFound."""
    return profile.get_own_profile(session, member_id)


def update_profile(session: Session, *, member_id: UUID, changes: Mapping[str, Any]) -> None:
    """Change fields of a member's own profile; raises what the profile's own page raises (spec 3.6)."""
    profile.update_profile(session, member_id=member_id, changes=changes)


def find_country(session: Session, member_id: UUID) -> str | None:
    """Return the country that a member's prices are named in, or None when it is not known."""
    return queries.find_country(session, member_id)


def country_of(member_id: InstrumentedAttribute[UUID]) -> ColumnElement[str | None]:
    """Return in other modules' statements the country that a member's prices are named in."""
    return queries.country_of(member_id)


def hides_fictional(member_id: UUID | ColumnElement[UUID] | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Tell in other modules' statements whether a member wants to see no fictional profiles."""
    return queries.hides_fictional(member_id)


def is_visible(session: Session, member_id: UUID) -> bool:
    """Tell whether others may see a profile: confirmed, not gone, not invisible, of a kind that the site shows."""
    return views.is_visible(session, member_id)


def list_cards(
    session: Session,
    *,
    member_ids: Sequence[UUID],
    viewer: Viewer,
    with_invisible: bool = False,
    liked: ColumnElement[bool] = views.NOBODY,
    is_blurred: bool = False,
) -> dict[UUID, ProfileCard]:
    """Return the cards of the visible profiles among `member_ids` on the viewer's site, by id, in one query.

    `with_invisible` is for people who write with each other: they stay on each other's lists. `liked` tells in the
    statement whether the viewer, its value :viewer_id, likes whoever `card_id` is; social knows how. `is_blurred` gives
    the blurred twins of the pictures.
    """
    return views.list_cards(
        session,
        member_ids=member_ids,
        viewer=viewer,
        with_invisible=with_invisible,
        liked=liked,
        is_blurred=is_blurred,
    )


def card_id() -> InstrumentedAttribute[UUID]:
    """Return whose card it is, for other modules' conditions on cards."""
    return queries.card_id()


def list_stories(session: Session, *, member_ids: Sequence[UUID], viewer: Viewer) -> dict[UUID, Story]:
    """Return what the visible people among `member_ids` say of themselves, by id, in one query."""
    return views.list_stories(session, member_ids=member_ids, viewer=viewer)


def get_public_profile(session: Session, *, member_id: UUID, viewer: Viewer) -> PublicProfile:
    """Return a whole profile as the viewer may see it, in two queries; raises ProfileNotFound (spec 3.6, 6.4)."""
    return views.get_public_profile(session, member_id=member_id, viewer=viewer)


def place(session: Session, place_id: int) -> Place:
    """Return a town; raises PlaceUnknown."""
    return queries.get_place(session, place_id)


def get_place_named(session: Session, *, country: str, name: str) -> Place:
    """Return the largest town of a country with this name, whatever its accents and case; raises PlaceUnknown."""
    return places.get_place_named(session, country=country, name=name)


def fictional_profiles() -> Subquery:
    """Return the fictional profiles of all sites as a table for other modules' statements."""
    return fiction.fictional_profiles()


def add_photo(session: Session, *, member_id: UUID, content: bytes) -> UUID:
    """Take in a photo of a profile with room for as many as anybody has; raises what the profile's own page raises."""
    return photos.add_photo(session, member_id=member_id, is_paid=True, content=content)


def delete_photos(session: Session, *, member_id: UUID) -> None:
    """Delete all photos of a profile."""
    photos.delete_photos(session, member_id=member_id)


def delete_photo(session: Session, *, member_id: UUID, photo_id: UUID) -> None:
    """Delete one photo of a profile; raises ProfileNotFound when it has no such photo."""
    photos.delete_photo(session, member_id=member_id, photo_id=photo_id)


def order_photos(session: Session, *, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
    """Put a profile's photos into a new order, the main one first; raises PhotoOrderIncomplete."""
    photos.order_photos(session, member_id=member_id, photo_ids=photo_ids)


def list_photo_ids(session: Session, member_id: UUID) -> list[UUID]:
    """Return the photos of a profile that are kept, the main one first."""
    return photos.list_kept_ids(session, member_id)


def list_largest_places(session: Session, country: str) -> list[Place]:
    """Return the largest town of each region of a country."""
    return queries.list_largest_places(session, country)


def list_search_documents(session: Session, member_ids: Sequence[UUID]) -> list[SearchDocument]:
    """Return what discovery may know of the visible profiles among `member_ids`; who is missing is to be forgotten."""
    return queries.list_search_documents(session, member_ids)


def list_visible_ids(session: Session, *, after: UUID | None, limit: int) -> list[UUID]:
    """Return a page of the ids of all visible profiles of all sites, in their order, after one."""
    return queries.list_visible_ids(session, after=after, limit=limit)


def find_last_active(session: Session, member_id: UUID) -> datetime | None:
    """Return when a member was last here (to the minute), or None."""
    return queries.find_last_active(session, member_id)


def list_active_since(session: Session, *, since: datetime) -> dict[UUID, datetime]:
    """Return who was here after `since`, and when (to the minute)."""
    return queries.list_active_since(session, since=since)


def touch_last_active(session: Session, *, member_ids: Sequence[UUID]) -> None:
    """Note that members are here, at most once a minute."""
    profile.touch_last_active(session, member_ids=member_ids)


def list_online_ids(session: Session, *, among: Sequence[UUID] | None = None) -> set[UUID]:
    """Return whose cards say that they are online; of everybody, or among some."""
    return queries.list_online_ids(session, since=clock.now() - policies.ONLINE, among=among)


def ensure_reference_data(session: Session) -> bool:
    """Fill the table of towns unless it holds the newest; True when it was filled. To be called after migrations."""
    return places.ensure_places(session)


def count_waiting_photos(session: Session) -> int:
    """Return how many photos of all sites wait for somebody to look at them."""
    return uploads.count_waiting_photos(session)


def list_photos(session: Session, *, status: PhotoStatus, limit: int) -> list[OwnPhoto]:
    """Return photos of all sites in one state, the one that waits longest first."""
    return photos.list_waiting_photos(session, status=status, limit=limit)


def find_review_photo(session: Session, photo_id: UUID) -> ReviewPhoto | None:
    """Return a processed photo for its review, with addresses for who is not logged in as a member; or None. A deleted
    one is there while a case holds it.
    """
    return photos.find_review_photo(session, photo_id)


def list_shown_photo_ids(session: Session, member_id: UUID) -> list[UUID]:
    """Return the photos of a member that others see, the main one first."""
    return [row.id for row in queries.list_own_photos(session, member_id) if row.status == PhotoStatus.ACTIVE]


def list_looks(session: Session, member_id: UUID) -> list[Look]:
    """Return by what all photos that a member uploaded are known again."""
    return uploads.list_looks(session, member_id)


def find_look(session: Session, photo_id: UUID) -> Look | None:
    """Return whose a photo is and by what it is known again, in whatever state it is; or None, also for one whose owner
    is erased.
    """
    return uploads.find_look(session, photo_id)


def list_alike(
    session: Session, *, digest: bytes, likenesses: Sequence[bytes], bands: int, but: UUID, limit: int
) -> list[Look]:
    """Return the photos of all others that wait or are shown, and are the same file or have so many of the 16 parts of
    one of these likenesses.
    """
    return uploads.list_alike(session, digest=digest, likenesses=likenesses, bands=bands, but=but, limit=limit)


def approve_photo(session: Session, *, photo_id: UUID) -> None:
    """Show a reviewed photo to others (spec 4.3); raises PhotoNotWaiting."""
    photos.approve_photo(session, photo_id=photo_id)


def refuse_photo(session: Session, *, photo_id: UUID, reason: str) -> None:
    """Refuse a reviewed photo for one of REFUSAL_REASONS; raises PhotoNotWaiting or RefusalReasonUnknown."""
    photos.refuse_photo(session, photo_id=photo_id, reason=reason)


def take_down_photo(session: Session, *, photo_id: UUID, reason: str) -> None:
    """Refuse a photo that waits or is shown, for one of REFUSAL_REASONS; raises RefusalReasonUnknown."""
    photos.take_down_photo(session, photo_id=photo_id, reason=reason)


def show_photo(session: Session, *, photo_id: UUID) -> None:
    """Show a refused photo that was judged to be fine after all; nothing happens to one that is shown or gone."""
    photos.show_photo(session, photo_id=photo_id)


def restore_texts(session: Session, *, member_id: UUID, headline: str, about: str, notes: Mapping[str, str]) -> None:
    """Give a member back what they said of themselves, where they have said nothing since."""
    profile.restore_texts(session, member_id=member_id, headline=headline, about=about, notes=notes)


def clear_texts(session: Session, *, member_id: UUID) -> None:
    """Take away what a member says of themselves in their own words."""
    profile.clear_texts(session, member_id=member_id)


def take_name(session: Session, *, member_id: UUID) -> bool:
    """Let a member have no name of their own until they choose another one; False for who has none to lose."""
    return naming.take_name(session, member_id=member_id)


def give_name_back(session: Session, *, member_id: UUID) -> None:
    """Give a member the name back that was taken away, unless they have chosen another one."""
    naming.give_name_back(session, member_id=member_id)


def ensure_photo_acceptable(content: bytes) -> None:
    """Raise PhotoUnreadable (empty), PhotoTooLarge (10 MB) or PhotoType for what no decoder is asked about."""
    policies.ensure_photo_acceptable(content)


def ensure_may_send_photo(member_id: UUID) -> None:
    """Raise TooManyRequests for whose files this hour were too often no pictures, or took too long to decode."""
    decoding.ensure_may_send(member_id)


def render_chat_photo(content: bytes, *, sender_id: UUID) -> ChatPhoto:
    """Rebuild an upload from its pixels for a conversation, in a process of its own; counted for who sent it.

    Raises PhotoUnreadable, and TryLater until the sender's next hour begins.
    """
    try:
        rendered = decoding.render(content, member_id=sender_id, use="chat")
    except images.Rejected as refusal:
        raise PhotoUnreadable(field="file") from refusal
    return ChatPhoto(rendered.width, rendered.height, rendered.files)


def find_owner_of_photo(session: Session, folder: str) -> tuple[UUID, bool] | None:
    """Return whose photo lies in a folder, and whether others may see it; None where there is none, or nobody's."""
    return media_queries.find_owner_of_photo(session, folder)


def sign_media(key: str, *, viewer: Viewer) -> str:
    """Return the address of a stored file that is good for one viewer, for a while and within their photo epoch."""
    return media.media_url(key, viewer_id=viewer.member_id, epoch=viewer.photo_epoch)


def sign_media_for_staff(key: str) -> str:
    """Return the address of a stored file that is good for a while for whoever is signed in to the console."""
    return media.staff_url(key)


def read_photo_for_staff(key: str, *, expires: int, signature: str) -> bytes | None:
    """Return a file of a photo for an address that was signed for the console; None where it was not, or is over."""
    return storage().find(key) if media.is_allowed_to_staff(key, expires=expires, signature=signature) else None


def hold_photos(session: Session, *, photo_ids: Sequence[UUID], case_id: UUID, outlives_owner: bool = False) -> None:
    """Keep the files of photos for a case, whatever their owner does meanwhile; where it `outlives_owner`, though they
    are erased.
    """
    holds.hold_photos(session, photo_ids=photo_ids, case_id=case_id, outlives_owner=outlives_owner)


def release_photos(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Let go of the photos of cases."""
    holds.release_photos(session, case_ids=case_ids)
