"""Finance decides about refunds through the console's calls: what stands there, who may, and what the member reads."""

import re
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundState
from modules.billing.payments.service import payments
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.conftest import Open
from tests.conftest import Client, drain_now
from tests.moderation.test_figures import numbers
from tests.notifications.conftest import Postman, postman  # noqa: F401 - fixtures
from tests.notifications.test_mails import text_of
from tests.racing import race

ORDERS, REFUNDS = "/ops/api/billing.orders", "/ops/api/billing.refunds"
REFUSAL = {"action": "reject", "reason": "too-late", "words": ""}


def ask(browser: Client, order_id: UUID, **given: Any) -> Any:
    form = {"credits": 0, "reason": "asked by phone", **given}
    return browser.post(f"{ORDERS}/{order_id}/actions/refund", form, key=uuid4().hex)


def decide(browser: Client, refund_id: str, action: str, **form: Any) -> Any:
    return browser.post(f"{REFUNDS}/{refund_id}/actions/{action}", form, key=uuid4().hex)


def waiting(browser: Client, order_id: UUID) -> str:
    return str(browser.get(f"{REFUNDS}?order_id={order_id}").json["data"][0]["id"])


@pytest.mark.spec("9.7", "10.6")
def test_small_parts_are_no_way_around_the_limit(bank: Bank, member: Member, desk: Open) -> None:
    first, second = (shopping.buy(bank, member, credits=1000) for _ in range(2))
    support = desk(Role.SUPPORT)

    def give(order_id: UUID) -> Any:
        return lambda: (
            support.post(
                f"{ORDERS}/{order_id}/actions/refund",
                {"credits": 0, "extra_minor": 30_00, "reason": "so sorry"},
                key=uuid4().hex,
            ).status_code
        )

    assert race([give(first), give(second)]) == [200, 200]
    asked = [support.get(f"{REFUNDS}?order_id={order_id}").json["data"][0] for order_id in (first, second)]
    assert sorted(one["needs_approval"] for one in asked) == [False, True]
    preview = support.get(f"{ORDERS}/{first}/views/refund?credits=0&extra_minor=2100").json
    assert preview["needs_approval"] is True
    assert support.get(f"{ORDERS}/{first}/views/refund?credits=0&extra_minor=2000").json["needs_approval"] is False


@pytest.mark.spec("9.7", "10.6")
def test_two_currencies_are_no_way_around_the_limit(bank: Bank, site: Site, member: Member, desk: Open) -> None:
    euros = shopping.buy(bank, member, credits=1000)
    shopping.change_currency(site, 990, price := Money(600_00, "DKK"))
    kroner = shopping.buy(bank, member, credits=990, price=price)
    support = desk(Role.SUPPORT)
    ask(support, euros, extra_minor=30_00)  # six tenths of what one may give alone
    preview = f"{ORDERS}/{kroner}/views/refund?credits=0&extra_minor="
    assert support.get(f"{preview}{160_00}").json["needs_approval"] is False
    assert support.get(f"{preview}{160_01}").json["needs_approval"] is True
    ask(support, kroner, extra_minor=160_01)
    assert support.get(f"{REFUNDS}?order_id={kroner}").json["data"][0]["needs_approval"] is True


