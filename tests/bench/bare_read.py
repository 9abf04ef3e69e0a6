"""The bare limit of reading over HTTP: the same rows, read by nothing but Flask and psycopg and dumped as they are.

`granian --factory tests.bench.bare_read:create_app` answers the reads here, and the sends of bare_send. Each reads the
session and then what the page shows; searches run the statement, or ask the index, that RECIPES holds for them.
"""

import hashlib
import os
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import urllib3
from flask import Flask, Response, jsonify, request
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from tests.bench import bare_send
from tests.bench.searches import Question

SESSION = """
SELECT m.id, m.site_id, m.is_paid, m.language FROM accounts.login_session s JOIN accounts.member m ON m.id = s.member_id
 WHERE s.token_hash = %(token)s AND s.revoked_at IS NULL AND s.expires_at > now()
"""
PHOTO = """
LEFT JOIN LATERAL (
    SELECT id AS photo_id, folder FROM profiles.photo
     WHERE photo.member_id = p.member_id AND status = 'active' ORDER BY position LIMIT 1) AS photo ON true
"""
CARD = "p.member_id, p.kind, p.name, p.date_of_birth, p.country, p.region, p.city, p.last_active_at, p.created_at"
CARDS = f"SELECT {CARD}, photo_id, folder FROM profiles.profile p {PHOTO} WHERE p.member_id = ANY(%(ids)s)"
PROFILE = f"""
SELECT p.*, photo_id, folder, ARRAY(
       SELECT folder FROM profiles.photo WHERE photo.member_id = p.member_id AND status = 'active' ORDER BY position)
  FROM profiles.profile p {PHOTO} WHERE p.member_id = %(id)s AND p.state = 'active' AND NOT p.is_invisible
"""
ME = f"""
SELECT m.status, m.email, m.name, m.is_paid, m.signup_at, m.language, p.*, photo_id, folder,
       (SELECT balance FROM billing.ledger_account WHERE kind = 'wallet' AND owner_id = m.id AND unit = 'CR'),
       (SELECT count(*) FROM messaging.participant WHERE member_id = m.id AND unread > 0) AS unread,
       (SELECT count(*) FROM social.like_ WHERE to_id = m.id AND seen_at IS NULL) AS new_likes
  FROM accounts.member m JOIN profiles.profile p ON p.member_id = m.id {PHOTO} WHERE m.id = %(member)s
"""
CHATS = f"""
SELECT t.conversation_id, t.unread, t.last_at, m.seq, m.sender_id, m.body, {CARD}, photo_id, folder
  FROM messaging.participant t
  JOIN messaging.conversation c ON c.id = t.conversation_id
  JOIN messaging.message m ON m.conversation_id = c.id AND m.seq = c.last_seq
  JOIN profiles.profile p ON p.member_id = t.partner_id {PHOTO}
 WHERE t.member_id = %(member)s AND t.removed_seq < c.last_seq ORDER BY t.last_at DESC LIMIT 20
"""
HISTORY = """
SELECT m.id, m.seq, m.sender_id, m.sender_kind, m.body, m.sent_at, m.refunded_at, t.read_seq
  FROM messaging.participant t JOIN messaging.message m ON m.conversation_id = t.conversation_id
 WHERE t.conversation_id = %(id)s AND t.member_id = %(member)s AND m.seq > t.removed_seq
 ORDER BY m.seq DESC LIMIT 50
"""
# Twenty people whom a member wishes for, in the order of an index: the limit that the deck is measured against.
DECK = f"""
WITH me AS MATERIALIZED (
    SELECT site_id, country, seeking_genders[1] AS gender, date_of_birth, coalesce(seeking_min_age, 18) AS min_age,
           coalesce(seeking_max_age, 120) AS max_age FROM profiles.profile WHERE member_id = %(member)s)
SELECT {CARD}, photo_id, folder
  FROM (SELECT member_id FROM catalog.listing
         WHERE site_id = (SELECT site_id FROM me) AND country = (SELECT country FROM me)
           AND gender = (SELECT gender FROM me)
           AND date_of_birth <= (SELECT current_date - make_interval(years => min_age) FROM me)
           AND date_of_birth > (SELECT current_date - make_interval(years => max_age + 1) FROM me)
         ORDER BY last_active_at DESC, member_id LIMIT 20) AS l
  JOIN profiles.profile p USING (member_id) {PHOTO}
"""
CUSTOM_PLANS = "SET plan_cache_mode = 'force_custom_plan'"
READS = {"me": ME, "profile": PROFILE, "chats": CHATS, "conversation": HISTORY, "deck": DECK}


def connect(connection: "psycopg.Connection[Any]") -> None:
    """Prepare every statement at its first use, and plan it for its values."""
    connection.prepare_threshold = 0
    connection.execute(CUSTOM_PLANS)
    connection.commit()


def create_app() -> Flask:
    """Return the bare application."""
    app = bare_send.create_app()
    app.json.sort_keys = False  # type: ignore[attr-defined]
    url = os.environ["HEARTH_DATABASE_URL"]
    pool = ConnectionPool(url, min_size=1, max_size=8, open=False, configure=connect, kwargs={"row_factory": dict_row})

    @app.get("/readyz")
    def readyz() -> Response:
        return jsonify(status="ok")

    @app.get("/bare/<any(me, profile, chats, conversation, deck):name>/<uuid:subject>")
    def read(name: str, subject: Any) -> Response:
        pool.open()
        with pool.connection() as connection:
            member = _member(connection)
            rows = connection.execute(READS[name], {"id": subject, "member": member}).fetchall()
        return _answer(rows)

    @app.get("/bare/search/<int:kind>/<int:number>")
    def search(kind: int, number: int) -> Response:
        pool.open()
        question = _recipes()[kind][number]
        found: list[Any] = []
        if question.engine == "meilisearch" and question.body is not None:
            found = _ask_index(*question.body)
        with pool.connection() as connection:
            _member(connection)
            if question.engine == "postgres":
                found = [row["member_id"] for row in connection.execute(*question.sql).fetchall()]
            cards = connection.execute(CARDS, {"ids": found}).fetchall()
        return _answer(cards)

    return app


def _member(connection: "psycopg.Connection[Any]") -> Any:
    token = hashlib.sha256(request.cookies["hearth_session"].encode()).digest()
    return (connection.execute(SESSION, {"token": token}).fetchone() or {})["id"]


def _answer(rows: list[dict[str, Any]]) -> Response:
    return jsonify(rows=rows)


@cache
def _recipes() -> dict[int, list[Question]]:
    # The measuring process wrote it a moment ago.
    recipes: dict[int, list[Question]] = pickle.loads(Path(os.environ["BENCH_RECIPES"]).read_bytes())  # noqa: S301
    return recipes


@cache
def _pool() -> urllib3.PoolManager:
    return urllib3.PoolManager(maxsize=8)


def _ask_index(path: str, body: dict[str, Any]) -> list[str]:
    headers = {"Authorization": f"Bearer {os.environ['HEARTH_MEILI_KEY']}"}
    answer = _pool().request("POST", os.environ["HEARTH_MEILI_URL"] + path, json=body, headers=headers)
    return [hit["id"] for hit in answer.json()["hits"]]
