"""Tables of the social module."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import COPIED_ELSEWHERE, WORKING_NOTE, Erasure, Personal, not_personal
from modules.social.contracts import LikeSource, SwipeKind

MEMBER = "accounts.member.id"


@Personal(Erasure.DELETED, copied="acts")
class Like(Base):
    """One member likes another; new to the other until `seen_at` is set."""

    __tablename__ = "like_"
    __table_args__ = (
        CheckConstraint("from_id <> to_id", name="not_oneself"),
        Index("like_sent_idx", "from_id", text("created_at DESC")),
        Index("like_received_idx", "to_id", text("created_at DESC")),
        # For the ops console: the newest likes of all sites.
        Index("like_created_idx", "created_at"),
        Index("like_new_idx", "to_id", postgresql_where=text("seen_at IS NULL")),
    )

    from_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    to_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    source: Mapped[LikeSource]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, copied="acts")
class Match(Base):
    """Two members like each other; one row a pair, the smaller id first."""

    __tablename__ = "match"
    __table_args__ = (
        CheckConstraint("a_id < b_id", name="pair_is_ordered"),
        Index("match_b_idx", "b_id"),
    )

    a_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    b_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="acts")
class Block(Base):
    """One member blocked another; it works in both directions."""

    __tablename__ = "block"
    __table_args__ = (
        CheckConstraint("blocker_id <> blocked_id", name="not_oneself"),
        Index("block_blocked_idx", "blocked_id"),
    )

    blocker_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    blocked_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="acts")
class Visit(Base):
    """The last time one member opened another's profile."""

    __tablename__ = "visit"
    __table_args__ = (
        CheckConstraint("visitor_id <> visited_id", name="not_oneself"),
        Index("visit_received_idx", "visited_id", text("visited_at DESC")),
    )

    visitor_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    visited_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    visited_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="acts")
class Swipe(Base):
    """A member's decision about another in the swipe game; undone ones stay.

    A like occupies one of the four places of a day, so a unique key enforces the limit (spec 9.2). The first undone
    like of a day frees its place. `id` ascends, so that the last swipe is known.
    """

    __tablename__ = "swipe"
    __table_args__ = (
        CheckConstraint("member_id <> other_id", name="not_oneself"),
        CheckConstraint("place BETWEEN 1 AND 4", name="place"),
        CheckConstraint("kind = 'like' OR place IS NULL", name="pass_is_free"),
        CheckConstraint("kind = 'pass' OR place IS NOT NULL OR undone_at IS NOT NULL", name="like_has_a_place"),
        Index("swipe_place_key", "member_id", "day", "place", unique=True),
        Index("swipe_once_key", "member_id", "other_id", unique=True, postgresql_where=text("undone_at IS NULL")),
        Index(
            "swipe_given_back_key",
            "member_id",
            "day",
            unique=True,
            postgresql_where=text("kind = 'like' AND place IS NULL"),
        ),
        Index("swipe_last_idx", "member_id", text("id DESC")),
        Index("swipe_other_idx", "other_id"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    other_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    kind: Mapped[SwipeKind]
    day: Mapped[date]
    place: Mapped[int | None] = mapped_column(SmallInteger)
    swiped_at: Mapped[datetime] = mapped_column(server_default=func.now())
    undone_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, "that they are not to be seen", keeps_ids={"member_id"}, not_copied=WORKING_NOTE)
class HiddenMember(Base):
    """A member whose profile is hidden now, so that likes are counted as they are shown."""

    __tablename__ = "hidden_member"

    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)


@Personal(Erasure.DELETED, not_copied=COPIED_ELSEWHERE)
class HiddenVisitor(Base):
    """A member who does not want to appear among visitors; their visits are not stored."""

    __tablename__ = "hidden_visitor"

    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    since: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="auto_like")
class AutoLikeConsent(Base):
    """A member's "say hello for me": given, and withdrawn when `withdrawn_at` is set; `used_at` is the last like."""

    __tablename__ = "auto_like_consent"

    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    given_at: Mapped[datetime] = mapped_column(server_default=func.now())
    withdrawn_at: Mapped[datetime | None]
    used_at: Mapped[datetime | None]


@not_personal
class IcebreakerRow(Base):
    """A suggested first sentence of a site; rows of a language replace the built-in ones."""

    __tablename__ = "icebreaker"
    __table_args__ = (
        CheckConstraint("char_length(text) BETWEEN 5 AND 300", name="text"),
        CheckConstraint("position > 0", name="position"),
        UniqueConstraint("site_id", "language", "position", name="icebreaker_position_key"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    language: Mapped[str]
    text: Mapped[str]
    position: Mapped[int] = mapped_column(SmallInteger)
    active: Mapped[bool] = mapped_column(server_default="true")
