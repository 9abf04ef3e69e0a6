"""Fictional profiles in the console, with their hours, writers and photos."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from marshmallow import fields, validate
from sqlalchemy import SmallInteger, Text, case, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.session import Session
from app.kernel.http.schema import File, In, between, one_of
from app.kernel.http.schema import Text as Words
from app.kernel.resources import (
    Action,
    OpsQuery,
    Page,
    Resource,
    badge,
    badges,
    day,
    instant,
    long_text,
    number,
    read_page,
    ref,
    text,
    words,
)
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.moderation.fiction.models import FictionalHours, FictionalWriter
from modules.moderation.fiction.service import profiles as fiction_profiles
from modules.moderation.staff.models import StaffRow
from modules.profiles import api as profiles_api
from modules.profiles.reference import lists as reference

CHANGE = "moderation.fictional-profiles.change"
# Shown to members; hidden while conversations go on; retired permanently.
SHOWN, HIDDEN, RETIRED = STATES = ("shown", "hidden", "retired")
NOT_RETIRED = ("state", (SHOWN, HIDDEN))
GENDERS = reference.choices("gender")
# Interests that need no consent.
INTERESTS = tuple(one.key for one in reference.interests() if not one.intimate)
EVERY_DAY = (1, 2, 3, 4, 5, 6, 7)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class FictionalRecord:
    """A fictional profile as staff see it; without writers, everybody with the permission writes for it."""

    id: UUID
    name: str
    site_id: UUID
    date_of_birth: date
    gender: str | None
    country: str | None
    city: str | None
    interests: list[str]
    seeking_genders: list[str]
    seeking_min_age: int | None
    seeking_max_age: int | None
    headline: str
    about: str
    photos: int
    state: str
    days: list[str]
    opens: int
    closes: int
    writers: list[str]
    created_at: datetime


class WordsIn(In):
    headline = Words(max=120, required=True, metadata={"label": "Headline"})
    about = Words(max=2000, required=True, metadata={"label": "About"})


class PersonIn(In):
    name = Words(min=2, max=40, required=True, metadata={"label": "Name"})
    date_of_birth = fields.Date(required=True, metadata={"label": "Date of birth"})
    gender = fields.String(required=True, validate=one_of(*GENDERS), metadata={"label": "Gender"})
    country = Words(min=2, max=2, required=True, metadata={"label": "Country, two letters"})
    city = Words(min=1, max=80, required=True, metadata={"label": "Town"})


class FactsIn(PersonIn):
    interests = fields.List(
        fields.String(validate=one_of(*INTERESTS)), load_default=list, metadata={"label": "Interests"}
    )
    seeking_genders = fields.List(
        fields.String(validate=one_of(*GENDERS)), load_default=list, metadata={"label": "Looking for"}
    )
    seeking_min_age = fields.Integer(
        load_default=None, validate=between(18, 120), metadata={"label": "Looking for, minimum age"}
    )
    seeking_max_age = fields.Integer(
        load_default=None, validate=between(18, 120), metadata={"label": "Looking for, maximum age"}
    )


class NumberIn(In):
    number = fields.Integer(
        required=True, validate=between(1, 50), metadata={"label": "Photo number (the main photo is 1)"}
    )


class NewIn(PersonIn):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    headline = Words(max=120, required=True, metadata={"label": "Headline"})
    about = Words(max=2000, required=True, metadata={"label": "About"})


class HoursIn(In):
    days = fields.List(
        fields.String(validate=one_of(*DAYS)),
        required=True,
        validate=validate.Length(min=1, error="field.required"),
        metadata={"label": "Answering days"},
    )
    opens = fields.Integer(required=True, validate=between(0, 23), metadata={"label": "From (hour)"})
    closes = fields.Integer(
        required=True,
        validate=between(1, 24),
        metadata={"label": "Until (hour; on the next day if earlier)"},
    )


class WritersIn(In):
    writers = fields.List(
        fields.String(),
        load_default=list,
        metadata={"label": "Writers’ email addresses (empty for all writers)"},
    )


class PhotoIn(In):
    photo = File(required=True, load_only=True, metadata={"label": "Photo"})


def list_profiles(session: Session, query: OpsQuery) -> Page[FictionalRecord]:
    """Return a page of the fictional profiles of all sites."""
    one, hours, writer = profiles_api.fictional_profiles(), FictionalHours, FictionalWriter
    people = accounts_api.people()
    emails = select(StaffRow.email).join(writer, writer.staff_id == StaffRow.id).where(writer.profile_id == one.c.id)
    found = select(
        one,
        case((people.c.status != MemberStatus.ACTIVE, RETIRED), (one.c.is_hidden, HIDDEN), else_=SHOWN).label("state"),
        func.coalesce(hours.days, literal([*EVERY_DAY], ARRAY(SmallInteger))).label("days"),
        func.coalesce(hours.opens, 0).label("opens"),
        func.coalesce(hours.closes, 24).label("closes"),
        func.array(emails.order_by(StaffRow.email).scalar_subquery(), type_=ARRAY(Text)).label("writers"),
    )
    found = found.join(people, people.c.id == one.c.id).outerjoin(hours, hours.profile_id == one.c.id)
    page = read_page(session, found, FictionalRecord, query)
    return Page(
        [replace(row, days=[DAYS[int(n) - 1] for n in row.days]) for row in page.rows], page.total, page.has_more
    )


def create(session: Session, *, staff_id: UUID, site_id: UUID, **new: Any) -> UUID:
    """Create a fictional profile; raises the errors of fiction_profiles.create_profile."""
    made = fiction_profiles.NewFictional(**{**new, "country": new["country"].upper()})
    return fiction_profiles.create_profile(session, site_id=site_id, new=made)


def set_facts(session: Session, record_id: UUID, *, staff_id: UUID, **facts: Any) -> None:
    """Change a profile's facts; raises the errors of fiction_profiles.change_facts."""
    changed = fiction_profiles.Facts(**{**facts, "country": facts["country"].upper()})
    fiction_profiles.change_facts(session, profile_id=record_id, facts=changed)


