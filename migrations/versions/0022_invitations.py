"""Invitation codes, and the answers of the match finder."""

revision = "0022_invitations"
down_revision = "0021_swipes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
