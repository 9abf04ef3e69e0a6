"""Who is banned for good reads nothing any more: what was paid for messages that they never read comes back, once."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.ledger.queries import get_balance
from modules.messaging.service import conversations
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.decisions.service import decisions, fraud
from tests.conftest import drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, write
from tests.factories.moderation import Colleague
from tests.fixture_types import MakeColleague, MakeMember
from tests.moderation.test_decisions import A_WEEK, FACTS, FOR_GOOD, countersign, decide, lift

SPAM = Verdict(Measure.PERMANENT_BAN, Rule.SPAM, facts=FACTS)
pytestmark = pytest.mark.spec("10.5", "4.2")


@pytest.fixture
def balance(mo: Member, make_member: MakeMember) -> Callable[[], tuple[int, int, int]]:
    """Ruth's credits: what she has, what she had before the message that Mo did not read, and before any."""
    ruth = make_member(name="Ruth", language="en")

    def now() -> int:
        with transaction(read_only=True) as session:
            return get_balance(session, ruth.id)

    def say() -> Any:
        with transaction() as session:
            return write(session, sender=ruth, to=mo).message

    with transaction() as session:
        give_credits(session, member_id=ruth.id, credits=100)
    before_any = now()
    first = say()
    with transaction() as session:
        conversations.mark_read(session, actor=actor_of(mo), conversation_id=first.conversation_id, seq=first.seq)
    one_read = now()
    say()
    assert now() < one_read < before_any
    return lambda: (now(), one_read, before_any)


@pytest.fixture
def sign(colleague: MakeColleague) -> Callable[[UUID], None]:
    """Let somebody else sign a ban."""
    second = colleague()

    def run(decision_id: UUID) -> None:
        countersign(decision_id, second)
        drain_now()

    return run


def test_what_they_never_read_comes_back_when_it_is_signed_and_stays_when_it_is_lifted(
    mo: Member, staff: Colleague, balance: Callable[[], tuple[int, int, int]], sign: Callable[[UUID], None]
) -> None:
    paid, one_read, _ = balance()
    proposed = decide(mo, staff, SPAM)
    drain_now()
    assert balance()[0] == paid
    sign(proposed)
    assert balance()[0] == one_read
    with transaction() as session:
        decisions.refund_unread(session, decision_id=proposed)
    lift(proposed, staff)
    drain_now()
    assert balance()[0] == one_read


def test_nothing_comes_back_of_a_ban_for_a_time_or_of_one_that_was_taken_back(
    mo: Member, staff: Colleague, colleague: MakeColleague, balance: Callable[[], tuple[int, int, int]]
) -> None:
    paid, _, _ = balance()
    lift(decide(mo, staff, A_WEEK), staff)
    drain_now()
    proposed, second = decide(mo, staff, SPAM), colleague()
    countersign(proposed, second)
    lift(proposed, staff)
    drain_now()
    assert balance()[0] == paid


def test_for_fraud_all_comes_back_and_once(
    mo: Member, staff: Colleague, balance: Callable[[], tuple[int, int, int]], sign: Callable[[UUID], None]
) -> None:
    _, _, before_any = balance()
    proposed = decide(mo, staff, FOR_GOOD)
    sign(proposed)
    assert balance()[0] == before_any
    with transaction() as session:
        decisions.refund_unread(session, decision_id=proposed)
        fraud.return_credits(session, removed_id=mo.id)
    assert balance()[0] == before_any
