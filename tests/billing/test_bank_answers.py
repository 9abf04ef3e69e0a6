"""What the bank answers to collections: every reason, twice, and in any order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from typing import Any

import pytest
from defusedxml import ElementTree
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.billing.debit.service.bank_reports import Line
from modules.billing.errors.debit import BankFileInvalid
from modules.billing.payments.queries import limits as limit_queries
from modules.billing.payments.queries import orders as order_queries
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.debiting import (
    Payer,
    authorise,
    collections_of,
    export,
    make_batch,
    mandate_of,
    release,
    run_sealed,
    run_sql,
    send,
    settle,
    take_in,
)
from tests.billing.sepa_bank import Wanted
from tests.billing.shopping import sound
from tests.billing.test_country_of_sale import evidence_of
from tests.factories.billing import spend_credits
from tests.fixture_types import MakeMember
from tests.racing import race, wait_for_a_lock


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
    debit_shop: Site, payer: Payer, reason: str, mandate: str, is_blocked: bool
) -> None:
    order_id = payer.pay()
    [wanted] = send(debit_shop)
    assert take_in(sepa_bank.refused((wanted.ref, reason))).rejected == 1
    order = payer.order(order_id)
    assert (order["state"], order["payments"][-1]["failure"], order["can_retry"]) == ("failed", reason, True)
    assert payer.credits == 10
    assert mandate_of(payer) == mandate
    assert payer.start().status_code == (403 if is_blocked else 201)
    # What the bank books and takes back all the same comes to nothing.
    late = take_in(sepa_bank.booked(sepa_bank.came(wanted.ref, 1999), sepa_bank.returned(wanted.ref, 1999, reason)))
    assert [line.reason for line in late.ignored] == ["it is rejected already"] * 2
    assert payer.credits == 10
    sound()


def came(wanted: Wanted) -> bytes:
    return sepa_bank.booked(sepa_bank.came(wanted.ref, wanted.amount))


def refused(reason: str, wanted: Wanted) -> bytes:
    return sepa_bank.refused((wanted.ref, reason))


def returned(reason: str, wanted: Wanted, *, less: int = 0) -> bytes:
    return sepa_bank.booked(sepa_bank.returned(wanted.ref, wanted.amount - less, reason))


def given_back(wanted: Wanted) -> bytes:
    return sepa_bank.booked(sepa_bank.bounced(wanted.ref, wanted.amount, "AC04"))


CHARGES = ("ignored", -350, "charges of the bank")
SCHEDULED = ("scheduled", None, False, False)


@pytest.mark.parametrize(
    ("answers", "lines", "tries", "mandate"),
    [
        ([came], [("settled", 999, "")], [("settled", None, True, False)], ("active", None)),
        (
            [partial(refused, "AC04")],
            [("rejected", None, "AC04")],
            [("rejected", "AC04", False, True)],
            ("invalid", "AC04"),
        ),
        ([partial(refused, "")], [("rejected", None, "")], [("rejected", None, False, True)], ("active", None)),
        (
            [partial(refused, "AM04")],
            [("retried", None, "AM04")],
            [("rejected", "AM04", False, True), SCHEDULED],
            ("active", None),
        ),
        (
            [partial(returned, "AM04")],
            [("retried", -999, "AM04"), CHARGES],
            [("rejected", "AM04", False, True), SCHEDULED],
            ("active", None),
        ),
        (
            [came, partial(returned, "MD06")],
            [("returned", -999, "MD06"), CHARGES],
            [("returned", "MD06", True, True)],
            ("invalid", "MD06"),
        ),
        (
            [came, partial(returned, "")],
            [("returned", -999, ""), CHARGES],
            [("returned", None, True, True)],
            ("active", None),
        ),
        (
            [partial(returned, "AC04", less=400)],
            [("ignored", -949, "949 cents were taken back, 999 were asked for")],
            [("sent", None, False, False)],
            ("active", None),
        ),
        (
            [came, given_back],
            [("ignored", 999, "the bank took an earlier return back: a person has to look at it")],
            [("settled", None, True, False)],
            ("active", None),
        ),
    ],
)
def test_what_a_bank_says_is_in_the_lines_the_tries_and_the_mandate(
    debit_shop: Site,
    make_member: MakeMember,
    answers: list[Callable[[Wanted], bytes]],
    lines: list[tuple[str, int | None, str]],
    tries: list[tuple[Any, ...]],
    mandate: tuple[str, str | None],
) -> None:
    member = make_member()
    order_id = authorise(member)
    [wanted] = send(debit_shop)
    *_, outcome = [take_in(answer(wanted)) for answer in answers]
    assert outcome.lines == [Line(status, wanted.ref, why, None, minor, "EUR") for status, minor, why in lines]
    assert collections_of(order_id) == tries
    assert evidence_of(order_id) == ({"bank": "NL"} if came in answers else {})
    stands = "SELECT ARRAY[state, reason] FROM billing.dd_mandate WHERE member_id = :id"
    assert run_sql(stands, id=member.id) == list(mandate)


@pytest.mark.parametrize(("held", "free"), [("buying", "billing.payment"), ("order", "billing.dd_collection")])
def test_a_file_locks_in_the_order_in_which_all_do(
    debit_shop: Site, make_member: MakeMember, held: str, free: str
) -> None:
    member = make_member()
    order_id = authorise(member)
    wanted = send(debit_shop)
    column = {"billing.payment": "id", "billing.dd_collection": "payment_id"}[free]
    theirs = f"{column} IN (SELECT id FROM billing.payment WHERE order_id = :id)"
    with ThreadPoolExecutor(1) as bank, transaction() as session:
        if held == "buying":
            limit_queries.lock_buying(session, member.id)
        else:
            order_queries.lock_order(session, order_id)
        taken = bank.submit(settle, wanted)
        wait_for_a_lock(unless=taken.done)
        session.execute(text(f"SELECT FROM {free} WHERE {theirs} FOR UPDATE NOWAIT"), {"id": order_id})
    assert taken.result().settled == 1


def test_payments_refused_together_are_refused_each(
    debit_shop: Site, payer: Payer, new_payer: Callable[..., Payer]
) -> None:
    other = new_payer()
    refused, kept = payer.pay(), other.pay()
    batch = make_batch(debit_shop)
    release(batch)
    root = ElementTree.fromstring(run_sealed(batch))
    export(batch)
    message, groups = root.findtext(".//{*}MsgId") or "", root.findall(".//{*}PmtInf")
    holder_of = {part.findtext("{*}PmtInfId") or "": part.findtext(".//{*}DbtrAcct//{*}IBAN") for part in groups}
    [name] = [name for name, iban in holder_of.items() if iban == payer.iban]
    for file, group in ((message, "nothing of ours"), ("no file of ours", name)):
        line = Line("ignored", file, "no payments of a file of ours", None, None, "EUR")
        assert take_in(sepa_bank.refused_group(file, group, "AC04")).lines == [line]
    assert take_in(sepa_bank.refused_group(message, name, "AC04")).rejected == 1
    order = payer.order(refused)
    assert (order["state"], order["payments"][-1]["failure"]) == ("failed", "AC04")
    assert other.order(kept)["state"] == "pending"
    sound()


def test_an_empty_account_gets_one_more_chance(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    [first] = send(debit_shop)
    assert take_in(sepa_bank.refused((first.ref, "AM04"))).retried == 1
    assert payer.order(order_id)["state"] == "pending"
    assert mandate_of(payer) == "active"
    [second] = send(debit_shop)
    assert second.ref != first.ref
    assert (second.amount, second.mandate) == (first.amount, first.mandate)
    assert date.fromisoformat(second.day) > date.fromisoformat(first.day)
    assert take_in(sepa_bank.refused((second.ref, "AM04"))).rejected == 1
    assert payer.order(order_id)["state"] == "failed"
    assert mandate_of(payer) == "invalid"
    # Another permission begins anew.
    again = payer.pay(order_id=order_id)
    assert settle(send(debit_shop)).settled == 1
    assert payer.order(again)["state"] == "completed"
    assert payer.credits == 130
    sound()


def test_the_second_chance_may_succeed(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    [first] = send(debit_shop)
    take_in(sepa_bank.refused((first.ref, "AM04")))
    assert settle(send(debit_shop)).settled == 1
    assert payer.order(order_id)["state"] == "completed"
    sound()


@pytest.mark.parametrize("spent", [0, 30, 130])
@pytest.mark.parametrize(("reason", "mandate", "status"), [("AM04", "active", 201), ("MD06", "invalid", 403)])
def test_money_that_is_taken_back_takes_unspent_credits(
    debit_shop: Site, payer: Payer, reason: str, mandate: str, status: int, spent: int
) -> None:
    order_id = payer.pay()
    wanted = send(debit_shop)
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


def test_two_imports_at_once_pay_once(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    [wanted] = send(debit_shop)
    line = sepa_bank.came(wanted.ref, 1999)
    files = [sepa_bank.booked(line), *(sepa_bank.booked(line, sepa_bank.came("ELSE", n)) for n in (1, 2, 3))]
    results = race([lambda file=file: take_in(file) for file in files])
    assert sum(result.settled for result in results) == 1
    assert payer.credits == 130
    sound()


def test_what_does_not_fit_waits_for_a_person(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    batch = make_batch(debit_shop)
    release(batch)
    [early] = sepa_bank.read_collections(run_sealed(batch))
    assert reasons(take_in(sepa_bank.booked(sepa_bank.came(early.ref, 1999)))) == {early.ref: ["it is batched already"]}
    export(batch)
    outcome = take_in(
        sepa_bank.booked(
            sepa_bank.came(early.ref, 1998),
            sepa_bank.came(early.ref, 1999, status="PDNG"),
            sepa_bank.went("HOSTING", 500),
        )
    )
    assert reasons(outcome) == {
        early.ref: ["1998 cents came, 1999 were asked for", "pending"],
        "HOSTING": ["not our concern"],
    }
    assert payer.order(order_id)["state"] == "pending"


def reasons(outcome: Any) -> dict[str, list[str]]:
    """Return why the lines of a file changed nothing, by their names."""
    found: dict[str, list[str]] = {}
    for line in outcome.ignored:
        found.setdefault(line.ref, []).append(line.reason)
    return found


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not xml",
        b"<Document/>",
        b'<!DOCTYPE a [<!ENTITY x "y">]><Document><BkToCstmrStmt>&x;</BkToCstmrStmt></Document>',
        b"<!DOCTYPE a><Document><BkToCstmrStmt/></Document>",
        b'<?xml version="1.0" encoding="nonsense"?><Document/>',
    ],
)
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(BankFileInvalid):
        take_in(content)
