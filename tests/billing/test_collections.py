"""Files of collections, two persons, and what the bank answers: every reason, twice, and in any order."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from defusedxml import ElementTree
from sqlalchemy.exc import DBAPIError

from app.kernel.db import transaction
from modules.billing import api, jobs
from modules.billing.errors import (
    BankFileInvalid,
    BatchNotFound,
    CreditorIncomplete,
    NothingToCollect,
    SamePerson,
    TransitionForbidden,
)
from modules.billing.policies import direct_debit as policies
from modules.sites import api as sites_api
from tests.billing import sepa_bank
from tests.billing.debiting import (
    Payer,
    export,
    gateway,
    make_batch,
    new_payer,
    payer,
    release,
    run_sql,
    send,
    settle,
    shop,
    sound,
    take_in,
)
from tests.factories.billing import spend_credits
from tests.racing import race

__all__ = ["gateway", "new_payer", "payer", "shop"]


def mandate_of(payer: Payer) -> str:
    """Return the state of a payer's newest mandate."""
    state = "SELECT state FROM billing.dd_mandate WHERE member_id = :id ORDER BY accepted_at DESC LIMIT 1"
    return str(run_sql(state, id=payer.member.id))


@pytest.mark.spec("2.13", "4.5", "1.2")
def test_credits_come_with_the_money(shop: Any, payer: Payer) -> None:
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


def test_a_file_is_right_to_the_cent(shop: Any, new_payer: Callable[..., Payer]) -> None:
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


def test_an_exported_file_stays_as_it_is(shop: Any, payer: Payer) -> None:
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


def test_two_persons_send_a_file(shop: Any, payer: Payer) -> None:
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


def test_each_collection_is_in_one_file(shop: Any, payer: Payer) -> None:
    payer.pay()

    def make() -> Any:
        with transaction() as session:
            return api.create_batches(session, until=date(2100, 1, 1), actor="linden")

    results = race([make for _ in range(6)])
    made = [one for result in results if isinstance(result, list) for one in result]
    assert sum(one.collections for one in made) == 1
    with pytest.raises(NothingToCollect):
        make()


def test_only_what_is_due_is_collected(payer: Payer) -> None:
    payer.pay()
    with pytest.raises(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date.today(), actor="linden")


def test_a_discarded_file_gives_its_collections_back(shop: Any, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)
    with pytest.raises(TransitionForbidden):
        release(batch)
    assert settle(send(shop)).settled == 1
    with pytest.raises(BatchNotFound), transaction() as session:
        api.discard_batch(session, batch_id=uuid4())


