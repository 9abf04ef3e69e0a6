"""What providers tell: in any order, any number, and by whoever likes to."""

import random
from dataclasses import replace
from datetime import timedelta
from itertools import count, repeat
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, insert, select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.payments.models.orders import ProviderNotice
from modules.billing.payments.providers.port import ProviderPayment, ProviderRefundStatus, ProviderStatus
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import payments
from modules.billing.payments.service.notices import KEPT_FOR, forget_old_notices
from modules.billing.routes.notices import UNSIGNED
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import balance_of, logged_line, order, order_of, pay, payment_of, sound, stock, unspent_of
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member as make_member_in
from tests.fixture_types import MakeMember

STATUSES = st.sampled_from([[], [ProviderStatus.PENDING], [ProviderStatus.AUTHORIZED], [ProviderStatus.FAILED]])
ENDS = st.sampled_from(["paid", "expired", "refunded", "bounced", "charged back", "returned", "both"])


def live(bank: Bank, ref: str, before: list[ProviderStatus], end: str) -> None:
    """Let a payment have its life at the bank, of which nobody is told."""
    for status in before:
        bank.turn(ref, status)
    if end == "expired":
        bank.turn(ref, ProviderStatus.FAILED if ProviderStatus.FAILED in before else ProviderStatus.EXPIRED)
        return
    bank.turn(ref, ProviderStatus.PAID)
    if end in ("refunded", "bounced", "both"):
        bank.refund_by_hand(ref, 300)
        bank.turn_refund(bank.payments[ref].refunds[0].ref, ProviderRefundStatus.REFUNDED)
    if end == "bounced":
        bank.turn_refund(bank.payments[ref].refunds[0].ref, ProviderRefundStatus.FAILED)
    if end in ("charged back", "returned", "both"):
        name = bank.charge_back(ref, 700)
        if end == "returned":
            bank.reverse(name)


def state(member: Member, order_id: Any) -> tuple[Any, ...]:
    """Return everything that can be told of an order, without names and times."""
    payment = payment_of(order_id)
    with transaction(read_only=True) as session:
        refunds = return_queries.list_refunds(session, payment_ids=[payment.id])
    return (
        order_of(order_id).state,
        payment.state,
        payment.is_credited,
        payment.refunded_minor,
        payment.charged_back_minor,
        [(refund.amount.minor, refund.state) for refund in refunds],
        unspent_of(order_id),
        balance_of(member),
    )


def tell(bank: Bank, ref: str, told: ProviderPayment) -> None:
    bank.stale[ref] = told
    payments.sync_ref("mollie", ref)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=STATUSES, end=ENDS, data=st.data())
def test_any_order_and_number_of_notices_end_in_one_state(
    bank: Bank, site: Site, before: list[ProviderStatus], end: str, data: st.DataObject
) -> None:
    with transaction() as session:
        told_last, told_all = (make_member_in(session, site=site) for _ in range(2))
    orders = [order(told_last), order(told_all)]
    refs = [str(payment_of(order_id).provider_ref) for order_id in orders]
    for ref in refs:
        live(bank, ref, before, end)
    tell(bank, refs[0], bank.history[refs[0]][-1])
    history = bank.history[refs[1]]
    again = data.draw(st.lists(st.sampled_from(history), max_size=5))
    for told in data.draw(st.permutations([*history, *again])):
        tell(bank, refs[1], told)
    assert state(told_all, orders[1]) == state(told_last, orders[0])
    sound()


def test_a_thousand_notices_repeated_reordered_and_forged(
    bank: Bank, site: Site, client: Client, make_member: MakeMember
) -> None:
    stock(site)
    members = [make_member() for _ in range(12)]
    orders = [order(member) for member in members]
    refs = [str(payment_of(order_id).provider_ref) for order_id in orders]
    for ref in refs[:8]:
        bank.turn(ref, ProviderStatus.PAID)
    chance = random.Random(7)
    notices = [chance.choice(refs) for _ in range(600)] + refs
    notices += [f"tr_{chance.getrandbits(64):016x}" for _ in range(250)]  # nobody's
    notices += [f"{chance.choice(refs)}' OR 1=1" for _ in range(138)]
    chance.shuffle(notices)
    answers = {
        client.http.post(
            "/api/v1/payment-notices/mollie",
            data={"id": ref, "status": "paid", "amount[value]": "0.01"},
            base_url=f"http://{client.host}",
        ).status_code
        for ref in notices
    }
    assert answers == {200, 403, 429}
    drain_now()
    assert [order_of(order_id).state for order_id in orders] == ["completed"] * 8 + ["loading"] * 4
    assert [balance_of(member) for member in members] == [130] * 8 + [10] * 4
    sound()


