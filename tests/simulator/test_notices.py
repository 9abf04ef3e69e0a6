"""Sellers are told, again and again, in time and out of order."""

import socket
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import urllib3

from cli.dev.simulator.notices import RETRIES, TIMEOUT, Notifier
from cli.dev.simulator.store import Store
from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.simulating import Simulator, simulating
from tests.simulator.conftest import Api, Seller

pytestmark = pytest.mark.spec("4.5")
HOUR = 3600


def tries(simulator: Simulator, payment: dict[str, Any]) -> list[dict[str, Any]]:
    """What the log says of the notices about a payment."""
    return [event for event in simulator.log("notice") if event["payment"] == payment["id"]]


def answered(simulator: Simulator, payment: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Wait until the simulator has taken in so many answers, after each of which it plans the next try."""
    until(lambda: len(tries(simulator, payment)) >= count, seconds=30)
    return tries(simulator, payment)


def choose(payment: dict[str, Any], **fields: str) -> Any:
    """Send a form of the checkout page."""
    http = urllib3.PoolManager(retries=False)
    address = payment["_links"]["checkout"]["href"]
    return http.request("POST", address, fields=fields, encode_multipart=False, redirect=False)


def ensure_told(simulator: Simulator, seller: Seller, count: int) -> None:
    """Fail unless the seller was told so often, once the simulator has nothing more to do."""
    simulator.rest()
    assert len(seller.told) == count


@pytest.mark.parametrize("outcome", ["paid", "authorized", "failed", "canceled", "expired"])
def test_a_seller_is_told_of_an_outcome(api: Api, simulator: Simulator, seller: Seller, outcome: str) -> None:
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"], outcome)
    ensure_told(simulator, seller, 1)
    assert seller.told == [f"id={payment['id']}"]


def test_a_share_of_all_notices_is_lost_and_is_lost_for_good(api: Api, simulator: Simulator, seller: Seller) -> None:
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.control("lose-notices", share=1)
    simulator.pay(payment["id"])
    ensure_told(simulator, seller, 0)
    assert simulator.log("notice lost")
    simulator.control("lose-notices", share=0)
    simulator.control("tell", payment=payment["id"])
    ensure_told(simulator, seller, 1)
    answer = ask("POST", f"{simulator.url}/_simulator/lose-notices", json={"share": 2})
    assert answer.status == 422


def test_nobody_is_told_of_a_payment_that_only_pends(api: Api, simulator: Simulator, seller: Seller) -> None:
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"], "pending")
    ensure_told(simulator, seller, 0)
    simulator.control("pay", payment=payment["id"], outcome="paid")
    ensure_told(simulator, seller, 1)


def test_refunds_and_chargebacks_are_told(api: Api, simulator: Simulator, seller: Seller) -> None:
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"])
    body = {"amount": {"currency": "EUR", "value": "4.00"}}
    refund = api.call("POST", f"/payments/{payment['id']}/refunds", body).json()
    ensure_told(simulator, seller, 1)
    for told, status in enumerate(("processing", "refunded", "failed"), start=2):
        simulator.control("refund", refund=refund["id"], status=status)
        ensure_told(simulator, seller, told)
    chargeback = simulator.control("chargeback", payment=payment["id"])
    ensure_told(simulator, seller, 5)
    simulator.control("reverse", chargeback=chargeback["id"])
    ensure_told(simulator, seller, 6)


def test_ten_tries_take_26_hours(api: Api, simulator: Simulator, seller: Seller) -> None:
    assert sum(RETRIES) == 26 * HOUR
    seller.answers = [500] * 20
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"])
    answered(simulator, payment, 1)
    for told, seconds in enumerate(RETRIES, start=2):
        # The clock stands 30 s before the next try, however long this machine takes to look.
        simulator.control("advance", seconds=seconds - 30)
        ensure_told(simulator, seller, told - 1)
        simulator.control("advance", seconds=31)
        ensure_told(simulator, seller, told)
    simulator.control("advance", days=3)
    ensure_told(simulator, seller, 10)
    assert [event["attempt"] for event in tries(simulator, payment)] == list(range(1, 11))


def test_a_seller_who_answers_late_is_told_until_then(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("retries", scale=0.0001)
    seller.answers = [503, 404, 302]
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"])
    answers = [event["answer"] for event in answered(simulator, payment, 4)]
    assert answers == ["503", "404", "302", "200"]
    ensure_told(simulator, seller, 4)


def test_a_notice_that_was_sent_meanwhile_is_not_sent_again(folder: Path) -> None:
    with closing(Store(folder, seed=1)) as store:
        notifier = Notifier(store)
        store.schedule("notice", "tr_one", attempt=1)
        store.schedule("notice", "tr_two", attempt=1)
        sent, waiting = store.due()
        store.drop_task(sent["number"])
        assert not notifier.claim(sent)
        assert notifier.claim(waiting)
        assert not notifier.claim(waiting)


def test_names_below_localhost_are_this_machine(api: Api, simulator: Simulator, seller: Seller) -> None:
    payment = api.pay_for(webhookUrl=seller.url.replace("127.0.0.1", "shop.localhost"))
    simulator.pay(payment["id"])
    ensure_told(simulator, seller, 1)


def test_a_notice_is_dropped(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="drop-notice")
    payment = api.pay_for(webhookUrl=seller.url)
    simulator.pay(payment["id"])
    ensure_told(simulator, seller, 0)
    assert api.get(f"/payments/{payment['id']}")["status"] == "paid"


def test_a_notice_is_sent_more_than_once(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="duplicate-notice", copies=3)
    simulator.pay(api.pay_for(webhookUrl=seller.url)["id"])
    ensure_told(simulator, seller, 3)


def test_a_notice_is_late(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="delay-notice", seconds=600)
    simulator.pay(api.pay_for(webhookUrl=seller.url)["id"])
    ensure_told(simulator, seller, 0)
    simulator.control("advance", seconds=600)
    ensure_told(simulator, seller, 1)


def test_notices_come_in_the_wrong_order(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="reorder-notices", count=3)
    payments = [api.pay_for(webhookUrl=seller.url)["id"] for _ in range(3)]
    for payment in payments[:2]:
        simulator.pay(payment)
    ensure_told(simulator, seller, 0)
    simulator.pay(payments[2])
    ensure_told(simulator, seller, 3)
    assert seller.told == [f"id={payment}" for payment in reversed(payments)]


def test_a_seller_is_told_before_the_payment_was_answered(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="notice-before-answer", outcome="failed")
    payment = api.pay_for(webhookUrl=seller.url, method="ideal")
    assert seller.told == [f"id={payment['id']}"]
    assert payment["status"] == "open"
    assert api.get(f"/payments/{payment['id']}")["status"] == "failed"


def test_a_seller_is_told_before_the_payer_returns(api: Api, simulator: Simulator, seller: Seller) -> None:
    simulator.control("fault", fault="notice-before-redirect")
    payment = api.pay_for(webhookUrl=seller.url, method="paypal")
    answer = choose(payment, outcome="paid")
    assert (answer.status, answer.headers["Location"]) == (303, "http://shop.localhost/return")
    assert seller.told == [f"id={payment['id']}"]


def test_a_seller_who_hangs_does_not_keep_the_simulator_from_ending(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, simulating(folder) as simulator:
        payment = Api(simulator).pay_for(webhookUrl=f"http://127.0.0.1:{silent.getsockname()[1]}/")
        simulator.pay(payment["id"])
        connection, _ = silent.accept()
        begun = time.monotonic()
        simulator.child.stop()
        assert time.monotonic() - begun < TIMEOUT, "it does not wait for an answer"
        connection.close()


def test_notices_survive_the_end_of_the_simulator(folder: Path, seller: Seller) -> None:
    with simulating(folder) as first:
        payment = Api(first).pay_for(webhookUrl=seller.url)
        first.control("fault", fault="delay-notice", seconds=600)
        first.pay(payment["id"])
    with simulating(folder) as second:
        assert Api(second).get(f"/payments/{payment['id']}")["status"] == "paid"
        second.control("advance", seconds=600)
        ensure_told(second, seller, 1)
