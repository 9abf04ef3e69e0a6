"""Conversations by the million, drawn inside Postgres with what was paid for their messages.

Filling goes on where it ended: members have an order, and write to the next one, then to the one after that.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

import psycopg

# So many conversations are written in one transaction.
BATCH = 25_000
COST = 5
TABLES = (
    *(f"messaging.{table}" for table in ("conversation", "participant", "message")),
    *(f"billing.{table}" for table in ("ledger_account", "ledger_tx", "ledger_entry", "credit_lot", "lot_use")),
)


@dataclass(frozen=True)
class Shape:
    """Messages of a conversation, up to how many times the same words are in one, and which of them are paid for: every
    so manieth, or none. Its two members write in turns.
    """

    messages: int
    words: int
    paid_every: int | None


# A hundred million of these take about 30 GB; if all were paid for, more than 100.
MANY = Shape(messages=40, words=2, paid_every=50)
# Its first member pays for what they write.
USUAL = Shape(messages=20, words=8, paid_every=2)

CHAIN = (
    """CREATE OR REPLACE FUNCTION pg_temp.next_hash(
           before bytea, first bytea, tx uuid, fingerprint bytea, amount bigint, seq bigint, balance bigint)
       RETURNS bytea LANGUAGE sql RETURN
       billing.entry_hash(coalesce(before, first), tx, fingerprint, amount, seq, balance)""",
    """CREATE OR REPLACE AGGREGATE pg_temp.chain(bytea, uuid, bytea, bigint, bigint, bigint)
       (SFUNC = pg_temp.next_hash, STYPE = bytea)""",
)
PEOPLE = (
    """CREATE TEMP TABLE person AS
       SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM accounts.member
        WHERE site_id = %(site)s AND password_hash = 'none'""",
    "CREATE UNIQUE INDEX ON person (n)",
    "ANALYZE person",
)
WRITTEN = "SELECT count(*) FROM messaging.conversation JOIN person ON person.id = started_by"
NEXT_PAIRS = """
CREATE TEMP TABLE meeting ON COMMIT DROP AS
SELECT uuidv7() AS id, number, one.id AS member_id, other.id AS partner_id,
       now() - random() * interval '300 days' AS ended_at
  FROM generate_series(%(begin)s, %(end)s - 1) AS number
  JOIN person AS one ON one.n = number %% %(people)s
  JOIN person AS other ON other.n = (number + 1 + number / %(people)s) %% %(people)s
"""
PAIRS = """
CREATE TEMP TABLE meeting ON COMMIT DROP AS
SELECT uuidv7() AS id, number, member_id, partner_id, now() - random() * interval '30 days' AS ended_at
  FROM unnest(%(members)s::uuid[], %(partners)s::uuid[]) WITH ORDINALITY AS pair (member_id, partner_id, number)
