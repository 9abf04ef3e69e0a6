"""Profiles and photos for tests, made through the services."""

from datetime import date
from functools import cache
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.media.contracts import StoredPicture, Use
from modules.media.images import rendering as images
from modules.media.service.files import store_files
from modules.profiles.contracts import Viewer
from modules.profiles.queries import people as queries
from modules.profiles.service import photos, profile
from modules.sites.contracts import Site
from tests.profiles import pictures

UTRECHT = 2745912
ANTWERP = 2803138
DATE_OF_BIRTH = date(1990, 4, 2)


def fill_profile(session: Session, member_id: UUID, **changes: Any) -> None:
    """Fill a member's profile with plausible answers, and with `changes`."""
    values: dict[str, Any] = {
        "gender": "woman",
        "seeking_genders": ["man"],
        "place_id": UTRECHT,
        "interests": ["hiking", "coffee", "reading"],
        "headline": "Tea first, then the mountains",
        "about": "I repair old clocks.",
        **changes,
    }
    if values.get("sexuality") or values.pop("consent", False):
        profile.set_intimate_consent(session, member_id=member_id, is_given=True)
    profile.update_profile(session, member_id=member_id, changes=values)


def make_fictional(session: Session, *, site: Site, name: str = "Vera", **over: Any) -> Member:
    """Make a fictional profile on a site that discloses them."""
    member_id = accounts_api.create_fictional_member(
        session, site_id=site.id, name=name, date_of_birth=over.pop("date_of_birth", DATE_OF_BIRTH), language="en"
    )
    fill_profile(session, member_id, **over)
    return accounts_api.get_member(session, member_id)


@cache
def portrait() -> bytes:
    """A picture as it is uploaded; made once, because making it takes a moment."""
    return pictures.encoded(pictures.portrait())


@cache
def rendered() -> images.Rendered:
    """The same picture, processed."""
    return images.render(portrait())


def add_photo(session: Session, member_id: UUID, *, is_paid: bool = False, approved: bool = True) -> UUID:
    """Give a member a photo, processed and, unless told otherwise, approved."""
    photo_id = photos.add_photo(session, member_id=member_id, is_paid=is_paid, content=portrait())
    upload = queries.find_upload(session, photo_id)
    assert upload is not None
    store_files(Use.PROFILE, upload.folder, rendered().files)
    picture = StoredPicture(rendered().width, rendered().height, likeness=None)
    photos.finish_photo(session, photo_id=photo_id, picture=picture)
    if approved:
        photos.approve_photo(session, photo_id=photo_id)
    return photo_id


def viewer(member: Member | None, site: Site) -> Viewer:
    """Somebody who looks at others: a member or, without one, a visitor."""
    return Viewer(
        member_id=member.id if member else None,
        is_paid=bool(member and member.is_paid),
        site_id=site.id,
        language="en",
    )
