"""What members and staff leave behind by the million, from likes to audit rows, drawn inside Postgres."""

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
    # A tenth of the orders come with a code: of a series of a thousand, or one of a hundred that many may use.
    """INSERT INTO billing.discount_code
         (id, site_id, code, series, occasion, value_percentage, max_uses, created_by, created_at)
       SELECT md5('code ' || n)::uuid, %(site)s, 'BENCH-' || n, CASE WHEN n > 100 THEN 'S' || n / 1000 END, 'promotion',
              10, CASE WHEN n > 100 THEN 1 END, 'operator', now() - n * interval '1 hour'
         FROM generate_series(1, 20000) AS n""",
    """INSERT INTO billing.credit_order
         (id, site_id, member_id, bundle_id, origin, country, credits, currency, gross_minor, discount_minor,
          discount_code, total_minor, vat_basis_points, vat_minor, state, client_key, client_hash, created_at,
          completed_at)
       SELECT md5('order ' || n)::uuid, %(site)s, member_id, %(bundle)s, 'shop', 'NL', 100, 'EUR', 1000,
              CASE WHEN chance < 0.03 THEN 100 ELSE 0 END,
              CASE WHEN chance < 0.03 THEN 'BENCH-' || n %% 100 + 1 ELSE '' END,
              CASE WHEN chance < 0.03 THEN 900 ELSE 1000 END, 2100, 156,
              CASE WHEN chance < 0.25 THEN 'completed' ELSE 'failed' END, n, '', at, CASE WHEN chance < 0.25 THEN at END
         FROM pair WHERE chance < 0.3""",
    """INSERT INTO billing.redemption (order_id, code_id, member_id, state, at)
       SELECT md5('order ' || n)::uuid, md5('code ' || n %% 100 + 1)::uuid, member_id, 'redeemed', at
         FROM pair WHERE chance < 0.03""",
    """INSERT INTO billing.payment
         (id, order_id, attempt_no, provider, provider_ref, provider_key, method, step, amount_minor, currency, state,
          is_credited, created_at, checked_at)
       SELECT md5('payment ' || n)::uuid, md5('order ' || n)::uuid, 1, 'mollie', 'tr_' || n, n, 'ideal', 'oneoff', 1000,
              'EUR', CASE WHEN chance < 0.25 THEN 'paid' ELSE 'failed' END, chance < 0.25, at, at
         FROM pair WHERE chance < 0.3""",
    """INSERT INTO billing.paper
         (id, company_id, year, number, kind, member_id, order_id, language, seller, buyer, lines, currency,
          amount_minor, vat_basis_points, vat_minor, issued_at)
       SELECT md5('paper ' || n)::uuid, (SELECT company_id FROM sites.site WHERE id = %(site)s), 2000, n, 'invoice',
              member_id, md5('order ' || n)::uuid, 'nl', '{}', '{}', '[]', 'EUR', 1000, 2100, 174, at
         FROM pair WHERE chance < 0.25""",
    """INSERT INTO billing.refund
         (id, payment_id, provider, provider_ref, provider_key, amount_minor, currency, credits, reason, state,
          needs_approval, requested_by, created_at, settled_at)
       SELECT md5('refund ' || n)::uuid, md5('payment ' || n)::uuid, 'mollie', 're_' || n, 're_' || n, 1000, 'EUR', 0,
              'support', 'refunded', false, 'operator', at, at
         FROM pair WHERE chance < 0.01""",
    """INSERT INTO notifications.mail (id, member_id, type, cause_key, state, attempts, created_at, sent_at)
       SELECT md5('mail ' || n)::uuid, member_id, 'new-message', 'bench ' || n, 'sent', 1, at, at FROM pair""",
    """INSERT INTO moderation.report
         (id, number, site_id, reporter_id, reported_id, kind, subject_id, reason, evidence, created_at, due_at)
       SELECT md5('report ' || n)::uuid, 'R' || n, %(site)s, member_id, partner_id, 'profile', partner_id, 'fake', '{}',
              at, at + interval '1 day'
         FROM pair WHERE chance < 0.02 AND member_id <> partner_id""",
    """INSERT INTO moderation.review_item
         (id, site_id, kind, subject_id, member_id, priority, state, opened_at, due_at)
       SELECT md5('item ' || number)::uuid, site_id, 'member-report', reported_id, reported_id, 2, 'open', created_at,
              due_at
         FROM moderation.report WHERE site_id = %(site)s ON CONFLICT DO NOTHING""",
    """INSERT INTO moderation.complaint
         (id, number, site_id, member_id, topic, language, state, created_at, due_at, closed_at)
       SELECT md5('complaint ' || n)::uuid, 'C' || n, %(site)s, member_id, 'payment', 'nl',
              CASE WHEN chance < 0.001 THEN 'open' ELSE 'closed' END, at, at + interval '3 days',
              CASE WHEN chance < 0.001 THEN NULL ELSE at END
         FROM pair WHERE chance < 0.02""",
    """INSERT INTO moderation.decision
         (id, number, site_id, member_id, rule, measure, facts, state, created_at, in_force_at, appeal_until)
       SELECT md5('decision ' || n)::uuid, 'D' || n, %(site)s, member_id, 'spam', 'warning', 'Many first messages.',
              'in-force', at, at, at + interval '200 days'
         FROM pair WHERE chance < 0.02""",
    """INSERT INTO moderation.audit_event (id, at, action, resource, record_id)
       SELECT md5('audit ' || n)::uuid, at, CASE WHEN chance < 0.5 THEN 'reveal' ELSE 'take' END, 'accounts.members',
              member_id::text
         FROM pair""",
)
TABLES = (
    "social.like_",
    *(f"billing.{table}" for table in ("credit_order", "discount_code", "paper", "payment", "redemption", "refund")),
    "notifications.mail",
    *(f"moderation.{table}" for table in ("audit_event", "complaint", "decision", "report", "review_item")),
)


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
        connection.execute("REFRESH MATERIALIZED VIEW billing.code_revenue")
