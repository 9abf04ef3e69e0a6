"""Reads of fictional profiles for the staff who manage them."""

from sqlalchemy import Subquery, func, select

from modules.profiles.contracts import Kind, PhotoStatus
from modules.profiles.models import PhotoRow, ProfileRow

KEPT = (PhotoStatus.PROCESSING, PhotoStatus.PENDING, PhotoStatus.ACTIVE)


def fictional_profiles() -> Subquery:
    """Return the fictional profiles of all sites as a table: id, site_id, name, date_of_birth, gender, country, city,
    interests, seeking_genders, seeking_min_age, seeking_max_age, headline, about, is_hidden, photos (their
    number), created_at.
    """
    row = ProfileRow
    photos = select(func.count()).where(PhotoRow.member_id == row.member_id, PhotoRow.status.in_(KEPT))
    return (
        select(
            row.member_id.label("id"),
            row.site_id,
            row.name,
            row.date_of_birth,
            row.gender,
            row.country,
            row.city,
            row.interests,
            row.seeking_genders,
            row.seeking_min_age,
            row.seeking_max_age,
            row.headline,
            row.about,
            row.is_invisible.label("is_hidden"),
            photos.correlate(row).scalar_subquery().label("photos"),
            row.created_at,
        )
        .where(row.kind == Kind.FICTIONAL)
        .subquery()
    )
