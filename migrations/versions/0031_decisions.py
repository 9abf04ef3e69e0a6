"""Decisions with their reasons, appeals, what a member is kept from, and by what a banned person is told again."""

import re

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031_decisions"
down_revision = "0030_review"
branch_labels = None
depends_on = None

RULES = "'fraud', 'fake', 'insult', 'sexual', 'minor', 'spam', 'photo', 'illegal', 'evasion'"
MEASURES = "'none', 'remove-content', 'warning', 'strike', 'feature-limit', 'timed-ban', 'permanent-ban'"
MAILS = ("decision-made", "member-banned", "appeal-decided", "report-reviewed")

# A decision stands as it was made. What follows is its way through its states; words and evidence may only be emptied.
KEEPS = """
CREATE FUNCTION moderation.keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    next_one jsonb := to_jsonb(OLD) || jsonb_build_object(
        'state', NEW.state, 'second_by', NEW.second_by, 'in_force_at', NEW.in_force_at, 'ends_at', NEW.ends_at,
        'appeal_until', NEW.appeal_until, 'closed_at', NEW.closed_at, 'emptied_at', NEW.emptied_at);
BEGIN
    IF NEW.facts = '' AND NEW.emptied_at IS NOT NULL THEN next_one := next_one || '{"facts": ""}'; END IF;
    IF NEW.evidence = '{}' THEN next_one := next_one || '{"evidence": {}}'; END IF;
    IF to_jsonb(NEW) <> next_one THEN
        RAISE EXCEPTION 'a decision stands as it was made' USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('proposed', 'in-force'), ('proposed', 'refused'), ('in-force', 'lifted'), ('in-force', 'ended'),
        ('ended', 'lifted')) THEN
        RAISE EXCEPTION 'a decision does not become % after %', NEW.state, OLD.state
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.decision
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_decision();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.decision
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();

-- Whatever is decided stands in the record of what staff did, in the same transaction.
CREATE FUNCTION moderation.demand_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM moderation.audit_event
                    WHERE resource = TG_ARGV[0] AND record_id = NEW.id::text AND at = now()) THEN
        RAISE EXCEPTION 'a decision is written down in the audit' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OF state ON moderation.decision
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.decisions');
CREATE CONSTRAINT TRIGGER audited AFTER UPDATE OF state ON moderation.appeal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.appeals');

-- An appeal comes in time, stays as it was said, and is decided by somebody who has not decided about it before.
CREATE FUNCTION moderation.keep_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    against moderation.decision;
BEGIN
    SELECT * INTO against FROM moderation.decision WHERE id = NEW.decision_id;
    IF TG_OP = 'INSERT' THEN
        IF against.appeal_until IS NULL OR now() > against.appeal_until THEN
            RAISE EXCEPTION 'the time to object is over' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.decided_by IN (against.decided_by, against.second_by) THEN
        RAISE EXCEPTION 'somebody else decides about an appeal' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.words NOT IN (OLD.words, '') OR NEW.decision_id <> OLD.decision_id OR (OLD.state = 'decided' AND
        (NEW.state, NEW.outcome, NEW.answer, NEW.decided_by) <> (OLD.state, OLD.outcome, OLD.answer, OLD.decided_by)) THEN
        RAISE EXCEPTION 'an appeal stays as it was said and decided' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE INSERT OR UPDATE ON moderation.appeal
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_appeal();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.appeal
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    _create_restrictions()
    _create_decisions()
    _create_appeals()
    op.execute(KEEPS)
    _add_mails()


def _time(name: str, *, null: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null)


def _made(name: str = "created_at") -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def _create_restrictions() -> None:
    op.create_table(
        "restriction",
        sa.Column("decision_id", sa.Uuid(), nullable=False),
        sa.Column("feature", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        _made("began_at"),
        _time("ends_at"),
        _time("lifted_at"),
        sa.CheckConstraint(
            "feature IN ('account', 'messages', 'photos', 'likes', 'profile')", name=op.f("restriction_feature_check")
        ),
        sa.CheckConstraint("ends_at > began_at", name=op.f("restriction_ends_later_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("restriction_member_id_fkey")),
        sa.PrimaryKeyConstraint("decision_id", "feature", name=op.f("restriction_pkey")),
        schema="accounts",
    )
    op.create_index(
        "restriction_member_idx",
        "restriction",
        ["member_id", "feature"],
        schema="accounts",
        postgresql_where=sa.text("lifted_at IS NULL"),
    )


def _create_decisions() -> None:
    checks = {
        "rule": f"rule IN ({RULES})",
        "measure": f"measure IN ({MEASURES})",
        "state": "state IN ('proposed', 'in-force', 'refused', 'lifted', 'ended')",
        "says_which_rule": "(measure = 'none') = (rule IS NULL)",
        "says_why": "measure = 'none' OR facts <> '' OR emptied_at IS NOT NULL",
        "facts": "char_length(facts) <= 3000",
        "limits_something": "(measure = 'feature-limit') = (features <> '{}')",
        "features": "features <@ ARRAY['messages', 'photos', 'likes', 'profile']",
        "lasts": "(measure IN ('feature-limit', 'timed-ban')) = (days IS NOT NULL)",
        "days": "days BETWEEN 1 AND 365",
        "by_a_person": "NOT is_automated",
        "another_signs": "second_by <> decided_by",
        "two_sign_for_good": (
            "measure <> 'permanent-ban' OR state IN ('proposed', 'refused') OR second_by IS NOT NULL"
        ),
        "in_force": "(in_force_at IS NULL) = (state IN ('proposed', 'refused'))",
        "can_be_appealed": "(appeal_until IS NULL) = (in_force_at IS NULL)",
        "appeal_until": "appeal_until >= in_force_at + interval '180 days'",
        "closed": "(closed_at IS NULL) = (state IN ('proposed', 'in-force'))",
    }
    keys = {
        "decided_by": "moderation.staff.id",
        "item_id": "moderation.review_item.id",
        "member_id": "accounts.member.id",
        "second_by": "moderation.staff.id",
        "site_id": "sites.site.id",
    }
    op.create_table(
        "decision",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.Column("measure", sa.Text(), nullable=False),
        sa.Column("features", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("facts", sa.Text(), server_default="", nullable=False),
        sa.Column("days", sa.SmallInteger(), nullable=True),
        sa.Column("strikes", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("is_automated", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("evidence", postgresql.JSONB(), server_default="{}", nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("second_by", sa.Uuid(), nullable=True),
        _made(),
        *(_time(name) for name in ("in_force_at", "ends_at", "appeal_until", "closed_at", "emptied_at")),
        *(sa.CheckConstraint(rule, name=op.f(f"decision_{name}_check")) for name, rule in checks.items()),
        *(sa.ForeignKeyConstraint([name], [to], name=op.f(f"decision_{name}_fkey")) for name, to in keys.items()),
        sa.PrimaryKeyConstraint("id", name=op.f("decision_pkey")),
        sa.UniqueConstraint("number", name=op.f("decision_number_key")),
        schema="moderation",
    )
    op.create_index(
        "decision_item_key",
        "decision",
        ["item_id"],
        unique=True,
        schema="moderation",
        postgresql_where=sa.text("state <> 'refused'"),
    )
    op.create_index(
        "decision_member_idx",
        "decision",
        ["member_id", sa.literal_column("created_at DESC")],
        schema="moderation",
    )
    op.create_index(
        "decision_ending_idx",
        "decision",
        ["ends_at"],
        schema="moderation",
        postgresql_where=sa.text("state = 'in-force'"),
    )
    op.create_table(
        "banned_mark",
        sa.Column("decision_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("mark", sa.LargeBinary(), nullable=False),
        _made(),
        sa.CheckConstraint("kind IN ('email', 'photo')", name=op.f("banned_mark_kind_check")),
        sa.ForeignKeyConstraint(["decision_id"], ["moderation.decision.id"], name=op.f("banned_mark_decision_id_fkey")),
        sa.PrimaryKeyConstraint("decision_id", "kind", "mark", name=op.f("banned_mark_pkey")),
        schema="moderation",
    )
    op.create_index(op.f("banned_mark_mark_idx"), "banned_mark", ["mark"], schema="moderation")


def _create_appeals() -> None:
    op.create_table(
        "appeal",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("decision_id", sa.Uuid(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        _made(),
        _time("due_at", null=False),
        _time("decided_at"),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("state IN ('open', 'decided')", name=op.f("appeal_state_check")),
        sa.CheckConstraint("outcome IN ('confirmed', 'reversed')", name=op.f("appeal_outcome_check")),
        sa.CheckConstraint(
            "char_length(words) <= 3000 AND char_length(answer) <= 2000", name=op.f("appeal_words_check")
        ),
        sa.CheckConstraint(
            "CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by, outcome) = 0 "
            "ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END",
            name=op.f("appeal_decided_check"),
        ),
        sa.ForeignKeyConstraint(["decided_by"], ["moderation.staff.id"], name=op.f("appeal_decided_by_fkey")),
        sa.ForeignKeyConstraint(["decision_id"], ["moderation.decision.id"], name=op.f("appeal_decision_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("appeal_pkey")),
        schema="moderation",
    )
    op.create_index(
        "appeal_open_key",
        "appeal",
        ["decision_id"],
        unique=True,
        schema="moderation",
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index("appeal_queue_idx", "appeal", ["state", "due_at"], schema="moderation")
    op.create_index(op.f("appeal_decision_id_idx"), "appeal", ["decision_id"], schema="moderation")


def _add_mails() -> None:
    # The kinds that other work added stay, whichever came first.
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, *MAILS)))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
