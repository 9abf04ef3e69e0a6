"""How much is debited, how many codes are sent, and who is blocked."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.debit.models import Block
from modules.billing.errors.debit import BlockInvalid, IbanInvalid
from modules.sites.contracts import Site
from tests.billing.debiting import Payer, forget_limits, new_iban, run_sql
from tests.billing.test_direct_debit import refusal
from tests.fixture_types import MakeMember
from tests.racing import race

# Another collection under the mandate of an order, which settled so many days ago.
SETTLED = """
WITH batch AS (
    INSERT INTO billing.dd_batch (id, creditor_id, collections, total_minor, created_by)
    VALUES (gen_random_uuid(), 'x', 1, 1, 'x') RETURNING id
)
INSERT INTO billing.dd_collection
       (id, payment_id, mandate_id, attempt, end_to_end_id, amount_minor, due_on, batch_id, state, created_at)
SELECT gen_random_uuid(), known.payment_id, known.mandate_id, 1 + :age, gen_random_uuid()::text, 7999, known.due_on,
       batch.id, 'settled', now() - make_interval(days => :age)
  FROM batch, billing.dd_collection AS known JOIN billing.payment ON payment.id = known.payment_id
 WHERE payment.order_id = :id AND known.attempt = 1
"""


@pytest.mark.spec("8.4")
@pytest.mark.parametrize("what", ["member", "iban"])
def test_the_blocked_are_told_so(payer: Payer, what: str) -> None:
    order_id = payer.ask()
    given: dict[str, Any] = {
        "member_id": payer.member.id if what == "member" else None,
        "iban": payer.iban if what == "iban" else None,
    }
    with transaction() as session:
        api.block_direct_debit(session, **given, reason="asked for", actor="robin")
    for answer in (payer.start(), payer.confirm(order_id)):
        assert refusal(answer) == (403, "billing.direct-debit-blocked")
        assert "Your account is blocked for direct debit payments" in answer.get_json()["detail"]
    with transaction() as session:
        assert len(api.lift_direct_debit_blocks(session, **given)) == 1
    assert payer.confirm(order_id).status_code == 200


@pytest.mark.parametrize(("lift", "left"), [("member", [1, 2]), ("iban", [0, 2]), ("both", [2])])
def test_lifting_ends_the_blocks_of_whom_it_names_and_no_others(
    make_member: MakeMember, lift: str, left: list[int]
) -> None:
    (member, other), iban = (make_member(), make_member()), new_iban()
    blocked: list[dict[str, Any]] = [{"member_id": member.id, "iban": None}, {"member_id": None, "iban": iban}]
    with transaction() as session:
        ids = [
            api.block_direct_debit(session, **one, reason="asked for", actor="robin")
            for one in (*blocked, {"member_id": other.id, "iban": new_iban()})
        ]
        whose: dict[str, Any] = {
            "member_id": member.id if lift != "iban" else None,
            "iban": iban if lift != "member" else None,
        }
        lifted = api.lift_direct_debit_blocks(session, **whose)
        stand = select(Block.id).where(Block.id.in_(ids), Block.until.is_(None))
        assert set(session.execute(stand).scalars()) == {*ids} - {*lifted} == {ids[place] for place in left}
        assert api.lift_direct_debit_blocks(session, **whose) == []


def test_a_block_says_whom_and_why() -> None:
    for iban, error in ((None, BlockInvalid), ("x", IbanInvalid)):
        with pytest.raises(error), transaction() as session:
            api.block_direct_debit(session, member_id=None, iban=iban, reason="why", actor="robin")
    with pytest.raises(BlockInvalid), transaction() as session:
        api.block_direct_debit(session, member_id=uuid4(), iban=None, reason=" ", actor="robin")


@pytest.mark.spec("8.4")
def test_what_is_open_has_a_limit(payer: Payer, new_payer: Callable[..., Payer]) -> None:
    payer.pay(credits=700)
    answer = payer.start(credits=700, iban=new_iban())
    assert refusal(answer) == (409, "billing.direct-debit-limit")
    assert "Direct debit limit reached" in answer.get_json()["detail"]
    # The account counts as the member does.
    assert refusal(new_payer(iban=payer.iban).start(credits=700)) == (409, "billing.direct-debit-limit")
    assert payer.start(credits=50).status_code == 201


def test_a_single_collection_has_a_limit(payer: Payer, debit_shop: Site) -> None:
    with transaction() as session:
        price = next(iter(api.list_bundles(session, site_id=debit_shop.id, country="NL"))).price
        api.set_bundle(session, site_id=debit_shop.id, country="NL", credits=999, price=type(price)(100_01, "EUR"))
    assert refusal(payer.start(credits=999)) == (409, "billing.direct-debit-limit")


def test_thirty_days_have_a_limit(payer: Payer) -> None:
    order_id = payer.pay(credits=700)
    for age in (1, 29, 40):
        run_sql(SETTLED, id=order_id, age=age)
    assert refusal(payer.start(credits=700)) == (409, "billing.direct-debit-limit")
    assert payer.start(credits=300).status_code == 201


def test_limits_hold_when_eight_confirm_at_once(payer: Payer, new_payer: Callable[..., Payer], app: Flask) -> None:
    """Eight members of one household with one account: 20 euros each, 150 may be open; the eighth is one too many."""
    payers = [payer, *(new_payer(iban=payer.iban) for _ in range(7))]
    orders = []
    for number, one in enumerate(payers):
        if number == 4:
            forget_limits()
        orders.append(one.ask())
    codes = [one.code for one in payers]
    answers = race([lambda i=i: payers[i].confirm(orders[i], codes[i]) for i in range(8)])
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [409]
    assert next(a.get_json()["code"] for a in answers if a.status_code == 409) == "billing.direct-debit-limit"


def test_codes_are_not_sent_without_end(payer: Payer, new_payer: Callable[..., Payer]) -> None:
    order_id = payer.ask()
    for _ in range(4):
        payer.ask(order_id=order_id)
    answer = payer.start(order_id=order_id)
    assert refusal(answer) == (429, "rate-limited")
    assert refusal(new_payer(phone=payer.phone).start()) == (429, "rate-limited")
    assert refusal(new_payer(iban=payer.iban).start()) == (429, "rate-limited")
    assert new_payer().start().status_code == 201
