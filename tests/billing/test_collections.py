"""Files of collections, and the two persons who send them."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.debit import policies
from modules.billing.debit.service.bank_reports import ImportResult, Line
from modules.billing.errors.debit import (
    BatchNotFound,
    CollectionDayPassed,
    CreditorIncomplete,
    NothingToCollect,
    SamePerson,
)
from modules.billing.errors.payments import TransitionForbidden
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.debiting import (
    Payer,
    authorise,
    creditor_of,
    days_after,
    export,
    make_batch,
    new_iban,
    release,
    run_sql,
    send,
    settle,
    take_in,
)
from tests.billing.shopping import sound
from tests.fixture_types import MakeMember
from tests.racing import race
from tests.refusing import refused


@pytest.mark.spec("2.13", "4.5", "1.2")
def test_credits_come_with_the_money(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    wanted = send(debit_shop)
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


def test_a_file_is_right_to_the_cent(debit_shop: Site, new_payer: Callable[..., Payer]) -> None:
    payers = [new_payer() for _ in range(4)]
    for one, credits in zip(payers, (50, 120, 300, 700), strict=True):
        one.pay(credits=credits)
    batch = make_batch(debit_shop)
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


@pytest.mark.parametrize(("is_late", "banking_days"), [(False, policies.LEAD_BANKING_DAYS), (True, 1)])
def test_a_bank_is_asked_for_what_was_authorised_on_a_day_that_it_can_keep(
    debit_shop: Site, make_member: MakeMember, is_late: bool, banking_days: int
) -> None:
    today, member, iban = datetime.now(UTC).date(), make_member(), new_iban()
    order_id = authorise(member, iban=iban)
    mandate = "SELECT {} FROM billing.dd_mandate WHERE member_id = :id"
    if is_late:
        late = "UPDATE billing.dd_collection SET due_on = due_on - 30 WHERE mandate_id ="
        make_older(f"{late} ({mandate.format('id')})", id=member.id)
    [wanted] = send(debit_shop)
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


def test_an_exported_file_stays_as_it_is(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
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


def test_a_file_that_would_reach_the_bank_too_late_is_not_exported(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    make_older("UPDATE billing.dd_collection SET due_on = due_on - 30 WHERE batch_id = :id", id=batch.id)
    release(batch)
    make_older("UPDATE billing.dd_batch SET released_at = released_at - interval '7 days' WHERE id = :id", id=batch.id)
    with refused(CollectionDayPassed):
        export(batch)
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)
    assert len(send(debit_shop)) == 1


def test_two_persons_send_a_file(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
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


def test_each_collection_is_in_one_file(debit_shop: Site, payer: Payer) -> None:
    payer.pay()

    def make() -> Any:
        with transaction() as session:
            return api.create_batches(session, until=date(2100, 1, 1), actor="linden")

    results = race([make for _ in range(6)])
    made = [one for result in results if isinstance(result, list) for one in result]
    creditor = creditor_of(debit_shop)
    assert sum(one.collections for one in made if one.creditor_id == creditor) == 1
    with pytest.raises(NothingToCollect):
        make()


def test_only_what_is_due_is_collected(payer: Payer) -> None:
    with suppress(NothingToCollect), transaction() as session:  # what other tests left to be due today
        api.create_batches(session, until=date.today(), actor="linden")
    payer.pay()
    with pytest.raises(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date.today(), actor="linden")


def test_a_discarded_file_gives_its_collections_back(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)
    with pytest.raises(TransitionForbidden):
        release(batch)
    assert settle(send(debit_shop)).settled == 1
    with pytest.raises(BatchNotFound), transaction() as session:
        api.discard_batch(session, batch_id=uuid4())


def test_a_refused_file_is_sent_again(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    message_id = release(batch).message_id
    export(batch)
    refused = take_in(sepa_bank.refused_whole(message_id, "FF01"))
    line = Line("files_refused", message_id, "FF01", None, None, "EUR")
    assert refused == ImportResult("pain.002", files_refused=1, lines=[line])
    again = take_in(sepa_bank.refused_whole(message_id, "FF01") + b"\n")
    known = Line("ignored", message_id, "no file of ours that the bank has", None, None, "EUR")
    assert again == ImportResult("pain.002", lines=[known])
    assert settle(send(debit_shop)).settled == 1
    sound()


@pytest.mark.parametrize("lacking", ["iban = NULL", "name = '\u2603 \u2603'"])
def test_a_company_without_account_or_legible_name_collects_nothing(
    debit_shop: Site, payer: Payer, lacking: str
) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    # As an earlier version took it.
    run_sql(f"UPDATE sites.company SET {lacking} WHERE id = :id", id=debit_shop.company.id)
    with pytest.raises(CreditorIncomplete):
        release(batch)


def test_of_a_long_name_the_bank_is_given_the_beginning(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    with transaction() as session:
        name = "\u682a" * 112 + uuid4().hex[:8]
        sites_api.update_company(session, name=debit_shop.company.name, changes={"name": name})
    release(batch)
    assert b"Zhu Zhu" in export(batch)
