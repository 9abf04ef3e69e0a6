"""What the bank got: it clears what the provider held for us, once, and shows what our books do not explain."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from prometheus_client import REGISTRY
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.config import config
from app.kernel.db.session import transaction
from cli.errors import CliError
from cli.ledger import ledger
from modules.accounts.contracts import Member
from modules.billing import api, jobs
from modules.billing.contracts.books import Problem, Settlement, Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState
from modules.billing.errors.payments import ExplanationMissing, ProviderAway, SettlementNotFound
from modules.billing.payments.providers.choose import settlement_source
from modules.billing.payments.providers.port import ProviderStatus, Rejected, SettledLine, Unavailable
from modules.billing.payments.service import payments, settlements
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.payouts import Payouts, line_of
from tests.billing.shopping import balance_of, buy, logged_line, order, order_of, payment_of, settle, sound, support
from tests.fixture_types import MakeMember
from tests.racing import race
from tests.simulating import Simulator


@pytest.fixture
def payouts(monkeypatch: pytest.MonkeyPatch) -> Payouts:
    """A provider that pays out what a test wants."""
    made = Payouts()
    monkeypatch.setattr(settlements, "settlement_source", lambda _name: made)
    return made


def book() -> int:
    return settlements.book_settlements("mollie")


def booked(ref: str) -> Settlement:
    with transaction(read_only=True) as session:
        return next(one for one in api.list_settlements(session, limit=1000) if one.ref == ref)


def account(kind: str, unit: str = "EUR") -> int:
    """Return what an account of the installation holds."""
    statement = """SELECT coalesce(sum(e.amount), 0) FROM billing.ledger_entry e
                   JOIN billing.ledger_account a ON a.id = e.account_id WHERE a.kind = :kind AND a.unit = :unit"""
    with transaction(read_only=True) as session:
        return int(session.execute(text(statement), {"kind": kind, "unit": unit}).scalar_one())


def key_of(ref: str) -> str:
    """Return the key by which the ledger knows the posting of a settlement."""
    statement = (
        "SELECT idem FROM billing.ledger_tx JOIN billing.settlement ON tx_id = ledger_tx.id WHERE provider_ref = :ref"
    )
    with transaction(read_only=True) as session:
        return str(session.execute(text(statement), {"ref": ref}).scalar_one())


def moved(before: dict[str, int]) -> dict[str, int]:
    """Return what accounts in euros hold more than before."""
    return {kind: account(kind) - held for kind, held in before.items() if account(kind) != held}


def holdings() -> dict[str, int]:
    return {kind: account(kind) for kind in ("bank", "provider_fees", "clearing", "residue", "exchange")}


def unexplained() -> float:
    jobs.book_settlements()
    return REGISTRY.get_sample_value("hearth_settlements_unexplained") or 0


def strange(one: Settlement) -> list[tuple[str, int]]:
    return [(part.why, part.amount.minor) for part in one.unexplained]


def square(member: Member, simulator: Simulator) -> None:
    """Have all paid out that waits, also where other tests' chargebacks are still to be earned."""
    while True:
        pay(order(member), simulator)
        if simulator.control("settle")["settlement"]:
            break
    book()


def pay(order_id: UUID, simulator: Simulator) -> None:
    """Pay an order at the provider."""
    simulator.pay(str(payment_of(order_id).provider_ref))
    payments.sync_order(order_id)


# Through the provider's own client, over HTTP.


@pytest.mark.spec("2.35", "10.7")
def test_what_the_bank_got_clears_what_the_provider_held(shop: None, member: Member, simulator: Simulator) -> None:
    square(member, simulator)
    first, second = order(member), order(member)
    for order_id in (first, second):
        pay(order_id, simulator)
    refund = support(first, credits=12)
    payments.submit_refund(refund.id)
    told = simulator.control("settle")["settlement"]
    before = holdings()
    assert book() == 1
    one = booked(told["id"])
    assert (one.amount.minor, strange(one), one.residue.minor) == (_cents(told), [], 0)
    assert moved(before) == {"bank": one.amount.minor, "provider_fees": one.fees.minor, "clearing": -2160}
    assert one.amount.minor + one.fees.minor == 2160
    assert book() == 0
    sound()


def _cents(told: dict[str, Any]) -> int:
    return int(Decimal(told["amount"]["value"]) * 100)


def test_a_wrong_amount_is_shown_and_stays_until_it_is_explained(member: Member, simulator: Simulator) -> None:
    square(member, simulator)
    pay(order(member), simulator)
    ref = simulator.control("settle", short="0.50")["settlement"]["id"]
    run = CliRunner().invoke(ledger, ["settlements", "--json"])
    assert run.exit_code == 1, run.output
    [shown] = [one for one in json.loads(run.output)["settlements"] if one["ref"] == ref]
    assert shown["residue"]["minor"] == -50
    assert [(part["ref"], part["amount"]["minor"]) for part in shown["unexplained"]] == [(None, -50)]
    assert "no line says" in CliRunner().invoke(ledger, ["settlements"]).output
    alarmed = unexplained()
    assert alarmed >= 1
    explained = ["explain", "mollie", ref, "--as", "robin", "--reason", "a reserve, given back in May"]
    assert CliRunner().invoke(ledger, explained).output == "Explanation saved.\n"
    assert unexplained() == alarmed - 1
    sound()


