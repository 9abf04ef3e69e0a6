"""Tables of the profiles module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004_profiles"
down_revision = "0003_accounts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS profiles")
    op.create_table(
        "place",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("search_name", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("region", sa.Text(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=False),
        sa.Column("lng", sa.Double(), nullable=False),
        sa.Column("cell", sa.Text(), nullable=False),
        sa.Column("population", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("place_pkey")),
        schema="profiles",
    )
    op.create_index(
        "place_location_idx",
        "place",
        [sa.literal_column("point(lng, lat)")],
        unique=False,
        schema="profiles",
        postgresql_using="gist",
    )
    op.create_index(
        "place_search_idx",
        "place",
        ["country", "search_name"],
        unique=False,
        schema="profiles",
        postgresql_ops={"search_name": "text_pattern_ops"},
    )
    op.create_table(
        "reference_load",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("reference_load_pkey")),
        schema="profiles",
    )
    op.create_table(
        "profile",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("state", sa.Text(), server_default="disabled", nullable=False),
        sa.Column("gender", sa.Text(), nullable=True),
        sa.Column("sexuality", sa.Text(), nullable=True),
        sa.Column("relationship_status", sa.Text(), nullable=True),
        sa.Column("hair_color", sa.Text(), nullable=True),
        sa.Column("eye_color", sa.Text(), nullable=True),
        sa.Column("body_type", sa.Text(), nullable=True),
        sa.Column("tattoos", sa.Text(), nullable=True),
        sa.Column("interests", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("country", sa.Text(), nullable=True),
        sa.Column("region", sa.Text(), nullable=True),
        sa.Column("city", sa.Text(), nullable=True),
        sa.Column("place_id", sa.Integer(), nullable=True),
        sa.Column("headline", sa.Text(), server_default="", nullable=False),
        sa.Column("about", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", postgresql.JSONB(), server_default="{}", nullable=False),
        sa.Column("seeking_genders", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("seeking_min_age", sa.SmallInteger(), nullable=True),
        sa.Column("seeking_max_age", sa.SmallInteger(), nullable=True),
        sa.Column("is_invisible", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("hide_fictional", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("has_intimate_consent", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("completed_steps", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_active_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "has_intimate_consent OR (sexuality IS NULL AND NOT interests && ARRAY['analsex', 'bondage', 'exchanging-pictures', 'lingerie', 'masturbating', 'one-night-stand', 'oral-sex', 'public-sex', 'sadomasochism', 'safe-sex', 'sex', 'sex-toys', 'threesome'])",
            name=op.f("profile_intimate_needs_consent_check"),
        ),
        sa.CheckConstraint("kind IN ('member', 'fictional')", name=op.f("profile_kind_check")),
        sa.CheckConstraint("state IN ('active', 'disabled')", name=op.f("profile_state_check")),
        sa.CheckConstraint(
            "place_id IS NULL OR (country IS NOT NULL AND city IS NOT NULL)", name=op.f("profile_place_is_whole_check")
        ),
        sa.CheckConstraint("seeking_min_age <= seeking_max_age", name=op.f("profile_seeking_ages_order_check")),
        sa.CheckConstraint("seeking_min_age >= 18 AND seeking_max_age <= 120", name=op.f("profile_seeking_ages_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("profile_member_id_fkey")),
        sa.ForeignKeyConstraint(["place_id"], ["profiles.place.id"], name=op.f("profile_place_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("profile_site_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("profile_pkey")),
        schema="profiles",
    )
    op.create_index("profile_last_active_idx", "profile", ["last_active_at"], unique=False, schema="profiles")
    op.create_index("profile_site_idx", "profile", ["site_id", "member_id"], unique=False, schema="profiles")
    op.create_table(
        "consent",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("wording", sa.Text(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind = 'intimate'", name=op.f("consent_kind_check")),
        sa.CheckConstraint("withdrawn_at >= given_at", name=op.f("consent_order_check")),
        sa.ForeignKeyConstraint(["member_id"], ["profiles.profile.member_id"], name=op.f("consent_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("consent_pkey")),
        schema="profiles",
    )
    op.create_index(
        "consent_standing_key",
        "consent",
        ["member_id", "kind"],
        unique=True,
        schema="profiles",
        postgresql_where=sa.text("withdrawn_at IS NULL"),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=True),
        sa.Column("status", sa.Text(), server_default="processing", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "(status IN ('refused', 'deleted')) = (position IS NULL)", name=op.f("photo_position_while_kept_check")
        ),
        sa.CheckConstraint("status <> 'refused' OR reason IS NOT NULL", name=op.f("photo_refused_for_a_reason_check")),
        sa.CheckConstraint(
            "status IN ('processing', 'pending', 'active', 'refused', 'deleted')", name=op.f("photo_status_check")
        ),
        sa.CheckConstraint(
            "status NOT IN ('pending', 'active') OR (width > 0 AND height > 0) IS TRUE",
            name=op.f("photo_processed_check"),
        ),
        sa.CheckConstraint("position BETWEEN 0 AND 24", name=op.f("photo_position_check")),
        sa.ForeignKeyConstraint(["member_id"], ["profiles.profile.member_id"], name=op.f("photo_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("photo_pkey")),
        sa.UniqueConstraint("folder", name=op.f("photo_folder_key")),
        sa.UniqueConstraint("member_id", "position", deferrable=True, name="photo_position_key"),
        schema="profiles",
    )
    op.create_index("photo_member_idx", "photo", ["member_id", "created_at"], unique=False, schema="profiles")
    op.create_index(
        "photo_waiting_idx",
        "photo",
        ["created_at"],
        unique=False,
        schema="profiles",
        postgresql_where=sa.text("status = 'pending'"),
    )
    op.create_table(
        "photo_original",
        sa.Column("photo_id", sa.Uuid(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["photo_id"], ["profiles.photo.id"], name=op.f("photo_original_photo_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("photo_id", name=op.f("photo_original_pkey")),
        schema="profiles",
    )
    # Photos do not shrink further, so Postgres need not try.
    op.execute("ALTER TABLE profiles.photo_original ALTER COLUMN content SET STORAGE EXTERNAL")
    op.execute(
        """
        CREATE FUNCTION profiles.refuse_kind_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'the kind of a profile never changes' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER profile_kind_is_fixed BEFORE UPDATE OF kind ON profiles.profile
        FOR EACH ROW WHEN (new.kind IS DISTINCT FROM old.kind) EXECUTE FUNCTION profiles.refuse_kind_change()
        """
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
