"""An index for a part of a member's name, chosen at a million members (docs/performance.md)."""

from alembic import op

revision = "0062_parts_of_names"
down_revision = "0061_code_series"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    how = {"postgresql_using": "gin", "postgresql_ops": {"name": "gin_trgm_ops"}}
    op.create_index("member_name_idx", "member", ["name"], schema="accounts", **how)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