# In this process.


def test_a_settlement_is_booked_once_however_often_it_is_told(bank: Bank, payouts: Payouts, member: Member) -> None:
    told = payouts.pay_out(line_of(buy(bank, member)), fees="39")
    before = holdings()
    assert all(isinstance(each, int) for each in race([book] * 8))
    assert moved(before) == {"bank": 1041, "provider_fees": 39, "clearing": -1080}
    assert (book(), key_of(told.ref)) == (0, f"settlement:mollie:{told.ref}")
    sound()


def test_money_that_nobody_told_us_of_is_taken_over_by_its_settlement(
    bank: Bank, payouts: Payouts, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_id = order(member)
    bank.turn(str(payment_of(order_id).provider_ref), ProviderStatus.PAID)
    told = payouts.pay_out(line_of(order_id))
    monkeypatch.setattr(payments, "provider_named", {"mollie": bank}.__getitem__)
    book()
    assert (order_of(order_id).state, balance_of(member)) == (OrderState.COMPLETED, 130)
    assert booked(told.ref).residue.minor == 0
    sound()


def test_what_went_back_is_paid_out_less(bank: Bank, payouts: Payouts, member: Member) -> None:
    order_id = buy(bank, member)
    ref = str(payment_of(order_id).provider_ref)
    refund = support(order_id, credits=12)
    settle(bank, refund)
    bank.charge_back(ref, 500)
    payments.sync_order(order_id)
    payments.sync_payment(payment_of(order_id).id)
    state = bank.payments[ref]
    minus = [
        SettledLine(subject, each.ref, ref, *[Money(-each.amount.minor, "EUR")] * 2)
        for subject, each in ((Subject.REFUND, state.refunds[0]), (Subject.CHARGEBACK, state.chargebacks[0]))
    ]
    before = holdings()
    told = payouts.pay_out(line_of(order_id), *minus)
    book()
    left = 1080 - state.refunds[0].amount.minor - 500
    assert moved(before) == {"bank": left, "clearing": -left}
    assert strange(booked(told.ref)) == []
    sound()


@pytest.mark.parametrize("what", ["amount", "settled", "unpaid", "unknown", "foreign", "twice"])
def test_a_line_that_our_books_do_not_explain_clears_nothing(
    bank: Bank, payouts: Payouts, member: Member, what: str
) -> None:
    line, fine = line_of(buy(bank, member)), line_of(buy(bank, member))
    less, nobody = Money(1000, "EUR"), f"tr_{uuid4().hex}"
    match what:
        case "amount":
            line, problem = replace(line, amount=less, settled=less), Problem.AMOUNT
        case "settled":
            line, problem = replace(line, settled=less), Problem.AMOUNT
        case "unpaid":
            line, problem = line_of(order(member)), Problem.STATE
        case "unknown":
            line, problem = replace(line, ref=nobody, payment_ref=nobody), Problem.UNKNOWN
        case "foreign":
            bank.payments[nobody] = replace(bank.payments[line.ref], ref=nobody, payment_id=None)
            api.reconcile("mollie")
            line, problem = replace(line, ref=nobody, payment_ref=nobody), Problem.FOREIGN
        case _:
            payouts.pay_out(line)
            book()
            problem = Problem.TWICE
    before = holdings()
    told = payouts.pay_out(line, fine)
    book()
    assert strange(booked(told.ref)) == [(problem, line.settled.minor)]
    assert moved(before) == {"bank": told.amount.minor, "clearing": -1080, "residue": -line.settled.minor}
    sound()


def test_what_was_paid_in_another_currency_is_cleared_in_both(
    bank: Bank, payouts: Payouts, site: Site, make_member: MakeMember
) -> None:
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="NL", credits=120, price=Money(4300, "PLN"))
    bought = [buy(bank, make_member(), price=Money(4300, "PLN")) for _ in range(2)]
    before, zloty = holdings(), {kind: account(kind, "PLN") for kind in ("clearing", "exchange")}
    payouts.pay_out(*(line_of(order_id, settled=Money(1011, "EUR")) for order_id in bought), fees="22")
    book()
    assert moved(before) == {"bank": 2000, "provider_fees": 22, "exchange": -2022}
    assert {kind: account(kind, "PLN") - held for kind, held in zloty.items()} == {"clearing": -8600, "exchange": 8600}
    sound()


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (Unavailable("slow"), []),
        (Rejected("403", "no scope"), [logged_line("error", "settlements refused", code="403")]),
    ],
    ids=["away", "refused"],
)
def test_a_provider_that_fails_leaves_the_rest_to_the_next_time(
    bank: Bank, payouts: Payouts, member: Member, logged: list[Any], error: Exception, lines: list[Any]
) -> None:
    payouts.pay_out(line_of(buy(bank, member)))
    assert book() == 1
    payouts.pay_out(line_of(buy(bank, member)))
    payouts.failing = error
    with pytest.raises(ProviderAway):
        book()
    assert logged == lines
    jobs.book_settlements()
    payouts.failing = None
    assert book() == 1


