"""Changes wait for each server of the search index by itself."""

from alembic import op

revision = "0121_search_servers"
down_revision = "0120_spend_credits_in_one_call"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE catalog.server_change (
    member_id uuid NOT NULL,
    server text NOT NULL,
    version bigint NOT NULL DEFAULT '1'::bigint,
    changed_at timestamptz NOT NULL DEFAULT now(),
    taken_until timestamptz,
    CONSTRAINT server_change_pkey PRIMARY KEY (member_id, server),
    CONSTRAINT server_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);
CREATE INDEX server_change_waiting_idx ON catalog.server_change (server, changed_at);

CREATE TABLE catalog.index_server (
    server text NOT NULL,
    index_id text,
    copied_to uuid,
    taken_until timestamptz,
    CONSTRAINT index_server_pkey PRIMARY KEY (server)
);
-- Stands for the server of the release before, whose index is whole.
INSERT INTO catalog.index_server (server) VALUES ('');
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(TABLES)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