"""
WALLETS = (
    """CREATE TEMP TABLE opened ON COMMIT DROP AS
       SELECT uuidv7() AS tx_id, id AS owner_id, sha256(uuid_send(id)) AS fingerprint, 1000000::bigint AS credits
         FROM person WHERE NOT EXISTS (SELECT FROM billing.ledger_account WHERE owner_id = person.id)""",
    """INSERT INTO billing.ledger_account (kind, owner_id, unit, balance, version, head_hash)
       SELECT 'wallet', owner_id, 'CR', credits, 1,
              billing.entry_hash(sha256(uuid_send(owner_id)), tx_id, fingerprint, credits, 1, credits) FROM opened""",
    """INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor)
       SELECT tx_id, 'signup:' || owner_id, fingerprint, 'signup', 'system' FROM opened""",
    """INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
       SELECT tx_id, id, 'CR', credits, version, balance, head_hash
         FROM opened JOIN billing.ledger_account USING (owner_id)
       UNION ALL SELECT tx_id, 1, 'CR', -credits, NULL, NULL, NULL FROM opened""",
    """INSERT INTO billing.credit_lot (tx_id, account_id, kind, granted, remaining)
       SELECT tx_id, id, 'bonus', credits, credits FROM opened JOIN billing.ledger_account USING (owner_id)""",
)
CONVERSATIONS = (
    """INSERT INTO messaging.conversation (id, site_id, a_id, b_id, started_by, last_seq)
       SELECT id, %(site)s, least(member_id, partner_id), greatest(member_id, partner_id), member_id, %(messages)s
         FROM meeting""",
    """INSERT INTO messaging.participant (conversation_id, member_id, partner_id, kind, read_seq, last_at)
       SELECT id, member_id, partner_id, 'member', %(messages)s, ended_at FROM meeting
       UNION ALL SELECT id, partner_id, member_id, 'member', %(messages)s, ended_at FROM meeting""",
    # Conversations go on side by side, so that the messages of one are not neighbours in the table.
    """CREATE TEMP TABLE line ON COMMIT DROP AS
       SELECT uuidv7() AS id, meeting.id AS conversation_id, seq,
              CASE WHEN seq %% 2 = 1 THEN member_id ELSE partner_id END AS sender_id,
              ended_at - make_interval(hours => %(messages)s - seq) AS sent_at,
              CASE WHEN (number * %(messages)s + seq) %% %(paid_every)s::int = 1 THEN uuidv7() END AS tx_id
         FROM generate_series(1, %(messages)s) AS seq CROSS JOIN meeting
        ORDER BY seq, number""",
    """INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body, tx_id, sent_at)
       SELECT id, conversation_id, seq, sender_id, 'member', repeat('A few quiet words. ', 1 + seq %% %(words)s), tx_id,
              sent_at
         FROM line""",
)
POSTINGS = (
    """CREATE TEMP TABLE posting ON COMMIT DROP AS
       SELECT *, pg_temp.chain(head_hash, tx_id, fingerprint, amount, seq, balance)
                 OVER (PARTITION BY account_id ORDER BY seq) AS hash
         FROM (SELECT line.id AS message_id, line.tx_id, conversation_id, sender_id, sent_at, account.id AS account_id,
                      lot.tx_id AS lot_id, head_hash, sha256(uuid_send(line.id)) AS fingerprint, nth,
                      -%(cost)s::bigint AS amount, version + nth AS seq, account.balance - %(cost)s * nth AS balance
                 FROM (SELECT *, row_number() OVER (PARTITION BY sender_id ORDER BY id) AS nth
                         FROM line WHERE tx_id IS NOT NULL) AS line
                 JOIN billing.ledger_account AS account ON owner_id = sender_id AND account.kind = 'wallet'
                CROSS JOIN LATERAL (SELECT tx_id FROM billing.credit_lot WHERE account_id = account.id
                                     ORDER BY remaining DESC LIMIT 1) AS lot) AS paid""",
    """CREATE TEMP TABLE newest ON COMMIT DROP AS
       SELECT DISTINCT ON (account_id) * FROM posting ORDER BY account_id, seq DESC""",
    """INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor, reference_id, at)
       SELECT tx_id, 'message:' || message_id, fingerprint, 'message', 'member:' || sender_id, conversation_id, sent_at
         FROM posting""",
    """INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
       SELECT tx_id, account_id, 'CR', amount, seq, balance, hash FROM posting
       UNION ALL SELECT tx_id, 2, 'CR', -amount, NULL, NULL, NULL FROM posting""",
    "INSERT INTO billing.lot_use (tx_id, lot_id, amount) SELECT tx_id, lot_id, -amount FROM posting",
    """UPDATE billing.credit_lot SET remaining = remaining + nth * amount FROM newest
        WHERE credit_lot.tx_id = newest.lot_id""",
    """UPDATE billing.ledger_account SET balance = newest.balance, version = newest.seq, head_hash = newest.hash
         FROM newest WHERE ledger_account.id = newest.account_id""",
)


def fill(database_url: str, *, site_id: UUID, messages: int, shape: Shape = MANY) -> None:
    """Write conversations until the members of a site that population.py made have at least so many messages."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        for statement in PEOPLE:
            connection.execute(statement, {"site": site_id})
        people = _count(connection, "SELECT count(*) FROM person")
        written, wanted = _count(connection, WRITTEN), -(-messages // shape.messages)
        if wanted > people * ((people - 1) // 2):
            raise ValueError(f"{people} members are too few for {messages} messages")
        with connection.transaction():
            _leave_out_triggers(connection)
            for statement in WALLETS:
                connection.execute(statement)
        for begin in range(written, wanted, BATCH):
            end = min(begin + BATCH, wanted)
            with connection.transaction():
                _leave_out_triggers(connection)
                connection.execute(NEXT_PAIRS, {"begin": begin, "end": end, "people": people})
                _write(connection, site_id, shape)
            print(f"{end * shape.messages:,} messages", flush=True)
        if written < wanted:
            connection.execute(f"VACUUM ANALYZE {', '.join(TABLES)}")


def write(database_url: str, pairs: Sequence[tuple[UUID, UUID]], *, site_id: UUID, shape: Shape) -> None:
    """Write a conversation for each pair of members; those who pay for messages have a wallet with enough credits."""
    members, partners = map(list, zip(*pairs, strict=True))
    with psycopg.connect(database_url) as connection:
        _leave_out_triggers(connection)
        connection.execute(PAIRS, {"members": members, "partners": partners})
        _write(connection, site_id, shape)


def _leave_out_triggers(connection: "psycopg.Connection[Any]") -> None:
    """Make triggers and the checks of foreign keys pause until the transaction ends."""
    connection.execute("SET LOCAL session_replication_role = replica")


def _write(connection: "psycopg.Connection[Any]", site_id: UUID, shape: Shape) -> None:
    for statement in CONVERSATIONS:
        connection.execute(statement, {"site": site_id, **asdict(shape)})
    if shape.paid_every is None:
        return
    for statement in CHAIN:
        connection.execute(statement)
    for statement in POSTINGS:
        connection.execute(statement, {"cost": COST})


def _count(connection: "psycopg.Connection[Any]", query: str) -> int:
    row: tuple[int] | None = connection.execute(query).fetchone()
    assert row is not None
    return row[0]
