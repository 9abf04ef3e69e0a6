"""`hearth db revision`: it writes a migration from the models and the SQL files beside them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner

from cli import db, schema
from cli.paths import ROOT

pytestmark = [pytest.mark.spec("10.10"), pytest.mark.usefixtures("_engines", "migrations")]

Declare = Callable[[str], None]

# Declared in addition to, or in place of, what the migrations make.
SQL = r"""
CREATE FUNCTION platform.louder(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(word)

        || ' is 100 % "loud": \o/ :word'
$$;
CREATE TABLE platform.stray (id bigint GENERATED ALWAYS AS IDENTITY, kind text DEFAULT 'cat' NOT NULL, member_id uuid,
    CONSTRAINT stray_pkey PRIMARY KEY (id), CONSTRAINT stray_kind_check CHECK (kind IN ('cat', 'dog')),
    CONSTRAINT stray_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id));
CREATE INDEX stray_member_idx ON platform.stray (member_id) WHERE kind = 'cat';
CREATE TRIGGER stays BEFORE DELETE ON platform.stray EXECUTE FUNCTION sites.refuse_change_of_page();
CREATE OR REPLACE FUNCTION sites.refuse_change_of_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'it''s kept';
END $$;
DROP TRIGGER keeps ON billing.price_bundle;
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at', 'net_minor');
DROP TRIGGER no_gaps ON billing.reconciliation;
DROP FUNCTION billing.check_window();
DROP MATERIALIZED VIEW billing.code_revenue;
CREATE MATERIALIZED VIEW billing.code_revenue AS SELECT site_id, count(*) FROM billing.discount_code GROUP BY site_id;
CREATE UNIQUE INDEX code_revenue_key ON billing.code_revenue (site_id);
ALTER TABLE social.swipe ADD stray_id bigint, ADD mood text DEFAULT 'calm' NOT NULL, DROP COLUMN undone_at CASCADE,
    ALTER place TYPE integer, ALTER place SET DEFAULT 1, ALTER place SET NOT NULL,
    ADD CONSTRAINT swipe_mood_check CHECK (mood IN ('calm', 'wild')),
    ADD CONSTRAINT swipe_stray_id_fkey FOREIGN KEY (stray_id) REFERENCES platform.stray (id);
CREATE INDEX swipe_mood_idx ON social.swipe (mood);
DROP INDEX notifications.unsent_push_next_try_idx;
DROP TABLE notifications.disabled_type;
"""
WIDER = """
ALTER TABLE moderation.appeal DROP CONSTRAINT appeal_state_check,
    ADD CONSTRAINT appeal_state_check CHECK (state IN ('open', 'decided', 'lapsed', 'withdrawn'));
"""


@pytest.fixture
def migrations(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the migrations, to which the command writes."""
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations")
    config = db.alembic_config

    def in_the_copy(url: str) -> Config:
        copied = config(url)
        copied.set_main_option("script_location", str(tmp_path / "migrations"))
        return copied

    monkeypatch.setattr(db, "alembic_config", in_the_copy)
    return tmp_path / "migrations/versions"


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Declare:
    """Declare what SQL makes of what models and SQL files declare."""
    create_declared = schema.create_declared

    def run(sql: str) -> None:
        def create_more(url: str) -> None:
            create_declared(url)
            with psycopg.connect(url) as connection:
                connection.execute(sql.encode())

        monkeypatch.setattr(schema, "create_declared", create_more)

    return run


def revise(message: str, *options: str) -> str:
    """Run the command, and return the line that it says."""
    result = CliRunner().invoke(db.db, ["revision", "-m", message, *options])
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result.output


def written(folder: Path) -> list[Path]:
    """Return the migrations that are not in the repository."""
    return [file for file in sorted(folder.glob("*.py")) if not (ROOT / "migrations/versions" / file.name).exists()]


def last() -> str:
    return max((ROOT / "migrations/versions").glob("*.py")).stem


def following(words: str) -> str:
    return f"{int(last()[:4]) + 1:04}_{words}"


