"""Staff choose the language of the console."""

from alembic import op

revision = "0122_console_language"
down_revision = "0121_search_servers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("ALTER TABLE moderation.staff ADD COLUMN language text")
    op.execute(
        "ALTER TABLE moderation.staff ADD CONSTRAINT staff_language_check CHECK "
        "(language IN ('da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'))"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