@pytest.mark.spec("9.7", "10.6")
def test_a_refund_is_decided_once_however_many_decide(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    finance, other = desk(Role.FINANCE), desk(Role.FINANCE)
    ask(desk(Role.FINANCE), order_id, credits=1000)
    refund_id = waiting(finance, order_id)

    def deciding(browser: Client, **decision: str) -> Any:
        return lambda: decide(browser, refund_id, **decision).status_code

    tries = [deciding(finance, action="approve"), deciding(other, **REFUSAL)]
    assert sorted(race([*tries, deciding(other, action="approve"), deciding(finance, **REFUSAL)])) == [
        *(200, 409, 409, 409)
    ]
    refund = shopping.refund_of(UUID(refund_id))
    assert refund.state in (RefundState.APPROVED, RefundState.REJECTED)
    assert shopping.balance_of(member) == (10 if refund.state is RefundState.APPROVED else 1010)
    shopping.sound()


@pytest.mark.spec("9.7", "10.6")
def test_what_came_back_and_was_taken_for_a_chargeback_was_not_used(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    ask(desk(Role.SUPPORT), order_id, credits=900)
    finance = desk(Role.FINANCE)
    payment = shopping.payment_of(order_id)
    assert payment.provider_ref is not None
    claim = bank.charge_back(payment.provider_ref, payment.amount.minor)
    payments.sync_ref("mollie", payment.provider_ref)

    def stands() -> list[int]:
        found = finance.get(f"{ORDERS}/{order_id}/views/standing").json
        [row] = finance.get(f"/ops/api/billing.chargebacks?order_id={order_id}").json["data"]
        parts = [found[part] for part in ("used", "unspent", "held", "returned")]
        return [*parts, found["used_worth"]["minor"], found["left"]["minor"], row["credits"]]

    assert stands() == [0, 0, 900, 100, 0, 0, 100]
    decide(finance, waiting(finance, order_id), "reject", reason="paid-back-already")
    assert stands() == [0, 0, 0, 1000, 0, 0, 1000]
    bank.reverse(claim)
    payments.sync_ref("mollie", payment.provider_ref)
    assert stands() == [0, 1000, 0, 0, 0, 9000, 1000]
    shopping.sound()


@pytest.mark.spec("9.7", "10.6")
def test_what_a_bank_has_taken_back_is_not_approved_as_well(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    ask(desk(Role.SUPPORT), order_id, credits=1000)
    finance = desk(Role.FINANCE)
    refund_id = waiting(finance, order_id)
    assert finance.get(f"{REFUNDS}/{refund_id}/views/case").json["is_taken_back"] is False
    payment = shopping.payment_of(order_id)
    assert payment.provider_ref is not None
    bank.charge_back(payment.provider_ref, payment.amount.minor)
    payments.sync_ref("mollie", payment.provider_ref)
    assert finance.get(f"{REFUNDS}/{refund_id}/views/case").json["is_taken_back"] is True
    assert decide(finance, refund_id, "approve").json["code"] == "billing.taken-back"
    assert decide(finance, refund_id, "reject", reason="paid-back-already").json["state"] == "rejected"
    shopping.sound()


@pytest.mark.spec("9.7", "10.6")
def test_a_large_refund_waits_for_another_person_and_goes_out_with_the_words_that_were_shown(
    bank: Bank, member: Member, desk: Open, postman: Postman
) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    first, second = desk(Role.FINANCE), desk(Role.FINANCE)
    ask(first, order_id, credits=1000)
    refund_id = waiting(first, order_id)
    own, other = (browser.get(f"{REFUNDS}/{refund_id}/views/case").json for browser in (first, second))
    assert (own["asked_by"], own["can_approve"]) == ("you", False)
    assert (other["asked_by"], other["can_approve"], other["state"]) == ("colleague", True, "requested")
    assert decide(first, refund_id, "approve").json["code"] == "billing.second-person-needed"
    assert decide(desk(Role.SUPPORT), refund_id, "approve").status_code == 403
    assert decide(second, refund_id, "approve").json["state"] == "approved"
    drain_now()
    shopping.settle(bank, shopping.refund_of(UUID(refund_id)))
    drain_now()
    settled = first.get(f"{REFUNDS}/{refund_id}/views/case").json
    assert (settled["state"], settled["decided_by"]) == ("refunded", "colleague")
    assert [settled["standing"][part] for part in ("used", "held", "returned")] == [0, 0, 1000]
    mails = postman.to(member.email)
    for sentence in other["reads"]["going"]:
        assert any(sentence in " ".join(text_of(mail).split()) for mail in mails), sentence
    shopping.sound()


@pytest.mark.spec("10.6")
def test_who_is_refused_reads_why_and_has_the_credits_back(
    bank: Bank, member: Member, desk: Open, postman: Postman
) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    drain_now()
    ask(desk(Role.SUPPORT), order_id, credits=1000)
    finance = desk(Role.FINANCE)
    refund_id = waiting(finance, order_id)
    case = finance.get(f"{REFUNDS}/{refund_id}/views/case").json
    assert decide(finance, refund_id, "reject", reason="other", words="  ").json["code"] == (
        "billing.refusal-words-missing"
    )
    assert decide(finance, refund_id, "reject", reason="because").status_code == 422
    said = "You asked for the order of May."
    assert decide(finance, refund_id, "reject", reason="too-late", words=said).json["state"] == "rejected"
    assert decide(finance, refund_id, "approve").json["code"] == "billing.transition-forbidden"
    drain_now()
    assert shopping.balance_of(member) == 1010
    mail = " ".join(text_of(postman.to(member.email)[-1]).split())
    for sentence in (*case["reads"]["refused"]["too-late"], said):
        assert sentence in mail
    shopping.sound()


@pytest.mark.spec("10.6")
def test_how_long_refunds_waited_for_the_second_person_is_counted_and_no_other_wait(
    bank: Bank, member: Member, desk: Open, site: Site
) -> None:
    support, finance = desk(Role.SUPPORT), desk(Role.FINANCE)
    for credits, hours, decision in ((1000, 3, {"action": "approve"}), (990, 50, REFUSAL), (10, 9, None)):
        order_id = shopping.buy(bank, member, credits=credits)
        ask(support, order_id, credits=credits)
        refund_id = waiting(finance, order_id)
        with transaction() as session:
            session.execute(text("SET LOCAL session_replication_role = replica"))
            earlier = "UPDATE billing.refund SET created_at = created_at - :hours * interval '1 hour' WHERE id = :id"
            session.execute(text(earlier), {"hours": hours, "id": refund_id})
        if decision:
            assert decide(finance, refund_id, **decision).status_code == 200
    found = {name: amount for name, amount in numbers(site).items() if "refunds-waited" in name}
    assert found == {f"billing.refunds-waited {hours * 3600}": 1 for hours in (4, 72)}


@pytest.mark.spec("10.6")
def test_staff_who_ask_hear_from_the_provider_at_once(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member)
    finance = desk(Role.FINANCE)
    ask(finance, order_id, credits=10)
    refund_id = waiting(finance, order_id)
    drain_now()
    ref = shopping.refund_of(UUID(refund_id)).provider_ref
    assert ref is not None
    bank.turn_refund(ref, shopping.ProviderRefundStatus.REFUNDED)
    assert decide(finance, refund_id, "ask-provider").json["state"] != "refunded"
    drain_now()
    assert shopping.refund_of(UUID(refund_id)).state is RefundState.REFUNDED


def test_what_waits_is_not_asked_after_at_the_provider(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    finance = desk(Role.FINANCE)
    ask(finance, order_id, credits=1000)
    refund_id = waiting(finance, order_id)
    asked = bank.calls.copy()
    decide(finance, refund_id, "ask-provider")
    drain_now()
    assert (shopping.refund_of(UUID(refund_id)).state, bank.calls) == (RefundState.REQUESTED, asked)


@pytest.mark.spec("10.2")
def test_figures_of_this_month_by_currency(bank: Bank, member: Member, desk: Open) -> None:
    finance = desk(Role.FINANCE)

    def euros() -> Any:
        rows = finance.get("/ops/api/billing.refund-figures").json["data"]
        empty = {"waiting": 0, "waiting_minor": {"minor": 0}, "refused": 0, "asked": 0, "paid_minor": {"minor": 0}}
        return next((row for row in rows if row["id"] == "EUR"), empty)

    before = euros()
    orders = [shopping.buy(bank, member, credits=1000) for _ in range(2)]
    for order_id in orders:
        ask(finance, order_id, credits=1000)
    decide(finance, waiting(finance, orders[0]), "reject", reason="too-late")
    paid = shopping.buy(bank, member)
    ask(finance, paid, credits=100)
    shopping.settle(bank, shopping.refund_of(UUID(waiting(finance, paid))))
    after = euros()
    assert after["waiting_minor"]["minor"] - before["waiting_minor"]["minor"] == 9000
    assert after["paid_minor"]["minor"] - before["paid_minor"]["minor"] == 900
    assert [after[part] - before[part] for part in ("waiting", "refused", "asked")] == [1, 1, 3]
    assert after["median_hours"] is not None


@pytest.mark.parametrize(
    "change",
    ["state = 'rejected'", "state = 'rejected', refused_for = 'other'", "refused_for = 'too-late'"],
)
def test_the_database_keeps_a_refusal_and_its_reason_together(bank: Bank, member: Member, change: str) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    refund = shopping.support(order_id, credits=1000)
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(text(f"UPDATE billing.refund SET {change} WHERE id = :id"), {"id": refund.id})


def test_a_refusal_is_not_rewritten(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    finance = desk(Role.FINANCE)
    ask(finance, order_id, credits=1000)
    refund_id = waiting(finance, order_id)
    decide(finance, refund_id, "reject", reason="too-late")
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(text("UPDATE billing.refund SET refused_words = 'No.' WHERE id = :id"), {"id": refund_id})


@pytest.mark.spec("10.4", "10.6")
def test_an_order_is_found_by_the_number_on_its_invoice_by_its_own_and_by_its_day(
    bank: Bank, member: Member, desk: Open
) -> None:
    first, second = (shopping.buy(bank, member, credits=1000) for _ in range(2))
    drain_now()
    finance = desk(Role.FINANCE)

    def found(query: str) -> list[str]:
        return [order["id"] for order in finance.get(f"{ORDERS}?member_id={member.id}&{query}").json["data"]]

    invoice = finance.get(f"{ORDERS}/{first}").json["invoice"]
    assert re.fullmatch(r"\d{4}-\d{6}", invoice)
    assert found(f"invoice={invoice}") == found(f"id={first}") == [str(first)]
    assert found(f"invoice={invoice[:-1]}") == []
    today = finance.get(f"{ORDERS}/{first}").json["created_at"][:10]
    assert {*found(f"created_at_from={today}")} == {str(first), str(second)}
    assert found(f"created_at_to={date.fromisoformat(today) - timedelta(days=1)}") == []
