"""Tables of the catalog module: copies of profiles for searching, and the answers to the match finder."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Double, ForeignKey, Index, SmallInteger, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import some_of
from app.kernel.db.session import Base
from app.kernel.personal.tables import COPIED_ELSEWHERE, WORKING_NOTE, Erasure, Personal, not_personal
from modules.catalog.contracts import Aim, Matter, Way

LOCAL = ("site_id", "country", "gender")
COMPARED = ("date_of_birth", "region")


@Personal(Erasure.DELETED, not_copied=COPIED_ELSEWHERE)
class Listing(Base):
    """One visible profile; its texts are in `listing_text`, so that many rows fit on a page of the disk.

    `east` and `north` are the town's centre in the Mercator projection, in degrees, where distances around a point keep
    their order. `seeking` is "any" for a member without a wish. `fingerprint` is a hash of the document in the index.
    """

    __tablename__ = "listing"
    __table_args__ = (
        # Two for searches with a country and one gender, two for all others; the planner chooses. The last columns are
        # compared in the index, so that no row is read for whoever is not of the age or the region.
        Index("listing_active_idx", "site_id", text("last_active_at DESC"), "member_id", *COMPARED),
        Index("listing_newest_idx", "site_id", text("created_at DESC"), "member_id", *COMPARED),
        Index("listing_country_active_idx", *LOCAL, text("last_active_at DESC"), "member_id", *COMPARED),
        Index("listing_country_newest_idx", *LOCAL, text("created_at DESC"), "member_id", *COMPARED),
        # For places and rare interests, where reading and sorting all matches is faster than an ordered scan.
        Index("listing_cell_idx", "site_id", "cell", "gender"),
        Index("listing_interests_idx", "interests", postgresql_using="gin"),
        # Needs btree_gist for the first columns.
        Index("listing_place_idx", "site_id", "gender", text("point(east, north)"), postgresql_using="gist"),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    created_at: Mapped[datetime]
    last_active_at: Mapped[datetime]
    fingerprint: Mapped[int] = mapped_column(BigInteger)
    date_of_birth: Mapped[date]
    seeking_min_age: Mapped[int] = mapped_column(SmallInteger)
    seeking_max_age: Mapped[int] = mapped_column(SmallInteger)
    has_photo: Mapped[bool] = mapped_column(Boolean)
    kind: Mapped[str]
    gender: Mapped[str | None]
    country: Mapped[str | None]
    region: Mapped[str | None]
    cell: Mapped[str | None]
    east: Mapped[float | None] = mapped_column(Double)
    north: Mapped[float | None] = mapped_column(Double)
    seeking: Mapped[list[str]] = mapped_column(ARRAY(Text))
    interests: Mapped[list[str]] = mapped_column(ARRAY(Text))


@Personal(Erasure.DELETED, "with the listing", not_copied=COPIED_ELSEWHERE)
class ListingText(Base):
    """The texts of a listing; `folded` is all of them, folded for the search in Postgres."""

    __tablename__ = "listing_text"
    __table_args__ = (
        Index("listing_text_folded_idx", "folded", postgresql_using="gin", postgresql_ops={"folded": "gin_trgm_ops"}),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey(Listing.member_id, ondelete="CASCADE"), primary_key=True)
    name: Mapped[str]
    city: Mapped[str]
    headline: Mapped[str]
    about: Mapped[str]
    folded: Mapped[str]


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class IndexChange(Base):
    """What the release before notes for its one server; it becomes a `ServerChange` (docs/decisions/0083)."""

    __tablename__ = "index_change"
    __table_args__ = (Index("index_change_waiting_idx", "changed_at"),)

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, server_default="1")
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    taken_until: Mapped[datetime | None]


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class ServerChange(Base):
    """A member whose document must be copied to, or removed from, the index of one server.

    `version` grows with every change, so that a change during copying is not lost. `taken_until` is the end of the
    lease of the process that copies it, so that two processes do not write one document out of order.
    """

    __tablename__ = "server_change"
    __table_args__ = (Index("server_change_waiting_idx", "server", "changed_at"),)

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    server: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, server_default="1")
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    taken_until: Mapped[datetime | None]


@not_personal
class IndexServer(Base):
    """A server of the search index, for which every change is noted; one without a row is built from all listings.

    `index_id` names the index that is whole; while there is none, `copied_to` is where its building goes on, and
    `taken_until` the end of the lease of the process that builds.
    """

    __tablename__ = "index_server"

    server: Mapped[str] = mapped_column(primary_key=True)
    index_id: Mapped[str | None]
    copied_to: Mapped[UUID | None]
    taken_until: Mapped[datetime | None]


@Personal(Erasure.DELETED, copied="match_finder")
class FinderAnswersRow(Base):
    """A member's answers to the match finder beyond the profile; `asked` are the answered or skipped questions.

    Genders, ages and interests are stored in the profile, so that nobody is asked twice.
    """

    __tablename__ = "finder_answers"
    __table_args__ = (
        CheckConstraint("radius_km IN (25, 50, 100)", name="radius_km"),
        CheckConstraint(f"{some_of('matters', Matter)} AND cardinality(matters) <= 2", name="matters"),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    radius_km: Mapped[int | None] = mapped_column(SmallInteger)
    aim: Mapped[Aim | None]
    ways: Mapped[tuple[Way, ...]] = mapped_column(server_default="{}")
    matters: Mapped[tuple[Matter, ...]] = mapped_column(server_default="{}")
    asked: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
