"""When staff said that nothing is to be answered for a fictional profile: how long members waited ends there, too."""

from alembic import op

revision = "0064_settlements"
down_revision = "0063_handovers"
branch_labels = None
depends_on = None

SETTLEMENT = """
CREATE TABLE messaging.settlement (
    conversation_id uuid NOT NULL
        CONSTRAINT settlement_conversation_id_fkey REFERENCES messaging.conversation (id),
    seq integer NOT NULL,
    settled_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT settlement_pkey PRIMARY KEY (conversation_id, seq),
    CONSTRAINT settlement_seq_check CHECK (seq > 0)
);
CREATE INDEX settlement_settled_at_idx ON messaging.settlement (settled_at)
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(SETTLEMENT)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
