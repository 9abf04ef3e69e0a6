"""Somebody whose first words lead many to another place is looked at."""

from alembic import op

revision = "0077_luring_openers"
down_revision = "0076_reported_chat_photos"
branch_labels = None
depends_on = None

SIGNALS = (
    "'money-words', 'new-asks-money', 'alike-openers', 'luring-openers', 'shared-device', 'banned-device',"
    " 'banned-email', 'banned-photo'"
)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    _check("review_item", "review_item_signals_check", f"signals <@ ARRAY[{SIGNALS}]")
    _check("review_match", "review_match_signal_check", f"signal IN ({SIGNALS})")


def _check(table: str, name: str, condition: str) -> None:
    op.drop_constraint(op.f(name), table, schema="moderation")
    op.create_check_constraint(op.f(name), table, condition, schema="moderation")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