def test_a_refused_file_is_sent_again(shop: Any, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    message_id = release(batch).message_id
    export(batch)
    refused = take_in(sepa_bank.refused_whole(message_id))
    assert (refused.files_refused, refused.ignored) == (1, [])
    again = take_in(sepa_bank.refused_whole(message_id) + b"\n")
    assert again.ignored == [f"{message_id}: no file of ours that the bank has"]
    assert settle(send(shop)).settled == 1
    sound()


def test_a_company_without_account_collects_nothing(shop: Any, payer: Payer) -> None:
    payer.pay()
    batch = make_batch(shop)
    with transaction() as session:
        sites_api.update_company(session, name=shop.company.name, changes={"iban": None})
    with pytest.raises(CreditorIncomplete):
        release(batch)


@pytest.mark.parametrize(
    ("reason", "mandate", "is_blocked"),
    [
        ("AC01", "invalid", False),
        ("AC04", "invalid", False),
        ("MD01", "invalid", False),
        ("MD06", "invalid", True),
        ("MD07", "closed", True),
        ("MS03", "active", False),
        ("XX99", "active", False),
    ],
)
def test_a_refused_collection_ends_its_order(
    shop: Any, payer: Payer, reason: str, mandate: str, is_blocked: bool
) -> None:
    order_id = payer.pay()
    [wanted] = send(shop)
    assert take_in(sepa_bank.refused((wanted.ref, reason))).rejected == 1
    order = payer.order(order_id)
    assert (order["state"], order["payments"][-1]["failure"], order["can_retry"]) == ("failed", reason, True)
    assert payer.credits == 10
    assert mandate_of(payer) == mandate
    assert payer.start().status_code == (403 if is_blocked else 201)
    # What the bank books and takes back all the same comes to nothing.
    late = take_in(sepa_bank.booked(sepa_bank.came(wanted.ref, 1999), sepa_bank.returned(wanted.ref, 1999, reason)))
    assert len(late.ignored) == 2
    assert payer.credits == 10
    sound()


def test_payments_refused_together_are_refused_each(shop: Any, payer: Payer, new_payer: Callable[..., Payer]) -> None:
    other = new_payer()
    refused, kept = payer.pay(), other.pay()
    batch = make_batch(shop)
    release(batch)
    root = ElementTree.fromstring(run_sealed(batch))
    export(batch)
    message, groups = root.findtext(".//{*}MsgId") or "", root.findall(".//{*}PmtInf")
    holder_of = {part.findtext("{*}PmtInfId") or "": part.findtext(".//{*}DbtrAcct//{*}IBAN") for part in groups}
    [name] = [name for name, iban in holder_of.items() if iban == payer.iban]
    assert take_in(sepa_bank.refused_group(message, "nothing of ours", "AC04")).ignored != []
    assert take_in(sepa_bank.refused_group("no file of ours", name, "AC04")).ignored != []
    assert take_in(sepa_bank.refused_group(message, name, "AC04")).rejected == 1
    order = payer.order(refused)
    assert (order["state"], order["payments"][-1]["failure"]) == ("failed", "AC04")
    assert other.order(kept)["state"] == "pending"
    sound()


def test_an_empty_account_gets_one_more_chance(shop: Any, payer: Payer) -> None:
    order_id = payer.pay()
    [first] = send(shop)
    assert take_in(sepa_bank.refused((first.ref, "AM04"))).retried == 1
    assert payer.order(order_id)["state"] == "pending"
    assert mandate_of(payer) == "active"
    [second] = send(shop)
    assert second.ref != first.ref
    assert (second.amount, second.mandate) == (first.amount, first.mandate)
    assert date.fromisoformat(second.day) > date.fromisoformat(first.day)
    assert take_in(sepa_bank.refused((second.ref, "AM04"))).rejected == 1
    assert payer.order(order_id)["state"] == "failed"
    assert mandate_of(payer) == "invalid"
    # Another permission begins anew.
    again = payer.pay(order_id=order_id)
    assert settle(send(shop)).settled == 1
    assert payer.order(again)["state"] == "completed"
    assert payer.credits == 130
    sound()


def test_the_second_chance_may_succeed(shop: Any, payer: Payer) -> None:
    order_id = payer.pay()
    [first] = send(shop)
    take_in(sepa_bank.refused((first.ref, "AM04")))
    assert settle(send(shop)).settled == 1
    assert payer.order(order_id)["state"] == "completed"
    sound()


@pytest.mark.parametrize("spent", [0, 30, 130])
@pytest.mark.parametrize(("reason", "mandate", "status"), [("AM04", "active", 201), ("MD06", "invalid", 403)])
def test_money_that_is_taken_back_takes_unspent_credits(
    shop: Any, payer: Payer, reason: str, mandate: str, status: int, spent: int
) -> None:
    order_id = payer.pay()
    wanted = send(shop)
    settle(wanted)
    if spent:
        with transaction() as session:
            spend_credits(session, member_id=payer.member.id, credits=spent)
    statement = sepa_bank.booked(sepa_bank.returned(wanted[0].ref, 1999, reason))
    assert take_in(statement).returned == 1
    assert take_in(statement + b"\n").ignored
    # The ten that were given are spent first; nobody owes credits.
    assert payer.credits == max(0, 10 - spent)
    assert payer.order(order_id)["state"] == "completed"
    assert payer.browser.get("/api/v1/me").get_json()["paid_user"] is False
    assert mandate_of(payer) == mandate
    assert payer.start().status_code == status
    sound()


def test_two_imports_at_once_pay_once(shop: Any, payer: Payer) -> None:
    payer.pay()
    [wanted] = send(shop)
    line = sepa_bank.came(wanted.ref, 1999)
    files = [sepa_bank.booked(line), *(sepa_bank.booked(line, sepa_bank.came("ELSE", n)) for n in (1, 2, 3))]
    results = race([lambda file=file: take_in(file) for file in files])
    assert sum(result.settled for result in results) == 1
    assert payer.credits == 130
    sound()


def test_what_does_not_fit_waits_for_a_person(shop: Any, payer: Payer) -> None:
    order_id = payer.pay()
    batch = make_batch(shop)
    release(batch)
    [early] = sepa_bank.read_collections(run_sealed(batch))
    assert take_in(sepa_bank.booked(sepa_bank.came(early.ref, 1999))).ignored == [f"{early.ref}: it is batched already"]
    export(batch)
    outcome = take_in(
        sepa_bank.booked(
            sepa_bank.came(early.ref, 1998),
            sepa_bank.came(early.ref, 1999, status="PDNG"),
            sepa_bank.went("HOSTING", 500),
        )
    )
    assert outcome.ignored == [
        f"{early.ref}: 1998 cents came, 1999 were asked for",
        "HOSTING: not our concern",
    ]
    assert payer.order(order_id)["state"] == "pending"


def run_sealed(batch: Any) -> bytes:
    """Read a released file before it is exported."""
    from app.kernel.sealing import unseal

    sealed = run_sql("SELECT content_sealed FROM billing.dd_batch WHERE id = :id", id=batch.id)
    return unseal(bytes(sealed), purpose="collections", owner=batch.id)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not xml",
        b"<Document/>",
        b'<!DOCTYPE a [<!ENTITY x "y">]><Document><BkToCstmrStmt>&x;</BkToCstmrStmt></Document>',
        b'<?xml version="1.0" encoding="nonsense"?><Document/>',
    ],
)
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(BankFileInvalid):
        take_in(content)


