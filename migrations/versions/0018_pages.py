"""Static pages that operators write, and the texts of landers."""

revision = "0018_pages"
down_revision = "0017_refund_submitted"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
