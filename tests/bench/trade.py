"""What members leave behind by the million: likes, orders, payments, mails and reports, drawn inside Postgres."""

from typing import Any
from uuid import UUID

import psycopg

# Rows for each member of the site.
DRAW = """
CREATE TEMP TABLE pair ON COMMIT DROP AS
SELECT row_number() OVER () AS n, one.id AS member_id, lead(one.id, 1, one.id) OVER (ORDER BY one.id) AS partner_id,
       random() AS chance, now() - random() * interval '300 days' AS at
  FROM accounts.member one WHERE site_id = %(site)s
"""
INSERTS = (
    """INSERT INTO social.like_ (from_id, to_id, source, created_at)
       SELECT member_id, partner_id, CASE WHEN chance < 0.1 THEN 'auto' ELSE 'member' END, at
         FROM pair WHERE member_id <> partner_id ON CONFLICT DO NOTHING""",
    """INSERT INTO billing.price_bundle (id, site_id, country, credits, price_minor, currency, version)
       VALUES (%(bundle)s, %(site)s, 'NL', 100, 1000, 'EUR', 1)""",
    """INSERT INTO billing.credit_order
         (id, site_id, member_id, bundle_id, origin, country, credits, currency, gross_minor, total_minor,
          vat_basis_points, vat_minor, state, client_key, client_hash, created_at, completed_at)
       SELECT md5('order ' || n)::uuid, %(site)s, member_id, %(bundle)s, 'shop', 'NL', 100, 'EUR', 1000, 1000,
              2100, 174, CASE WHEN chance < 0.25 THEN 'completed' ELSE 'failed' END, n, '', at,
              CASE WHEN chance < 0.25 THEN at END
         FROM pair WHERE chance < 0.3""",
    """INSERT INTO billing.payment
         (id, order_id, attempt_no, provider, provider_ref, provider_key, method, step, amount_minor, currency, state,
          is_credited, created_at, checked_at)
       SELECT md5('payment ' || n)::uuid, md5('order ' || n)::uuid, 1, 'mollie', 'tr_' || n, n, 'ideal', 'oneoff', 1000,
              'EUR', CASE WHEN chance < 0.25 THEN 'paid' ELSE 'failed' END, chance < 0.25, at, at
         FROM pair WHERE chance < 0.3""",
    """INSERT INTO notifications.mail (id, member_id, type, cause_key, state, attempts, created_at, sent_at)
       SELECT md5('mail ' || n)::uuid, member_id, 'new-message', 'bench ' || n, 'sent', 1, at, at FROM pair""",
    """INSERT INTO moderation.report
         (id, number, site_id, reporter_id, reported_id, kind, subject_id, reason, evidence, created_at, due_at)
       SELECT md5('report ' || n)::uuid, 'R' || n, %(site)s, member_id, partner_id, 'profile', partner_id, 'fake', '{}',
              at, at + interval '1 day'
         FROM pair WHERE chance < 0.02 AND member_id <> partner_id""",
)
TABLES = ("social.like_", "billing.credit_order", "billing.payment", "notifications.mail", "moderation.report")


def ensure(database_url: str, site_id: str) -> None:
    """Write it once."""
    values: dict[str, Any] = {"site": site_id, "bundle": UUID(int=1)}
    with psycopg.connect(database_url) as connection:
        if connection.execute("SELECT 1 FROM billing.price_bundle WHERE id = %(bundle)s", values).fetchone():
            return
        # Rows by the million are not told to triggers, nor their references looked up one by one.
        connection.execute("SET LOCAL session_replication_role = replica")
        for statement in (DRAW, *INSERTS):
            connection.execute(statement, values)
    with psycopg.connect(database_url, autocommit=True) as connection:
        for table in TABLES:
            connection.execute(f"VACUUM ANALYZE {table}")
