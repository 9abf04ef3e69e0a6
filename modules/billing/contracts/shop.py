"""What is sold, as other modules see it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from modules.billing.contracts.states import (
    Occasion,
    Standing,
)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in minor units of a currency."""

    minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class Price:
    """The price of an action in credits, and of those credits in money; None if that is unknown."""

    credits: int
    money: Money | None


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle of credits that is for sale in a country; the price includes VAT."""

    id: UUID
    site_id: UUID
    country: str
    credits: int
    price: Money


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount code (spec 3.4). `validity` is in seconds since the member signed up; `used` counts orders."""

    id: UUID
    site_id: UUID
    code: str
    occasion: Occasion
    value_percentage: int
    country: str | None
    member_id: UUID | None
    starts: datetime
    expires: datetime | None
    validity: int | None
    currency: str | None
    minimum_order_minor: int
    paymentmethods: tuple[str, ...] | None
    max_uses: int | None
    used: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class PlaceOfSale:
    """The country in which a sale is taxed, and whether the evidence of it agrees."""

    country: str
    standing: Standing

    def is_in(self, country: str) -> bool:
        """Return whether a sale is in a country and no evidence contradicts it."""
        return self.country == country and self.standing is not Standing.CONTRADICTORY


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of an order. `total` includes `vat`; amounts are in minor units of the bundle's currency."""

    bundle: Bundle
    gross: int
    discount: int
    total: int
    vat_basis_points: int
    vat: int
    code: str
