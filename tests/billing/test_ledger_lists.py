"""The console's lists of postings and balances, where there are many: a page reads little more than it shows."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, text

from app.kernel import clock
from app.kernel.db.engines import engine
from app.kernel.db.session import Session
from app.kernel.resources import Filter, OpsQuery, Resource, read_records
from modules.billing.ops.ledger import BALANCES, LEDGER
from tests.security.dearest import Cost

MANY = 10_000
WALLETS = 5_000
# Each part of a plan counts the rows that pass through it, and other tests' newest postings may have many entries.
LITTLE = 2_000
FILL = (
    "SET LOCAL session_replication_role = replica",  # triggers and references off
    """CREATE TEMPORARY TABLE posting ON COMMIT DROP AS
       SELECT uuidv7(-age * interval '1 minute') AS id, age, now() - age * interval '1 minute' AS at
         FROM generate_series(1, :many) AS age""",
    """INSERT INTO billing.ledger_account (id, kind, owner_id, unit, balance, head_hash) OVERRIDING SYSTEM VALUE
       SELECT 1000000000 + n, 'wallet', gen_random_uuid(), 'CR', 5, '' FROM generate_series(1, :wallets) AS n""",
    """INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, note, actor, at)
       SELECT id, id, '', CASE WHEN age > :many - 30 THEN 'support' ELSE 'message' END, 'a test', 'test', at
         FROM posting""",
    """INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
       SELECT id, 1000000001 + age % :wallets, 'CR', -1, :many - age, 5, '' FROM posting""",
    "ANALYZE billing.ledger_account, billing.ledger_tx, billing.ledger_entry",
)


@pytest.fixture(scope="module")
def books(_engines: None) -> Iterator[Session]:
    """Many postings, one a minute, none of which stays; the oldest 30 are by support."""
    session = Session(engine(), is_read_only=False)
    with session.connection():
        for statement in FILL:
            session.execute(text(statement), {"many": MANY, "wallets": WALLETS})
        yield session


def read_for_a_page(session: Session, resource: Resource, **filters: Filter) -> tuple[int, int]:
    """Return how many rows the first page of a list shows, and how many were read for it."""
    asked: list[Any] = []
    connection, sort = session.connection(), resource.default_sort
    event.listen(connection, "before_cursor_execute", lambda _, _cursor, *what: asked.append(what[:2]))
    query = OpsQuery(sort=sort.removeprefix("-"), is_descending=sort.startswith("-"), filters=filters)
    shown = len(list(read_records(session, resource, query).rows))
    statement, values = asked[-1]
    [plan] = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", values).scalar_one()
    cost = Cost()
    cost.add(plan["Plan"])
    return shown, cost.rows


@pytest.mark.spec("10.4")
@pytest.mark.parametrize(("reason", "least"), [("message", 25), ("support", 25), ("gift", 0)])
def test_the_newest_postings_for_a_reason_are_listed_without_reading_those_for_others(
    books: Session, reason: str, least: int
) -> None:
    shown, read = read_for_a_page(books, LEDGER, reason=Filter(reason))
    assert shown >= least
    assert read < LITTLE


@pytest.mark.spec("10.4")
def test_the_postings_of_a_day_long_ago_are_listed_without_reading_all_since(books: Session) -> None:
    end = clock.now() - timedelta(minutes=MANY - 100)
    shown, read = read_for_a_page(books, LEDGER, at=Filter((end - timedelta(hours=1), end), match="within"))
    assert shown == 25
    assert read < LITTLE


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("resource", [LEDGER, BALANCES])
def test_a_page_of_postings_or_balances_is_listed_without_reading_all(books: Session, resource: Resource) -> None:
    shown, read = read_for_a_page(books, resource)
    assert shown == 25
    assert read < LITTLE