@pytest.mark.usefixtures("_engines")
def test_without_a_token_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_MOLLIE_TOKEN", "")
    config.cache_clear()
    settlement_source.cache_clear()
    try:
        with pytest.raises(CliError, match="HEARTH_MOLLIE_TOKEN is not set"):
            CliRunner().invoke(ledger, ["settlements"], catch_exceptions=False, standalone_mode=False)
        jobs.book_settlements()
    finally:
        monkeypatch.undo()
        config.cache_clear()
        settlement_source.cache_clear()


@pytest.mark.usefixtures("_engines")
def test_what_is_explained_exists_and_has_words() -> None:
    with pytest.raises(SettlementNotFound), transaction() as session:
        api.explain_settlement(session, provider="mollie", ref="stl_nobodys", actor="robin", note="mine")
    with pytest.raises(ExplanationMissing), transaction() as session:
        api.explain_settlement(session, provider="mollie", ref="stl_nobodys", actor="robin", note=" ")


def test_what_is_held_is_told_with_its_age(bank: Bank, payouts: Payouts, member: Member) -> None:
    payouts.pay_out(line_of(buy(bank, member)))
    book()
    buy(bank, member)

    def held() -> tuple[int, int, int]:
        with transaction(read_only=True) as session:
            found = {(one.provider, one.amount.currency): one for one in api.list_unsettled(session)}
        one = found["mollie", "EUR"]
        return one.count, one.amount.minor, one.late

    count, minor, late = held()
    buy(bank, member)
    assert held() == (count + 1, minor + 1080, late)


COPY = """INSERT INTO billing.settlement (id, provider, provider_ref, reference, currency, amount_minor, fees_minor,
                 residue_minor, tx_id, settled_at)
          SELECT gen_random_uuid(), provider, {ref}, reference, currency, {amount}, 0, 0, {tx}, settled_at
            FROM billing.settlement WHERE provider_ref = :ref"""
LINE = """INSERT INTO billing.settlement_line (settlement_id, provider, subject, provider_ref, amount_minor, currency,
                 settled_minor, problem)
          SELECT settlement_id, provider, {subject}, provider_ref, amount_minor, currency, settled_minor, {problem}
            FROM billing.settlement_line WHERE settlement_id = (SELECT id FROM billing.settlement
                                                                 WHERE provider_ref = :ref)"""
SETTLEMENT = "UPDATE billing.settlement SET {} WHERE provider_ref = :ref"
OTHER_TX = "(SELECT id FROM billing.ledger_tx WHERE reason = 'signup' LIMIT 1)"
REFUSED = [
    ("settlement_provider_provider_ref_key", COPY.format(ref="provider_ref", amount="1", tx=OTHER_TX)),
    ("settlement_tx_id_key", COPY.format(ref="'stl_other'", amount="1", tx="tx_id")),
    ("settlement_amount_check", COPY.format(ref="'stl_other'", amount="0", tx=OTHER_TX)),
    ("settlement_line_once_key", LINE.format(subject="subject", problem="NULL")),
    ("settlement_line_sign_check", LINE.format(subject="'refund'", problem="'unknown'")),
    ("settlement_line_problem_check", LINE.format(subject="subject", problem="'odd'")),
    ("keeps what it says", SETTLEMENT.format("amount_minor = 1")),
    ("settlement_explained_check", SETTLEMENT.format("explained_by = 'robin'")),
    ("settlement is append-only", "DELETE FROM billing.settlement WHERE provider_ref = :ref"),
    ("settlement_line is append-only", "UPDATE billing.settlement_line SET problem = NULL WHERE provider_ref = :ref"),
    (
        "ledger_account_kind_check",
        "INSERT INTO billing.ledger_account (kind, unit) SELECT 'bank', 'CR' WHERE :ref <> ''",
    ),
]


@pytest.mark.parametrize(("rule", "change"), REFUSED, ids=[rule for rule, _ in REFUSED])
def test_the_database_refuses(bank: Bank, payouts: Payouts, member: Member, rule: str, change: str) -> None:
    told = payouts.pay_out(line_of(buy(bank, member)))
    book()
    with pytest.raises(DBAPIError, match=rule), transaction() as session:
        session.execute(text(change), {"ref": told.ref})