def test_a_mandate_is_used_again_and_ends_unused(shop: Any, payer: Payer) -> None:
    payer.pay(credits=50)
    payer.pay(credits=50)
    first, second = send(shop)
    assert first.mandate == second.mandate
    month = "UPDATE billing.dd_mandate SET last_used_at = now() - make_interval(days => :days) WHERE member_id = :id"
    run_sql(month, days=1096, id=payer.member.id)
    jobs.lapse_mandates()
    assert mandate_of(payer) == "active"  # money is still to come
    take_in(sepa_bank.booked(sepa_bank.came(first.ref, 999), sepa_bank.came(second.ref, 999)))
    run_sql(month, days=1090, id=payer.member.id)
    jobs.lapse_mandates()
    assert mandate_of(payer) == "active"
    run_sql(month, days=1096, id=payer.member.id)
    jobs.lapse_mandates()
    assert mandate_of(payer) == "lapsed"
    payer.pay(credits=50)
    assert mandate_of(payer) == "active"


def test_what_waits_under_an_ended_mandate_is_not_collected(shop: Any, payer: Payer) -> None:
    payer.pay(credits=50)
    [sent] = send(shop)
    waiting = payer.pay(credits=50)
    take_in(sepa_bank.refused((sent.ref, "AC04")))
    assert payer.order(waiting)["state"] == "failed"
    with pytest.raises(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date(2100, 1, 1), actor="linden")
    sound()


@pytest.mark.spec("9.7")
def test_unspent_credits_go_back_by_transfer(shop: Any, payer: Payer) -> None:
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
    with transaction() as session:
        company = sites_api.get_site_by_key(session, shop.key).company
        file = api.export_refunds(session, creditor_id=company.creditor_id or "")
    assert payer.iban.encode() in file
    assert b"19.99" in file
    with pytest.raises(NothingToCollect), transaction() as session:
        api.export_refunds(session, creditor_id=company.creditor_id or "")
    ref = refund_id.replace("-", "").upper()
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1))).paid_back == 0
    assert take_in(sepa_bank.booked(sepa_bank.went(ref, 1999))).paid_back == 1
    assert payer.order(order_id)["refunds"][0]["state"] == "refunded"
    assert payer.credits == 10
    sound()
    # The payer's bank sends it back.
    assert take_in(sepa_bank.booked(sepa_bank.returned(ref, 1999, "AC04"))).ignored == []
    assert payer.order(order_id)["refunds"][0]["state"] == "failed"
    assert payer.credits == 130
    sound()


@pytest.mark.parametrize(
    ("day", "days", "then"),
    [
        (date(2026, 11, 20), 1, date(2026, 11, 23)),
        (date(2026, 12, 24), 1, date(2026, 12, 28)),
        (date(2027, 3, 25), 1, date(2027, 3, 30)),
        (date(2026, 4, 30), 3, date(2026, 5, 6)),
    ],
)
def test_banking_days(day: date, days: int, then: date) -> None:
    assert policies.add_banking_days(day, days) == then
