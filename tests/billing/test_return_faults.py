"""What goes wrong while money goes back: refunds and chargebacks that race, bounce, get lost, or come unasked."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel import clock, figures
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.jobs import count_figures
from modules.billing import api
from modules.billing.contracts.payments import Refund
from modules.billing.contracts.states import RefundState, RefusalReason
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.errors.payments import NothingToRefund
from modules.billing.payments.providers.port import OutcomeUnknown, ProviderRefundStatus, Unavailable
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import money, payments
from tests.billing.bank import Bank, Killed
from tests.billing.shopping import (
    balance_of,
    buy,
    logged_line,
    offer_of,
    order_of,
    pay_twice,
    payment_of,
    ref_of,
    refund_of,
    settle,
    sound,
    spend,
    support,
    unspent_of,
    withdraw,
)
from tests.factories.billing import give_credits, spend_credits
from tests.racing import race

PRICE = 1080  # 120 credits
pytestmark = pytest.mark.usefixtures("shop")


def charge_back(bank: Bank, order_id: UUID, minor: int = PRICE) -> str:
    """Let the bank take money back, and tell."""
    name = bank.charge_back(ref_of(order_id), minor)
    payments.sync_ref("mollie", ref_of(order_id))
    return name


def move_back(refund: Refund, **ago: float) -> None:
    """Let a refund have been asked for, and sent, in the past; it is due before all others. The triggers would not
    have it.
    """
    earlier = text(
        "UPDATE billing.refund SET created_at = created_at - CAST(:ago AS interval),"
        " submitted_at = submitted_at - CAST(:ago AS interval), next_check_at = now() - interval '1 year'"
        " WHERE id = :id"
    )
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(earlier, {"id": refund.id, "ago": timedelta(**ago)})


def is_premium(member: Member) -> bool:
    with transaction(read_only=True) as session:
        return accounts_api.get_member(session, member.id).is_paid


# What was spent does not come back.


def test_part_is_spent(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spend(member, 50)  # 10 that were given, 40 that were bought
    refund = withdraw(member, order_id)
    assert (refund.credits, refund.amount.minor) == (80, 720)
    assert balance_of(member) == 0
    settle(bank, refund)
    assert order_of(order_id).state == "completed"
    assert is_premium(member)
    sound()


def test_a_refund_holds_no_credits_but_those_of_its_order(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spend(member, 110)  # ten of these were given
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=100)
    with pytest.raises(InsufficientCredits) as refused, transaction() as session:
        money.hold_unspent(session, refund_id=uuid4(), member_id=member.id, order_id=order_id, credits=21)
    assert refused.value.extra == {"needed": 21, "balance": 20}
    assert (unspent_of(order_id)[0], balance_of(member)) == (20, 120)


def test_all_is_spent(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spend(member, 130)
    with pytest.raises(NothingToRefund):
        withdraw(member, order_id)


@pytest.mark.parametrize("round_", range(3))
def test_a_spend_races_a_refund(bank: Bank, member: Member, round_: int) -> None:
    order_id = buy(bank, member)
    results = race([lambda: withdraw(member, order_id)] + [lambda: spend(member, 15)] * 11)
    refunded = [result for result in results if isinstance(result, Refund)]
    spent = [type(result) for result in results].count(UUID)
    assert {type(result) for result in results} <= {Refund, UUID, InsufficientCredits, NothingToRefund}
    assert sum(refund.credits for refund in refunded) + 15 * spent + balance_of(member) == 130
    sound()


@pytest.mark.parametrize("round_", range(3))
def test_refunds_race_for_the_same_credits(bank: Bank, member: Member, round_: int) -> None:
    order_id = buy(bank, member)
    results = race([lambda: support(order_id, credits=80)] * 6 + [lambda: withdraw(member, order_id)] * 6)
    made = [result for result in results if isinstance(result, Refund)]
    assert {type(result) for result in results} <= {Refund, InsufficientCredits, NothingToRefund}
    assert sorted(refund.credits for refund in made) in ([40, 80], [120])
    assert payment_of(order_id).refunded_minor == PRICE
    for refund in made:
        settle(bank, refund)
    assert not is_premium(member)
    sound()


def test_a_refund_is_sent_once(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    race([lambda: payments.submit_refund(refund.id)] * 6 + [lambda: payments.sync_refund(refund.id)] * 6)
    assert (bank.calls["create_refund"], len(bank.payments[ref_of(order_id)].refunds)) == (1, 1)
    settle(bank, refund)
    sound()


def test_what_was_given_as_goodwill_counts(bank: Bank, member: Member) -> None:
    """A member never has back more than they paid; what the page offers is what they get."""
    order_id = buy(bank, member)
    settle(bank, support(order_id, credits=0, extra=300))
    offer = offer_of(order_id)
    refund = withdraw(member, order_id)
    assert refund.amount == offer.amount
    assert refund.amount.minor == PRICE - 300
    settle(bank, refund)
    sound()


# Refunds that come to nothing.


@pytest.mark.parametrize("arrived_before", [False, True])
def test_a_refund_comes_back(bank: Bank, member: Member, arrived_before: bool) -> None:
    order_id = buy(bank, member)
    spend(member, 33)
    before = (unspent_of(order_id), balance_of(member), is_premium(member))
    refund = withdraw(member, order_id)
    if arrived_before:
        settle(bank, refund)
    settle(bank, refund, ProviderRefundStatus.FAILED)
    assert refund_of(refund.id).state is RefundState.FAILED
    assert (unspent_of(order_id), balance_of(member), is_premium(member)) == before
    sound()
    settle(bank, withdraw(member, order_id))
    sound()


@pytest.mark.parametrize("when", ["before", "after"])
def test_the_process_ends_while_a_refund_is_sent(bank: Bank, member: Member, when: str) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    getattr(bank, when)("create_refund", Killed())
    with pytest.raises(Killed):
        payments.submit_refund(refund.id)
    payments.submit_refund(refund.id)  # the event comes again
    move_back(refund, hours=3)
    payments.check_due()
    assert len(bank.payments[ref_of(order_id)].refunds) == (1 if when == "after" else 0)
    if when == "after":
        assert refund_of(refund.id).state is RefundState.PENDING
        settle(bank, refund)
    else:
        assert refund_of(refund.id).state is RefundState.FAILED
        assert balance_of(member) == 130
    sound()


@pytest.mark.parametrize("function", ["post_payout", "share_of", "_move_credits", "post_money"])
def test_the_process_ends_while_a_refund_is_booked(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    payments.submit_refund(refund.id)
    bank.turn_refund(str(refund_of(refund.id).provider_ref), ProviderRefundStatus.REFUNDED)

    def die(*_args: Any, **_kwargs: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(money, function, die)
        with pytest.raises(Killed):
            payments.sync_payment(refund.payment_id)
    assert refund_of(refund.id).state is RefundState.PENDING
    sound()
    move_back(refund, minutes=10)
    payments.check_due()
    assert refund_of(refund.id).state is RefundState.REFUNDED
    sound()


@pytest.mark.parametrize("error", [OutcomeUnknown("lost"), Unavailable("down")])
def test_an_answer_that_is_lost_is_looked_up(bank: Bank, member: Member, error: Exception) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    bank.after("create_refund", error)
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.UNKNOWN
    move_back(refund, minutes=10)
    payments.check_due()
    assert refund_of(refund.id).state is RefundState.PENDING
    assert len(bank.payments[ref_of(order_id)].refunds) == 1
    sound()


def test_a_refund_that_was_agreed_to_late_is_not_given_up_early(bank: Bank, member: Member) -> None:
    """It waited for hours before it was sent; the provider's answer is still on its way when somebody looks."""
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    move_back(refund, hours=5)
    bank.before("create_refund", lambda: payments.sync_refund(refund.id))
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.PENDING
    assert balance_of(member) == 10
    settle(bank, refund)
    sound()


