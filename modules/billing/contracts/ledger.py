"""Credits as other modules see them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import (
    LotKind,
    Reason,
)


@dataclass(frozen=True, slots=True)
class Spent:
    """A spend that was posted now or before under the same key, and the balance in credits."""

    tx_id: UUID
    balance: int


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's credits in the order in which they are spent, and the bundle by which further credits are priced.

    `lots` are pairs of credits and what was paid for them, None for free ones. `offer` is the bundle with the highest
    price per credit in their country, None if nothing is sold there.
    """

    country: str | None
    lots: tuple[tuple[int, Money | None], ...] = ()
    offer: tuple[int, Money] | None = None

    @property
    def balance(self) -> int:
        """Return the number of credits."""
        return sum(credits for credits, _ in self.lots)


@dataclass(frozen=True, slots=True)
class Lot:
    """Credits that were granted or bought together."""

    kind: LotKind
    remaining: int
    granted_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One ledger entry of a member; `reference_id` is what it was spent on (for a message: its conversation)."""

    at: datetime
    reason: Reason
    credits: int
    balance_after: int
    reference_id: UUID | None


@dataclass(frozen=True, slots=True)
class LedgerSize:
    """The size of the ledger; `credits` are those in members' wallets."""

    wallets: int
    postings: int
    credits: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A finding of the ledger's audit."""

    check: str
    subject: str
    expected: str
    found: str
