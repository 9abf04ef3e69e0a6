"""/cases is the address of decisions about members: no free page of a site is called so (spec 2.30)."""

from alembic import op

revision = "0036_cases"
down_revision = "0035_photo_crops"
branch_labels = None
depends_on = None

TOKEN_IS_FREE = """
ALTER TABLE sites.page
    DROP CONSTRAINT page_token_is_free_check,
    ADD CONSTRAINT page_token_is_free_check CHECK (token NOT IN (
        'account', 'account-deleted', 'activate', 'api', 'appeals', 'assets', 'cases', 'chats', 'complaints',
        'complete-signup', 'credits', 'directdebit', 'export', 'healthz', 'icons', 'invitations', 'invite', 'landers',
        'lang-config', 'likes', 'login', 'logout', 'mail-change', 'match-finder', 'media', 'members', 'metrics',
        'notifications', 'ops', 'pages', 'premium', 'pricing', 'profile', 'reactivate', 'readyz', 'reports',
        'reset-password', 'search', 'settings', 'signup', 'signup-matches', 'swipe-game', 'transactions',
        'unsubscribe', 'visitors'
    ))
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(TOKEN_IS_FREE)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