def test_notices_that_anybody_can_send_ask_the_provider_no_more_often_than_it_has_news(
    bank: Bank, site: Site, client: Client, make_member: MakeMember
) -> None:
    stock(site)
    told, other = (str(payment_of(order(make_member())).provider_ref) for _ in range(2))

    def notice(ref: str) -> int:
        address = f"http://{client.host}"
        posted = client.http.post("/api/v1/payment-notices/mollie", data={"id": ref}, base_url=address)
        return int(posted.status_code)

    before = bank.calls["fetch_payment"]
    for refs in (repeat(told), (f"tr_{uuid4().hex}" for _ in count())):
        assert [notice(next(refs)) for _ in range(UNSIGNED.calls + 5)] == [200] * UNSIGNED.calls + [429] * 5
    assert notice(other) == 200, "news of other payments are taken meanwhile"
    drain_now()
    assert bank.calls["fetch_payment"] - before == 2 * UNSIGNED.calls + 1


@pytest.mark.usefixtures("_engines")
def test_what_providers_told_is_forgotten_after_ninety_days() -> None:
    ages = {f"tr_{uuid4().hex}": age for age in (timedelta(0), KEPT_FOR, KEPT_FOR + timedelta(microseconds=1))}
    with transaction() as session:
        for ref, age in ages.items():
            told = {"provider": "mollie", "ref": ref, "received_at": func.now() - age}
            session.execute(insert(ProviderNotice).values(told))
        forget_old_notices(session)
        left = session.execute(select(ProviderNotice.ref).where(ProviderNotice.ref.in_(ages))).scalars()
        assert [ages[ref] for ref in left] == [timedelta(0), KEPT_FOR]


def test_a_notice_about_another_shops_payment_changes_nothing(
    bank: Bank, make_member: MakeMember, logged: list[Any]
) -> None:
    """The same account at the provider may serve an installation beside this one."""
    order_id = order(make_member())
    ref = str(payment_of(order_id).provider_ref)
    elsewhere = replace(bank.payments[ref], ref="tr_elsewhere", payment_id=uuid4(), status=ProviderStatus.PAID)
    bank.payments["tr_elsewhere"] = elsewhere
    payments.sync_ref("mollie", "tr_elsewhere")
    bank.payments["tr_nobody"] = replace(elsewhere, ref="tr_nobody", payment_id=None)
    payments.sync_ref("mollie", "tr_nobody")
    assert order_of(order_id).state == "loading"
    not_ours = [logged_line("warning", "a payment that is not ours", ref=ref) for ref in ("tr_elsewhere", "tr_nobody")]
    assert logged == not_ours


def test_a_notice_about_a_payment_that_the_provider_does_not_know_is_logged(bank: Bank, logged: list[Any]) -> None:
    assert payments.sync_ref("mollie", "tr_unknown") is None
    assert logged == [logged_line("warning", "the provider knows no such payment", ref="tr_unknown")]


def test_a_payment_is_known_by_its_name_though_its_report_does_not_tell_whose_it_is(
    bank: Bank, make_member: MakeMember
) -> None:
    order_id = order(make_member())
    ref = str(payment_of(order_id).provider_ref)
    bank.payments[ref] = replace(bank.payments[ref], payment_id=None, status=ProviderStatus.PAID)
    assert payments.sync_ref("mollie", ref) is None
    assert order_of(order_id).state == "completed"


@pytest.mark.parametrize("change", [{"minor": 1}, {"currency": "USD"}, {"ref": "tr_other"}])
def test_a_report_that_does_not_fit_is_not_believed(
    bank: Bank, make_member: MakeMember, change: dict[str, Any]
) -> None:
    """Paid, but less, in other money, or under another name than the payment has: a person must look."""
    member = make_member()
    order_id = order(member)
    told = bank.payments[str(payment_of(order_id).provider_ref)]
    amount = replace(told.amount, **{key: value for key, value in change.items() if key != "ref"})
    strange = replace(told, status=ProviderStatus.PAID, amount=amount, ref=change.get("ref", told.ref))
    bank.payments[strange.ref] = strange
    payments.sync_ref("mollie", strange.ref)
    assert (order_of(order_id).state, balance_of(member)) == ("loading", 10)
    bank.payments[told.ref] = told
    pay(bank, order_id)
    assert balance_of(member) == 130


def test_a_notice_may_come_to_an_address_that_is_no_site_and_is_kept(
    client: Client, bank: Bank, site: Site, make_member: MakeMember
) -> None:
    stock(site)
    order_id = order(make_member())
    bank.turn(ref := str(payment_of(order_id).provider_ref), ProviderStatus.PAID)
    nowhere = {"base_url": "http://127.0.0.2:9000"}
    assert client.http.post("/api/v1/payment-notices/mollie", data={"id": ref}, **nowhere).status_code == 200
    assert client.http.post("/api/v1/payment-notices/nobody", data={"id": ref}, **nowhere).status_code == 404
    drain_now()
    assert order_of(order_id).state == "completed"
    with transaction(read_only=True) as session:
        kept = session.execute(select(ProviderNotice.provider).where(ProviderNotice.ref == ref))
        assert list(kept.scalars()) == ["mollie"]
