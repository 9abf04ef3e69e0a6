"""Released push messages wait in a table of their own for each browser, and are sent from there."""

from alembic import op

revision = "0118_unsent_pushes"
down_revision = "0116_confirmed_accounts"
branch_labels = None
depends_on = None

TABLE = """
CREATE TABLE notifications.unsent_push (
    member_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    type text NOT NULL,
    version integer NOT NULL,
    queued_at timestamptz NOT NULL,
    next_try_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT unsent_push_pkey PRIMARY KEY (member_id, subscription_id, type),
    CONSTRAINT unsent_push_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT unsent_push_type_check CHECK (type IN ('message', 'like', 'match', 'offer'))
);
CREATE INDEX unsent_push_next_try_idx ON notifications.unsent_push (next_try_at);
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(TABLE)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
