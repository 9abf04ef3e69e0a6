"""Auto-reload at a bank in this process: when it buys, when it waits, and which failures count."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, text

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.events.outbox import OutboxEvent
from modules.accounts.contracts import Member
from modules.billing.contracts.states import OrderOrigin, OrderState, ReloadEnd
from modules.billing.events import ReloadPaused
from modules.billing.ledger import service as ledger
from modules.billing.payments.providers.port import ProviderStatus, Rejected, Unavailable
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries.limits import ReloadRule
from modules.billing.payments.service import limits, orders, payments, reload, reload_end
from modules.billing.shop import queries as shop_queries
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
    buy,
    logged_line,
    move_back,
    order,
    order_of,
    pay,
    pay_again,
    payment_of,
    ref_of,
    settle,
    sound,
    spend,
    support,
    withdraw,
)
from tests.conftest import drain_now
from tests.factories.billing import make_actor, place_order, save_method
from tests.fixture_types import MakeMember
from tests.racing import start_while_open

pytestmark = pytest.mark.usefixtures("shop")
CREDITS, PRICE = 120, 1080


def agree(member: Member, *, threshold: int = 50, cap: int = 100_000) -> None:
    """Switch auto-reload on; a member has 10 credits."""
    with transaction() as session:
        customer = orders.get_customer(session, actor=make_actor(member))
        bundles = shop_queries.list_bundles(session, site_id=member.site_id, country=customer.country)
        reload.set_rule(
            session,
            customer=customer,
            bundle_id=next(bundle.id for bundle in bundles if bundle.credits == CREDITS),
            mandate_id=save_method(session, member_id=member.id),
            threshold=threshold,
            monthly_cap_minor=cap,
        )


def rule_of(member: Member) -> ReloadRule:
    with transaction(read_only=True) as session:
        rule = reload.get_reload_rule(session, member_id=member.id)
        assert rule is not None
        return rule


def reloads_of(member: Member) -> list[UUID]:
    """Return a member's orders of auto-reload, the newest first."""
    with transaction(read_only=True) as session:
        found = order_queries.list_orders(session, member_id=member.id, limit=10)
        return [each.id for each in found if each.origin is OrderOrigin.RELOAD]


def limit_spending(member: Member, minor: int) -> datetime | None:
    """Change a member's spending limit; returns when it changes, if it does not at once."""
    with transaction() as session:
        customer = orders.get_customer(session, actor=make_actor(member))
        return limits.set_limit(session, customer=customer, minor=minor).next_at


def pauses_of(member: Member) -> list[datetime]:
    """Return until when a member was told that auto-reload is paused."""
    until, member_id = (OutboxEvent.payload[name].astext for name in ("until", "member_id"))
    told = select(until).where(OutboxEvent.name == ReloadPaused.name(), member_id == str(member.id))
    with transaction(read_only=True) as session:
        return [datetime.fromisoformat(each) for each in session.execute(told).scalars()]


def change_rule(member: Member, assignment: str, **values: Any) -> None:
    with transaction() as session:
        changed = text(f"UPDATE billing.reload_rule SET {assignment} WHERE member_id = :member_id")
        session.execute(changed, {"member_id": member.id, **values})


def waits_for_a_day(next_try_at: datetime) -> bool:
    return timedelta(hours=23) < next_try_at - clock.now() <= timedelta(hours=24)


def is_next_month(when: datetime, site: Site) -> bool:
    """Return whether a month begins at a time where the site is at home, and the next one."""
    local = when.astimezone(ZoneInfo(site.timezone))
    return (local.day, local.time()) == (1, time()) and timedelta() < when - clock.now() < timedelta(days=32)


def test_the_threshold_may_be_as_high_as_what_is_bought(member: Member) -> None:
    agree(member, threshold=CREDITS)
    assert rule_of(member).threshold == CREDITS


def test_nobody_is_reloaded_who_has_enough_though_others_run_low(
    bank: Bank, member: Member, make_member: MakeMember
) -> None:
    agree(make_member())
    agree(member, threshold=10)
    reload.reload(member.id)
    assert (reloads_of(member), bank.created) == ([], 0)


def test_who_buys_meanwhile_is_not_reloaded(bank: Bank, member: Member) -> None:
    agree(member)
    _, has_waited = start_while_open(
        lambda session: place_order(session, member=member), lambda: reload.reload(member.id)
    )
    assert (has_waited, reloads_of(member)) == (True, [])


