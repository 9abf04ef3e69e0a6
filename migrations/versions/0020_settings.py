"""What a member wants to be told, and by which way."""

revision = "0020_settings"
down_revision = "0019_account_life"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet: the place in the history is taken for the work that is under way."""


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
