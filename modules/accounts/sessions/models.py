"""Tables of sessions, mailed links, failed logins and restrictions."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import HASHES, SECRET, Erasure, Personal
from modules.accounts.contracts import (
    EmailPurpose,
    Feature,
)
from modules.accounts.identity.models import MemberRow


@Personal(Erasure.DELETED, copied="browsers")
class LoginSession(Base):
    """A browser that is logged in; only the hash of its token is kept (spec 9.1: 30 days)."""

    __tablename__ = "login_session"
    __table_args__ = (
        Index("login_session_member_idx", "member_id", "device"),
        Index("login_session_device_idx", "device", postgresql_where=text("device IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    user_agent: Mapped[str] = mapped_column(server_default="")
    network: Mapped[str] = mapped_column(server_default="")
    device: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, not_copied=SECRET)
class EmailToken(Base):
    """A link sent by mail, usable once. Its secret is derived from the id (service/email_tokens.py), not stored."""

    __tablename__ = "email_token"
    __table_args__ = (Index("email_token_member_idx", "member_id", "purpose", "created_at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    purpose: Mapped[EmailPurpose]
    email: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, "hashes of addresses, for a day", not_copied=HASHES)
class LoginFailure(Base):
    """Number of consecutive wrong passwords for one address from one place: a network, all networks from which the
    member never logged in, or a device from which the member did.

    The address is a hash and need not belong to anyone: unknown and known addresses are treated alike.
    """

    __tablename__ = "login_failure"
    __table_args__ = (CheckConstraint("failures >= 0", name="failures"),)

    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"), primary_key=True)
    email_hash: Mapped[bytes] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    failures: Mapped[int] = mapped_column(server_default="0")
    blocked_until: Mapped[datetime | None]
    failed_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)


@Personal(Erasure.KEPT, "hashes, for a day", not_copied=HASHES)
class ExistenceAnswer(Base):
    """How often a network learned on one day whether an address has an account (spec 5.3)."""

    __tablename__ = "existence_answer"

    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"), primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True, server_default=func.current_date())
    answers: Mapped[int] = mapped_column(server_default="1")


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
    )

    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    feature: Mapped[Feature] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    rule: Mapped[str]
    statement: Mapped[str]
    began_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ends_at: Mapped[datetime | None]
    lifted_at: Mapped[datetime | None]