def test_who_is_banned_is_tried_again_after_a_day(bank: Bank, member: Member) -> None:
    agree(member)
    with transaction() as session:
        session.execute(text("UPDATE accounts.member SET status = 'banned' WHERE id = :id"), {"id": member.id})
    reload.reload(member.id)
    assert reloads_of(member) == []
    assert waits_for_a_day(rule_of(member).next_try_at)


def test_a_reload_that_was_given_up_and_can_still_be_paid_counts_against_the_cap(bank: Bank, member: Member) -> None:
    agree(member, cap=PRICE)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    with transaction() as session:
        orders.cancel_order(session, member_id=member.id, order_id=order_id)
    change_rule(member, "next_try_at = now()")
    reload.reload(member.id)
    assert reloads_of(member) == [order_id]
    assert waits_for_a_day(rule_of(member).next_try_at)
    assert pauses_of(member) == []


def test_an_order_that_is_not_paid_yet_counts_against_the_spending_limit(bank: Bank, member: Member) -> None:
    agree(member, threshold=CREDITS)
    limit_spending(member, PRICE)
    order(member, credits=50)
    reload.reload(member.id)
    assert reloads_of(member) == []
    assert waits_for_a_day(rule_of(member).next_try_at)
    assert pauses_of(member) == []


def test_it_is_paused_until_the_month_in_which_the_spending_limit_allows_it(
    bank: Bank, member: Member, site: Site
) -> None:
    agree(member)
    limit_spending(member, PRICE)
    buy(bank, member)
    spend(member, 120)
    reload.reload(member.id)
    paused = rule_of(member)
    assert is_next_month(paused.next_try_at, site)
    assert (reloads_of(member), pauses_of(member), paused.ended_at) == ([], [paused.next_try_at], None)


def test_it_is_paused_until_a_higher_spending_limit_counts(bank: Bank, member: Member) -> None:
    agree(member)
    limit_spending(member, PRICE - 1)
    possible = limit_spending(member, PRICE)
    reload.reload(member.id)
    assert rule_of(member).next_try_at == possible
    assert (reloads_of(member), pauses_of(member)) == ([], [possible])


def test_it_is_paused_for_the_month_where_the_spending_limit_never_allows_it(
    bank: Bank, member: Member, site: Site
) -> None:
    agree(member)
    limit_spending(member, PRICE - 1)
    reload.reload(member.id)
    paused = rule_of(member)
    assert is_next_month(paused.next_try_at, site)
    assert (reloads_of(member), pauses_of(member)) == ([], [paused.next_try_at])


@pytest.mark.parametrize(
    ("error", "code"),
    [(Rejected("422", "no"), "billing.payment-refused"), (Unavailable("down"), "billing.provider-away")],
    ids=["refused", "away"],
)
def test_a_reload_that_cannot_be_paid_is_logged_and_waits(
    bank: Bank, member: Member, logged: list[Any], error: Exception, code: str
) -> None:
    agree(member)
    bank.before("create_payment", error)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    assert logged[-1] == logged_line("warning", "auto-reload not paid", order_id=str(order_id), code=code)
    assert waits_for_a_day(rule_of(member).next_try_at)


def test_a_reload_whose_bank_was_away_is_paid_once_it_is_back(bank: Bank, member: Member) -> None:
    agree(member)
    before = balance_of(member)
    bank.before("create_payment", Unavailable("down"))
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    move_back(order_id, minutes=10)
    payments.check_due()
    pay(bank, order_id)
    assert balance_of(member) == before + CREDITS
    sound()


def switch_off(member: Member) -> None:
    with transaction() as session:
        reload_end.end_rule(session, member_id=member.id, reason=ReloadEnd.MEMBER)


@pytest.mark.parametrize("is_asked", [False, True], ids=["before its bank is asked", "while its bank is away"])
@pytest.mark.parametrize("change", [switch_off, agree], ids=["switched off", "agreed to anew"])
def test_a_reload_is_not_charged_after_what_was_agreed_has_changed(
    bank: Bank, member: Member, change: Callable[[Any], None], is_asked: bool
) -> None:
    agree(member)
    if is_asked:
        bank.before("create_payment", Unavailable("down"))
        reload.reload(member.id)
    else:
        with transaction() as session:
            reload._place_due_order(session, member.id)
    [order_id] = reloads_of(member)
    change(member)
    asked = bank.calls["create_payment"]
    for hours in (0.2, 3):
        payments.submit_order(order_id)
        move_back(order_id, hours=hours)
        payments.sync_payment(payment_of(order_id).id)
    assert (bank.calls["create_payment"], bank.created) == (asked, 0)
    assert order_of(order_id).state is (OrderState.FAILED if is_asked else OrderState.CANCELLED)
    sound()


