"""The bare limit of sending a message: the same request writes the same rows with nothing but Flask and psycopg.

`python -m tests.bench.bare_send` copies the tables of the send path, with their keys and indexes but without foreign
keys, triggers and checks, into the schema `bare`. `granian --factory tests.bench.bare_send:create_app` then answers the
very requests that the application answers: no limits, blocks, prices, texts or policies, one plain statement a row.
"""

import hashlib
import os
from typing import Any
from uuid import UUID

import psycopg
from flask import Flask, Response, jsonify, request
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from app.kernel.ids import new_id

TABLES = {
    "billing": ("ledger_account", "ledger_tx", "ledger_entry", "credit_lot", "lot_use"),
    "messaging": ("conversation", "participant", "message"),
    "platform": ("outbox_event", "idempotency_key"),
}
COST = 5

FIND_SESSION = "SELECT member_id FROM accounts.login_session WHERE token_hash = %(token)s AND revoked_at IS NULL"
NEXT_SEQ = "UPDATE bare.conversation SET last_seq = last_seq + 1 WHERE id = %(conversation)s RETURNING last_seq"
PAY = """
UPDATE bare.ledger_account
   SET balance = balance - %(cost)s, version = version + 1, head_hash = sha256(head_hash || uuid_send(%(tx)s))
 WHERE kind = 'wallet' AND owner_id = %(member)s AND unit = 'CR' AND balance >= %(cost)s
RETURNING id, version, balance, head_hash
"""
USE_LOT = """
UPDATE bare.credit_lot SET remaining = remaining - %(cost)s
 WHERE tx_id = (SELECT tx_id FROM bare.credit_lot
                 WHERE account_id = %(account)s AND remaining >= %(cost)s ORDER BY granted_at LIMIT 1)
RETURNING tx_id
"""
WRITE = (
    """
    INSERT INTO bare.ledger_tx (id, idem, fingerprint, reason, note, actor, reference_id)
    VALUES (%(tx)s, %(key)s, %(hash)s, 'message', '', 'member', %(conversation)s)
    """,
    """
    INSERT INTO bare.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
    VALUES (%(tx)s, %(account)s, 'CR', -%(cost)s, %(version)s, %(balance)s, %(head)s),
           (%(tx)s, 2, 'CR', %(cost)s, NULL, NULL, NULL)
    """,
    "INSERT INTO bare.lot_use (tx_id, lot_id, amount) VALUES (%(tx)s, %(lot)s, %(cost)s)",
    """
    UPDATE bare.participant
       SET last_at = clock_timestamp(), unread = unread + CASE WHEN member_id = %(member)s THEN 0 ELSE 1 END
     WHERE conversation_id = %(conversation)s
    """,
    """
    INSERT INTO bare.message (id, conversation_id, seq, sender_id, sender_kind, body, tx_id)
    VALUES (%(id)s, %(conversation)s, %(seq)s, %(member)s, 'member', %(body)s, %(tx)s)
    """,
    """
    INSERT INTO bare.outbox_event (id, seq, name, payload)
    VALUES (%(event)s, 1, 'messaging.MessageSent', %(payload)s)
    """,
    """
    INSERT INTO bare.idempotency_key (scope, key, body_hash, status, answer)
    VALUES (%(member)s::text, %(key)s, %(hash)s, 201, '{}')
    """,
)


def prepare(database_url: str) -> None:
    """Copy the tables of the send path, as they are now."""
    with psycopg.connect(database_url) as connection:
        connection.execute("DROP SCHEMA IF EXISTS bare CASCADE; CREATE SCHEMA bare")
        for schema, tables in TABLES.items():
            for table in tables:
                connection.execute(
                    f"CREATE TABLE bare.{table} (LIKE {schema}.{table} INCLUDING DEFAULTS INCLUDING INDEXES)"
                )
                connection.execute(f"INSERT INTO bare.{table} SELECT * FROM {schema}.{table}")


def one(connection: psycopg.Connection, statement: str, values: dict[str, Any]) -> tuple[Any, ...]:
    """Return the one row of a statement."""
    row: tuple[Any, ...] | None = connection.execute(statement, values).fetchone()
    assert row is not None
    return row


def create_app() -> Flask:
    """Return the bare application."""
    app = Flask("bare")
    pool = ConnectionPool(os.environ["HEARTH_DATABASE_URL"], min_size=1, max_size=8, open=False)

    @app.post("/api/v1/conversations/<uuid:conversation_id>/messages")
    def send(conversation_id: UUID) -> tuple[Response, int]:
        pool.open()
        body = request.get_json()["body"]
        values: dict[str, Any] = {
            "token": hashlib.sha256(request.cookies["hearth_session"].encode()).digest(),
            "key": request.headers["Idempotency-Key"],
            "hash": hashlib.sha256(request.get_data()).digest(),
            "conversation": conversation_id,
            "body": body,
            "cost": COST,
            "id": new_id(),
            "tx": new_id(),
            "event": new_id(),
        }
        values["payload"] = Jsonb({"message_id": str(values["id"]), "conversation_id": str(conversation_id)})
        with pool.connection() as connection:
            (values["member"],) = one(connection, FIND_SESSION, values)
            (values["seq"],) = one(connection, NEXT_SEQ, values)
            values["account"], values["version"], values["balance"], values["head"] = one(connection, PAY, values)
            (values["lot"],) = one(connection, USE_LOT, values)
            for statement in WRITE:
                connection.execute(statement, values)
        message = {"id": str(values["id"]), "seq": values["seq"], "body": body}
        return jsonify(message=message, credits=values["balance"]), 201

    return app


if __name__ == "__main__":
    prepare(os.environ["HEARTH_DATABASE_URL"])
