"""Orders, their payments, and saved payment methods.

Allowed changes of state are rows of `transition`, which the triggers in orders.sql check.
"""

from datetime import datetime
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
from app.kernel.personal.tables import Erasure, Personal, not_personal
from modules.billing.contracts.states import (
    LIVE_PAYMENTS,
    Consent,
    MandateState,
    OrderOrigin,
    OrderState,
    PaymentState,
    Standing,
)
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS

_LIVE = ", ".join(repr(str(state)) for state in LIVE_PAYMENTS)


@not_personal
class Transition(Base):
    """One allowed change of state; the rows are those of modules/billing/payments/policies/transitions.py."""

    __tablename__ = "transition"

    machine: Mapped[str] = mapped_column(primary_key=True)
    from_state: Mapped[str] = mapped_column(primary_key=True)
    to_state: Mapped[str] = mapped_column(primary_key=True)


@Personal(Erasure.KEPT, BOOKS, keeps_ids={"member_id"}, copied="orders")
class CreditOrder(Base):
    """A member's order of a bundle, at the quoted price, even if the bundle, its code or the VAT change later.

    `country` is the one whose bundles were ordered. The country of taxation is known when the order is paid: only then
    may the VAT columns change.
    """

    __tablename__ = "credit_order"
    __table_args__ = (
        CheckConstraint("credits > 0 AND total_minor > 0", name="positive"),
        CheckConstraint("discount_minor >= 0 AND total_minor = gross_minor - discount_minor", name="total"),
        CheckConstraint("vat_minor BETWEEN 0 AND total_minor", name="vat"),
        CheckConstraint("(vat_country IS NULL) = (vat_standing IS NULL)", name="vat_place"),
        CheckConstraint("vat_country ~ '^[A-Z]{2}$'", name="vat_country"),
        CheckConstraint("(discount_minor > 0) = (discount_code <> '')", name="discount_has_code"),
        CheckConstraint("(state = 'completed') = (completed_at IS NOT NULL)", name="completed"),
        # The client's Idempotency-Key, so that two clicks make one order.
        UniqueConstraint("member_id", "client_key"),
        Index("credit_order_member_idx", "member_id", "created_at"),
        # For the console's filters by rare values.
        Index("credit_order_state_idx", "state", "id"),
        Index("credit_order_origin_idx", "origin", "id"),
        Index("credit_order_country_idx", "country", "id"),
        Index("credit_order_discount_code_idx", "discount_code", "id"),
        Index("credit_order_created_idx", "created_at"),
        Index(
            "credit_order_vat_standing_idx",
            "vat_standing",
            "id",
            postgresql_where=text("vat_standing IS NOT NULL"),
        ),
        # A member has at most one open order of auto-reload.
        Index(
            "credit_order_reload_key",
            "member_id",
            unique=True,
            postgresql_where=text("origin = 'reload' AND state IN ('loading', 'pending')"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    bundle_id: Mapped[UUID] = mapped_column(ForeignKey("billing.price_bundle.id"))
    origin: Mapped[OrderOrigin]
    country: Mapped[str]
    credits: Mapped[int]
    currency: Mapped[str]
    gross_minor: Mapped[int]
    discount_minor: Mapped[int] = mapped_column(server_default="0")
    discount_code: Mapped[str] = mapped_column(server_default="")
    total_minor: Mapped[int]
    vat_basis_points: Mapped[int] = mapped_column(SmallInteger)
    vat_minor: Mapped[int]
    vat_country: Mapped[str | None]
    vat_standing: Mapped[Standing | None]
    state: Mapped[OrderState] = mapped_column(server_default="loading")
    client_key: Mapped[str]
    client_hash: Mapped[bytes]
    # NULL in orders from before consent was recorded.
    consent: Mapped[Consent | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    completed_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class PaymentRow(Base):
    """One attempt to pay an order.

    `refunded_minor` includes requested refunds, unless they fail, so that no more than was paid can be refunded.
    """

    __tablename__ = "payment"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount"),
        CheckConstraint("refunded_minor BETWEEN 0 AND amount_minor", name="refunded"),
        CheckConstraint("charged_back_minor BETWEEN 0 AND amount_minor", name="charged_back"),
        CheckConstraint("NOT is_credited OR state = 'paid'", name="credited_is_paid"),
        UniqueConstraint("order_id", "attempt_no"),
        UniqueConstraint("provider", "provider_ref"),
        Index(
            "payment_live_key",
            "order_id",
            unique=True,
            postgresql_where=text(f"state IN ({_LIVE})"),
        ),
        Index("payment_credited_key", "order_id", unique=True, postgresql_where=text("is_credited")),
        Index("payment_created_idx", "created_at"),
        Index("payment_method_idx", "method", "id"),
        Index("payment_state_idx", "state", "id"),
        Index("payment_open_idx", "next_check_at", postgresql_where=text(f"state IN ({_LIVE})")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    order_id: Mapped[UUID] = mapped_column(ForeignKey(CreditOrder.id))
    attempt_no: Mapped[int] = mapped_column(SmallInteger)
    provider: Mapped[str]
    provider_ref: Mapped[str | None]
    # The idempotency key of our call to the provider.
    provider_key: Mapped[str] = mapped_column(unique=True)
    method: Mapped[str]
    issuer: Mapped[str | None]
    step: Mapped[str]
    mandate_id: Mapped[UUID | None] = mapped_column(ForeignKey("billing.mandate.id"))
    amount_minor: Mapped[int]
    currency: Mapped[str]
    state: Mapped[PaymentState] = mapped_column(server_default="prepared")
    failure: Mapped[str | None]
    checkout_url: Mapped[str | None]
    is_credited: Mapped[bool] = mapped_column(server_default="false")
    refunded_minor: Mapped[int] = mapped_column(server_default="0")
    charged_back_minor: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    checked_at: Mapped[datetime | None]
    next_check_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, "numbers of the provider's, for 90 days", not_copied=BEHIND_AN_ORDER)
class ProviderNotice(Base):
    """A webhook call of a provider. One payment has many: also for its refunds and chargebacks."""

    __tablename__ = "provider_notice"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    provider: Mapped[str]
    ref: Mapped[str] = mapped_column(index=True)
    received_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, not_copied="the provider's number of them")
class CustomerRow(Base):
    """A member's customer id at a provider."""

    __tablename__ = "customer"
    __table_args__ = (UniqueConstraint("provider", "ref"),)

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    provider: Mapped[str] = mapped_column(primary_key=True)
    ref: Mapped[str]


@Personal(Erasure.EMPTIED, "the books' payments point at it", keeps_ids={"member_id"}, copied="saved_methods")
class Mandate(Base):
    """A saved payment method, such as a card or an account; `label` shows its owner which."""

    __tablename__ = "mandate"
    __table_args__ = (
        UniqueConstraint("provider", "provider_ref"),
        Index("mandate_member_idx", "member_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    provider: Mapped[str]
    provider_ref: Mapped[str]
    method: Mapped[str]
    label: Mapped[str]
    state: Mapped[MandateState] = mapped_column(server_default="valid")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