def test_one_refund_is_under_way_at_a_time(bank: Bank, member: Member) -> None:
    refund = withdraw(member, buy(bank, member))
    payments.submit_refund(refund.id)
    move_back(refund, minutes=1)
    payments.check_due()
    with transaction(read_only=True) as session:
        assert refund.id not in {due.id for due in queries.list_due_refunds(session, limit=50)}


def test_the_provider_refuses(bank: Bank, member: Member, logged: list[Any]) -> None:
    """Somebody refunded at the provider while ours waited: theirs counts, and the credits come back."""
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    bank.refund_by_hand(ref_of(order_id), PRICE)
    payments.sync_ref("mollie", ref_of(order_id))
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.FAILED
    assert balance_of(member) == 130
    assert payment_of(order_id).refunded_minor == PRICE
    with transaction(read_only=True) as session:
        _, theirs = queries.list_refunds(session, payment_ids=[refund.payment_id])
    assert (theirs.requested_by, theirs.note) == ("provider", "made at the provider")
    assert logged == [
        logged_line("error", "a refund made at the provider does not fit", ref=theirs.provider_ref),
        logged_line("warning", "refund refused", refund_id=str(refund.id), code="422"),
    ]
    sound()


def test_who_says_no(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member, credits=1000)
    refund = support(order_id, credits=1000)
    assert (refund.state, balance_of(member)) == (RefundState.REQUESTED, 10)
    with transaction() as session:
        api.reject_refund(session, refund_id=refund.id, actor="second", refused_for=RefusalReason.TOO_LATE)
    assert balance_of(member) == 1010
    sound()


