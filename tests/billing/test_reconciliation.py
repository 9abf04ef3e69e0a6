"""What a provider did and nobody told us: found in its lists, taken over once, and never guessed."""

import json
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from prometheus_client import REGISTRY
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import Session, transaction
from cli.order import order as order_command
from modules.accounts.contracts import Member
from modules.billing import api, jobs
from modules.billing.contracts.books import Outcome, Reconciliation
from modules.billing.contracts.states import OrderState, PaymentState
from modules.billing.errors.payments import ExplanationMissing, OrderNotFound, ProviderAway, ReconciliationRunning
from modules.billing.payments.models.reconciliation import ForeignPaymentRow, ReconciliationRow
from modules.billing.payments.providers.port import ProviderRefundStatus, ProviderStatus, Rejected, Unavailable
from modules.billing.payments.service import outcomes, payments, reconciliation
from tests.billing.bank import Bank
from tests.billing.shopping import balance_of, buy, order, order_of, payment_of, ref_of, sound
from tests.factories.billing import place_order
from tests.factories.moderation import audit_about
from tests.racing import race
from tests.simulating import Simulator

LAST = """SELECT state, since, until, listed, found, error FROM billing.reconciliation
           WHERE provider = 'mollie' ORDER BY started_at DESC LIMIT 1"""


def compare() -> Reconciliation:
    return reconciliation.reconcile("mollie")


def about(run: Reconciliation, ref: str) -> list[tuple[str, str | None, str, Outcome]]:
    """Return what a comparison found of a payment, and of what became of it."""
    return [(one.subject, one.known, one.told, one.outcome) for one in run.findings if one.payment_ref == ref]


def last_run() -> Any:
    with transaction(read_only=True) as session:
        return session.execute(text(LAST)).one()


def pay_unnoticed(bank: Bank, order_id: Any) -> str:
    """Have an order paid at the bank, of which nobody is told."""
    bank.turn(ref_of(order_id), ProviderStatus.PAID)
    return ref_of(order_id)


def stranger(bank: Bank, member: Member, **over: Any) -> str:
    """Have somebody else's payment be paid on our account."""
    ref = f"tr_{uuid4().hex}"
    known = bank.payments[ref_of(order(member))]
    bank.payments[ref] = replace(known, **{"ref": ref, "payment_id": None, "status": ProviderStatus.PAID, **over})
    return ref


# Through the provider's own client, over HTTP.


@pytest.mark.spec("2.35", "4.5")
def test_what_no_notice_told_is_found_in_the_lists(shop: None, member: Member, simulator: Simulator) -> None:
    simulator.control("lose-notices", share=1)
    order_id = order(member)
    ref = ref_of(order_id)
    simulator.pay(ref)
    assert about(compare(), ref) == [("payment", "open", "paid", Outcome.TAKEN_OVER)]
    assert (order_of(order_id).state, balance_of(member)) == (OrderState.COMPLETED, 130)
    taken = simulator.control("chargeback", payment=ref, value="5.00")
    assert about(compare(), ref) == [("chargeback", None, "received", Outcome.TAKEN_OVER)]
    assert payment_of(order_id).charged_back_minor == 500
    simulator.control("reverse", chargeback=taken["id"])
    assert about(compare(), ref) == [("chargeback", "received", "reversed", Outcome.TAKEN_OVER)]
    assert balance_of(member) == 130
    assert about(compare(), ref) == []
    assert simulator.log("notice lost")
    sound()


def test_the_command_says_what_it_found(member: Member, simulator: Simulator) -> None:
    simulator.control("lose-notices", share=1)
    order_id = order(member)
    simulator.pay(ref_of(order_id))
    previewed = CliRunner().invoke(order_command, ["reconcile", "--dry-run", "--json"])
    assert {"ref": ref_of(order_id), "outcome": "unasked"}.items() <= _line(previewed.output, order_id).items()
    assert order_of(order_id).state is OrderState.LOADING
    run = CliRunner().invoke(order_command, ["reconcile", "--since", "2026-01-01", "--json"])
    assert _line(run.output, order_id)["outcome"] == "taken over"
    assert order_of(order_id).state is OrderState.COMPLETED
    assert last_run().since == datetime(2026, 1, 1, tzinfo=UTC)
    assert "mollie: " in CliRunner().invoke(order_command, ["reconcile"]).output


def _line(output: str, order_id: Any) -> dict[str, Any]:
    [line] = [each for each in json.loads(output) if each["ref"] == ref_of(order_id)]
    return dict(line)


# In this process.