def set_words(session: Session, record_id: UUID, *, staff_id: UUID, headline: str, about: str) -> None:
    """Change a profile's texts; raises NotFictional."""
    fiction_profiles.change_words(session, profile_id=record_id, headline=headline, about=about)


def set_hours(session: Session, record_id: UUID, *, staff_id: UUID, days: list[str], opens: int, closes: int) -> None:
    """Set the hours of a profile; raises NotFictional or Invalid."""
    numbers = [DAYS.index(day) + 1 for day in days]
    fiction_profiles.set_hours(session, profile_id=record_id, days=numbers, opens=opens, closes=closes)


def set_writers(session: Session, record_id: UUID, *, staff_id: UUID, writers: list[str]) -> None:
    """Set the writers of a profile; raises NotFictional or WriterUnknown."""
    fiction_profiles.set_writers(session, profile_id=record_id, emails=writers)


def add_photo(session: Session, record_id: UUID, *, staff_id: UUID, photo: bytes) -> None:
    """Add a photo; raises NotFictional and the errors of profiles_api.add_photo."""
    fiction_profiles.add_photo(session, profile_id=record_id, content=photo)


def remove_photos(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Remove all photos; raises NotFictional."""
    fiction_profiles.remove_photos(session, profile_id=record_id)


def remove_photo(session: Session, record_id: UUID, *, staff_id: UUID, number: int) -> None:
    """Remove one photo; raises NotFictional or Invalid."""
    fiction_profiles.remove_photo(session, profile_id=record_id, number=number)


def make_main_photo(session: Session, record_id: UUID, *, staff_id: UUID, number: int) -> None:
    """Make a photo the main one; raises NotFictional or Invalid."""
    fiction_profiles.make_main_photo(session, profile_id=record_id, number=number)


def retire(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Retire a profile permanently; raises NotFictional."""
    fiction_profiles.retire(session, profile_id=record_id)


def hide(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Hide a profile from members; raises NotFictional."""
    fiction_profiles.hide(session, profile_id=record_id, is_hidden=True)


def show(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Show a hidden profile again; raises NotFictional."""
    fiction_profiles.hide(session, profile_id=record_id, is_hidden=False)


FICTIONAL_PROFILES = Resource(
    key="moderation.fictional-profiles",
    label="Fictional profiles",
    title="name",
    empty="No fictional profiles yet.",
    icon="Face3Outlined",
    group="people",
    rows=list_profiles,
    columns=(
        text("name", "Name", is_name=True),
        ref("site_id", "Site", to="sites.sites"),
        words("writers", "Writers"),
        text("city", "Town"),
        number("photos", "Photos"),
        badge("state", "State", STATES),
        text("country", "Country", in_list=False),
        day("date_of_birth", "Date of birth", in_list=False),
        badge("gender", "Gender", GENDERS, in_list=False),
        badges("interests", "Interests", INTERESTS, in_list=False),
        badges("seeking_genders", "Looking for", GENDERS, in_list=False),
        number("seeking_min_age", "Looking for, minimum age", in_list=False),
        number("seeking_max_age", "Looking for, maximum age", in_list=False),
        text("headline", "Headline", in_list=False),
        long_text("about", "About"),
        badges("days", "Answering days", DAYS, in_list=False),
        number("opens", "From (hour)", in_list=False),
        number("closes", "Until (hour)", in_list=False),
        instant("created_at", "Created", in_list=False),
    ),
    filters=("name", "site_id", "state"),
    actions=(
        Action("create", "Create fictional profile", CHANGE, create, form=NewIn, creates=True),
        Action("set-words", "Change texts", CHANGE, set_words, form=WordsIn, prefilled=True, when=NOT_RETIRED),
        Action("set-facts", "Change facts", CHANGE, set_facts, form=FactsIn, prefilled=True, when=NOT_RETIRED),
        Action("set-hours", "Set hours", CHANGE, set_hours, form=HoursIn, prefilled=True, when=NOT_RETIRED),
        Action("set-writers", "Set writers", CHANGE, set_writers, form=WritersIn, prefilled=True, when=NOT_RETIRED),
        Action("add-photo", "Add photo", CHANGE, add_photo, form=PhotoIn, when=NOT_RETIRED),
        Action("main-photo", "Set main photo", CHANGE, make_main_photo, form=NumberIn, when=NOT_RETIRED),
        Action("remove-photo", "Remove photo", CHANGE, remove_photo, form=NumberIn, when=NOT_RETIRED),
        Action(
            "remove-photos",
            "Remove all photos",
            CHANGE,
            remove_photos,
            confirm="All photos of this profile are deleted.",
            when=NOT_RETIRED,
        ),
        Action(
            "hide",
            "Hide",
            CHANGE,
            hide,
            confirm="Members can no longer find this profile. Existing chats continue.",
            when=("state", (SHOWN,)),
        ),
        Action(
            "show",
            "Show",
            CHANGE,
            show,
            confirm="Members can find this profile again, with its label.",
            when=("state", (HIDDEN,)),
        ),
        Action(
            "retire",
            "Retire",
            CHANGE,
            retire,
            confirm="This is permanent. Members can no longer find the profile, no more messages are written for it,"
            " members who wrote to it are notified, and credits for unanswered messages are refunded.",
            when=NOT_RETIRED,
        ),
    ),
)
