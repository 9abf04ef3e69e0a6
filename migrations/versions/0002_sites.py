"""Tables of the sites module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002_sites"
down_revision = "0001_platform"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS sites")
    op.create_table(
        "company",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("footer_id", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("kvk", sa.Text(), nullable=False),
        sa.Column(
            "tradenames",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column(
            "vat_numbers",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column("support_phone", sa.Text(), nullable=False),
        sa.Column("delete_discount", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("added", sa.Date(), server_default=sa.text("CURRENT_DATE"), nullable=False),
        sa.CheckConstraint(
            "delete_discount BETWEEN 0 AND 100",
            name=op.f("company_delete_discount_check"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("company_pkey")),
        sa.UniqueConstraint("name", name=op.f("company_name_key")),
        schema="sites",
    )
    op.create_table(
        "site",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("company_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("index_title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("domain_language", sa.Text(), nullable=False),
        sa.Column("languages", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("timezone", sa.Text(), server_default="Europe/Amsterdam", nullable=False),
        sa.Column("cdn_prefix", sa.Text(), server_default="", nullable=False),
        sa.Column("niche", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("countries", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("visible_profile_fields", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column(
            "visible_profile_notes",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column("search_fields", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column(
            "enable_site_entry_popup",
            sa.Boolean(),
            server_default="false",
            nullable=False,
        ),
        sa.Column(
            "site_entry_countries",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column("message_credits", sa.Integer(), server_default="5", nullable=False),
        sa.Column("reply_credits", sa.Integer(), nullable=True),
        sa.Column("photo_credits", sa.Integer(), server_default="5", nullable=False),
        sa.Column("gift_credits", sa.Integer(), server_default="15", nullable=False),
        sa.Column("signup_credits", sa.Integer(), server_default="10", nullable=False),
        sa.Column("message_length", sa.Integer(), server_default="1000", nullable=False),
        sa.Column("support_email", sa.Text(), nullable=False),
        sa.Column("support_phone", sa.Text(), server_default="", nullable=False),
        sa.Column("fictional_enabled", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("fictional_icon", sa.Text(), server_default="mask", nullable=False),
        sa.Column("fictional_warning", sa.Text(), server_default="", nullable=False),
        sa.Column("fictional_singular", sa.Text(), server_default="", nullable=False),
        sa.Column("fictional_plural", sa.Text(), server_default="", nullable=False),
        sa.Column("refund_days", sa.Integer(), server_default="14", nullable=False),
        sa.Column("signups", sa.Text(), server_default="all", nullable=False),
        sa.Column("logged_out_search", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "logged_out_search_trafficsource",
            sa.Boolean(),
            server_default="false",
            nullable=False,
        ),
        sa.Column("member_resell", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("min_age", sa.SmallInteger(), server_default="18", nullable=False),
        sa.Column(
            "hide_account_existence",
            sa.Boolean(),
            server_default="false",
            nullable=False,
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "NOT fictional_enabled OR (fictional_warning <> '' AND fictional_singular <> '' AND fictional_plural <> '')",
            name=op.f("site_fictional_is_disclosed_check"),
        ),
        sa.CheckConstraint(
            "signups IN ('all', 'with_trafficsource', 'invitation', 'none')",
            name=op.f("site_signups_check"),
        ),
        sa.CheckConstraint(
            "message_credits >= 0 AND photo_credits >= 0 AND gift_credits >= 0",
            name=op.f("site_credits_check"),
        ),
        sa.CheckConstraint("message_length BETWEEN 1 AND 10000", name=op.f("site_message_length_check")),
        sa.CheckConstraint("min_age >= 18", name=op.f("site_min_age_check")),
        sa.CheckConstraint("niche BETWEEN 1 AND 7", name=op.f("site_niche_check")),
        sa.CheckConstraint("refund_days >= 0", name=op.f("site_refund_days_check")),
        sa.CheckConstraint("reply_credits >= 0", name=op.f("site_reply_credits_check")),
        sa.CheckConstraint("signup_credits >= 0", name=op.f("site_signup_credits_check")),
        sa.ForeignKeyConstraint(["company_id"], ["sites.company.id"], name=op.f("site_company_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("site_pkey")),
        sa.UniqueConstraint("key", name=op.f("site_key_key")),
        schema="sites",
    )
    op.create_table(
        "message_cost",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("costs", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.CheckConstraint("costs >= 0", name=op.f("message_cost_costs_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("message_cost_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "country", name=op.f("message_cost_pkey")),
        schema="sites",
    )
    op.create_table(
        "site_host",
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.CheckConstraint("host = lower(host)", name=op.f("site_host_host_lower_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("site_host_site_id_fkey")),
        sa.PrimaryKeyConstraint("host", name=op.f("site_host_pkey")),
        schema="sites",
    )
    op.create_index(
        op.f("site_host_site_id_idx"),
        "site_host",
        ["site_id"],
        unique=False,
        schema="sites",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
