"""Many at the same moment, on the real Postgres."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.ledger import Spent
from modules.billing.contracts.states import Reason
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.ledger.queries import get_balance
from modules.billing.ledger.service import grant_signup_credits
from modules.billing.payments.providers.port import ProviderStatus
from modules.billing.payments.service import outcomes, payments
from modules.sites.contracts import Site
from tests.accounts.leaving import erase_now
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.shopping import balance_of, sound
from tests.factories.billing import give_credits, spend_credits
from tests.factories.sites import make_site
from tests.fixture_types import MakeMember
from tests.racing import race, wait_for_a_lock


@pytest.mark.parametrize("round_", range(3))
def test_the_last_credit_is_spent_once(make_member: MakeMember, round_: int) -> None:
    member = make_member()

    def spend() -> Spent:
        with transaction() as session:
            return spend_credits(session, member_id=member.id, credits=10)

    results = race([spend] * 16)
    assert [type(result) for result in results].count(Spent) == 1
    assert [type(result) for result in results].count(InsufficientCredits) == 15
    assert balance_of(member) == 0
    sound()


def test_many_spends_over_many_lots_take_each_credit_once(make_member: MakeMember) -> None:
    member = make_member()
    with transaction() as session:
        for credits in (1, 2, 3, 5, 8):
            give_credits(session, member_id=member.id, credits=credits)

    def spend() -> Spent:
        with transaction() as session:
            return spend_credits(session, member_id=member.id, credits=4)

    results = race([spend] * 16)
    assert [type(result) for result in results].count(Spent) == 7
    assert balance_of(member) == 1
    sound()


def test_one_key_at_the_same_moment_is_one_posting(make_member: MakeMember) -> None:
    member, key, talk = make_member(), uuid4(), uuid4()

    def spend() -> Spent:
        with transaction() as session:
            return api.spend(
                session, member_id=member.id, credits=3, reason=Reason.MESSAGE, reference_id=talk, idem=key
            )

    assert len(set(race([spend] * 16))) == 1
    assert balance_of(member) == 7


def test_a_spend_is_refunded_once(make_member: MakeMember) -> None:
    member = make_member()
    with transaction() as session:
        spent = spend_credits(session, member_id=member.id, credits=6)

    def refund() -> int:
        with transaction() as session:
            return api.refund_spend(session, tx_id=spent.tx_id, reason="not delivered")

    assert sorted(race([refund] * 8)) == [0] * 7 + [6]
    assert balance_of(member) == 10
    sound()


def test_signup_credits_come_once_however_often_the_event_does(make_member: MakeMember) -> None:
    member = make_member(confirmed=False)

    def grant() -> int:
        with transaction() as session:
            return grant_signup_credits(session, member_id=member.id)

    race([grant] * 8)
    assert balance_of(member) == 10
    sound()


def test_accounts_of_one_mailbox_get_the_signup_credits_of_a_site_once(make_member: MakeMember) -> None:
    box = uuid4().hex[:12]
    spellings = [f"{box}@gmail.com", f"{box}+a@gmail.com", f"{box[:5]}.{box[5:]}@gmail.com", f"{box}+b@googlemail.com"]
    members = [make_member(confirmed=False, email=email) for email in spellings]

    def grant(member_id: UUID) -> int:
        with transaction() as session:
            return grant_signup_credits(session, member_id=member_id)

    assert sorted(race([partial(grant, member.id) for member in members])) == [0, 0, 0, 10]
    with transaction() as session:
        elsewhere = make_site(session)
    assert grant(make_member(confirmed=False, email=spellings[0], site=elsewhere).id) == elsewhere.signup_credits
    assert grant(make_member(confirmed=False, email=f"{box}@example.org").id) == 10


@pytest.mark.parametrize("former", ["a-{box}@pm.me", "{box}-shop@yahoo.com"])
def test_signup_credits_that_an_earlier_version_noted_by_another_form_of_the_mailbox_are_not_given_again(
    make_member: MakeMember, monkeypatch: pytest.MonkeyPatch, former: str
) -> None:
    member = make_member(confirmed=False, email=former.format(box=uuid4().hex[:12]))

    def grant() -> int:
        with transaction() as session:
            assert accounts_api.find_mailbox(session, member.id) != member.email
            return grant_signup_credits(session, member_id=member.id)

    with monkeypatch.context() as earlier:
        earlier.setattr(accounts_api, "list_mailbox_forms", lambda *_: (member.email,))
        assert grant() == 10
    assert grant() == 0


def test_a_mailbox_gets_its_signup_credits_once_whatever_becomes_of_the_account(
    make_member: MakeMember,
) -> None:
    box = uuid4().hex[:12]
    member = make_member(email=f"{box}@example.org")
    with transaction() as session:
        session.execute(
            text("UPDATE accounts.member SET email = :new WHERE id = :id"),
            {"new": f"{box}@example.com", "id": member.id},
        )
    again = make_member(email=f"{box}+again@example.org")
    erase_now(again)
    third = make_member(email=f"{box}@example.org")
    with transaction(read_only=True) as session:
        assert [get_balance(session, one.id) for one in (member, third)] == [10, 0]


@pytest.mark.usefixtures("shop")
def test_a_code_that_a_paid_order_takes_while_the_payment_of_its_holder_ends_stays_used(
    bank: Bank, site: Site, member: Member
) -> None:
    shopping.make_code(site, "ONE", max_uses=1)
    first, holder = (shopping.order(member, code="ONE") for _ in range(2))
    for order_id, status in ((first, ProviderStatus.PAID), (holder, ProviderStatus.EXPIRED)):
        bank.turn(shopping.ref_of(order_id), status)
    paid = shopping.payment_of(first)
    with ThreadPoolExecutor(1) as other:
        with transaction() as session:
            outcomes.apply_report(session, paid.id, bank.of(paid.id))
            ended = other.submit(payments.sync_order, holder)
            wait_for_a_lock(unless=ended.done)
        ended.result()
    assert (shopping.code_of(first), shopping.code_of(holder)) == ("redeemed", "released")
    assert shopping.redemptions_of(site, "ONE") == (1, 1)
    sound()
