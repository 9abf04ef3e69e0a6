"""What landers need."""

revision = "0025_landers"
down_revision = "0024_cases"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
