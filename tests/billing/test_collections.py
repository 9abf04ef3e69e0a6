"""Files of collections, the two persons who send them, mandates, and what comes and goes with the money."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.billing import api, jobs
from modules.billing.debit import policies
from modules.billing.debit.service import mandates
from modules.billing.debit.service.bank_reports import ImportResult, Line
from modules.billing.errors.debit import (
    BatchNotFound,
    CollectionDayPassed,
    CreditorIncomplete,
    NothingToCollect,
    SamePerson,
)
from modules.billing.errors.payments import TransitionForbidden
from modules.billing.payments.queries import orders as order_queries
from modules.moderation.contracts.staff import Role
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now
from tests.billing import sepa_bank
from tests.billing.debiting import (
    Payer,
    authorise,
    creditor_of,
    end_mandate,
    export,
    gateway,
    make_batch,
    mandate_id_of,
    mandate_of,
    new_iban,
    new_payer,
    payer,
    release,
    run_sql,
    send,
    settle,
    shop,
    take_in,
)
from tests.billing.shopping import sound
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.racing import race, wait_for_a_lock
from tests.refusing import refused

__all__ = ["gateway", "new_payer", "payer", "shop"]


@pytest.mark.spec("2.13", "4.5", "1.2")
def test_credits_come_with_the_money(shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    wanted = send(shop)
    assert [(one.amount, one.iban) for one in wanted] == [(1999, payer.iban)]
    assert payer.credits == 10
    assert settle(wanted).settled == 1
    assert payer.order(order_id)["state"] == "completed"
    assert payer.credits == 130
    assert payer.browser.get("/api/v1/me").get_json()["paid_user"] is True
    # The same file, and the same line in another file, change nothing.
    assert settle(wanted).is_repeat
    again = take_in(sepa_bank.booked(sepa_bank.came(wanted[0].ref, 1999), sepa_bank.came("ELSE", 5)))
    assert (again.settled, len(again.ignored)) == (0, 2)
    assert payer.credits == 130
    sound()


def test_a_file_is_right_to_the_cent(shop: Site, new_payer: Callable[..., Payer]) -> None:
    payers = [new_payer() for _ in range(4)]
    for one, credits in zip(payers, (50, 120, 300, 700), strict=True):
        one.pay(credits=credits)
    batch = make_batch(shop)
    assert (batch.collections, batch.total_minor) == (4, 999 + 1999 + 3999 + 7999)
    release(batch)
    wanted = sepa_bank.read_collections(export(batch))
    assert {one.iban: one.amount for one in wanted} == dict(
        zip([one.iban for one in payers], (999, 1999, 3999, 7999), strict=True)
    )
    assert len({one.ref for one in wanted}) == 4
    # Not before the payer was told, and on a day on which banks work.
    told = datetime.now(UTC).date() + timedelta(days=policies.NOTICE_DAYS)
    assert all(date.fromisoformat(one.day) >= told for one in wanted)
    assert all(policies.is_banking_day(date.fromisoformat(one.day)) for one in wanted)


def make_older(statement: str, **values: Any) -> None:
    """Run a statement that no trigger refuses."""
    with transaction() as session:
        session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        session.execute(text(statement), values)


def days_after(begun: date, banking_days: int) -> set[str]:
    """Return the day a number of banking days after today, of which there are two if midnight passed since `begun`."""
    return {str(policies.add_banking_days(day, banking_days)) for day in (begun, datetime.now(UTC).date())}


@pytest.mark.parametrize(("is_late", "banking_days"), [(False, policies.LEAD_BANKING_DAYS), (True, 1)])
def test_a_bank_is_asked_for_what_was_authorised_on_a_day_that_it_can_keep(
    shop: Site, make_member: MakeMember, is_late: bool, banking_days: int
) -> None:
    today, member, iban = datetime.now(UTC).date(), make_member(), new_iban()
    order_id = authorise(member, iban=iban)
    mandate = "SELECT {} FROM billing.dd_mandate WHERE member_id = :id"
    if is_late:
        late = "UPDATE billing.dd_collection SET due_on = due_on - 30 WHERE mandate_id ="
        make_older(f"{late} ({mandate.format('id')})", id=member.id)
    [wanted] = send(shop)
    assert wanted.day in days_after(today, banking_days)
    assert wanted == sepa_bank.Wanted(
        ref=wanted.ref,
        amount=999,
        iban=iban,
        mandate=run_sql(mandate.format("reference"), id=member.id),
        day=wanted.day,
        holder="J. Jansen",
        words=f"Hearthside 50 credits {order_id.hex}",
        bank="ABNANL2A",
    )


def test_an_exported_file_stays_as_it_is(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    release(batch)
    first = export(batch)
    assert export(batch) == first
    assert run_sql(
        "SELECT content_hash = sha256(:content) FROM billing.dd_batch WHERE id = :id", content=first, id=batch.id
    )
    with pytest.raises(DBAPIError):
        run_sql("UPDATE billing.dd_batch SET content_hash = '\\x00' WHERE id = :id", id=batch.id)
    with pytest.raises(TransitionForbidden), transaction() as session:
        api.discard_batch(session, batch_id=batch.id)


def test_a_file_that_would_reach_the_bank_too_late_is_not_exported(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    make_older("UPDATE billing.dd_collection SET due_on = due_on - 30 WHERE batch_id = :id", id=batch.id)
    release(batch)
    make_older("UPDATE billing.dd_batch SET released_at = released_at - interval '7 days' WHERE id = :id", id=batch.id)
    with refused(CollectionDayPassed):
        export(batch)
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)
    assert len(send(shop)) == 1


def test_two_persons_send_a_file(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    with pytest.raises(TransitionForbidden):
        export(batch)
    with pytest.raises(SamePerson):
        release(batch, actor="linden")
    with pytest.raises(DBAPIError, match="four_eyes"):
        run_sql(
            "UPDATE billing.dd_batch SET state = 'released', released_by = created_by, content_hash = '\\x00' "
            "WHERE id = :id",
            id=batch.id,
        )
    assert release(batch).released_by == "robin"
    with pytest.raises(TransitionForbidden):
        release(batch, actor="somebody else")


def test_each_collection_is_in_one_file(shop: Site, payer: Payer) -> None:
    payer.pay()

    def make() -> Any:
        with transaction() as session:
            return api.create_batches(session, until=date(2100, 1, 1), actor="linden")

    results = race([make for _ in range(6)])
    made = [one for result in results if isinstance(result, list) for one in result]
    creditor = creditor_of(shop)
    assert sum(one.collections for one in made if one.creditor_id == creditor) == 1
    with pytest.raises(NothingToCollect):
        make()


def test_only_what_is_due_is_collected(payer: Payer) -> None:
    with suppress(NothingToCollect), transaction() as session:  # what other tests left to be due today
        api.create_batches(session, until=date.today(), actor="linden")
    payer.pay()
    with pytest.raises(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date.today(), actor="linden")


def test_a_discarded_file_gives_its_collections_back(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)
    with pytest.raises(TransitionForbidden):
        release(batch)
    assert settle(send(shop)).settled == 1
    with pytest.raises(BatchNotFound), transaction() as session:
        api.discard_batch(session, batch_id=uuid4())


def test_a_refused_file_is_sent_again(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    message_id = release(batch).message_id
    export(batch)
    refused = take_in(sepa_bank.refused_whole(message_id, "FF01"))
    line = Line("files_refused", message_id, "FF01", None, None, "EUR")
    assert refused == ImportResult("pain.002", files_refused=1, lines=[line])
    again = take_in(sepa_bank.refused_whole(message_id, "FF01") + b"\n")
    known = Line("ignored", message_id, "no file of ours that the bank has", None, None, "EUR")
    assert again == ImportResult("pain.002", lines=[known])
    assert settle(send(shop)).settled == 1
    sound()


@pytest.mark.parametrize("lacking", ["iban = NULL", "name = '\u2603 \u2603'"])
def test_a_company_without_account_or_legible_name_collects_nothing(shop: Site, payer: Payer, lacking: str) -> None:
    payer.pay()
    batch = make_batch(shop)
    # As an earlier version took it.
    run_sql(f"UPDATE sites.company SET {lacking} WHERE id = :id", id=shop.company.id)
    with pytest.raises(CreditorIncomplete):
        release(batch)


def test_of_a_long_name_the_bank_is_given_the_beginning(shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    with transaction() as session:
        name = "\u682a" * 112 + uuid4().hex[:8]
        sites_api.update_company(session, name=shop.company.name, changes={"name": name})
    release(batch)
    assert b"Zhu Zhu" in export(batch)


def test_a_mandate_is_used_again_and_ends_unused(shop: Site, payer: Payer) -> None:
    payer.pay(credits=50)
    payer.pay(credits=50)
    first, second = send(shop)
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
    shop: Site, payer: Payer, go: Callable[[Any], Any], mandate: tuple[str, str | None], why: str
) -> None:
    order_id = payer.pay(credits=50)
    go(payer.member)
    payer.drain()
    left = """SELECT mandate.state, mandate.reason, collection.state, collection.reason, bought.state, payment.failure
              FROM billing.credit_order AS bought JOIN billing.payment ON payment.order_id = bought.id
              JOIN billing.dd_collection AS collection ON collection.payment_id = payment.id
              JOIN billing.dd_mandate AS mandate ON mandate.id = collection.mandate_id WHERE bought.id = :id"""
    with transaction(read_only=True) as session:
        found = session.execute(text(left), {"id": order_id}).one()
    assert found == (*mandate, "canceled", why, "failed", why)


@pytest.mark.spec("10.6")
def test_support_ends_a_mandate_when_its_giver_asks_and_what_waited_fails(
    shop: Site, payer: Payer, colleague: MakeColleague, staff_browser: OpenConsole
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


def test_whoever_ends_a_mandate_locks_in_the_order_in_which_all_do(shop: Site, make_member: MakeMember) -> None:
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


@pytest.mark.spec("9.7")
def test_unspent_credits_go_back_by_transfer(shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    settle(send(shop))
    offered = payer.order(order_id)["refund_offer"]["amount"]
    asked = payer.browser.post(
        f"/api/v1/orders/{order_id}/withdrawal", {"amount_minor": offered["minor"]}, key=str(uuid4())
    )
    assert asked.status_code == 201, asked.get_json()
    payer.drain()
    jobs.check_payments()
    refund_id = asked.get_json()["id"]
    assert payer.order(order_id)["refunds"][0]["state"] == "approved"
    today = datetime.now(UTC).date()
    with transaction() as session:
        company = sites_api.get_site_by_key(session, shop.key).company
        file = api.export_refunds(session, creditor_id=company.creditor_id or "")
    assert payer.iban.encode() in file
    assert b"19.99" in file
    assert f"{shop.name} refund {UUID(order_id).hex}".encode() in file
    assert any(f">{day}<".encode() in file for day in days_after(today, 1))
    with pytest.raises(NothingToCollect), transaction() as session:
        api.export_refunds(session, creditor_id=company.creditor_id or "")
    ref = refund_id.replace("-", "").upper()
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1))).paid_back == 0
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1999))).paid_back == 1
    assert payer.order(order_id)["refunds"][0]["state"] == "refunded"
    assert payer.credits == 10
    sound()
    # The payer's bank sends a part of it back, which a person looks at, and then all of it.
    part = take_in(sepa_bank.booked(sepa_bank.bounced(ref, 1000, "AC04")))
    assert [(one.status, one.amount, one.reason) for one in part.lines] == [
        ("ignored", 1000, "1000 cents came back, 1999 were sent")
    ]
    # Nor is it money that came back where the bank says nothing of that.
    other = take_in(sepa_bank.booked(sepa_bank.came(ref, 1999)))
    assert [(one.status, one.amount, one.reason) for one in other.lines] == [("ignored", 1999, "not our concern")]
    assert (payer.order(order_id)["refunds"][0]["state"], payer.credits) == ("refunded", 10)
    sound()
    back = take_in(sepa_bank.booked(sepa_bank.bounced(ref, 2000, "AC04")))
    assert [(one.status, one.amount, one.reason) for one in back.lines] == [
        ("bounced", 1999, "AC04"),
        ("ignored", 1, "charges of the bank"),
    ]
    assert payer.order(order_id)["refunds"][0]["state"] == "failed"
    assert payer.credits == 130
    sound()


@pytest.mark.spec("9.7")
def test_a_refund_whose_money_the_bank_took_meanwhile_is_over_and_holds_up_no_other(
    shop: Site, new_payer: Callable[..., Payer]
) -> None:
    taken, other = new_payer(), new_payer()
    orders = [one.pay() for one in (taken, other)]
    settle(wanted := send(shop))
    for one, order_id in zip((taken, other), orders, strict=True):
        amount = {"amount_minor": one.order(order_id)["refund_offer"]["amount"]["minor"]}
        asked = one.browser.post(f"/api/v1/orders/{order_id}/withdrawal", amount, key=str(uuid4()))
        assert asked.status_code == 201, asked.get_json()
    [ref] = [one.ref for one in wanted if one.iban == taken.iban]
    take_in(sepa_bank.booked(sepa_bank.returned(ref, 1999, "MD06")))
    states = [one.order(order_id)["refunds"][0]["state"] for one, order_id in zip((taken, other), orders, strict=True)]
    assert states == ["failed", "approved"]
    assert taken.credits == 10, "the bank has the money, and the installation its credits"
    sound()
    with transaction() as session:
        creditor_id = sites_api.get_site_by_key(session, shop.key).company.creditor_id or ""
        file = api.export_refunds(session, creditor_id=creditor_id)
    assert (other.iban.encode() in file, taken.iban.encode() in file) == (True, False)
    with pytest.raises(NothingToCollect), transaction() as session:
        api.export_refunds(session, creditor_id=creditor_id)
    sound()
