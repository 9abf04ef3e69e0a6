"""The audit finds what does not add up. Each corruption is made with the triggers off, and undone."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.billing import api, jobs
from modules.billing.contracts.ledger import Difference
from modules.billing.service.audit import CHECKS, _paid_after_leaving
from tests.billing.examples import NOW, TICK
from tests.billing.shopping import sound

OF_SETTLEMENT = "settlement_id = (SELECT id FROM billing.settlement WHERE provider_ref = :settlement)"
# Each statement breaks one rule; the ids are those of the fixture `history`.
CORRUPTIONS = [
    ("postings balance", "UPDATE billing.ledger_entry SET amount = amount + 1 WHERE tx_id = :spend AND account_id = 2"),
    ("postings balance", "DELETE FROM billing.ledger_entry WHERE tx_id = :spend"),
    (
        "reversals mirror what they undo",
        "UPDATE billing.ledger_entry SET amount = amount + 1 WHERE tx_id ="
        " (SELECT id FROM billing.ledger_tx WHERE reverses_tx = :undone_spend) AND account_id = 2",
    ),
    ("spends earn their share", "UPDATE billing.lot_use SET net = net - 1 WHERE tx_id = :spend AND net > 0"),
    (
        "wallets equal their entries",
        "UPDATE billing.ledger_account SET balance = balance + 1 WHERE owner_id = :member",
    ),
    ("wallets equal their lots", "UPDATE billing.credit_lot SET remaining = remaining - 1 WHERE order_id = :kept"),
    (
        "wallets are never negative",
        "ALTER TABLE billing.ledger_account DROP CONSTRAINT ledger_account_balance_check;"
        "UPDATE billing.ledger_account SET balance = -1 WHERE owner_id = :member",
    ),
    ("lots equal their uses", "UPDATE billing.credit_lot SET remaining = remaining - 1 WHERE order_id = :kept"),
    ("uses equal their spends", "UPDATE billing.lot_use SET amount = amount + 1 WHERE tx_id = :spend"),
    ("chains are intact", "UPDATE billing.ledger_tx SET fingerprint = 'other' WHERE id = :spend"),
    ("chains are intact", "UPDATE billing.ledger_entry SET seq = seq + 100 WHERE tx_id = :spend AND seq IS NOT NULL"),
    ("chains end at their heads", "UPDATE billing.ledger_account SET version = version + 1 WHERE owner_id = :member"),
    (
        "lots' money equals their uses",
        "UPDATE billing.credit_lot SET paid_remaining = paid_remaining - 1 WHERE order_id = :kept",
    ),
    (
        "no order earns more than its sale",
        "UPDATE billing.credit_lot SET net = 1, net_remaining = 0 WHERE order_id = :spent",
    ),
    (
        "deferred revenue is what is not earned",
        "UPDATE billing.credit_lot SET net_remaining = net_remaining - 1 WHERE order_id = :kept",
    ),
    ("deferred revenue is what is not earned", "UPDATE billing.refund SET state = 'failed' WHERE id = :open_refund"),
    ("held credits are those of open refunds", "UPDATE billing.refund SET state = 'refunded' WHERE id = :open_refund"),
    (
        "clearing is what came, did not go back and was not paid out",
        "UPDATE billing.payment SET state = 'failed', is_credited = false WHERE order_id = :kept",
    ),
    (
        "clearing is what came, did not go back and was not paid out",
        "UPDATE billing.chargeback SET state = 'reversed', reversed_at = now() WHERE payment_id = :charged_back",
    ),
    (
        "clearing is what came, did not go back and was not paid out",
        f"UPDATE billing.settlement_line SET problem = 'unknown' WHERE {OF_SETTLEMENT}",
    ),
    (
        "settlements equal their lines",
        f"UPDATE billing.settlement_line SET settled_minor = settled_minor + 1 WHERE {OF_SETTLEMENT}",
    ),
    (
        "settlements equal their postings",
        "UPDATE billing.settlement SET amount_minor = amount_minor + 1 WHERE provider_ref = :settlement",
    ),
    ("the bank holds settlements", "DELETE FROM billing.settlement WHERE provider_ref = :settlement"),
    (
        "revenue never exceeds sales",
        "UPDATE billing.ledger_entry SET amount = -100000000 WHERE account_id ="
        " (SELECT id FROM billing.ledger_account WHERE kind = 'revenue' AND unit = 'EUR') AND tx_id = :spend",
    ),
    (
        "orders equal their purchases",
        "UPDATE billing.credit_order SET state = 'completed', completed_at = now() WHERE id = :unpaid",
    ),
    ("orders equal their purchases", "UPDATE billing.credit_order SET credits = credits + 1 WHERE id = :kept"),
    (
        "orders equal their purchases",
        "UPDATE billing.credit_order SET state = 'failed', completed_at = NULL WHERE id = :kept",
    ),
    (
        "orders equal their purchases",
        "UPDATE billing.ledger_entry SET amount = amount + 1 WHERE account_id = (SELECT id FROM billing.ledger_account"
        " WHERE kind = 'vat_payable' AND unit = 'EUR') AND tx_id ="
        " (SELECT tx_id FROM billing.credit_lot WHERE order_id = :kept)",
    ),
    ("orders equal their lots", "UPDATE billing.credit_lot SET order_id = :unpaid WHERE order_id = :kept"),
    ("orders equal their lots", "UPDATE billing.credit_lot SET granted = granted + 1 WHERE order_id = :kept"),
    ("orders equal their payments", "UPDATE billing.payment SET is_credited = false WHERE order_id = :kept"),
    ("orders equal their payments", "UPDATE billing.payment SET amount_minor = 2000 WHERE order_id = :kept"),
    (
        "second payments are nobody's",
        "UPDATE billing.ledger_tx SET reference_id = :kept"
        " WHERE reference_id = :second_payment AND reason = 'purchase'",
    ),
    (
        "purchases belong to an order or a second payment",
        "UPDATE billing.ledger_tx SET reference_id = :member WHERE reference_id = :second_payment",
    ),
    ("codes are used as often as they are held", "UPDATE billing.discount_code SET used = used + 1 WHERE id = :code"),
    (
        "codes are used as often as they are held",
        "UPDATE billing.redemption SET state = 'released' WHERE code_id = :code",
    ),
    (
        "codes are free once all money is back",
        "UPDATE billing.redemption SET state = 'released' WHERE code_id = :code",
    ),
    ("codes are free once all money is back", "UPDATE billing.redemption SET state = 'reserved' WHERE code_id = :code"),
    (
        "codes are honoured only where money came back",
        "UPDATE billing.redemption SET state = 'honoured' WHERE code_id = :code",
    ),
    (
        "codes are honoured only where money came back",
        "UPDATE billing.refund SET state = 'failed' WHERE id = :open_refund;"
        "UPDATE billing.redemption SET state = 'honoured' WHERE code_id = :code",
    ),
    (
        "members spend no more than their limit",
        "INSERT INTO billing.spend_limit (member_id, minor, currency, since)"
        " VALUES (:member, 1, 'EUR', '2000-01-01');"
        "UPDATE billing.credit_order SET completed_at = now() - interval '70 days' WHERE id = :kept",
    ),
    (
        "members spend no more than their limit",
        "INSERT INTO billing.spend_limit (member_id, minor, currency, since, next_at, next_minor, next_currency)"
        " VALUES (:member, 100000, 'EUR', '2000-01-01', now() - interval '1 day', 1, 'EUR');"
        "UPDATE billing.credit_order SET completed_at = now() WHERE id = :kept",
    ),
    ("who left pays nothing", "UPDATE accounts.member SET deleted_at = now() - interval '1 day' WHERE id = :member"),
    (
        "who left pays nothing",
        "INSERT INTO accounts.restriction (decision_id, feature, member_id, rule, statement, began_at)"
        " VALUES (gen_random_uuid(), 'account', :member, 'spam', '/cases', now() - interval '1 day')",
    ),
    ("payments count their refunds", "UPDATE billing.payment SET refunded_minor = 1 WHERE order_id = :kept"),
    ("payments count their chargebacks", "UPDATE billing.payment SET charged_back_minor = 1 WHERE order_id = :kept"),
    ("refunds hold their credits", "UPDATE billing.refund SET credits = credits + 1 WHERE id = :open_refund"),
    ("refunds hold their credits", "UPDATE billing.refund SET state = 'failed' WHERE id = :open_refund"),
    ("refunds that arrived were paid out", "UPDATE billing.refund SET state = 'refunded' WHERE id = :open_refund"),
    ("refunds that arrived were paid out", "UPDATE billing.refund SET state = 'pending' WHERE id = :paid_refund"),
    (
        "chargebacks equal their postings",
        "UPDATE billing.chargeback SET amount_minor = amount_minor + 1 WHERE payment_id = :charged_back",
    ),
    (
        "chargebacks equal their postings",
        "UPDATE billing.chargeback SET credits = credits + 1 WHERE payment_id = :charged_back",
    ),
]


def test_a_whole_history_adds_up(history: SimpleNamespace) -> None:
    sound()


@pytest.mark.parametrize(("check", "corruption"), CORRUPTIONS)
def test_the_audit_finds(history: SimpleNamespace, check: str, corruption: str) -> None:
    values = vars(history)
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # triggers and references off
        run = session.connection().execute
        changed = [
            run(text(part), {name: value for name, value in values.items() if f":{name}" in part}).rowcount
            for part in corruption.split(";")
        ]
        found = api.audit_ledger(session)
        session.connection().rollback()
    assert changed[-1] > 0
    assert check in {difference.check for difference in found}


def test_every_check_was_seen_to_find_something() -> None:
    assert {check for check, _ in CORRUPTIONS} == set(CHECKS)


def test_what_the_nightly_audit_finds_raises_the_gauge(history: SimpleNamespace) -> None:
    change = text("UPDATE billing.discount_code SET used = used + :by WHERE id = :id")
    for by, alarmed in ((1, 1.0), (-1, 0.0)):
        with transaction() as session:
            session.execute(change, {"by": by, "id": history.code})
        jobs.audit_ledger()
        assert REGISTRY.get_sample_value("hearth_ledger_differences") == alarmed


LIMIT = """
    INSERT INTO billing.spend_limit (member_id, minor, currency, since, next_at)
    SELECT :member, total_minor, currency, :since, :next_at FROM billing.credit_order WHERE id = :kept
