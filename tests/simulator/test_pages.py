"""The checkout page as a payer walks through it, and the desk as a tester uses it."""

import json
from typing import Any

import pytest
import urllib3

from tests.asking import ask
from tests.simulating import Simulator
from tests.simulator.conftest import Api

pytestmark = pytest.mark.spec("2.35")


class Payer:
    """A browser without scripts."""

    def __init__(self, simulator: Simulator) -> None:
        self._url = simulator.url
        self._http = urllib3.PoolManager(retries=False)

    def look(self, path: str) -> str:
        """Read a page."""
        answer = self._http.request("GET", self._url + path)
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        return str(answer.data.decode())

    def send(self, path: str, *, headers: dict[str, str] | None = None, **fields: str) -> Any:
        """Send a form and return the answer, without following where it leads."""
        return self._http.request(
            "POST", self._url + path, fields=fields, encode_multipart=False, redirect=False, headers=headers
        )


@pytest.fixture
def payer(simulator: Simulator) -> Payer:
    """Somebody who pays."""
    return Payer(simulator)


def test_method_bank_and_outcome_are_asked_one_after_the_other(api: Api, payer: Payer) -> None:
    payment = api.pay_for(method=["ideal", "creditcard"])
    page = f"/checkout/{payment['id']}"
    asked = payer.look(page)
    assert "No real money is moved" in asked
    assert "EUR 10.00" in asked
    assert "shop.localhost" in asked
    assert "iDEAL" in asked
    assert "PayPal" not in asked
    payer.send(page, method="ideal")
    assert "Rabobank" in payer.look(page)
    payer.send(page, issuer="ideal_RABONL2U")
    assert "iDEAL: Rabobank" in payer.look(page)
    answer = payer.send(page, outcome="paid")
    assert (answer.status, answer.headers["Location"]) == (303, payment["redirectUrl"])
    found = api.get(f"/payments/{payment['id']}")
    assert (found["status"], found["details"]["consumerBic"]) == ("paid", "RABONL2U")
    assert "This payment is paid" in payer.look(page)


def test_a_payer_may_choose_another_way(api: Api, payer: Payer) -> None:
    page = f"/checkout/{api.pay_for(method=['ideal', 'paypal'])['id']}"
    payer.send(page, method="ideal")
    payer.send(page, other="1")
    assert "How would you like to pay?" in payer.look(page)
    assert payer.send(page, method="blik").status == 422


def test_a_card_fails_for_the_chosen_reason(api: Api, payer: Payer) -> None:
    payment = api.pay_for(method="creditcard")
    payer.send(f"/checkout/{payment['id']}", outcome="failed", failure="card_expired")
    found = api.get(f"/payments/{payment['id']}")
    assert (found["status"], found["details"]["failureReason"]) == ("failed", "card_expired")


def test_going_back_decides_nothing_and_tells_nobody(api: Api, payer: Payer) -> None:
    payment = api.pay_for(method="ideal", webhookUrl="http://127.0.0.1:9/")
    assert payer.send(f"/checkout/{payment['id']}", outcome="open").headers["Location"] == payment["redirectUrl"]
    assert api.get(f"/payments/{payment['id']}")["status"] == "open"


def test_cancelling_leads_to_its_own_address(api: Api, payer: Payer) -> None:
    payment = api.pay_for(cancelUrl="http://shop.localhost/cancelled")
    answer = payer.send(f"/checkout/{payment['id']}", outcome="canceled")
    assert answer.headers["Location"] == "http://shop.localhost/cancelled"
    assert api.get(f"/payments/{payment['id']}")["status"] == "canceled"


def test_a_payment_ends_once(api: Api, payer: Payer) -> None:
    page = f"/checkout/{api.pay_for(method='paypal')['id']}"
    assert payer.send(page, outcome="paid").status == 303
    assert payer.send(page, outcome="failed").status == 422


def test_what_the_seller_writes_is_shown_as_text(api: Api, payer: Payer) -> None:
    payment = api.pay_for(description="<script>alert(1)</script>")
    for page in (f"/checkout/{payment['id']}", "/_simulator", f"/_simulator/payments/{payment['id']}"):
        assert "<script>" not in payer.look(page)


def test_the_desk_steers_payments_refunds_and_chargebacks(api: Api, simulator: Simulator, payer: Payer) -> None:
    payment = api.pay_for(method="paypal")["id"]
    assert payment in payer.look("/_simulator")
    page = f"/_simulator/payments/{payment}"
    assert payer.send("/_simulator/do/pay", payment=payment, outcome="paid", back=page).headers["Location"] == page
    api.call("POST", f"/payments/{payment}/refunds", {"amount": {"currency": "EUR", "value": "1.00"}})
    refund = api.get(f"/payments/{payment}/refunds")["_embedded"]["refunds"][0]["id"]
    payer.send("/_simulator/do/refund", refund=refund, status="refunded")
    payer.send("/_simulator/do/chargeback", payment=payment, reason="AC04")
    shown = payer.look(page)
    assert f"{refund}</code> 1.00, refunded" in shown
    assert "AC04" in shown
    payer.send("/_simulator/do/fault", fault="drop-notice", times="2")
    assert "drop-notice" in str(payer.look("/_simulator").partition("<h2>Log</h2>")[0])
    assert simulator.log("fault planned")[-1]["times"] == 2


def test_the_desk_leads_nowhere_else(payer: Payer) -> None:
    answer = payer.send("/_simulator/do/advance", seconds="0", back="http://elsewhere.example/")
    assert answer.headers["Location"] == "/_simulator"


def test_every_method_and_bank_has_an_image(api: Api, payer: Payer) -> None:
    found = api.get("/methods?billingCountry=NL&include=issuers")["_embedded"]["methods"]
    images = [each["image"]["svg"] for method in found for each in (method, *method.get("issuers", ()))]
    assert len(images) > 15
    for image in images:
        assert "<svg" in payer.look("/images/" + image.rpartition("/")[2])


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_a_page_of_another_site_steers_nothing(api: Api, simulator: Simulator, headers: dict[str, str]) -> None:
    payment = api.pay_for(method=["ideal"])
    body = json.dumps({"payment": payment["id"], "outcome": "paid"}).encode()
    sent = {"Content-Type": "application/json", **headers}
    assert ask("POST", f"{simulator.url}/_simulator/pay", body=body, headers=sent).status == 403
    assert ask("GET", f"{simulator.url}/_simulator/state", headers=headers).status == 403


@pytest.mark.parametrize(("source", "status"), [("same-origin", 303), ("cross-site", 403), ("same-site", 403)])
def test_a_payer_pays_on_the_page_of_the_simulator_alone(api: Api, payer: Payer, source: str, status: int) -> None:
    payment = api.pay_for(method=["ideal"])
    sent = {"Origin": "null", "Sec-Fetch-Site": source}
    assert payer.send(f"/checkout/{payment['id']}", headers=sent, method="ideal").status == status


def test_a_form_of_another_site_steers_nothing(api: Api, simulator: Simulator) -> None:
    payment = api.pay_for(method=["ideal"])
    body = json.dumps({"payment": payment["id"], "outcome": "paid"}).encode()
    answer = ask("POST", f"{simulator.url}/_simulator/pay", body=body, headers={"Content-Type": "text/plain"})
    assert answer.status == 415
