"""Every answer is read by the strict client that Mollie generates from the description of its API."""

from typing import Any

import pytest

from tests.simulating import Simulator
from tests.simulator.conftest import Api, ClientSDK, begin, models

pytestmark = pytest.mark.spec("2.35", "4.5")


@pytest.mark.parametrize(
    "method", ["ideal", "creditcard", "applepay", "paypal", "bancontact", "eps", "klarna", "banktransfer"]
)
@pytest.mark.parametrize("outcome", ["paid", "failed", "canceled", "expired", "pending", "authorized"])
def test_a_payment_of_every_method_and_outcome(
    simulator: Simulator, judge: ClientSDK, method: str, outcome: str
) -> None:
    payment = begin(judge, method=method)
    assert payment.status == "open"
    simulator.pay(payment.id, outcome, method=method)
    found = judge.payments.get(payment_id=payment.id, embed="refunds,chargebacks")
    assert found.status == outcome
    assert found.method == method


def test_lists_and_changes_of_payments(judge: ClientSDK) -> None:
    payment = begin(judge)
    changed = judge.payments.update(payment_id=payment.id, request_body={"description": "200 credits"})
    assert changed.description == "200 credits"
    assert judge.payments.cancel(payment_id=payment.id).status == "canceled"
    assert judge.payments.list(limit=5).result.embedded.payments[0].id == payment.id


def test_methods_with_and_without_banks(judge: ClientSDK) -> None:
    found = judge.methods.list(
        amount={"currency": "EUR", "value": "12.50"},
        billing_country="NL",
        include="issuers",
        sequence_type=models.SequenceType.ONEOFF,
    )
    ideal = next(method for method in found.embedded.methods if method.id == "ideal")
    assert "ING" in [issuer.name for issuer in ideal.issuers]
    assert judge.methods.get(method_id=models.MethodEnum.PAYPAL).description == "PayPal"


def test_customers_mandates_and_recurring_payments(simulator: Simulator, judge: ClientSDK) -> None:
    customer = judge.customers.create(entity_customer={"name": "A. Zomer", "locale": models.LocaleResponse.NL_NL})
    assert judge.customers.get(customer_id=customer.id).name == "A. Zomer"
    assert judge.customers.list().result.count >= 1
    for method in ("creditcard", "paypal", "ideal"):
        first = begin(judge, method=method, sequence_type="first", customer_id=customer.id)
        simulator.pay(first.id, method=method)
    mandates = judge.mandates.list(customer_id=customer.id).result.embedded.mandates
    assert sorted(mandate.method for mandate in mandates) == ["creditcard", "directdebit", "paypal"]
    for mandate in mandates:
        again = begin(
            judge, sequence_type="recurring", customer_id=customer.id, mandate_id=mandate.id, redirect_url=None
        )
        assert again.status == "pending"
        assert judge.payments.get(payment_id=again.id).mandate_id == mandate.id
    added = judge.mandates.create(
        customer_id=customer.id,
        mandate_request={
            "method": models.MandateMethod.DIRECTDEBIT,
            "consumer_name": "A. Zomer",
            "consumer_account": "NL91ABNA0417164300",
        },
    )
    assert judge.mandates.get(customer_id=customer.id, mandate_id=added.id).status == "valid"
    judge.mandates.revoke(customer_id=customer.id, mandate_id=added.id)
    payments: Any = judge.customers.list_payments(customer_id=customer.id).result.embedded.payments
    assert len(payments) == 6


def test_refunds_and_chargebacks(simulator: Simulator, judge: ClientSDK) -> None:
    payment = begin(judge)
    simulator.pay(payment.id)
    refund = judge.refunds.create(
        payment_id=payment.id,
        refund_request={"amount": {"currency": "EUR", "value": "5.00"}, "description": "back", "metadata": {"a": "b"}},
    )
    assert refund.status == "pending"
    assert judge.refunds.get(payment_id=payment.id, refund_id=refund.id).amount.value == "5.00"
    assert judge.refunds.list(payment_id=payment.id).result.count == 1
    assert judge.refunds.all().result.count >= 1
    chargeback = simulator.control("chargeback", payment=payment.id, value="2.00", reason="AC04")
    found = judge.chargebacks.get(payment_id=payment.id, chargeback_id=chargeback["id"])
    assert (found.amount.value, found.reversed_at) == ("2.00", None)
    simulator.control("reverse", chargeback=chargeback["id"])
    assert judge.chargebacks.list(payment_id=payment.id).result.embedded.chargebacks[0].reversed_at
    assert judge.chargebacks.all().result.count >= 1
    whole = judge.payments.get(payment_id=payment.id, embed="refunds,chargebacks")
    assert (whole.amount_refunded.value, whole.amount_remaining.value) == ("5.00", "7.50")
    judge.refunds.cancel(payment_id=payment.id, refund_id=refund.id)
    assert judge.refunds.list(payment_id=payment.id).result.embedded.refunds[0].status == "canceled"


def test_the_lists_of_everything_begin_with_the_newest(simulator: Simulator, judge: ClientSDK) -> None:
    for _ in range(2):
        payment = begin(judge)
        simulator.pay(payment.id)
        judge.refunds.create(
            payment_id=payment.id,
            refund_request={"amount": {"currency": "EUR", "value": "5.00"}, "description": "back"},
        )
        simulator.control("chargeback", payment=payment.id, value="2.00")
    for page, name in (
        (judge.payments.list(limit=2), "payments"),
        (judge.refunds.all(limit=2), "refunds"),
        (judge.chargebacks.all(limit=2), "chargebacks"),
    ):
        listed = getattr(page.result.embedded, name)
        assert [each.created_at for each in listed] == sorted((each.created_at for each in listed), reverse=True)
        assert getattr(listed[0], "payment_id", listed[0].id) == payment.id
        following = page.next()
        assert following is None or following.result.count > 0


@pytest.mark.parametrize(("path", "status"), [("/payments/tr_nobody", 404), ("/nonsense", 404)])
def test_errors_have_the_form_of_the_api(api: Api, path: str, status: int) -> None:
    answer = api.call("GET", path)
    assert answer.status == status
    assert models.ErrorResponseData.model_validate(answer.json()).status == status


def test_a_refusal_names_its_field(judge: ClientSDK) -> None:
    with pytest.raises(models.ErrorResponse) as refused:
        begin(judge, method="ideal", issuer="ideal_NOBANK")
    assert (refused.value.data.status, refused.value.data.field) == (422, "issuer")
