"""Mollie's settlements through its client: every line with its sign, what was kept, and who may ask."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from app.kernel.config import ConfigError
from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.mollie_settlements import MollieSettlements
from modules.billing.payments.providers.port import Rejected, Unavailable
from tests.billing.providers.worlds import MollieWorld, attempt, paid, refund
from tests.simulating import TOKEN

pytestmark = pytest.mark.spec("2.35")


@pytest.fixture
def source(mollie: MollieWorld) -> MollieSettlements:
    """Mollie's bookkeeping, with nothing that waits to be settled."""
    mollie.simulator.control("settle")
    return MollieSettlements(token=TOKEN, url=mollie.simulator.url)


def settle(mollie: MollieWorld, **wanted: Any) -> Any:
    return mollie.simulator.control("settle", **wanted)["settlement"]


def test_a_settlement_names_its_lines_and_what_was_kept(
    mollie: MollieWorld, source: MollieSettlements, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modules.billing.payments.providers.mollie.PAGE", 2)
    bought = [paid(mollie, amount=Money(5000, "EUR")) for _ in range(3)]
    back = refund(mollie.provider, bought[0], 700)
    mollie.refund(back.ref)
    taken = mollie.charge_back(bought[1].ref, 900)
    captured = mollie.provider.create_payment(attempt(amount=Money(5000, "EUR"), methods=("klarna",)))
    mollie.pay(captured.ref, method="klarna")
    told = source.fetch_settlement(settle(mollie)["id"])
    lines = {(line.subject, line.ref): (line.payment_ref, line.amount.minor, line.settled.minor) for line in told.lines}
    assert lines == {
        **{(Subject.PAYMENT, each.ref): (each.ref, 5000, 5000) for each in bought},
        (Subject.PAYMENT, captured.ref): (captured.ref, 5000, 5000),
        (Subject.REFUND, back.ref): (bought[0].ref, -700, -700),
        (Subject.CHARGEBACK, taken): (bought[1].ref, -900, -900),
    }
    kept = sum(line.settled.minor for line in told.lines) - told.amount.minor
    assert abs(kept - told.fees) <= Decimal("0.5")
    assert told.fees > 2000


def test_settlements_are_listed_as_far_back_as_asked(mollie: MollieWorld, source: MollieSettlements) -> None:
    paid(mollie)
    first = settle(mollie)["id"]
    mollie.simulator.control("advance", hours=2)
    paid(mollie)
    second = settle(mollie)["id"]
    now = mollie.now()
    assert source.list_settlements(since=now - timedelta(hours=1)) == [second]
    assert list(source.list_settlements(since=now - timedelta(hours=3)))[:2] == [second, first]


def test_only_an_access_token_is_told(mollie: MollieWorld, source: MollieSettlements) -> None:
    with pytest.raises(ConfigError, match="access_"):
        MollieSettlements(token=mollie.simulator.key, url=mollie.simulator.url)
    with pytest.raises(Rejected) as refused:
        source.fetch_settlement("stl_nobodys")
    assert refused.value.code.startswith("404")
    mollie.refuse("list_settlements", 503)
    with pytest.raises(Unavailable):
        source.list_settlements(since=mollie.now())
