"""The adapter of Mollie's settlements.

They belong to an organisation, so the API needs its access token; the key for payments cannot read them.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from app.kernel.config import ConfigError
from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.mollie import TIMEOUT, connect, pages, pages_since, read, to_money, to_scaled
from modules.billing.payments.providers.port import ProviderSettlement, SettledLine

PAID_OUT = "paidout"


class MollieSettlements:
    """The port of settlements on Mollie's API v2."""

    def __init__(self, *, token: str, url: str, timeout: tuple[int, int] = TIMEOUT) -> None:
        """Connect to the API at `url`; raises ConfigError for a malformed token."""
        if not token.startswith("access_"):
            raise ConfigError("HEARTH_MOLLIE_TOKEN is not an access token of Mollie: it must start with access_")
        self._client = connect(url, timeout)
        self._client.set_access_token(token)

    def list_settlements(self, *, since: datetime) -> Sequence[str]:
        """Return the refs of the settlements since a time, newest first."""
        found = pages_since(self._client.settlements, "settlements", since)
        return [each["id"] for each in found if each["status"] == PAID_OUT]

    def fetch_settlement(self, ref: str) -> ProviderSettlement:
        """Return a settlement with all its lines."""
        found = read(lambda: self._client.settlements.get(ref))
        return ProviderSettlement(
            ref=found["id"],
            reference=found["reference"],
            amount=to_money(found["amount"]),
            fees=sum(_costs(found), Decimal(0)),
            settled_at=datetime.fromisoformat(found["settledAt"]),
            lines=(
                *(_line(Subject.PAYMENT, each, each["id"]) for each in pages(found.payments, "payments")),
                # Methods that are captured later, such as Klarna, are listed as captures and not as payments.
                *(_line(Subject.PAYMENT, each, each["paymentId"]) for each in pages(found.captures, "captures")),
                *(_line(Subject.REFUND, each, each["id"]) for each in pages(found.refunds, "refunds")),
                *(_line(Subject.CHARGEBACK, each, each["id"]) for each in pages(found.chargebacks, "chargebacks")),
            ),
        )


def _line(subject: Subject, found: Mapping[str, Any], ref: str) -> SettledLine:
    """Return a line; refunds and chargebacks are negative. Without a settlement amount, its own amount was settled."""
    sign = 1 if subject is Subject.PAYMENT else -1
    amount, settled = to_money(found["amount"]), to_money(found.get("settlementAmount") or found["amount"])
    payment_ref = ref if subject is Subject.PAYMENT else found["paymentId"]
    signed = Money(sign * abs(amount.minor), amount.currency)
    return SettledLine(subject, ref, payment_ref, signed, Money(sign * abs(settled.minor), settled.currency))


def _costs(found: Mapping[str, Any]) -> Iterator[Decimal]:
    """Return a settlement's fees with VAT, in minor units with fractions: Mollie counts hundredths of a cent."""
    months = (month for year in (found.get("periods") or {}).values() for month in year.values())
    return (to_scaled(cost["amountGross"]) for month in months for cost in month.get("costs") or ())
