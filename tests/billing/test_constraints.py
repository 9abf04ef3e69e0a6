"""What the database itself refuses, whoever asks."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from tests.factories.billing import give_credits, spend_credits
from tests.fixture_types import MakeMember

TX = "INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor) VALUES (:tx, :idem, '', 'signup', 'test')"
ENTRIES = "INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount) VALUES "


@pytest.fixture
def wallet(make_member: MakeMember) -> Any:
    """A wallet with 10 signup credits, 30 given ones and a spend of 5."""
    member = make_member()
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=30)
        spend_credits(session, member_id=member.id, credits=5)
        return session.execute(
            text("SELECT * FROM billing.ledger_account WHERE owner_id = :id"), {"id": member.id}
        ).one()


def refused(*statements: str, **values: Any) -> str:
    """Run statements in one transaction and return why Postgres refuses them; fails when it does not."""
    with pytest.raises(DBAPIError) as caught, transaction() as session:
        for statement in statements:
            session.execute(text(statement), {"idem": "a key", **values})
    return str(caught.value.orig)


def test_a_posting_has_two_sides(wallet: Any) -> None:
    alone = ENTRIES + "(:tx, 1, 'CR', -5)"
    assert "does not balance" in refused(TX, alone, tx=uuid4())


def test_a_posting_has_entries_at_all(wallet: Any) -> None:
    assert "does not balance" in refused(TX, tx=uuid4())


def test_a_posting_sums_to_zero(wallet: Any) -> None:
    uneven = ENTRIES + "(:tx, 1, 'CR', -5), (:tx, 2, 'CR', 6)"
    assert "does not balance" in refused(TX, uneven, tx=uuid4())


def test_nothing_is_added_to_a_posting_later(wallet: Any) -> None:
    later = ENTRIES + "(:tx, 2, 'CR', 1)"
    with transaction() as session:
        tx = session.execute(text("SELECT id FROM billing.ledger_tx WHERE reason = 'signup' LIMIT 1")).scalar_one()
    assert "does not balance" in refused(later, tx=tx)


def test_an_entry_of_a_wallet_is_in_its_chain(wallet: Any) -> None:
    beside = (
        "INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)"
        " VALUES (:tx, 1, 'CR', -5), (:tx, :account, 'CR', 5)"
    )
    assert "does not balance" in refused(TX, beside, tx=uuid4(), account=wallet.id)


def test_an_entry_is_in_the_unit_of_its_account(wallet: Any) -> None:
    euros = ENTRIES + "(:tx, 1, 'EUR', -5), (:tx, 2, 'EUR', 5)"
    assert "account_id_unit_fkey" in refused(TX, euros, tx=uuid4())


def test_an_entry_moves_something(wallet: Any) -> None:
    nothing = ENTRIES + "(:tx, 1, 'CR', 0)"
    assert "ledger_entry_amount_check" in refused(TX, nothing, tx=uuid4())


def test_a_key_is_posted_once(wallet: Any) -> None:
    assert "ledger_tx_idem_key" in refused(TX, TX.replace("(:tx,", "(:other,"), tx=uuid4(), other=uuid4())


def test_a_spend_is_reversed_once(wallet: Any) -> None:
    with transaction() as session:
        tx = session.execute(text("SELECT id FROM billing.ledger_tx WHERE reason = 'message' LIMIT 1")).scalar_one()
    reversal = (
        "INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor, reverses_tx) VALUES "
        "(gen_random_uuid(), gen_random_uuid()::text, '', 'refund', 'test', :tx)"
    )
    assert "reverses_tx_key" in refused(reversal, reversal, tx=tx)


@pytest.mark.parametrize("table", ["ledger_tx", "ledger_entry", "lot_use"])
@pytest.mark.parametrize(
    "change", ["UPDATE billing.{} SET tx_id = tx_id", "DELETE FROM billing.{}", "TRUNCATE billing.{} CASCADE"]
)
def test_what_is_written_stays(wallet: Any, table: str, change: str) -> None:
    statement = change.format(table).replace(
        "SET tx_id = tx_id", "SET id = id" if table == "ledger_tx" else "SET tx_id = tx_id"
    )
    assert "append-only" in refused(statement)


@pytest.mark.parametrize("table", ["ledger_account", "credit_lot"])
def test_accounts_and_lots_stay(wallet: Any, table: str) -> None:
    assert "append-only" in refused(f"DELETE FROM billing.{table}")


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ("balance = balance + 100", "changed without an entry"),
        ("version = version + 1", "changed without an entry"),
        ("head_hash = sha256('x')", "changed without an entry"),
        ("balance = -1", "ledger_account_balance_check"),
        ("balance = NULL", "only_wallets_count"),
        ("owner_id = NULL", "only_wallets_count"),
    ],
)
def test_a_wallet_changes_by_entries_only(wallet: Any, change: str, constraint: str) -> None:
    assert constraint in refused(f"UPDATE billing.ledger_account SET {change} WHERE id = :id", id=wallet.id)


def test_a_member_has_one_wallet(wallet: Any) -> None:
    second = (
        "INSERT INTO billing.ledger_account (kind, owner_id, unit, balance, head_hash) "
        "VALUES ('wallet', :owner, 'CR', 0, '')"
    )
    assert "kind_owner_id_unit_key" in refused(second, owner=wallet.owner_id)


def test_the_installation_has_one_account_of_each_kind(wallet: Any) -> None:
    second = "INSERT INTO billing.ledger_account (kind, unit) VALUES ('credit_issue', 'CR')"
    assert "kind_owner_id_unit_key" in refused(second)


@pytest.mark.parametrize("remaining", ["granted + 1", "-1"])
def test_a_lot_holds_between_nothing_and_what_was_granted(wallet: Any, remaining: str) -> None:
    change = f"UPDATE billing.credit_lot SET remaining = {remaining} WHERE account_id = :id"
    assert "credit_lot_remaining_check" in refused(change, id=wallet.id)


def test_support_says_why(wallet: Any) -> None:
    assert "support_says_why" in refused(TX.replace("signup", "support"), tx=uuid4())


def test_ids_of_the_installation_are_those_of_the_code() -> None:
    with transaction(read_only=True) as session:
        rows = session.execute(
            text("SELECT id, kind FROM billing.ledger_account WHERE owner_id IS NULL AND unit = 'CR' ORDER BY id")
        )
        assert [tuple(row) for row in rows] == [
            (1, "credit_issue"),
            (2, "credit_income"),
            (3, "credit_hold"),
        ]


def test_no_wallet_without_a_member() -> None:
    stray = (
        "INSERT INTO billing.ledger_account (kind, owner_id, unit, balance, head_hash) "
        "VALUES ('wallet', :owner, 'CR', 0, '')"
    )
    assert "owner_id_fkey" in refused(stray, owner=UUID(int=5))
