"""Members' spending limits and rules of auto-reload."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.states import ReloadEnd


@Personal(Erasure.DELETED, copied="spend_limit")
class SpendLimitRow(Base):
    """The most that a member wants to pay for credits in a month.

    `next_minor` replaces it at `next_at`; NULL there removes the limit. A trigger sets `since` when the limit changes.
    """

    __tablename__ = "spend_limit"
    __table_args__ = (
        CheckConstraint("minor >= 0 AND next_minor >= 0", name="minor"),
        CheckConstraint("next_at IS NOT NULL OR next_minor IS NULL", name="next"),
        CheckConstraint("(next_minor IS NULL) = (next_currency IS NULL)", name="next_currency"),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    minor: Mapped[int]
    currency: Mapped[str]
    next_minor: Mapped[int | None]
    next_currency: Mapped[str | None]
    next_at: Mapped[datetime | None]
    since: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="reload_rule")
class ReloadRuleRow(Base):
    """A member's auto-reload: a bundle is bought whenever fewer than `threshold` credits are left."""

    __tablename__ = "reload_rule"
    __table_args__ = (
        CheckConstraint("threshold BETWEEN 1 AND 1000", name="threshold"),
        CheckConstraint("monthly_cap_minor > 0", name="monthly_cap"),
        CheckConstraint("failures BETWEEN 0 AND 2", name="failures"),
        CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended"),
        Index("reload_rule_active_idx", "next_try_at", postgresql_where=text("ended_at IS NULL")),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    threshold: Mapped[int] = mapped_column(SmallInteger)
    bundle_id: Mapped[UUID] = mapped_column(ForeignKey("billing.price_bundle.id"))
    mandate_id: Mapped[UUID] = mapped_column(ForeignKey("billing.mandate.id"))
    monthly_cap_minor: Mapped[int]
    currency: Mapped[str]
    failures: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    next_try_at: Mapped[datetime] = mapped_column(server_default=func.now())
    agreed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ended_at: Mapped[datetime | None]
    end_reason: Mapped[ReloadEnd | None]
