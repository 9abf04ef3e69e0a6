"""Indexes for what is rare in the console's lists, chosen at a million members (docs/performance.md)."""

import sqlalchemy as sa
from alembic import op

revision = "0042_console_filters"
down_revision = "0041_fiction"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("member_status_idx", "member", ["status", "signup_at"], schema="accounts")
    for flag in ("paid", "fictional"):
        op.create_index(
            f"member_{flag}_idx", "member", ["signup_at"], schema="accounts", postgresql_where=sa.text(f"is_{flag}")
        )
    op.create_index("profile_kind_idx", "profile", ["kind", "member_id"], schema="profiles")
    op.create_index("profile_state_idx", "profile", ["state", "member_id"], schema="profiles")
    op.create_index("photo_status_idx", "photo", ["status", "created_at"], schema="profiles")
    for column in ("type", "state"):
        op.create_index(f"mail_{column}_idx", "mail", [column, "id"], schema="notifications")
    for column in ("state", "origin"):
        op.create_index(f"credit_order_{column}_idx", "credit_order", [column, "id"], schema="billing")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
