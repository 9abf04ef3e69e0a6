"""What goes wrong on demand, and what idempotency keys promise."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
import urllib3

from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.simulating import Simulator, simulating
from tests.simulator.conftest import Api

pytestmark = pytest.mark.spec("4.5", "10.7")
BODY = {"amount": {"currency": "EUR", "value": "10.00"}, "description": "x", "redirectUrl": "http://shop.localhost/"}
REFUND = {"amount": {"currency": "EUR", "value": "4.00"}}


def paid(api: Api, simulator: Simulator, value: str = "10.00") -> str:
    """A payment that was paid."""
    payment: str = api.pay_for(value)["id"]
    simulator.pay(payment)
    return payment


@pytest.fixture
def key() -> str:
    """An idempotency key that no test had: what was answered for one is answered again for an hour."""
    return uuid4().hex


@pytest.mark.parametrize("status", [409, 429, 500, 503])
def test_an_operation_is_refused_so_many_times(api: Api, simulator: Simulator, status: int) -> None:
    simulator.control("fault", fault="refuse", operation="create_payment", times=2, status=status)
    before = api.get("/payments?limit=1")["_embedded"]["payments"]
    assert [api.call("POST", "/payments", BODY).status for _ in range(3)] == [status, status, 201]
    assert len(before) <= 1


def test_a_fault_that_nobody_knows_is_refused(simulator: Simulator) -> None:
    answer = ask("POST", f"{simulator.url}/_simulator/fault", json={"fault": "nonsense"})
    assert answer.status == 422
    answer = ask("POST", f"{simulator.url}/_simulator/fault", json={"name": "nonsense"})
    assert answer.status == 422


@pytest.mark.parametrize("path", ["/v2/payments", "/_simulator/advance"])
@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[1]",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"seconds":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"seconds": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe",
    ],
    ids=lambda body: str(body[:20]),
)
def test_a_body_that_cannot_be_read_is_refused(simulator: Simulator, path: str, body: bytes) -> None:
    headers = {"Authorization": f"Bearer {simulator.key}", "Content-Type": "application/json"}
    answer = ask("POST", f"{simulator.url}{path}", body=body, headers=headers)
    assert (answer.status, answer.json()["detail"]) == (400, "The request body is no JSON object")


def test_a_lost_answer_had_its_effect(api: Api, simulator: Simulator, key: str) -> None:
    simulator.control("fault", fault="lose-answer", operation="create_payment")
    with pytest.raises(urllib3.exceptions.ProtocolError):
        api.call("POST", "/payments", {**BODY, "description": key}, key=key)
    [found] = [each for each in api.get("/payments")["_embedded"]["payments"] if each["description"] == key]
    again = api.call("POST", "/payments", {**BODY, "description": key}, key=key)
    assert (again.json()["id"], again.headers["Idempotent-Replayed"]) == (found["id"], "true")


def test_a_key_answers_the_same_for_an_hour(api: Api, simulator: Simulator, key: str) -> None:
    first = api.call("POST", "/payments", BODY, key=key).json()["id"]
    simulator.control("advance", seconds=3590)
    assert api.call("POST", "/payments", BODY, key=key).json()["id"] == first
    simulator.control("advance", seconds=20)
    assert api.call("POST", "/payments", BODY, key=key).json()["id"] != first


def test_a_key_with_another_body_is_refused(api: Api, key: str) -> None:
    assert api.call("POST", "/payments", BODY, key=key).status == 201
    assert api.call("POST", "/payments", {**BODY, "description": "y"}, key=key).status == 400


def test_a_key_in_flight_is_refused(api: Api, simulator: Simulator, key: str) -> None:
    simulator.control("fault", fault="slow", operation="create_payment", seconds=600)
    answers: list[int] = []
    first = threading.Thread(target=lambda: answers.append(api.call("POST", "/payments", BODY, key=key).status))
    first.start()
    until(lambda: not ask("GET", f"{simulator.url}/_simulator/state").json()["faults"], seconds=30)
    assert api.call("POST", "/payments", BODY, key=key).status == 409
    simulator.control("advance", seconds=600)
    first.join()
    assert answers == [201]
    assert api.call("POST", "/payments", BODY, key=key).status == 201


def test_sixteen_calls_with_one_key_begin_one_payment(api: Api, key: str) -> None:
    body = {**BODY, "description": key}
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: api.call("POST", "/payments", body, key=key), range(16)))
    assert {answer.status for answer in answers} <= {201, 409}
    assert len({answer.json()["id"] for answer in answers if answer.status == 201}) == 1
    found = api.get("/payments?limit=250")["_embedded"]["payments"]
    assert len([each for each in found if each["description"] == key]) == 1


def test_everything_is_written_down(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    api.call("POST", f"/payments/{payment}/refunds", {"amount": {"currency": "EUR", "value": "99.00"}})
    said = [(event["event"], event.get("operation")) for event in simulator.log()]
    for expected in (("call", "create_payment"), ("payment begun", None), ("payment", None), ("refused", None)):
        assert expected in said


def test_a_refused_request_keeps_no_key(api: Api, key: str) -> None:
    assert api.call("POST", "/payments", {**BODY, "description": ""}, key=key).status == 422
    assert api.call("POST", "/payments", BODY, key=key).status == 201


def test_refunds_move_with_the_clock(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    refund = api.call("POST", f"/payments/{payment}/refunds", REFUND).json()
    address = f"/payments/{payment}/refunds/{refund['id']}"
    assert refund["status"] == "pending"
    simulator.control("advance", hours=2)
    simulator.rest()
    assert api.get(address)["status"] == "processing"
    assert api.call("DELETE", address).status == 422
    simulator.control("advance", hours=22)
    simulator.rest()
    assert api.get(address)["status"] == "refunded"


def test_a_long_move_of_the_clock_brings_a_refund_home(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    refund = api.call("POST", f"/payments/{payment}/refunds", REFUND).json()
    simulator.control("advance", days=2)
    simulator.rest()
    assert api.get(f"/payments/{payment}/refunds/{refund['id']}")["status"] == "refunded"


def test_a_refund_waits_for_money(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    simulator.control("fault", fault="refund-queued")
    refund = api.call("POST", f"/payments/{payment}/refunds", REFUND).json()
    simulator.control("advance", days=5)
    simulator.rest()
    address = f"/payments/{payment}/refunds/{refund['id']}"
    assert api.get(address)["status"] == "queued"
    assert api.call("DELETE", address).status == 204
    assert api.get(f"/payments/{payment}")["amountRemaining"]["value"] == "10.00"


def test_a_refund_fails_and_its_money_is_there_again(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    simulator.control("fault", fault="refund-fails", payment=payment)
    refund = api.call("POST", f"/payments/{payment}/refunds", REFUND).json()
    assert api.get(f"/payments/{payment}")["amountRemaining"]["value"] == "6.00"
    simulator.control("advance", days=2)
    simulator.rest()
    assert api.get(f"/payments/{payment}/refunds/{refund['id']}")["status"] == "failed"
    assert api.get(f"/payments/{payment}")["amountRemaining"]["value"] == "10.00"


def test_chargebacks_take_and_return(api: Api, simulator: Simulator) -> None:
    payment = paid(api, simulator)
    chargeback = simulator.control("chargeback", payment=payment, value="7.00")
    found = api.get(f"/payments/{payment}")
    assert (found["status"], found["amountChargedBack"]["value"], found["amountRemaining"]["value"]) == (
        "paid",
        "7.00",
        "3.00",
    )
    simulator.control("reverse", chargeback=chargeback["id"])
    assert api.get(f"/payments/{payment}")["amountRemaining"]["value"] == "10.00"


@pytest.mark.parametrize(("value", "failure"), [("10.00", None), ("1007.00", "insufficient_funds")])
def test_a_saved_card_pays_or_fails_by_its_amount(
    api: Api, simulator: Simulator, value: str, failure: str | None
) -> None:
    again = recurring(api, simulator, "creditcard", value)
    simulator.rest()
    found = api.get(f"/payments/{again}")
    assert (found["status"], found["details"].get("failureReason")) == ("failed" if failure else "paid", failure)


@pytest.mark.parametrize("fails", [False, True])
def test_a_direct_debit_is_decided_after_five_days(api: Api, simulator: Simulator, fails: bool) -> None:
    if fails:
        # Other tests' collections fall due with this one.
        simulator.control("fault", fault="collection-fails", reason="AM04", method="directdebit", times=100)
    payment = recurring(api, simulator, "ideal", "10.00")
    simulator.control("advance", days=4.9)
    simulator.rest()
    found = api.get(f"/payments/{payment}")
    assert found["status"] == "pending"
    assert found["_links"]["changePaymentState"]["href"].startswith(simulator.url)
    simulator.control("advance", days=0.2)
    simulator.rest()
    found = api.get(f"/payments/{payment}")
    assert (found["status"], found["details"].get("bankReasonCode")) == (
        ("failed", "AM04") if fails else ("paid", None)
    )


def recurring(api: Api, simulator: Simulator, method: str, value: str) -> str:
    """Use the mandate that a first payment gave."""
    customer = api.call("POST", "/customers", {}).json()["id"]
    first = api.pay_for(sequenceType="first", customerId=customer, method=method)
    simulator.pay(first["id"], method=method)
    payment: str = api.pay_for(value, sequenceType="recurring", customerId=customer)["id"]
    return payment


def test_a_payment_that_nobody_finishes_expires(api: Api, simulator: Simulator) -> None:
    payment = api.pay_for(method="ideal")["id"]
    simulator.control("advance", seconds=14 * 60)
    simulator.rest()
    assert api.get(f"/payments/{payment}")["status"] == "open"
    simulator.control("advance", seconds=61)
    simulator.rest()
    assert api.get(f"/payments/{payment}")["status"] == "expired"


@pytest.mark.parametrize("outcome", ["paid", "failed", "canceled", "expired"])
def test_an_end_is_an_end(api: Api, simulator: Simulator, outcome: str) -> None:
    payment = api.pay_for()["id"]
    simulator.pay(payment, outcome)
    for other in ("paid", "failed", "open"):
        body = {"payment": payment, "outcome": other}
        assert ask("POST", f"{simulator.url}/_simulator/pay", json=body).status == 422


@pytest.mark.parametrize("outcome", ["failed", "canceled", "expired"])
def test_a_bank_may_pay_after_the_end(api: Api, simulator: Simulator, outcome: str) -> None:
    payment = api.pay_for()["id"]
    simulator.pay(payment, outcome)
    simulator.control("pay", payment=payment, late=True)
    assert api.get(f"/payments/{payment}")["status"] == "paid"


def test_one_seed_gives_the_same_ids(tmp_path: Path) -> None:
    seen = []
    for name, seed in (("one", 5), ("two", 5), ("three", 6)):
        with simulating(tmp_path / name, seed=seed) as simulator:
            api = Api(simulator)
            payment = api.pay_for()["id"]
            simulator.pay(payment)
            seen.append((payment, api.get(f"/payments/{payment}")["details"]))
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[2][0]


@pytest.mark.parametrize("key", ["", "Bearer live_" + "a" * 30, "Bearer test_", "Basic x"])
def test_only_test_keys_are_taken(api: Api, key: str) -> None:
    assert api.call("GET", "/payments", Authorization=key).status == 401


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"amount": {"currency": "EUR", "value": "10"}}, "amount.value"),
        ({"amount": {"currency": "XXX", "value": "10.00"}}, "amount.currency"),
        ({"amount": 10}, "amount"),
        ({"description": None}, "description"),
        ({"redirectUrl": None}, "redirectUrl"),
        ({"webhookUrl": "shop.localhost"}, "webhookUrl"),
        ({"locale": "nl"}, "locale"),
        ({"method": "tulips"}, "method"),
        ({"method": "eps", "amount": {"currency": "EUR", "value": "0.50"}}, "method"),
        ({"method": "ideal", "issuer": "ideal_TULIP"}, "issuer"),
        ({"sequenceType": "last"}, "sequenceType"),
        ({"sequenceType": "first"}, "customerId"),
        ({"metadata": "m" * 1025}, "metadata"),
        ({"sequenceType": "recurring", "method": "directdebit", "customerId": "cst_nobody"}, None),
    ],
)
def test_what_is_wrong_is_named(api: Api, change: dict[str, object], field: str | None) -> None:
    answer = api.call("POST", "/payments", {**BODY, **change})
    assert answer.status == (422 if field else 404)
    assert answer.json().get("field") == field


def test_a_customer_without_a_mandate_pays_nothing_by_itself(api: Api) -> None:
    customer = api.call("POST", "/customers", {}).json()["id"]
    body = {**BODY, "sequenceType": "recurring", "customerId": customer}
    assert api.call("POST", "/payments", body).json()["field"] == "customerId"


def test_a_mandate_that_ended_at_the_bank_is_used_no_more(api: Api, simulator: Simulator) -> None:
    customer = api.call("POST", "/customers", {}).json()["id"]
    account = {"method": "directdebit", "consumerName": "A. Zomer", "consumerAccount": "NL91 ABNA 0417 1643 00"}
    mandate = api.call("POST", f"/customers/{customer}/mandates", account).json()
    simulator.control("end-mandate", mandate=mandate["id"])
    assert api.get(f"/customers/{customer}/mandates/{mandate['id']}")["status"] == "invalid"
    body = {**BODY, "sequenceType": "recurring", "customerId": customer, "mandateId": mandate["id"]}
    assert api.call("POST", "/payments", body).json()["field"] == "mandateId"