"""
BEFORE_MARCH, IN_MARCH = datetime(2026, 2, 28, 23, 30, tzinfo=UTC), datetime(2026, 3, 31, 21, 30, tzinfo=UTC)
FIRST_OF_MARCH, APRIL = datetime(2026, 2, 28, 23, 0, tzinfo=UTC), datetime(2026, 3, 31, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moments", "since", "next_at", "is_found"),
    [
        ((FIRST_OF_MARCH, IN_MARCH), datetime(2026, 1, 1, tzinfo=UTC), None, True),
        ((IN_MARCH, APRIL), datetime(2026, 1, 1, tzinfo=UTC), None, False),
        ((FIRST_OF_MARCH, IN_MARCH), BEFORE_MARCH, None, False),
        ((FIRST_OF_MARCH, IN_MARCH), datetime(2026, 1, 1, tzinfo=UTC), IN_MARCH, False),
    ],
    ids=["in one month of the site", "in two months", "one before it stood", "one when it stood no more"],
)
def test_the_audit_counts_each_month_of_a_limit(
    history: SimpleNamespace, moments: tuple[datetime, datetime], since: datetime, next_at: datetime, is_found: bool
) -> None:
    move = text("UPDATE billing.credit_order SET completed_at = :at WHERE id = :id")
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text("UPDATE billing.credit_order SET completed_at = '2025-01-01' WHERE state = 'completed'"))
        settings = {"member": history.member, "kept": history.kept, "since": since, "next_at": next_at}
        session.execute(text(LIMIT), settings)
        charged_back = text("SELECT order_id FROM billing.payment WHERE id = :charged_back")
        other = session.execute(charged_back, {"charged_back": history.charged_back}).scalar_one()
        for id, at in zip((history.kept, other), moments, strict=True):
            session.execute(move, {"id": id, "at": at})
        found = {(difference.check, difference.subject) for difference in api.audit_ledger(session)}
        session.connection().rollback()
    assert (("members spend no more than their limit", str(history.member)) in found) == is_found


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("completed_at", "refunded", "charged_back", "kept"),
    [
        (NOW + MINUTE + TICK, 300, 200, "580 EUR kept"),
        (NOW + MINUTE + TICK, 1079, 0, "1 EUR kept"),
        (NOW + MINUTE + TICK, 1000, 80, None),
        (NOW + MINUTE, 300, 200, None),
    ],
    ids=["some of it kept", "a cent of it kept", "all of it on its way back", "while the account was being closed"],
)
def test_the_audit_names_the_money_kept_of_who_paid_after_leaving(
    history: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
    completed_at: datetime,
    refunded: int,
    charged_back: int,
    kept: str | None,
) -> None:
    # Built here, because the mutation tests change no statement that was built when its module was imported.
    monkeypatch.setitem(CHECKS, "who left pays nothing", _paid_after_leaving())
    order = {"id": history.kept, "at": completed_at, "refunded": refunded, "charged_back": charged_back}
    changes = [
        "UPDATE billing.credit_order SET completed_at = '2025-01-01' WHERE state = 'completed'",
        "UPDATE billing.credit_order SET completed_at = :at WHERE id = :id",
        "UPDATE billing.payment SET refunded_minor = :refunded, charged_back_minor = :charged_back"
        " WHERE order_id = :id",
        "UPDATE accounts.member SET deleted_at = :closed WHERE id = :member",
    ]
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        for change in changes:
            session.execute(text(change), {**order, "closed": NOW, "member": history.member})
        found = [each for each in api.audit_ledger(session) if each.check == "who left pays nothing"]
        session.connection().rollback()
    difference = ("who left pays nothing", str(history.kept), "all of its money on its way back")
    assert found == ([Difference(*difference, kept)] if kept else [])
