"""Refunds that are asked after at their provider: how often, how long, and what the operator is told."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import Refund
from modules.billing.contracts.states import RefundState
from modules.billing.payments.providers.port import OutcomeUnknown
from modules.billing.payments.service import payments, refunds
from tests.billing.bank import Bank, Killed
from tests.billing.examples import TICK
from tests.billing.shopping import balance_of, buy, logged_line, refund_of, sound, withdraw

pytestmark = pytest.mark.usefixtures("shop")


def close_check(refund: Refund, sent_ago: timedelta, *, times: int = 1) -> timedelta:
    """End a look after a refund that was sent so long ago; returns how long it then waits for the next."""
    values = {"id": refund.id, "ago": sent_ago}
    sent = text("UPDATE billing.refund SET submitted_at = now() - CAST(:ago AS interval) WHERE id = :id")
    wait = text("SELECT next_check_at - now() FROM billing.refund WHERE id = :id")
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # a refund keeps when it was sent
        session.execute(sent, values)
        session.execute(text("SET LOCAL session_replication_role = origin"))
        for _ in range(times):
            refunds.close_check(session, refund.id, give_up_after=payments.GIVE_UP_AFTER)
        found: timedelta = session.execute(wait, values).scalar_one()
        return found


def test_a_refund_under_way_is_asked_after_less_and_less_often(bank: Bank, member: Member) -> None:
    refund = withdraw(member, buy(bank, member))
    payments.submit_refund(refund.id)
    ages = (timedelta(seconds=4), timedelta(hours=1), timedelta(hours=30))
    waits = [timedelta(minutes=1), timedelta(minutes=15), timedelta(hours=6)]
    assert [close_check(refund, age) for age in ages] == waits
    assert refund_of(refund.id).state is RefundState.PENDING


@pytest.mark.parametrize(
    ("age", "state", "balance"),
    [
        (payments.GIVE_UP_AFTER, RefundState.SUBMITTED, 10),
        (payments.GIVE_UP_AFTER + TICK, RefundState.FAILED, 130),
    ],
)
def test_a_refund_that_the_provider_never_heard_of_is_given_up_once_after_two_hours(
    bank: Bank, member: Member, age: timedelta, state: RefundState, balance: int
) -> None:
    refund = withdraw(member, buy(bank, member))
    bank.before("create_refund", Killed())
    with pytest.raises(Killed):
        payments.submit_refund(refund.id)
    close_check(refund, age, times=2)
    assert (refund_of(refund.id).state, balance_of(member)) == (state, balance)
    sound()


def test_a_refund_that_was_given_up_and_went_out_is_told_to_whom_runs_the_installation(
    bank: Bank, member: Member, logged: list[Any]
) -> None:
    refund = withdraw(member, buy(bank, member))
    bank.after("create_refund", OutcomeUnknown())
    payments.submit_refund(refund.id)
    with transaction() as session:
        refunds.mark_outcome(session, refund.id, RefundState.FAILED)
    payments.sync_payment(refund.payment_id)
    [told] = bank.of(refund.payment_id).refunds
    named = {"refund_id": str(refund.id), "ref": told.ref}
    assert logged == [logged_line("error", "a refund that was given up went out", **named)]


def test_a_refund_whose_event_was_lost_goes_out_when_it_is_asked_after(bank: Bank, member: Member) -> None:
    refund = withdraw(member, buy(bank, member))
    payments.sync_refund(refund.id)
    assert (bank.calls["create_refund"], refund_of(refund.id).state) == (1, RefundState.PENDING)


def test_a_refund_whose_money_no_bank_took_still_goes_out(bank: Bank, member: Member) -> None:
    refund = withdraw(member, buy(bank, member))
    with transaction() as session:
        refunds.fail_overtaken(session, refund.payment_id)
    assert refund_of(refund.id).state is RefundState.APPROVED