def test_a_payment_whose_answer_was_lost_is_ours(bank: Bank, member: Member) -> None:
    """It was begun, the answer never came, and its name is only in the list."""
    with transaction() as session:
        order_id = place_order(session, member=member)
    bank.after("create_payment", Unavailable())
    with pytest.raises(ProviderAway):
        payments.submit_order(order_id)
    [ref] = bank.payments
    bank.turn(ref, ProviderStatus.PAID)
    assert about(compare(), ref) == [("payment", None, "paid", Outcome.TAKEN_OVER)]
    assert (ref_of(order_id), balance_of(member)) == (ref, 130)


def test_a_payment_that_had_ended_here_was_paid_after_all(bank: Bank, member: Member) -> None:
    order_id = order(member)
    payment_id = payment_of(order_id).id
    with transaction() as session:
        outcomes.end_payment(session, payment_id, PaymentState.EXPIRED)
    ref = pay_unnoticed(bank, order_id)
    assert about(compare(), ref) == [("payment", "expired", "paid", Outcome.TAKEN_OVER)]
    assert (order_of(order_id).state, balance_of(member)) == (OrderState.COMPLETED, 130)
    sound()


def test_a_refund_by_hand_that_the_bank_sent_back(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    ref = ref_of(order_id)
    bank.refund_by_hand(ref, 300)
    assert [told for _, _, told, _ in about(compare(), ref)] == ["pending"]
    for status in (ProviderRefundStatus.REFUNDED, ProviderRefundStatus.FAILED):
        bank.turn_refund(bank.payments[ref].refunds[0].ref, status)
        assert [told for _, _, told, _ in about(compare(), ref)] == [status]
    assert payment_of(order_id).refunded_minor == 0
    sound()


def test_notice_and_list_at_the_same_moment_credit_once(bank: Bank, member: Member) -> None:
    order_id = order(member)
    ref = pay_unnoticed(bank, order_id)
    results = race([lambda: payments.sync_ref("mollie", ref), compare] * 6)
    assert {type(result) for result in results} <= {type(None), Reconciliation, ReconciliationRunning}
    assert (order_of(order_id).state, balance_of(member)) == (OrderState.COMPLETED, 130)
    sound()


def test_a_second_comparison_asks_nothing(bank: Bank, member: Member) -> None:
    pay_unnoticed(bank, order(member))
    stranger(bank, member)
    assert compare().findings
    asked = bank.calls["fetch_payment"]
    assert compare().findings == ()
    assert bank.calls["fetch_payment"] == asked


def test_a_payment_that_nobody_made_here_is_written_down_and_brings_nothing(bank: Bank, member: Member) -> None:
    ref = stranger(bank, member)
    bank.refund_by_hand(ref, 100)
    other_installation = stranger(bank, member, payment_id=uuid4())
    run = compare()
    assert {one.outcome for one in run.findings if one.payment_ref in (ref, other_installation)} == {Outcome.FOREIGN}
    assert run.wants_a_person
    assert balance_of(member) == 10
    with transaction(read_only=True) as session:
        kept = {one.ref: one for one in api.list_foreign_payments(session)}
    assert (kept[ref].amount, kept[ref].state) == (bank.payments[ref].amount, "paid")
    jobs.compare_lists()
    alarmed = _gauge("hearth_foreign_payments")
    for each in (ref, other_installation):
        explained = ["explain", "mollie", each, "--as", "linden", "--reason", "the other shop on this account"]
        assert CliRunner().invoke(order_command, explained).output == "Explanation saved.\n"
    noted = [one.reason for one in audit_about(f"mollie {ref}") if one.resource == "billing.foreign-payments"]
    assert noted == ["command line"]
    jobs.compare_lists()
    assert _gauge("hearth_foreign_payments") == alarmed - 2
    listed = json.loads(CliRunner().invoke(order_command, ["foreign", "--json"]).output)
    assert ref not in [one["ref"] for one in listed]


@pytest.mark.spec("4.2")
def test_how_it_was_explained_is_forgotten_after_400_days_and_that_it_was_stays(bank: Bank, member: Member) -> None:
    fresh, old = stranger(bank, member), stranger(bank, member)
    compare()
    row = ForeignPaymentRow
    found, of_two = (row.explained_by, row.explanation, row.emptied_at), row.provider_ref.in_((fresh, old))
    with transaction() as session:
        for ref in (fresh, old):
            said = {"actor": "linden", "note": "Ada Brown paid by hand"}
            api.explain_foreign_payment(session, provider="mollie", ref=ref, **said)
        session.execute(update(row).where(of_two).values(found_at=func.now() - timedelta(days=400)))
        reconciliation.forget_old_explanations(session)
        assert set(session.execute(select(*found).where(of_two))) == {("linden", "Ada Brown paid by hand", None)}
        for ref, days in ((fresh, 399), (old, 401)):
            found_at = func.now() - timedelta(days=days)
            session.execute(update(row).where(row.provider_ref == ref).values(found_at=found_at))
    jobs.forget_old_notices()
    with transaction() as session:
        emptied_at = session.execute(select(row.emptied_at).where(row.provider_ref == old)).scalar_one()
        reconciliation.forget_old_explanations(session)
        left = {one.provider_ref: one for one in session.execute(select(row.provider_ref, *found).where(of_two))}
        unexplained = {one.ref for one in api.list_foreign_payments(session, only_unexplained=True)}
    assert (left[fresh].explanation, left[old].explanation) == ("Ada Brown paid by hand", "")
    assert left[old].explained_by == "linden"
    assert left[old].emptied_at == emptied_at is not None
    assert not unexplained & {fresh, old}


def _gauge(name: str, **labels: str) -> float:
    value = REGISTRY.get_sample_value(name, labels)
    assert value is not None
    return value


def test_what_is_explained_exists_and_has_words(bank: Bank, member: Member) -> None:
    with pytest.raises(OrderNotFound), transaction() as session:
        api.explain_foreign_payment(session, provider="mollie", ref="tr_nobodys", actor="linden", note="mine")
    with pytest.raises(ExplanationMissing), transaction() as session:
        api.explain_foreign_payment(session, provider="mollie", ref="tr_nobodys", actor="linden", note=" ")


def test_one_that_does_not_fit_is_left_to_a_person_and_holds_up_nobody(bank: Bank, member: Member) -> None:
    strange, fine = order(member), order(member)
    told = bank.payments[pay_unnoticed(bank, strange)]
    bank.payments[told.ref] = replace(told, amount=replace(told.amount, minor=1))
    pay_unnoticed(bank, fine)
    run = compare()
    assert [one[-1] for one in about(run, told.ref)] == [Outcome.UNRESOLVED]
    assert (order_of(strange).state, order_of(fine).state) == (OrderState.LOADING, OrderState.COMPLETED)
    jobs.compare_lists()
    assert _gauge("hearth_lists_unresolved", provider="mollie") == 1
    assert _gauge("hearth_lists_compared_at", provider="mollie") > 0


def test_one_that_breaks_holds_up_nobody(bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, fine = (pay_unnoticed(bank, order(member)) for _ in range(2))
    apply_report = outcomes.apply_report

    def fail(session: Session, payment_id: Any, told: Any) -> None:
        if told.ref == broken:
            raise RuntimeError("a defect")
        apply_report(session, payment_id, told)

    monkeypatch.setattr(outcomes, "apply_report", fail)
    run = compare()
    assert [about(run, ref)[0][-1] for ref in (broken, fine)] == [Outcome.UNRESOLVED, Outcome.TAKEN_OVER]


@pytest.mark.parametrize("call", ["list_touched", "fetch_payment"])
@pytest.mark.parametrize("error", [Unavailable("slow"), Rejected("401", "no such key")])
def test_a_comparison_that_fails_leaves_its_window_to_the_next(
    bank: Bank, member: Member, call: str, error: Exception
) -> None:
    compare()
    good = last_run()
    ref = pay_unnoticed(bank, order(member))
    bank.before(call, error)
    if (call, type(error)) == ("fetch_payment", Rejected):  # the provider does not know what it listed
        assert about(compare(), ref)[0][-1] is Outcome.UNRESOLVED
        return
    with pytest.raises(ProviderAway):
        compare()
    failed = last_run()
    assert (failed.state, str(error) in failed.error) == ("failed", True)
    assert about(compare(), ref)[0][-1] is Outcome.TAKEN_OVER
    assert last_run().since == failed.since == good.until - reconciliation.OVERLAP


def test_the_window_never_leaves_a_gap(bank: Bank) -> None:
    compare()
    ended = last_run().until
    reconciliation.reconcile("mollie", since=datetime.now(UTC) + timedelta(hours=1))
    assert last_run().since == ended - reconciliation.OVERLAP
    reconciliation.reconcile("mollie", since=ended - timedelta(days=40))
    assert last_run().since == ended - timedelta(days=40)


def test_one_comparison_at_a_time_until_its_process_is_lost(bank: Bank) -> None:
    def at_once() -> None:
        with pytest.raises(ReconciliationRunning):
            compare()

    bank.before("list_touched", at_once)
    compare()
    with transaction() as session:
        lost = begin(session)
    with pytest.raises(ReconciliationRunning):
        compare()
    jobs.compare_lists()  # is told, and waits for the next hour
    with transaction() as session:
        session.execute(text("ALTER TABLE billing.reconciliation DISABLE TRIGGER keeps"))
        session.execute(
            text("UPDATE billing.reconciliation SET started_at = now() - interval '31 minutes' WHERE state = 'running'")
        )
        session.execute(text("ALTER TABLE billing.reconciliation ENABLE TRIGGER keeps"))
    compare()
    assert last_run().state == "done"
    with transaction(read_only=True) as session:
        why = text("SELECT state, error FROM billing.reconciliation WHERE id = :id")
        assert session.execute(why, {"id": lost}).one() == ("failed", "its process was lost")


def test_a_comparison_of_exactly_thirty_minutes_is_not_lost(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ReconciliationRunning), transaction() as session:
        begin(session, ago=timedelta(minutes=30))
        monkeypatch.setattr(reconciliation, "transaction", lambda: nullcontext(session))
        compare()


def begin(session: Session, *, ago: timedelta = timedelta(0)) -> UUID:
    """Let a comparison have begun some time ago, and not have ended."""
    run = {"id": uuid4(), "provider": "mollie", "since": func.now() - timedelta(days=2)}
    session.execute(insert(ReconciliationRow).values(**run, started_at=func.now() - ago))
    return UUID(str(run["id"]))


@pytest.mark.usefixtures("_engines")
@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("reconciliation_running_key", ["{run}", "{run}"]),
        ("leaves a gap", ["{done}", "{late}"]),
        ("is append-only", ["{done}", "UPDATE billing.reconciliation SET state = 'failed', error = 'x'"]),
        ("is append-only", ["DELETE FROM billing.reconciliation"]),
        ("keeps what it says", ["{run}", "UPDATE billing.reconciliation SET since = until - interval '9 days'"]),
        ("reconciliation_window_check", ["{backwards}"]),
        ("reconciliation_error_check", ["{silent}"]),
        ("reconciliation_ended_check", ["{endless}"]),
        ("foreign_payment_explained_check", ["{unexplained}"]),
        ("foreign_payment_explained_check", ["{wordless}"]),
    ],
)
def test_the_database_refuses(rule: str, change: list[str]) -> None:
    provider = f"p{uuid4().hex}"
    into = "INSERT INTO billing.reconciliation (id, provider, since, until, state, ended_at, error) VALUES"
    row = f"{into} (gen_random_uuid(), '{provider}', now() - interval '{{}}', {{}})"
    rows = {
        "run": row.format("1 hour", "now(), 'running', NULL, NULL"),
        "done": row.format("1 hour", "now() - interval '30 minutes', 'done', now(), NULL"),
        "late": row.format("20 minutes", "now(), 'running', NULL, NULL"),
        "backwards": row.format("1 hour", "now() - interval '2 hours', 'running', NULL, NULL"),
        "silent": row.format("1 hour", "now(), 'failed', now(), NULL"),
        "endless": row.format("1 hour", "now(), 'done', NULL, NULL"),
        "unexplained": "INSERT INTO billing.foreign_payment (provider, provider_ref, amount_minor, currency, state,"
        " explanation) VALUES ('x', 'y', 1, 'EUR', 'paid', 'mine')",
        "wordless": "INSERT INTO billing.foreign_payment (provider, provider_ref, amount_minor, currency, state,"
        " explained_by) VALUES ('x', 'y', 1, 'EUR', 'paid', 'linden')",
    }
    with pytest.raises(DBAPIError, match=rule), transaction() as session:
        for part in change:
            session.execute(text(part.format(**rows) + (f" WHERE provider = '{provider}'" if "UPDATE" in part else "")))


def test_a_comparison_counts_what_it_asks_after(bank: Bank, member: Member) -> None:
    refs = [pay_unnoticed(bank, order(member)) for _ in range(2)]
    said: list[tuple[str, int, int]] = []
    found = reconciliation.reconcile("mollie", progress=lambda *one: said.append(one))
    assert set(refs) <= {one.payment_ref for one in found.findings}
    asked = [(done, total) for what, done, total in said if what == "asked mollie after"]
    assert asked == [(done, len(asked)) for done in range(1, len(asked) + 1)]
    assert len(asked) >= 2
    assert said[:2] == [("lines from mollie", 0, 0), ("lines from mollie", found.listed, found.listed)]