# Chargebacks.


def test_a_chargeback_takes_what_is_unspent_and_a_reversal_gives_exactly_that(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spend(member, 77)
    before = (unspent_of(order_id), balance_of(member))
    name = charge_back(bank, order_id)
    assert (unspent_of(order_id), balance_of(member), is_premium(member)) == ((0, 0), 0, False)
    sound()
    bank.reverse(name)
    race([lambda: payments.sync_ref("mollie", ref_of(order_id))] * 6)
    assert (unspent_of(order_id), balance_of(member), is_premium(member)) == (*before, True)
    sound()


@pytest.mark.spec("10.4")
def test_a_chargeback_that_is_told_late_counts_on_the_day_on_which_the_installation_learns_of_it(
    bank: Bank, member: Member
) -> None:
    today = clock.today()
    ref = ref_of(buy(bank, member))
    bank.charge_back(ref, PRICE, at=clock.now() - timedelta(days=5))
    payments.sync_ref("mollie", ref)
    count_figures()
    with transaction(read_only=True) as session:
        asked: dict[str, Any] = {"begin": today, "end": clock.today() + timedelta(days=1), "site_id": member.site_id}
        (told,) = figures.sum_by_day(session, names=["billing.charged-back"], **asked)
    assert (told.amount, told.currency) == (PRICE, "EUR")


def test_a_spend_is_under_way_while_the_bank_takes_its_money(bank: Bank, member: Member) -> None:
    """The chargeback waits for the spend, then takes what it left."""
    order_id = buy(bank, member)
    ref = ref_of(order_id)
    bank.charge_back(ref, PRICE)
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
    with ThreadPoolExecutor(1) as other:
        with transaction() as session:
            spend_credits(session, member_id=member.id, credits=50)
            heard = other.submit(payments.sync_ref, "mollie", ref)
            while not session.execute(waits).scalar_one() and not heard.done():
                pass
        heard.result()
    assert (balance_of(member), unspent_of(order_id)) == (0, (0, 0))
    sound()


def test_a_chargeback_that_comes_twelve_times_at_once(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    bank.charge_back(ref_of(order_id), 400)
    assert race([lambda: payments.sync_ref("mollie", ref_of(order_id))] * 12) == [None] * 12
    assert payment_of(order_id).charged_back_minor == 400
    sound()


@pytest.mark.parametrize("round_", range(3))
def test_a_refund_races_a_chargeback(bank: Bank, member: Member, round_: int) -> None:
    order_id = buy(bank, member)
    bank.charge_back(ref_of(order_id), PRICE)
    results = race([lambda: withdraw(member, order_id), lambda: payments.sync_ref("mollie", ref_of(order_id))])
    assert results[1] is None
    assert balance_of(member) == 10
    if isinstance(results[0], Refund):
        payments.submit_refund(results[0].id)  # the bank has the money already, so that the provider refuses
        assert refund_of(results[0].id).state is RefundState.FAILED
        assert payment_of(order_id).refunded_minor == 0
    else:
        assert isinstance(results[0], NothingToRefund)
    sound()


def test_credits_of_a_refund_that_a_chargeback_overtook_do_not_come_back(
    bank: Bank, member: Member, logged: list[Any]
) -> None:
    """Their money is gone: what the refund held falls to the chargeback, and returns with its reversal."""
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    name = charge_back(bank, order_id)
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.FAILED
    assert logged == [logged_line("warning", "refund overtaken by a chargeback", refund_id=str(refund.id))]
    assert balance_of(member) == 10
    sound()
    bank.reverse(name)
    payments.sync_ref("mollie", ref_of(order_id))
    assert balance_of(member) == 130
    sound()


def test_a_second_chargeback_keeps_what_the_first_gives_back(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    first, second = charge_back(bank, order_id, 300), charge_back(bank, order_id, 400)
    bank.reverse(first)
    payments.sync_ref("mollie", ref_of(order_id))
    assert (balance_of(member), payment_of(order_id).charged_back_minor) == (10, 400)
    sound()
    bank.reverse(second)
    payments.sync_ref("mollie", ref_of(order_id))
    assert (balance_of(member), payment_of(order_id).charged_back_minor) == (130, 0)
    sound()


def test_a_chargeback_of_a_second_payment_takes_no_credits(bank: Bank, member: Member) -> None:
    second = pay_twice(bank, member)
    bank.charge_back(str(second.provider_ref), PRICE)
    payments.sync_ref("mollie", str(second.provider_ref))
    assert balance_of(member) == 130
    assert is_premium(member)
    sound()
