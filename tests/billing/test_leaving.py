"""What becomes of orders, auto-reload, ways to pay and the words of staff when an account ends."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select, text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.states import RefusalReason
from modules.billing.debit.queries.mandates import BANK
from modules.billing.debit.service import mandates
from modules.billing.payments.models.limits import ReloadRuleRow, SpendLimitRow
from modules.billing.payments.models.orders import CustomerRow
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import refunds
from modules.billing.service import leaving
from tests.accounts.leaving import ban, delete_now, erase_now
from tests.billing.bank import Bank
from tests.billing.shopping import buy, order, order_of, set_limit, sound, support, withdraw
from tests.billing.test_reload_rules import agree, rule_of
from tests.conftest import drain_now
from tests.factories.billing import save_customer
from tests.fixture_types import MakeMember
from tests.racing import wait_for_a_lock

pytestmark = pytest.mark.usefixtures("shop")
ERASED = "(erased)"


@pytest.mark.parametrize("end_account", [delete_now, erase_now, ban])
def test_the_unpaid_orders_of_an_account_that_ends_are_cancelled_and_no_others(
    bank: Bank, member: Member, make_member: MakeMember, end_account: Callable[[Any], Any]
) -> None:
    paid, foreign = buy(bank, member), order(make_member())
    unpaid = [order(member) for _ in range(2)]
    end_account(member)
    drain_now()
    states = [order_of(each).state for each in (*unpaid, paid, foreign)]
    assert states == ["cancelled", "cancelled", "completed", "loading"]
    sound()


@pytest.mark.parametrize(("end_account", "end_reason"), [(delete_now, "member"), (ban, None)])
def test_auto_reload_ends_when_a_member_leaves_and_outlives_a_ban(
    member: Member, make_member: MakeMember, end_account: Callable[[Any], Any], end_reason: str | None
) -> None:
    other = make_member()
    for each in (member, other):
        agree(each, threshold=10)
    end_account(member)
    drain_now()
    assert (rule_of(member).end_reason, rule_of(other).end_reason) == (end_reason, None)


def test_the_orders_of_an_account_that_ends_are_locked_by_their_ids_and_not_by_their_age(
    bank: Bank, member: Member
) -> None:
    first, second = sorted(order(member) for _ in range(2))
    younger = text("UPDATE billing.credit_order SET created_at = created_at + interval '1 hour' WHERE id = :id")
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # an order keeps when it was made
        session.execute(younger, {"id": first})

    def stop() -> None:
        with transaction() as session:
            # Else Postgres may read them from an index that has them in this order.
            for way in ("indexscan", "bitmapscan"):
                session.execute(text(f"SET LOCAL enable_{way} = off"))
            leaving.stop_buying(session, member_id=member.id)

    free = text("SELECT FROM billing.credit_order WHERE id = :id FOR UPDATE NOWAIT")
    with ThreadPoolExecutor(1) as other, transaction() as session:
        order_queries.lock_order(session, first)
        stopped = other.submit(stop)
        wait_for_a_lock(unless=stopped.done)
        session.execute(free, {"id": second})
    stopped.result()
    assert [order_of(each).state for each in (first, second)] == ["cancelled", "cancelled"]


def test_whoever_is_erased_has_no_limit_no_auto_reload_and_no_name_at_a_provider_and_others_keep_theirs(
    bank: Bank, member: Member, make_member: MakeMember
) -> None:
    other = make_member()
    for each in (member, other):
        set_limit(each, 5000)
        agree(each, threshold=10)
        with transaction() as session:
            save_customer(session, member_id=each.id)
    erase_now(member)
    drain_now()
    assert (ways_of(member), ways_of(other)) == ([0, 0, 0], [1, 1, 1])


def ways_of(member: Member) -> list[int]:
    """Return how many names at providers, limits and rules of auto-reload are kept of a member."""
    with transaction(read_only=True) as session:
        return [
            session.execute(select(func.count()).where(table.member_id == member.id)).scalar_one()
            for table in (CustomerRow, SpendLimitRow, ReloadRuleRow)
        ]


def test_what_staff_wrote_of_refunds_is_erased_with_their_member_and_what_nobody_wrote_stays_empty(
    bank: Bank, member: Member, make_member: MakeMember
) -> None:
    other = make_member()
    for each in (member, other):
        refuse_refund(bank, each)
        withdraw(each, buy(bank, each))
    erase_now(member)
    drain_now()
    assert words_of(member) == [("", ""), (ERASED, ERASED)]
    assert words_of(other) == [("", ""), ("a test", "It was used.")]


def refuse_refund(bank: Bank, member: Member) -> None:
    """Ask for a refund that is more than one person may give alone, and refuse it."""
    refund = support(buy(bank, member, credits=1000), credits=1000)
    with transaction() as session:
        refused = RefusalReason.OTHER
        refunds.reject_refund(session, refund_id=refund.id, actor="finance", refused_for=refused, words="It was used.")


def words_of(member: Member) -> list[tuple[str, str]]:
    """Return what staff wrote of a member's refunds, each note with the words of its refusal."""
    written = """SELECT note, refused_words FROM billing.refund JOIN billing.payment ON payment.id = payment_id
                   JOIN billing.credit_order AS bought ON bought.id = order_id WHERE member_id = :id"""
    with transaction(read_only=True) as session:
        return sorted((row.note, row.refused_words) for row in session.execute(text(written), {"id": member.id}))


def test_why_staff_blocked_whoever_is_erased_is_erased_and_the_code_of_a_bank_stays(
    member: Member, make_member: MakeMember
) -> None:
    other = make_member()
    for each in (member, other):
        with transaction() as session:
            api.block_direct_debit(session, member_id=each.id, iban=None, reason="never pays", actor="staff:1")
            mandates.block(session, member_id=each.id, iban_hash=None, reason="MD06", actor=BANK)
    erase_now(member)
    drain_now()
    assert (blocks_of(member), blocks_of(other)) == ({ERASED, "MD06"}, {"never pays", "MD06"})


def blocks_of(member: Member) -> set[str]:
    """Return why a member is blocked for direct debit."""
    with transaction(read_only=True) as session:
        why = text("SELECT reason FROM billing.dd_block WHERE member_id = :id")
        return set(session.execute(why, {"id": member.id}).scalars())
