"""Collections by a mandate that ends before the bank has their file."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.billing import api, jobs
from modules.billing.debit.queries import mandates as mandate_queries
from modules.billing.errors.debit import MandateEnded, NothingToCollect
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now
from tests.billing import sepa_bank
from tests.billing.debiting import (
    Payer,
    collections_of,
    end_mandate,
    export,
    make_batch,
    new_iban,
    release,
    run_sql,
    send,
    settle,
    take_in,
)
from tests.billing.shopping import order_of, sound
from tests.conftest import drain_now
from tests.refusing import refused


def leave(payer: Payer) -> None:
    delete_now(payer.member)


def be_banned(payer: Payer) -> None:
    ban(payer.member)


def ask_to_end(payer: Payer) -> None:
    end_mandate(payer.member)


def block_account(payer: Payer) -> None:
    with transaction() as session:
        api.block_direct_debit(session, member_id=None, iban=payer.iban, reason="asked by their bank", actor="robin")


def discard(batch: Any) -> None:
    with transaction() as session:
        api.discard_batch(session, batch_id=batch.id)


@pytest.mark.parametrize("is_released", [False, True], ids=["a draft", "a released file"])
@pytest.mark.parametrize("go", [leave, be_banned, ask_to_end, block_account])
def test_nothing_goes_to_the_bank_by_a_mandate_that_ended_after_its_file_was_made(
    debit_shop: Site, new_payer: Callable[..., Payer], go: Callable[[Payer], None], is_released: bool
) -> None:
    gone, other = new_payer(), new_payer()
    order_id = UUID(gone.pay())
    other.pay()
    batch = make_batch(debit_shop)
    if is_released:
        release(batch)
    go(gone)
    drain_now()
    with refused(MandateEnded):
        (export if is_released else release)(batch)
    discard(batch)
    assert collections_of(order_id) == [("canceled", "mandate-ended", False, True)]
    assert order_of(order_id).state == "failed"
    assert [wanted.iban for wanted in send(debit_shop)] == [other.iban]
    sound()


def test_a_file_that_the_bank_has_is_exported_again_when_a_mandate_in_it_has_ended(
    debit_shop: Site, payer: Payer
) -> None:
    payer.pay()
    batch = make_batch(debit_shop)
    release(batch)
    first = export(batch)
    ask_to_end(payer)
    assert export(batch) == first
    assert settle(sepa_bank.read_collections(first)).settled == 1
    sound()


@pytest.mark.parametrize("go", [leave, block_account])
def test_a_collection_of_a_refused_file_is_over_when_its_mandate_has_ended_meanwhile(
    debit_shop: Site, payer: Payer, go: Callable[[Payer], None]
) -> None:
    order_id = UUID(payer.pay())
    batch = make_batch(debit_shop)
    message_id = release(batch).message_id
    export(batch)
    go(payer)
    drain_now()
    take_in(sepa_bank.refused_whole(message_id, "FF01"))
    assert collections_of(order_id) == [("canceled", "mandate-ended", False, True)]
    assert order_of(order_id).state == "failed"
    sound()


def test_what_waits_is_not_collected_from_an_account_whose_holder_disputed_a_debit(
    debit_shop: Site, new_payer: Callable[..., Payer]
) -> None:
    iban = new_iban()
    first, second = new_payer(iban=iban), new_payer(iban=iban)
    first.pay(credits=50)
    settle(wanted := send(debit_shop))
    waiting = second.pay(credits=50)
    take_in(sepa_bank.booked(sepa_bank.returned(wanted[0].ref, 999, "MD06")))
    assert collections_of(UUID(waiting)) == [("canceled", "blocked", False, True)]
    assert second.order(waiting)["state"] == "failed"
    with refused(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date(2100, 1, 1), actor="linden")
    sound()


def test_an_empty_account_that_is_blocked_gets_no_second_chance(debit_shop: Site, payer: Payer) -> None:
    order_id = payer.pay()
    [sent] = send(debit_shop)
    block_account(payer)
    take_in(sepa_bank.refused((sent.ref, "AM04")))
    assert collections_of(UUID(order_id)) == [("rejected", "AM04", False, True)]
    assert payer.order(order_id)["state"] == "failed"
    sound()


def authorise_while_blocking(payer: Payer) -> str:
    order_id, code = payer.ask(credits=50), payer.code
    with ThreadPoolExecutor(1) as other, transaction() as session:
        api.block_direct_debit(session, member_id=None, iban=payer.iban, reason="asked by their bank", actor="robin")
        assert other.submit(payer.confirm, order_id, code).result().status_code == 200
    return order_id


def wait_under_a_block_that_cancelled_less(payer: Payer) -> str:
    """Wait as the collections of other members did when an earlier version blocked their account."""
    order_id = payer.pay(credits=50)
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(mandate_queries, "list_active_mandates_of", lambda *_, **__: [])
        block_account(payer)
    return order_id


def authorise_while_a_mandate_ends(payer: Payer) -> str:
    order_id = payer.pay(credits=50)
    run_sql("UPDATE billing.dd_mandate SET state = 'lapsed', reason = 'left' WHERE member_id = :id", id=payer.member.id)
    return order_id


@pytest.mark.parametrize(
    "wait", [authorise_while_blocking, wait_under_a_block_that_cancelled_less, authorise_while_a_mandate_ends]
)
def test_what_waits_though_it_may_not_be_collected_is_cancelled_soon_and_nothing_else(
    debit_shop: Site, new_payer: Callable[..., Payer], wait: Callable[[Payer], str]
) -> None:
    gone, other = new_payer(), new_payer()
    waiting, kept = wait(gone), other.pay(credits=50)
    assert gone.order(waiting)["state"] == "pending"
    for _ in range(2):
        jobs.cancel_uncollectable()
    assert collections_of(UUID(waiting)) == [("canceled", "mandate-ended", False, True)]
    assert [one.order(order_id)["state"] for one, order_id in ((gone, waiting), (other, kept))] == ["failed", "pending"]
    assert [wanted.iban for wanted in send(debit_shop)] == [other.iban]
    sound()


def test_what_may_not_be_collected_is_cancelled_in_small_numbers_the_oldest_first(
    debit_shop: Site, new_payer: Callable[..., Payer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "CANCELLED_AT_ONCE", 2)
    payers = [new_payer() for _ in range(3)]
    waiting = [authorise_while_a_mandate_ends(payer) for payer in payers]
    for states in (["failed", "failed", "pending"], ["failed"] * 3):
        jobs.cancel_uncollectable()
        assert [payer.order(order_id)["state"] for payer, order_id in zip(payers, waiting, strict=True)] == states
    sound()


def test_what_waits_under_an_ended_mandate_is_not_collected(debit_shop: Site, payer: Payer) -> None:
    payer.pay(credits=50)
    [sent] = send(debit_shop)
    waiting = payer.pay(credits=50)
    take_in(sepa_bank.refused((sent.ref, "AC04")))
    assert payer.order(waiting)["state"] == "failed"
    with pytest.raises(NothingToCollect), transaction() as session:
        api.create_batches(session, until=date(2100, 1, 1), actor="linden")
    sound()
