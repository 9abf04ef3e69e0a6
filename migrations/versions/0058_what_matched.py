"""What a sign of evasion rests on, and by what accounts that are there already are found when somebody is banned."""

import sqlalchemy as sa
from alembic import op

revision = "0058_what_matched"
down_revision = "0057_codes_honoured"
branch_labels = None
depends_on = None

SIGNALS = (
    "'money-words', 'new-asks-money', 'alike-openers', 'shared-device', 'banned-device', 'banned-email', 'banned-photo'"
)
# An address without what a mailbox does not care about: case, a tag after a plus, and Google's dots.
MAILBOX = """
CREATE FUNCTION accounts.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(box, '.', '') || '@gmail.com'
                ELSE box || '@' || domain END
      FROM (SELECT split_part(substring(plain FROM '^(.*)@'), '+', 1) AS box, substring(plain FROM '[^@]*$') AS domain
              FROM lower(btrim(address)) AS plain) AS parts
$$
"""
# The 16 parts of what a picture looks like, each with its place.
BANDS = """
CREATE FUNCTION profiles.bands(likeness bytea) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(place << 16 | get_byte(likeness, place * 2) << 8 | get_byte(likeness, place * 2 + 1))
      FROM generate_series(0, length(likeness) / 2 - 1) AS place
$$
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "review_match",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("signal", sa.Text(), nullable=False),
        sa.Column("other_id", sa.Uuid(), nullable=False),
        sa.Column("photo_id", sa.Uuid(), nullable=True),
        sa.Column("known_id", sa.Uuid(), nullable=True),
        sa.CheckConstraint(f"signal IN ({SIGNALS})", name=op.f("review_match_signal_check")),
        sa.ForeignKeyConstraint(["item_id"], ["moderation.review_item.id"], name=op.f("review_match_item_id_fkey")),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.member.id"], name=op.f("review_match_other_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("review_match_pkey")),
        sa.UniqueConstraint(
            "item_id",
            "signal",
            "other_id",
            "photo_id",
            name=op.f("review_match_item_id_signal_other_id_photo_id_key"),
            postgresql_nulls_not_distinct=True,
        ),
        schema="moderation",
    )
    op.create_index(op.f("review_match_other_id_idx"), "review_match", ["other_id"], schema="moderation")
    op.execute(MAILBOX)
    op.create_index("member_mailbox_idx", "member", [sa.text("accounts.mailbox(email)")], schema="accounts")
    op.execute(BANDS)
    op.create_index("photo_sha256_idx", "photo", ["sha256"], schema="profiles")
    op.create_index(
        "photo_bands_idx", "photo", [sa.text("profiles.bands(likeness)")], schema="profiles", postgresql_using="gin"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
