"""Mandates of direct debits: used again, ended by support, by their giver's leaving, and by time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.billing import jobs
from modules.billing.debit import policies
from modules.billing.debit.service import mandates
from modules.billing.payments.queries import orders as order_queries
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now
from tests.billing import sepa_bank
from tests.billing.debiting import Payer, authorise, end_mandate, mandate_id_of, mandate_of, run_sql, send, take_in
from tests.billing.shopping import sound
from tests.conftest import drain_now
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.racing import wait_for_a_lock


def test_a_mandate_is_used_again_and_ends_unused(debit_shop: Site, payer: Payer) -> None:
    payer.pay(credits=50)
    payer.pay(credits=50)
    first, second = send(debit_shop)
    assert first.mandate == second.mandate
    month = "UPDATE billing.dd_mandate SET last_used_at = now() - make_interval(days => :days) WHERE member_id = :id"
    run_sql(month, days=1096, id=payer.member.id)
    jobs.lapse_mandates()
    assert mandate_of(payer) == "active"  # money is still to come
    take_in(sepa_bank.booked(sepa_bank.came(first.ref, 999), sepa_bank.came(second.ref, 999)))
    with transaction() as session:
        session.execute(text(month), {"days": policies.MANDATE_LAPSES_AFTER.days, "id": payer.member.id})
        mandates.lapse_mandates(session)
    assert mandate_of(payer) == "active"
    run_sql(month, days=1096, id=payer.member.id)
    jobs.lapse_mandates()
    assert mandate_of(payer) == "lapsed"
    assert run_sql("SELECT reason FROM billing.dd_mandate WHERE member_id = :id", id=payer.member.id) == "unused"
    payer.pay(credits=50)
    assert mandate_of(payer) == "active"


@pytest.mark.parametrize(
    ("go", "mandate", "why"),
    [(ban, ("active", None), "account-banned"), (delete_now, ("lapsed", "account-deleted"), "account-deleted")],
)
def test_nothing_is_collected_once_an_account_ends_and_a_mandate_outlives_only_a_ban(
    debit_shop: Site, payer: Payer, go: Callable[[Any], Any], mandate: tuple[str, str | None], why: str
) -> None:
    order_id = payer.pay(credits=50)
    go(payer.member)
    drain_now()
    left = """SELECT mandate.state, mandate.reason, collection.state, collection.reason, bought.state, payment.failure
              FROM billing.credit_order AS bought JOIN billing.payment ON payment.order_id = bought.id
              JOIN billing.dd_collection AS collection ON collection.payment_id = payment.id
              JOIN billing.dd_mandate AS mandate ON mandate.id = collection.mandate_id WHERE bought.id = :id"""
    with transaction(read_only=True) as session:
        found = session.execute(text(left), {"id": order_id}).one()
    assert found == (*mandate, "canceled", why, "failed", why)


@pytest.mark.spec("10.6")
def test_support_ends_a_mandate_when_its_giver_asks_and_what_waited_fails(
    debit_shop: Site, payer: Payer, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    order_id = payer.pay(credits=50)
    support, moderator = staff_browser(colleague(Role.SUPPORT)), staff_browser(colleague(Role.MODERATOR))
    mandates = "/ops/api/billing.debit-mandates"
    (mandate,) = support.get(f"{mandates}?member_id={payer.member.id}").json["data"]
    end = f"{mandates}/{mandate['id']}/actions/end"
    assert moderator.post(end, {"reason": "asked"}, key=uuid4().hex).status_code == 403
    assert support.post(end, {"reason": " "}, key=uuid4().hex).status_code == 422
    ended = support.post(end, {"reason": "wrote in a case"}, key=uuid4().hex).json
    assert (ended["state"], ended["reason"]) == ("lapsed", "payer-asked")
    again = support.post(end, {"reason": "wrote in a case"}, key=uuid4().hex)
    assert again.json["code"] == "billing.transition-forbidden"
    assert run_sql("SELECT state FROM billing.dd_collection WHERE mandate_id = :id", id=mandate["id"]) == "canceled"
    assert (payer.order(order_id)["state"], payer.credits) == ("failed", 10)
    payer.pay(credits=50)
    assert mandate_of(payer) == "active"
    sound()


def test_whoever_ends_a_mandate_locks_in_the_order_in_which_all_do(debit_shop: Site, make_member: MakeMember) -> None:
    member = make_member()
    order_id = authorise(member)
    mandate_id = mandate_id_of(member)
    free = text("SELECT FROM billing.dd_collection WHERE mandate_id = :id FOR UPDATE NOWAIT")
    with ThreadPoolExecutor(1) as support, transaction() as session:
        order_queries.lock_order(session, order_id)
        ended = support.submit(end_mandate, member)
        wait_for_a_lock(unless=ended.done)
        session.execute(free, {"id": mandate_id})
    ended.result()
    assert run_sql("SELECT state FROM billing.dd_collection WHERE mandate_id = :id", id=mandate_id) == "canceled"
