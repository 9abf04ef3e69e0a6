"""Bank accounts tell the banned again, by their keyed hashes."""

from alembic import op

revision = "0080_bank_accounts_of_the_banned"
down_revision = "0079_filters_that_name_nobody"
branch_labels = None
depends_on = None

SIGNALS = (
    "'money-words', 'new-asks-money', 'alike-openers', 'luring-openers', 'shared-device', 'banned-device', "
    "'banned-email', 'banned-photo', 'banned-bank-account'"
)
CHECKS = (
    ("banned_mark", "banned_mark_kind_check", "kind IN ('email', 'photo', 'bank-account')"),
    ("review_item", "review_item_signals_check", f"signals <@ ARRAY[{SIGNALS}]"),
    ("review_match", "review_match_signal_check", f"signal IN ({SIGNALS})"),
)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    for table, name, rule in CHECKS:
        changed = (
            f"ALTER TABLE moderation.{table} DROP CONSTRAINT {name}, ADD CONSTRAINT {name} CHECK ({rule}) NOT VALID"
        )
        op.execute(changed)
        op.execute(f"ALTER TABLE moderation.{table} VALIDATE CONSTRAINT {name}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
