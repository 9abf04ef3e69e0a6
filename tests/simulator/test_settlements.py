"""What a provider pays out. Each test has a simulator of its own, whose sums hold nothing that others were paid."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_supervisor import until
from tests.simulating import TOKEN, Simulator, simulating
from tests.simulator.conftest import Api, ClientSDK, begin, models
from tests.simulator.test_faults import REFUND, paid

pytestmark = pytest.mark.spec("2.35", "4.5", "10.7")


@pytest.fixture
def simulator(folder: Path) -> Iterator[Simulator]:
    """A simulator that nobody used before."""
    with simulating(folder) as running:
        yield running


def test_what_was_paid_is_settled_within_a_day_and_once(api: Api, simulator: Simulator) -> None:
    def told(path: str) -> Any:
        return api.call("GET", path, Authorization=f"Bearer {TOKEN}").json()

    payment = paid(api, simulator)
    simulator.control("advance", hours=25)
    until(lambda: "settlementId" in api.get(f"/payments/{payment}"), seconds=30)
    settlement = api.get(f"/payments/{payment}")["settlementId"]
    refund = api.call("POST", f"/payments/{payment}/refunds", REFUND).json()
    simulator.control("refund", refund=refund["id"], status="refunded")
    paid(api, simulator, "50.00")
    simulator.control("advance", hours=25)
    until(lambda: told("/settlements")["_embedded"]["settlements"][0]["id"] != settlement, seconds=30)
    newest = told("/settlements")["_embedded"]["settlements"][0]
    assert payment not in [
        each["id"] for each in told(f"/settlements/{newest['id']}/payments")["_embedded"]["payments"]
    ]
    assert told(f"/settlements/{newest['id']}/refunds")["count"] >= 1


def test_settlements_are_told_to_an_access_token_only(api: Api) -> None:
    assert api.call("GET", "/settlements").status == 403


def test_a_settlement_names_what_it_cost_and_what_is_short(api: Api, simulator: Simulator) -> None:
    for method in ("ideal", "klarna"):
        simulator.pay(api.pay_for("100.00", method=method)["id"], method=method)
    settlement = simulator.control("settle", short="0.50")["settlement"]
    months = [month for year in settlement["periods"].values() for month in year.values()]
    costs = sum(Decimal(each["amountGross"]["value"]) for month in months for each in month["costs"])
    assert Decimal(settlement["amount"]["value"]) == (200 - costs - Decimal("0.50")).quantize(Decimal("0.01"))
    payments, captures = (
        api.call("GET", f"/settlements/{settlement['id']}/{kind}", Authorization=f"Bearer {TOKEN}").json()
        for kind in ("payments", "captures")
    )
    assert (payments["count"], captures["count"]) == (1, 1)
    assert simulator.control("settle")["settlement"] is None


def test_settlements_are_read_by_the_strict_client(simulator: Simulator, judge: ClientSDK) -> None:
    payment = begin(judge)
    simulator.pay(payment.id)
    captured = begin(judge, method="klarna")
    simulator.pay(captured.id, method="klarna")
    settlement_id = simulator.control("settle")["settlement"]["id"]
    security = models.Security(advanced_access_token=TOKEN)
    with ClientSDK(security=security, server_url=simulator.url) as bookkeeper:
        found = bookkeeper.settlements.get(settlement_id=settlement_id)
        assert found.status == "paidout"
        assert bookkeeper.settlements.list().result.embedded.settlements[0].id == settlement_id
        settled = bookkeeper.settlements.list_payments(settlement_id=settlement_id).result.embedded.payments
        assert payment.id in [each.id for each in settled]
        captures = bookkeeper.settlements.list_captures(settlement_id=settlement_id).result.embedded.captures
        assert captured.id in [each.payment_id for each in captures]
        [month] = [month for year in found.periods.values() for month in year.values()]
        assert {each.method for each in month.costs} >= {"klarna"}
        assert bookkeeper.settlements.list_refunds(settlement_id=settlement_id).result.count >= 0
        assert bookkeeper.settlements.list_chargebacks(settlement_id=settlement_id).result.count >= 0
    assert datetime.fromisoformat(found.settled_at).tzinfo == UTC
