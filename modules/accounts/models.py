"""Tables of the accounts module."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    Date,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    TypeDecorator,
    func,
    literal_column,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db import Base
from app.kernel.personal import HASHES, SECRET, WORKING_NOTE, Erasure, Personal
from modules.accounts.contracts import (
    DeletionOutcome,
    DeletionReason,
    EmailPurpose,
    ExportState,
    Feature,
    MemberStatus,
    TrafficSource,
)

SCHEMA = "accounts"


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
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    email: Mapped[str | None] = mapped_column(Text)
    # The unconfirmed address of a signup whose answer must not reveal whether the address has an account already. It
    # becomes `email`, a placeholder until then, when the mailed link is opened (docs/decisions/0056).
    claimed_email: Mapped[str | None] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    # The name that a decision removed, until the member chooses another one or it is restored.
    taken_name: Mapped[str | None] = mapped_column(Text)
    password_hash: Mapped[str | None] = mapped_column(Text)
    date_of_birth: Mapped[date] = mapped_column(Date)
    status: Mapped[MemberStatus] = mapped_column(server_default=MemberStatus.NOT_CONFIRMED)
    language: Mapped[str] = mapped_column(Text)
    is_paid: Mapped[bool] = mapped_column(server_default="false")
    # Incremented to invalidate all signed photo addresses of this member at once.
    photo_epoch: Mapped[int] = mapped_column(server_default="0")
    is_fictional: Mapped[bool] = mapped_column(server_default="false")
    signup_message: Mapped[str] = mapped_column(Text, server_default="")
    traffic_source: Mapped[TrafficSource | None] = mapped_column(_TrafficSourceJson)
    signup_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    confirmed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    email_changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(Erasure.DELETED, copied="browsers")
class LoginSession(Base):
    """A browser that is logged in; only the hash of its token is kept (spec 9.1: 30 days)."""

    __tablename__ = "login_session"
    __table_args__ = (
        Index("login_session_member_idx", "member_id", "device"),
        Index("login_session_device_idx", "device", postgresql_where=text("device IS NOT NULL")),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    user_agent: Mapped[str] = mapped_column(Text, server_default="")
    network: Mapped[str] = mapped_column(Text, server_default="")
    device: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(Erasure.DELETED, not_copied=SECRET)
class EmailToken(Base):
    """A link sent by mail, usable once. Its secret is derived from the id (service/email_tokens.py), not stored."""

    __tablename__ = "email_token"
    __table_args__ = (
        Index("email_token_member_idx", "member_id", "purpose", "created_at"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    purpose: Mapped[EmailPurpose]
    email: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(
    Erasure.EMPTIED,
    "the operator's note goes with whom the invitation was for, or after 180 days",
    keeps_ids={"made_by"},
    not_copied=SECRET,
)
class InvitationRow(Base):
    """A code with which somebody may sign up (spec 6.2), made by a member or, without `made_by`, by an operator.

    Only its hash is kept; the code itself is derived from the id (service/invitations.py). `note` is the operator's;
    it is emptied when the invited member is erased, or half a year after it was made.
    """

    __tablename__ = "invitation"
    __table_args__ = (
        CheckConstraint("uses BETWEEN 0 AND most_uses", name="uses"),
        CheckConstraint("expires_at > created_at", name="expires_later"),
        Index("invitation_site_idx", "site_id", "created_at"),
        Index("invitation_made_by_idx", "made_by", "created_at"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_by: Mapped[UUID | None] = mapped_column(ForeignKey(MemberRow.id))
    note: Mapped[str] = mapped_column(Text, server_default="")
    uses: Mapped[int] = mapped_column(Integer, server_default="0")
    most_uses: Mapped[int] = mapped_column(Integer, server_default="1")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(
    Erasure.KEPT,
    "by which invitation an account came, as ids",
    keeps_ids={"member_id"},
    not_copied="by which invitation they came, which is its maker's, too",
)
class InvitationUse(Base):
    """The invitation with which a member signed up."""

    __tablename__ = "invitation_use"
    __table_args__ = ({"schema": SCHEMA},)

    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id), primary_key=True)
    invitation_id: Mapped[UUID] = mapped_column(ForeignKey(InvitationRow.id), index=True)
    used_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


@Personal(Erasure.KEPT, "hashes of addresses, for a day", not_copied=HASHES)
class LoginFailure(Base):
    """Number of consecutive wrong passwords for one address from one place: a network, all networks from which the
    member never logged in, or a device from which the member did.

    The address is a hash and need not belong to anyone: unknown and known addresses are treated alike.
    """

    __tablename__ = "login_failure"
    __table_args__ = (CheckConstraint("failures >= 0", name="failures"), {"schema": SCHEMA})

    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"), primary_key=True)
    email_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    place: Mapped[str] = mapped_column(Text, primary_key=True)
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    blocked_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    failed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), index=True)


@Personal(Erasure.KEPT, "hashes, for a day", not_copied=HASHES)
class ExistenceAnswer(Base):
    """How often a network learned on one day whether an address has an account (spec 5.3)."""

    __tablename__ = "existence_answer"
    __table_args__ = ({"schema": SCHEMA},)

    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"), primary_key=True)
    place: Mapped[str] = mapped_column(Text, primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True, server_default=func.current_date())
    answers: Mapped[int] = mapped_column(Integer, server_default="1")


@Personal(Erasure.EMPTIED, "when and why somebody left", keeps_ids={"member_id"}, copied="deletions")
class DeletionRow(Base):
    """The deletion of an account, with the member's reason; it ends with reactivation or erasure."""

    __tablename__ = "deletion"
    __table_args__ = (
        CheckConstraint("char_length(words) <= 1000", name="words"),
        CheckConstraint("(outcome IS NULL) = (ended_at IS NULL)", name="ended"),
        CheckConstraint("outcome IS DISTINCT FROM 'erased' OR words = ''", name="erased"),
        Index("deletion_open_key", "member_id", unique=True, postgresql_where=text("ended_at IS NULL")),
        Index("deletion_due_idx", "erase_at", postgresql_where=text("ended_at IS NULL")),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    reason: Mapped[DeletionReason | None]
    words: Mapped[str] = mapped_column(Text, server_default="")
    asked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    erase_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    outcome: Mapped[DeletionOutcome | None]
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class DataExportRow(Base):
    """A copy of a member's data: its file lies in the storage under `storage_key` while the copy is ready."""

    __tablename__ = "data_export"
    __table_args__ = (
        CheckConstraint(
            "state <> 'ready' OR (ready_at IS NOT NULL AND expires_at > ready_at AND size > 0)", name="ready"
        ),
        Index("data_export_member_idx", "member_id", "asked_at"),
        Index("data_export_waiting_key", "member_id", unique=True, postgresql_where=text("state = 'waiting'")),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    state: Mapped[ExportState] = mapped_column(server_default=ExportState.WAITING)
    storage_key: Mapped[str] = mapped_column(Text, unique=True)
    size: Mapped[int | None] = mapped_column(Integer)
    asked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    ready_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(
    Erasure.KEPT,
    "what a decision kept them from",
    keeps_ids={"member_id"},
    not_copied="told with its decision, by the module that decides",
)
class RestrictionRow(Base):
    """A feature that a decision of staff restricts for a member, until it ends or is lifted; ACCOUNT is a ban.

    The member sees `rule`, the rule that was broken, and `statement`, the page with the reasons.
    """

    __tablename__ = "restriction"
    __table_args__ = (
        CheckConstraint("ends_at > began_at", name="ends_later"),
        Index("restriction_member_idx", "member_id", "feature", postgresql_where=text("lifted_at IS NULL")),
        {"schema": SCHEMA},
    )

    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    feature: Mapped[Feature] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    rule: Mapped[str] = mapped_column(Text)
    statement: Mapped[str] = mapped_column(Text)
    began_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    ends_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    lifted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@Personal(Erasure.KEPT, "until 180 days after the complaint is closed", not_copied="of people without an account")
class Contact(Base):
    """The address and language of a person who writes to a site without an account."""

    __tablename__ = "contact"
    __table_args__ = (
        CheckConstraint("email = lower(email)", name="email_lower"),
        Index("contact_email_idx", "site_id", "email"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    email: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
