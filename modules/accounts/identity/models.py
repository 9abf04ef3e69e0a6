"""Tables of members and contacts."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Dialect, ForeignKey, Index, TypeDecorator, func, literal_column, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.accounts.contracts import (
    MemberStatus,
    TrafficSource,
)


class _TrafficSourceJson(TypeDecorator[TrafficSource]):
    """JSON that Python reads and writes as a TrafficSource."""

    impl = JSONB
    cache_ok = True

    def process_result_value(self, value: dict[str, str | None] | None, dialect: Dialect) -> TrafficSource | None:
        """Return the TrafficSource of a stored value."""
        return TrafficSource(**value) if value else None


@Personal(Erasure.EMPTIED, "an empty tombstone, because other rows point at it", copied="email")
class MemberRow(Base):
    """An account on one site. Erased accounts stay as empty tombstones, because other rows point at them."""

    __tablename__ = "member"
    __table_args__ = (
        CheckConstraint("status = 'erased' OR (email IS NOT NULL AND name <> '')", name="is_whole"),
        CheckConstraint("name NOT LIKE '@%'", name="name_is_no_handle"),
        CheckConstraint("lower(name) <> lower(email)", name="name_is_no_email"),
        CheckConstraint("taken_name IS NULL OR status <> 'erased'", name="taken_name"),
        CheckConstraint(
            "status NOT IN ('not_confirmed', 'active') OR (status = 'active') = (confirmed_at IS NOT NULL)",
            name="confirmed",
        ),
        CheckConstraint("claimed_email IS NULL OR (confirmed_at IS NULL AND status <> 'erased')", name="claimed_email"),
        CheckConstraint("is_fictional = (password_hash IS NULL) OR status = 'erased'", name="fictional_never_logs_in"),
        Index("member_site_email_key", "site_id", text("lower(email)"), unique=True),
        Index("member_site_signup_idx", "site_id", "signup_at"),
        # For the console, which lists all sites: newest first, and search by address.
        Index("member_signup_idx", "signup_at"),
        Index("member_address_idx", text("lower(coalesce(claimed_email, email))")),
        Index(
            "member_claimed_email_idx",
            "site_id",
            text("lower(claimed_email)"),
            postgresql_where=text("claimed_email IS NOT NULL"),
        ),
        # Accounts of one mailbox, whatever dots and tags the address has.
        Index("member_own_mailbox_idx", text("accounts.mailbox(coalesce(claimed_email, email))")),
        # Search by a part of a name.
        Index("member_name_idx", "name", postgresql_using="gin", postgresql_ops={"name": "gin_trgm_ops"}),
        Index(
            "member_spellings_idx",
            literal_column("platform.spellings(name)").label("spellings"),
            postgresql_using="gin",
            postgresql_ops={"spellings": "gin_trgm_ops"},
        ),
        # The same list, filtered by a rare value: banned, paying or fictional members.
        Index("member_status_idx", "status", "signup_at"),
        Index("member_paid_idx", "signup_at", postgresql_where=text("is_paid")),
        Index("member_fictional_idx", "signup_at", postgresql_where=text("is_fictional")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    email: Mapped[str | None]
    # The unconfirmed address of a signup whose answer must not reveal whether the address has an account already. It
    # becomes `email`, a placeholder until then, when the mailed link is opened (docs/decisions/0056).
    claimed_email: Mapped[str | None]
    name: Mapped[str]
    # The name that a decision removed, until the member chooses another one or it is restored.
    taken_name: Mapped[str | None]
    password_hash: Mapped[str | None]
    date_of_birth: Mapped[date]
    status: Mapped[MemberStatus] = mapped_column(server_default=MemberStatus.NOT_CONFIRMED)
    language: Mapped[str]
    is_paid: Mapped[bool] = mapped_column(server_default="false")
    # Incremented to invalidate all signed photo addresses of this member at once.
    photo_epoch: Mapped[int] = mapped_column(server_default="0")
    is_fictional: Mapped[bool] = mapped_column(server_default="false")
    signup_message: Mapped[str] = mapped_column(server_default="")
    traffic_source: Mapped[TrafficSource | None] = mapped_column(_TrafficSourceJson)
    signup_at: Mapped[datetime] = mapped_column(server_default=func.now())
    confirmed_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    email_changed_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, "until 180 days after the complaint is closed", not_copied="of people without an account")
class Contact(Base):
    """The address and language of a person who writes to a site without an account."""

    __tablename__ = "contact"
    __table_args__ = (
        CheckConstraint("email = lower(email)", name="email_lower"),
        Index("contact_email_idx", "site_id", "email"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    email: Mapped[str]
    language: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
