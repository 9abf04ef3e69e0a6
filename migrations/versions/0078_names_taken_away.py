"""A decision says whether the member's name went with it; the member keeps it aside until they chose another one."""

import sqlalchemy as sa
from alembic import op

revision = "0078_names_taken_away"
down_revision = "0077_luring_openers"
branch_labels = None
depends_on = None

TAKES = "decision_takes_for_a_reason_check"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("member", sa.Column("taken_name", sa.Text()), schema="accounts")
    op.create_check_constraint(
        op.f("member_taken_name_check"), "member", "taken_name IS NULL OR status <> 'erased'", schema="accounts"
    )
    name = sa.Column("takes_name", sa.Boolean(), nullable=False, server_default="false")
    op.add_column("decision", name, schema="moderation")
    op.drop_constraint(op.f(TAKES), "decision", schema="moderation")
    op.create_check_constraint(
        op.f(TAKES),
        "decision",
        "measure <> 'none' OR photo_ids = '{}' AND NOT takes_texts AND NOT takes_name",
        schema="moderation",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