@pytest.mark.parametrize(
    ("threshold", "end_reason"),
    [(10, None), (11, ReloadEnd.REFUNDED)],
    ids=["enough is left", "it would be bought again"],
)
@pytest.mark.parametrize("is_by_support", [False, True])
def test_credits_that_are_given_back_are_not_bought_again(
    bank: Bank, member: Member, threshold: int, end_reason: ReloadEnd | None, is_by_support: bool
) -> None:
    agree(member)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    pay(bank, order_id)
    change_rule(member, "threshold = :threshold, next_try_at = now()", threshold=threshold)
    refund = support(order_id, credits=CREDITS) if is_by_support else withdraw(member, order_id)
    settle(bank, refund)
    reload.reload(member.id)
    assert (reloads_of(member), rule_of(member).end_reason) == ([order_id], end_reason)
    sound()


def test_a_card_whose_holder_took_money_back_is_not_charged_for_what_the_bank_took(bank: Bank, member: Member) -> None:
    agree(member)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    pay(bank, order_id)
    drain_now()
    bank.charge_back(ref_of(order_id), PRICE)
    payments.sync_payment(payment_of(order_id).id)
    assert balance_of(member) < rule_of(member).threshold
    reload.reload(member.id)
    rule = rule_of(member)
    assert (reloads_of(member), rule.method, rule.end_reason) == ([order_id], None, ReloadEnd.METHOD_GONE)
    sound()


def take_by_support(bank: Bank, member: Member, order_id: UUID) -> None:
    with transaction() as session:
        ledger.adjust_credits(session, member_id=member.id, credits=-CREDITS, note="given by mistake", actor="support")


def take_by_chargeback(bank: Bank, member: Member, order_id: UUID) -> None:
    bank.charge_back(ref_of(order_id), PRICE)
    payments.sync_payment(payment_of(order_id).id)


@pytest.mark.parametrize("take", [take_by_support, take_by_chargeback])
@pytest.mark.parametrize("go_on", [lambda member: spend(member, 1), agree], ids=["spends", "agrees again"])
def test_credits_that_others_took_are_not_bought_again_before_the_member_goes_on(
    bank: Bank, member: Member, take: Callable[..., None], go_on: Callable[..., Any]
) -> None:
    order_id = buy(bank, member)
    agree(member)
    take(bank, member, order_id)
    assert balance_of(member) < rule_of(member).threshold
    reload.reload(member.id)
    assert (reloads_of(member), rule_of(member).end_reason) == ([], None)
    go_on(member)
    reload.reload(member.id)
    assert len(reloads_of(member)) == 1
    sound()


def test_a_failure_is_forgotten_once_a_reload_is_paid(bank: Bank, member: Member) -> None:
    agree(member)
    reload.reload(member.id)
    pay(bank, reloads_of(member)[0], ProviderStatus.FAILED)
    drain_now()
    assert rule_of(member).failures == 1
    change_rule(member, "next_try_at = now()")
    reload.reload(member.id)
    pay(bank, reloads_of(member)[0])
    drain_now()
    paid = rule_of(member)
    assert (len(reloads_of(member)), paid.failures, paid.end_reason) == (2, 0, None)
    assert paid.next_try_at <= clock.now()


def test_a_failed_reload_that_fails_again_in_another_way_to_pay_counts_once(bank: Bank, member: Member) -> None:
    agree(member)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    pay(bank, order_id, ProviderStatus.FAILED)
    drain_now()
    pay_again(member, order_id)
    pay(bank, order_id, ProviderStatus.FAILED)
    drain_now()
    rule = rule_of(member)
    assert (rule.failures, rule.end_reason) == (1, None)


def test_a_failed_purchase_does_not_count(bank: Bank, member: Member) -> None:
    agree(member)
    pay(bank, order(member), ProviderStatus.FAILED)
    drain_now()
    rule = rule_of(member)
    assert (rule.failures, rule.end_reason) == (0, None)


@pytest.mark.parametrize(
    ("microseconds", "failures"),
    [(0, 1), (1, 0)],
    ids=["by then", "since then"],
)
def test_a_failure_counts_against_what_was_agreed_when_the_reload_was_ordered(
    bank: Bank, member: Member, microseconds: int, failures: int
) -> None:
    agree(member)
    reload.reload(member.id)
    [order_id] = reloads_of(member)
    agreed_at = "(SELECT created_at FROM billing.credit_order WHERE id = :order_id) + CAST(:later AS interval)"
    change_rule(member, f"agreed_at = {agreed_at}", order_id=order_id, later=timedelta(microseconds=microseconds))
    pay(bank, order_id, ProviderStatus.FAILED)
    drain_now()
    assert rule_of(member).failures == failures
