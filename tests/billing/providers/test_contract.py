"""What the port promises, tried on every adapter: every call, and every way in which a call goes wrong."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from app.kernel import call_limit
from cli.ports import free_port
from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.providers.http import CALLS
from modules.billing.payments.providers.port import (
    ListedLine,
    OutcomeUnknown,
    PaidFrom,
    ProviderError,
    ProviderRefundStatus,
    ProviderStatus,
    Rejected,
    Step,
    Unavailable,
)
from tests.billing.providers.worlds import CHANGES, READS, Call, World, attempt, long_ago, paid, refund, save
from tests.cli.test_supervisor import until

pytestmark = pytest.mark.spec("2.35", "4.5")
IN_TRANSIT = {ProviderRefundStatus.PENDING, ProviderRefundStatus.PROCESSING}


@contextmanager
def talking_nonsense(answer: bytes) -> Iterator[str]:
    """Answer every connection with the same bytes, or with silence; yields the address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            with suppress(OSError):  # the server was closed
                while True:
                    line, _ = server.accept()
                    with line:
                        line.recv(65_536)
                        line.sendall(answer)

        if answer:
            threading.Thread(target=talk, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def test_methods_fit_currency_country_and_step(world: World) -> None:
    def ids(country: str, step: Step = Step.ONE_OFF, currency: str = "EUR") -> list[str]:
        found = world.provider.list_methods(amount=Money(1999, currency), country=country, locale="nl", step=step)
        return [method.id for method in found]

    assert ids("NL")[0] == "ideal"
    assert {"creditcard", "paypal", "klarna"} <= set(ids("NL"))
    assert "bancontact" in ids("BE")
    assert "bancontact" not in ids("NL")
    assert "eps" in ids("AT")
    assert "blik" in ids("PL", currency="PLN")
    assert "blik" not in ids("PL")
    assert "ideal" not in ids("NL", Step.FIRST, currency="PLN")
    assert {"creditcard", "paypal"} <= set(ids("NL", Step.RECURRING))
    assert "ideal" not in ids("NL", Step.RECURRING)


def test_every_method_has_a_name(world: World) -> None:
    for locale in ("nl", "de_DE", "en-GB", "no", "pl"):
        found = world.provider.list_methods(amount=Money(1999, "EUR"), country="NL", locale=locale, step=Step.ONE_OFF)
        assert all(method.name for method in found), locale


def test_a_payment_is_begun_paid_and_fetched(world: World) -> None:
    wanted = attempt()
    begun = world.provider.create_payment(wanted)
    assert (begun.status, begun.payment_id, begun.amount) == (ProviderStatus.OPEN, wanted.payment_id, wanted.amount)
    assert begun.checkout_url
    assert begun.checkout_url.startswith("http")
    world.pay(begun.ref)
    paid = world.provider.fetch_payment(begun.ref)
    assert (paid.ref, paid.payment_id, paid.amount) == (begun.ref, wanted.payment_id, wanted.amount)
    assert (paid.status, paid.method, paid.checkout_url) == (ProviderStatus.PAID, "creditcard", None)
    assert paid.paid_at
    assert abs(world.now() - paid.paid_at) < timedelta(minutes=1)
    assert paid.card
    assert paid.card[-4:].isdigit()
    assert (paid.refunds, paid.chargebacks, paid.failure) == ((), (), None)


def test_a_provider_that_hangs_is_waited_for_by_few_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would occupy all threads of a web process."""
    ref = world.provider.create_payment(attempt()).ref
    monkeypatch.setattr(call_limit, "MAX_WAIT_SECONDS", 0.0)
    with ExitStack() as hanging:
        for _ in range(CALLS.at_once):
            hanging.enter_context(CALLS.hold())
        with pytest.raises(Unavailable):
            world.provider.fetch_payment(ref)
    assert world.provider.fetch_payment(ref).ref == ref


@pytest.mark.parametrize("outcome", ["failed", "canceled", "expired", "pending", "authorized"])
def test_every_status_is_understood(world: World, outcome: str) -> None:
    begun = world.provider.create_payment(attempt())
    world.pay(begun.ref, outcome)
    assert world.provider.fetch_payment(begun.ref).status == ProviderStatus(outcome)


@pytest.mark.parametrize(("method", "kind"), [("creditcard", EvidenceKind.CARD), ("ideal", EvidenceKind.BANK)])
def test_a_payment_says_in_which_country_its_card_or_bank_is(world: World, method: str, kind: EvidenceKind) -> None:
    begun = world.provider.create_payment(attempt(methods=(method,)))
    world.pay(begun.ref, method=method)
    assert world.provider.fetch_payment(begun.ref).paid_from == PaidFrom(kind, "NL")


def test_a_failed_card_says_why(world: World) -> None:
    begun = world.provider.create_payment(attempt(methods=("creditcard",)))
    world.pay(begun.ref, "failed", failure="insufficient_funds")
    assert world.provider.fetch_payment(begun.ref).failure == "insufficient_funds"


@pytest.mark.parametrize(("minor", "currency"), [(50, "EUR"), (1999, "PLN"), (123456, "SEK")])
def test_amounts_keep_their_minor_units(world: World, minor: int, currency: str) -> None:
    begun = world.provider.create_payment(attempt(amount=Money(minor, currency), methods=()))
    assert begun.amount == Money(minor, currency)
    assert world.provider.fetch_payment(begun.ref).amount == Money(minor, currency)


def test_the_same_key_begins_a_payment_once(world: World) -> None:
    wanted = attempt()
    assert world.provider.create_payment(wanted).ref == world.provider.create_payment(wanted).ref


def test_a_repeat_with_another_content_is_no_refusal_of_the_first(world: World) -> None:
    wanted, member, customer = attempt(), uuid4(), str(uuid4())
    begun = world.provider.create_payment(wanted)
    with pytest.raises(OutcomeUnknown):
        world.provider.create_payment(replace(wanted, description="The new name of the site"))
    found = world.provider.find_payment(wanted.payment_id, since=long_ago(world))
    assert found is not None
    assert found.ref == begun.ref
    world.provider.create_customer(member_id=member, key=customer, locale="nl")
    with pytest.raises(OutcomeUnknown):
        world.provider.create_customer(member_id=member, key=customer, locale="de")


def test_the_same_key_makes_a_customer_once(world: World) -> None:
    member, key = uuid4(), str(uuid4())
    made = [world.provider.create_customer(member_id=member, key=key, locale="nl") for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != world.provider.create_customer(member_id=member, key=str(uuid4()), locale="nl")


def test_a_payment_is_found_by_our_own_id(world: World) -> None:
    wanted = attempt()
    begun = world.provider.create_payment(wanted)
    found = world.provider.find_payment(wanted.payment_id, since=long_ago(world))
    assert found is not None
    assert (found.ref, found.payment_id) == (begun.ref, wanted.payment_id)
    assert world.provider.find_payment(uuid4(), since=long_ago(world)) is None


def test_a_payment_of_this_very_second_is_found(world: World) -> None:
    wanted = attempt()
    since = world.now().replace(microsecond=999_999)
    world.provider.create_payment(wanted)
    assert world.provider.find_payment(wanted.payment_id, since=since) is not None


def test_a_search_goes_on_over_its_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"modules.billing.payments.providers.{world.provider.name}.PAGE", 2)
    since = world.now()
    begun = [world.provider.create_payment(attempt()) for _ in range(5)]
    for each in begun:
        assert each.payment_id
        found = world.provider.find_payment(each.payment_id, since=since)
        assert found is not None
        assert found.ref == each.ref


def test_lists_name_what_was_begun_paid_and_taken_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"modules.billing.payments.providers.{world.provider.name}.PAGE", 2)
    since = world.now()
    begun, other, bought = world.provider.create_payment(attempt()), paid(world), paid(world)
    back = refund(world.provider, bought, 500)
    taken = world.charge_back(bought.ref, 700)

    def lines() -> dict[str, ListedLine]:
        return {line.ref: line for line in world.provider.list_touched(since=since)}

    found = lines()
    stated = {ref: found[ref].state for ref in (begun.ref, other.ref, bought.ref, taken)}
    assert stated == {begun.ref: "open", other.ref: "paid", bought.ref: "paid", taken: "received"}
    assert (found[back.ref].state in IN_TRANSIT, found[back.ref].amount) == (True, Money(500, "EUR"))
    assert (found[begun.ref].subject, found[begun.ref].amount) == (Subject.PAYMENT, Money(1999, "EUR"))
    for ref in (back.ref, taken):
        assert world.provider.fetch_payment(found[ref].payment_ref).ref == bought.ref
    world.refund(back.ref)
    world.give_back(taken)
    assert (lines()[back.ref].state, lines()[taken].state) == ("refunded", "reversed")


def test_lists_tell_of_a_saved_way_to_pay(world: World) -> None:
    customer, saved = save(world)
    since = world.now()
    wanted = attempt(step=Step.RECURRING, customer_ref=customer, mandate_ref=saved, methods=())
    again = world.provider.create_payment(wanted)
    named = [line.ref for line in world.provider.list_touched(since=since) if line.subject is Subject.PAYMENT]
    assert again.ref in named
    # What lies below a page has no line of its own.
    assert named == [world.provider.fetch_payment(ref).ref for ref in named]


def test_an_open_payment_is_cancelled_and_others_are_left_alone(world: World) -> None:
    begun = world.provider.create_payment(attempt())
    world.provider.cancel_payment(begun.ref)
    ended = {ProviderStatus.CANCELED, ProviderStatus.EXPIRED}
    assert world.provider.fetch_payment(begun.ref).status in ended
    world.provider.cancel_payment(begun.ref)
    other = paid(world)
    world.provider.cancel_payment(other.ref)
    assert world.provider.fetch_payment(other.ref).status == ProviderStatus.PAID
    with pytest.raises(Rejected):
        world.provider.cancel_payment(world.nobody)


@pytest.mark.spec("10.7")
def test_refunds_are_seen_on_their_payment(world: World) -> None:
    payment = paid(world)
    ours = uuid4()
    first = refund(world.provider, payment, 999, ours)
    assert (first.status in IN_TRANSIT, first.refund_id, first.amount) == (True, ours, Money(999, "EUR"))
    assert refund(world.provider, payment, 999, ours).ref == first.ref
    world.refund(first.ref)
    [seen] = world.provider.fetch_payment(payment.ref).refunds
    assert (seen.ref, seen.refund_id, seen.status) == (first.ref, ours, ProviderRefundStatus.REFUNDED)


@pytest.mark.spec("10.7")
def test_no_more_is_refunded_than_was_paid(world: World) -> None:
    payment = paid(world)
    refund(world.provider, payment, 1500)
    with pytest.raises(Rejected):
        refund(world.provider, payment, 500)
    refund(world.provider, payment, 499)
    assert sum(each.amount.minor for each in world.provider.fetch_payment(payment.ref).refunds) == 1999


@pytest.mark.spec("10.7")
def test_what_nobody_paid_is_not_refunded(world: World) -> None:
    begun = world.provider.create_payment(attempt())
    with pytest.raises(Rejected):
        refund(world.provider, begun, 1)


def test_chargebacks_and_their_return_are_seen(world: World) -> None:
    payment = paid(world)
    made = world.charge_back(payment.ref, 500)
    [chargeback] = world.provider.fetch_payment(payment.ref).chargebacks
    assert (chargeback.ref, chargeback.amount, chargeback.reason) == (made, Money(500, "EUR"), "fraudulent")
    assert chargeback.reversed_at is None
    world.give_back(made)
    [given_back] = world.provider.fetch_payment(payment.ref).chargebacks
    assert given_back.reversed_at
    assert given_back.reversed_at >= given_back.created_at


@pytest.mark.parametrize(("method", "label"), [("creditcard", " "), ("paypal", "@")])
def test_a_first_payment_saves_a_way_to_pay_that_is_used_and_revoked(world: World, method: str, label: str) -> None:
    customer, ref = save(world, method)
    [found] = world.provider.list_mandates(customer)
    assert (found.ref, found.method, found.is_valid) == (ref, method, True)
    assert label in found.label
    wanted = attempt(step=Step.RECURRING, customer_ref=customer, mandate_ref=ref, methods=())
    again = world.provider.create_payment(wanted)
    assert (again.mandate_ref, again.customer_ref, again.checkout_url) == (ref, customer, None)
    assert again.payment_id == wanted.payment_id
    seen = world.provider.find_payment(wanted.payment_id, since=long_ago(world))
    assert seen is not None
    assert seen.ref == again.ref
    world.provider.revoke_mandate(customer, ref)
    world.provider.revoke_mandate(customer, ref)
    assert world.provider.list_mandates(customer) == []
    with pytest.raises(Rejected):
        world.provider.create_payment(attempt(step=Step.RECURRING, customer_ref=customer, methods=()))


def test_a_payment_that_stands_alone_saves_nothing(world: World) -> None:
    customer = world.provider.create_customer(member_id=uuid4(), key=str(uuid4()), locale="nl")
    begun = paid(world, customer_ref=customer)
    assert begun.mandate_ref is None
    assert world.provider.list_mandates(customer) == []


def test_where_no_mandate_is_known_revoking_one_does_nothing(world: World) -> None:
    customer, _ = save(world)
    world.provider.revoke_mandate(customer, "mdt_nobodys" if world.provider.name == "mollie" else "pm_nobodys")
    assert len(world.provider.list_mandates(customer)) == 1


@pytest.mark.parametrize(("operation", "call"), CHANGES + READS)
def test_a_busy_provider_is_unavailable(world: World, operation: str, call: Call) -> None:
    payment, saved = paid(world), save(world)
    for status in world.busy:
        world.refuse(operation, status)
        with pytest.raises(Unavailable):
            call(world.provider, payment, saved)


@pytest.mark.parametrize(
    ("operation", "call", "raised"),
    [(*change, OutcomeUnknown) for change in CHANGES] + [(*read, Unavailable) for read in READS],
)
def test_a_provider_that_breaks_leaves_the_outcome_of_a_change_open(
    world: World, operation: str, call: Call, raised: type[ProviderError]
) -> None:
    payment, saved = paid(world), save(world)
    world.refuse(operation, 500)
    with pytest.raises(raised):
        call(world.provider, payment, saved)


@pytest.mark.parametrize("seconds", [0, 2])
def test_a_payment_whose_answer_was_lost_is_found_and_not_made_again(world: World, seconds: int) -> None:
    wanted = attempt()
    since = long_ago(world)
    hurried = world.adapter(timeout=(3, 1))
    world.lose_answer("create_payment", seconds)
    with pytest.raises(OutcomeUnknown):
        (hurried if seconds else world.provider).create_payment(wanted)
    # Whoever gives up after a second may be done before the provider has begun.
    until(lambda: world.provider.find_payment(wanted.payment_id, since=since) is not None, seconds=60)
    found = world.provider.find_payment(wanted.payment_id, since=since)
    assert found is not None
    assert world.provider.create_payment(wanted).ref == found.ref


@pytest.mark.spec("10.7")
def test_a_refund_whose_answer_was_lost_is_seen_on_its_payment(world: World) -> None:
    payment = paid(world)
    ours = uuid4()
    world.lose_answer("create_refund")
    with pytest.raises(OutcomeUnknown):
        refund(world.provider, payment, 500, ours)
    assert [each.refund_id for each in world.provider.fetch_payment(payment.ref).refunds] == [ours]


@pytest.mark.parametrize(("_operation", "call"), CHANGES + READS)
def test_where_nobody_listens_nothing_has_happened(world: World, _operation: str, call: Call) -> None:
    payment, saved = paid(world), save(world)
    nobody = world.adapter(url=f"http://127.0.0.1:{free_port()}")
    with pytest.raises(Unavailable):
        call(nobody, payment, saved)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnope"])
def test_an_answer_that_is_no_answer_leaves_the_outcome_open(world: World, answer: bytes) -> None:
    payment = paid(world)
    with talking_nonsense(answer) as address:
        confused = world.adapter(url=address, timeout=(3, 1))
        with pytest.raises(OutcomeUnknown):
            confused.create_payment(attempt())
        with pytest.raises(Unavailable):
            confused.fetch_payment(payment.ref)


@pytest.mark.parametrize("ref", [None, "nonsense", "", "../customers", "pi_", "cs_../../customers"])
def test_what_does_not_exist_is_rejected(world: World, ref: str | None) -> None:
    with pytest.raises(Rejected) as rejected:
        world.provider.fetch_payment(world.nobody if ref is None else ref)
    assert rejected.value.code.startswith("404")


def test_a_key_that_is_not_ours_is_rejected(world: World) -> None:
    begins = {"mollie": "live_", "stripe": "sk_live_"}[world.provider.name]
    stranger = world.adapter(key=begins + "a" * 30)
    with pytest.raises(Rejected) as rejected:
        stranger.fetch_payment(world.nobody)
    assert rejected.value.code == "401"


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    begun = world.adapter().create_payment(attempt())
    assert world.adapter().fetch_payment(begun.ref).status == ProviderStatus.OPEN