def test_the_migration_makes_what_models_and_sql_files_declare(declare: Declare, migrations: Path) -> None:
    declare(SQL)
    name = following("strays_are_kept")
    assert revise("Strays are kept.").endswith(f"{name}.py.\n")
    [file] = written(migrations)
    assert file.stem == name
    text = file.read_text()
    assert text.startswith('"""Strays are kept."""\n')
    assert f'down_revision = "{last()}"' in text
    url = os.environ["HEARTH_DATABASE_URL"]
    with schema.scratch(url) as migrated, schema.scratch(url) as declared:
        command.upgrade(db.alembic_config(migrated), "head")
        schema.create_declared(declared)
        made, wanted = (schema.in_order(schema.objects(one)) for one in (migrated, declared))
        assert schema.differences(made, wanted) == []
        # It was interrupted before its end was noted.
        with psycopg.connect(migrated) as connection:
            connection.execute("UPDATE alembic_version SET version_num = %s", [last()])
        command.upgrade(db.alembic_config(migrated), "head")
        assert schema.in_order(schema.objects(migrated)) == wanted
    ruff = [sys.executable, "-m", "ruff", "check", "--stdin-filename", f"{ROOT}/migrations/versions/{file.name}"]
    assert subprocess.run(ruff, cwd=ROOT, input=text, text=True, check=False).returncode == 0


def test_a_check_whose_list_was_widened_is_changed_and_rows_are_read_without_a_lock(
    declare: Declare, migrations: Path
) -> None:
    declare(WIDER)
    assert following("appeals_are_withdrawn") in revise("Appeals are withdrawn")
    [file] = written(migrations)
    locked, _, later = file.read_text().partition("autocommit_block")
    assert re.search(r"ADD CONSTRAINT appeal_state_check CHECK .*'withdrawn'::text.* NOT VALID", locked)
    assert "VALIDATE CONSTRAINT appeal_state_check" in later


def test_nothing_is_written_where_nothing_differs(migrations: Path) -> None:
    assert revise("Add x").startswith("hearth: the migrations already make all that the models and the SQL files")
    assert written(migrations) == []


def test_an_empty_migration_is_written_for_rows(migrations: Path) -> None:
    assert following("forget_old_rows") in revise("Forget old rows", "--empty")
    [file] = written(migrations)
    assert file.read_text().count("op.execute(") == 1


def test_a_long_message_is_cut_at_a_word(migrations: Path) -> None:
    revise("Photos have a caption that their owner writes", "--empty")
    assert [file.stem for file in written(migrations)] == [following("photos_have_a_caption_that")]


def test_a_message_without_words_is_refused() -> None:
    assert revise("…") == ('hearth: the message needs words for what changes, such as "Photos have a caption".\n')


def test_two_newest_migrations_are_named(migrations: Path) -> None:
    newest = migrations / f"{last()}.py"
    (migrations / "0999_other.py").write_text(newest.read_text().replace(f'"{last()}"', '"0999_other"'))
    assert revise("Add x") == (
        f"hearth: {last()} and 0999_other are both the newest; "
        "make one follow the other (revision and down_revision).\n"
    )


def test_a_migration_that_follows_none_is_one_sentence(migrations: Path) -> None:
    text = (migrations / f"{last()}.py").read_text()
    (migrations / "0999_other.py").write_text(
        re.sub("down_revision = .*", 'down_revision = "0998_lost"', text).replace(f'"{last()}"', '"0999_other"')
    )
    assert revise("Add x").startswith("hearth: the migrations cannot be read: ")


def test_a_required_column_without_a_default_is_refused(declare: Declare, migrations: Path) -> None:
    declare("ALTER TABLE social.swipe ADD mood text NOT NULL")
    assert "existing rows have no value of social.swipe.mood" in revise("Swipes have a mood")


def test_what_the_command_cannot_write_is_named(declare: Declare) -> None:
    declare("ALTER TABLE social.swipe SET (fillfactor = 90)")
    assert "add by hand: TABLE social.swipe differs:" in revise("Swipes are packed")
