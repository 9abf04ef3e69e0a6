"""Bundles of credits by country, and rates of VAT."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import not_personal


@not_personal
class VatRate(Base):
    """The rate of VAT in a country from a day on, in basis points: 2100 is 21 %."""

    __tablename__ = "vat_rate"
    __table_args__ = (CheckConstraint("basis_points BETWEEN 0 AND 5000", name="basis_points"),)

    country: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[date] = mapped_column(primary_key=True)
    basis_points: Mapped[int] = mapped_column(SmallInteger)


@not_personal
class PriceBundle(Base):
    """One version of a bundle of credits in a country. A trigger allows no change except its retirement."""

    __tablename__ = "price_bundle"
    __table_args__ = (
        CheckConstraint("credits > 0 AND price_minor > 0", name="positive"),
        CheckConstraint("country ~ '^[A-Z]{2}$' AND currency ~ '^[A-Z]{3}$'", name="codes"),
        Index("price_bundle_version_key", "site_id", "country", "credits", "version", unique=True),
        Index(
            "price_bundle_for_sale_key",
            "site_id",
            "country",
            "credits",
            unique=True,
            postgresql_where=text("retired_at IS NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    country: Mapped[str]
    credits: Mapped[int]
    price_minor: Mapped[int]
    currency: Mapped[str]
    version: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    retired_at: Mapped[datetime | None]
