"""Static pages that operators write, every version of them."""

import sqlalchemy as sa
from alembic import op

revision = "0018_pages"
down_revision = "0017_refund_submitted"
branch_labels = None
depends_on = None

# Spec 2.30: a free page lies right below the root, where the first words of all other addresses lie too.
TOKEN = """
ALTER TABLE sites.page
    ADD CONSTRAINT page_token_check CHECK (token ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(token) <= 60),
    ADD CONSTRAINT page_token_is_free_check CHECK (token NOT IN (
        'account', 'account-deleted', 'activate', 'api', 'appeals', 'assets', 'chats', 'complaints',
        'complete-signup', 'credits', 'directdebit', 'export', 'healthz', 'icons', 'invitations', 'invite', 'landers',
        'lang-config', 'likes', 'login', 'logout', 'mail-change', 'match-finder', 'media', 'members', 'metrics',
        'notifications', 'ops', 'pages', 'premium', 'pricing', 'profile', 'reactivate', 'readyz', 'reports',
        'reset-password', 'search', 'settings', 'signup', 'signup-matches', 'swipe-game', 'transactions',
        'unsubscribe', 'visitors'
    ))
"""
VERSIONS_STAY = """
CREATE FUNCTION sites.refuse_change_of_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'versions of pages are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER page_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON sites.page
    FOR EACH STATEMENT EXECUTE FUNCTION sites.refuse_change_of_page();
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "page",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("page_version_check")),
        sa.CheckConstraint("char_length(language) = 2", name=op.f("page_language_check")),
        sa.CheckConstraint("char_length(title) BETWEEN 1 AND 120", name=op.f("page_title_check")),
        sa.CheckConstraint("char_length(description) <= 300", name=op.f("page_description_check")),
        sa.CheckConstraint("char_length(body) BETWEEN 1 AND 200000", name=op.f("page_body_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("page_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "token", "language", "version", name=op.f("page_pkey")),
        schema="sites",
    )
    op.execute(TOKEN)
    op.execute(VERSIONS_STAY)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
