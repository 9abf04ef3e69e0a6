"""What a provider pays out, as a test wants it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.port import ProviderSettlement, SettledLine
from tests.billing.shopping import payment_of


class Payouts:
    """A provider's settlements, in this process."""

    def __init__(self) -> None:
        self.made: list[ProviderSettlement] = []
        self.failing: Exception | None = None

    def pay_out(self, *lines: SettledLine, fees: str = "0", short: int = 0) -> ProviderSettlement:
        """Pay out the sum of lines in euros, less fees (in cents) and what is short without a word."""
        amount = sum(line.settled.minor for line in lines) - round(Decimal(fees)) - short
        made = ProviderSettlement(
            f"stl_{uuid4().hex}", "1234567.2611.01", Money(amount, "EUR"), Decimal(fees), datetime.now(UTC), lines
        )
        self.made.insert(0, made)
        return made

    def list_settlements(self, *, since: datetime) -> Sequence[str]:
        return [each.ref for each in self.made]

    def fetch_settlement(self, ref: str) -> ProviderSettlement:
        if self.failing:
            raise self.failing
        return next(each for each in self.made if each.ref == ref)


def line_of(order_id: UUID, **over: Any) -> SettledLine:
    """Return the line of an order's newest payment."""
    payment = payment_of(order_id)
    ref = str(payment.provider_ref)
    values: dict[str, Any] = {"subject": Subject.PAYMENT, "ref": ref, "payment_ref": ref, "amount": payment.amount}
    values |= {"settled": payment.amount, **over}
    return SettledLine(**values)
