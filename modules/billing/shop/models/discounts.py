"""Discount codes and who used them."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    SmallInteger,
    Text,
    Uuid,
    column,
    func,
    table,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.states import Occasion, RedemptionState
from modules.billing.reference import BOOKS


@Personal(Erasure.KEPT, BOOKS, keeps_ids={"member_id"}, copied="discount_codes")
class DiscountCode(Base):
    """A code that lowers the price of an order (spec 3.4), once for each member.

    `validity` is in seconds since the member signed up. NULL in `validity`, country, member, currency, methods or
    `max_uses` means that the code has no such limit. Codes that were created together share a `series`.
    """

    __tablename__ = "discount_code"
    __table_args__ = (
        CheckConstraint("code = upper(code) AND code ~ '^[A-Z0-9-]{3,32}$'", name="code"),
        CheckConstraint("value_percentage BETWEEN 1 AND 90", name="value"),
        CheckConstraint("used BETWEEN 0 AND max_uses", name="used"),
        CheckConstraint("minimum_order_minor >= 0", name="minimum_order"),
        CheckConstraint("minimum_order_minor = 0 OR currency IS NOT NULL", name="minimum_has_currency"),
        CheckConstraint("validity > 0", name="validity"),
        Index("discount_code_code_key", "site_id", "code", unique=True),
        # A site has at most one active welcome code and one active time bonus.
        Index(
            "discount_code_standing_key",
            "site_id",
            "occasion",
            unique=True,
            postgresql_where=text("is_active AND occasion IN ('welcome', 'time-bonus')"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    code: Mapped[str]
    series: Mapped[str | None]
    occasion: Mapped[Occasion]
    value_percentage: Mapped[int] = mapped_column(SmallInteger)
    country: Mapped[str | None]
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.member.id"))
    starts: Mapped[datetime] = mapped_column(server_default=func.now())
    expires: Mapped[datetime | None]
    validity: Mapped[int | None]
    currency: Mapped[str | None]
    minimum_order_minor: Mapped[int] = mapped_column(server_default="0")
    paymentmethods: Mapped[tuple[str, ...] | None]
    max_uses: Mapped[int | None]
    used: Mapped[int] = mapped_column(server_default="0")
    is_active: Mapped[bool] = mapped_column(server_default="true")
    created_by: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, BOOKS, keeps_ids={"member_id"}, copied="orders")
class Redemption(Base):
    """One use of a code for one order.

    It is reserved with the order, redeemed when the order is paid, and released when it fails or is refunded in full.
    """

    __tablename__ = "redemption"
    __table_args__ = (
        Index(
            "redemption_once_key",
            "code_id",
            "member_id",
            unique=True,
            postgresql_where=text("state IN ('reserved', 'redeemed')"),
        ),
        Index("redemption_code_idx", "code_id"),
    )

    order_id: Mapped[UUID] = mapped_column(ForeignKey("billing.credit_order.id"), primary_key=True)
    code_id: Mapped[UUID] = mapped_column(ForeignKey(DiscountCode.id))
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    state: Mapped[RedemptionState]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


# Revenue by code, or by series, and currency: a materialized view that `count_code_revenue` refreshes.
CODE_REVENUE = table(
    "code_revenue",
    column("site_id", Uuid),
    column("series", Text),
    column("currency", Text),
    *(column(name, BigInteger) for name in ("orders", "discount_minor", "paid_minor")),
    *(column(name, BigInteger) for name in ("refunded_minor", "charged_back_minor", "left_minor")),
    column("counted_at", DateTime(timezone=True)),
    schema=DiscountCode.__table__.schema,
)
