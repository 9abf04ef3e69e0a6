"""The swipe game: swipes, passes and the day they count for."""

revision = "0021_swipes"
down_revision = "0020_settings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
