"""Deletion with reasons, reactivation, change of address and export."""

revision = "0019_account_life"
down_revision = "0018_pages"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
