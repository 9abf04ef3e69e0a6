"""A migration that is written from what the models, and the SQL files beside them, declare and no migration makes."""

import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.script import Script, ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy.exc import SQLAlchemyError

from cli import db, schema
from cli.engines.servers import engines
from cli.errors import CliError
from cli.supervisor import interruptible

MAX_ID = 32  # characters that Alembic's table has for a version
PARAMETER = re.compile(r"(?<![:\w\\]):(?=\w)")  # what SQLAlchemy would take for one
COLUMN = re.compile(r"(?P<type>.*?)(?: DEFAULT (?P<default>.*?))?(?P<required> NOT NULL)?")
VIEWS_AND_TRIGGERS = ("TRIGGER", "VIEW", "MATERIALIZED VIEW")


@dataclass(frozen=True)
class Difference:
    """The definitions of a database's objects, and of those that are declared, by kind and name."""

    found: Mapping[str, str]
    wanted: Mapping[str, str]

    def changed(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the definition of each object of a kind that is missing or different."""
        found, wanted = schema.in_order(self.found), schema.in_order(self.wanted)
        for name in wanted:
            if name.startswith(f"{kind} ") and found.get(name) != wanted[name]:
                yield name.removeprefix(f"{kind} "), self.wanted[name]

    def gone(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the definition of each object of a kind that is no longer declared."""
        for name in sorted(self.found.keys() - self.wanted.keys()):
            if name.startswith(f"{kind} "):
                yield name.removeprefix(f"{kind} "), self.found[name]

    def is_new(self, table: str) -> bool:
        """Return whether a table is made by this migration."""
        return f"TABLE {table}" not in self.found

    def is_gone(self, table: str) -> bool:
        """Return whether a table is dropped by this migration."""
        return f"TABLE {table}" not in self.wanted


@dataclass(frozen=True)
class Statements:
    """What a migration runs: in one transaction, and then outside of it, while members read and write the tables.

    All of them may be run again, because a migration whose second part was interrupted is.
    """

    together: list[str]
    apart: list[str]


def write(message: str, *, is_empty: bool) -> Path:
    """Write the next migration, and return its file.

    Raises CliError where nothing differs, and where the written migration does not make all that is declared.
    """
    script = ScriptDirectory.from_config(db.alembic_config(""))
    name = next_id(message, newest(script))
    if is_empty:
        return _write_file(script, name, message, Statements([], []))
    os.environ["HEARTH_UNSAFE_POSTGRES"] = "1"  # nothing of it is kept
    with (
        interruptible(),
        TemporaryDirectory(prefix="hearth-revision-") as data,
        engines(Path(data), only=["postgres"]) as urls,
        schema.scratch(urls.database_url) as migrated,
        schema.scratch(urls.database_url) as declared,
    ):
        _upgrade(migrated)
        schema.create_declared(declared)
        difference = Difference(schema.objects(migrated), schema.objects(declared))
        if not _differing(migrated, declared):
            raise CliError(
                "the migrations already make all that the models and the SQL files declare; "
                "use --empty for a migration that only changes rows."
            )
        file = _write_file(script, name, message, statements_for(difference))
        _ensure_complete(file, migrated, declared)
        _ensure_fillable(file, difference)
    return file


def newest(script: ScriptDirectory) -> Script:
    """Return the newest migration; raises CliError where there are two, or one follows none that exists."""
    try:
        with warnings.catch_warnings(action="error"):  # such as for one that follows none
            heads = [head for head in script.get_revisions(script.get_heads()) if head]
    except (CommandError, KeyError, UserWarning) as error:
        raise CliError(f"the migrations cannot be read: {error}.") from error
    if len(heads) != 1:
        names = " and ".join(sorted(one.revision for one in heads))
        raise CliError(f"{names} are both the newest; make one follow the other (revision and down_revision).")
    return heads[0]


def next_id(message: str, head: Script) -> str:
    """Return the id of the migration after `head`: the next number and the words of the message (CliError if none)."""
    words = re.findall(r"[a-z0-9]+", message.lower())
    if not words:
        raise CliError('the message needs words for what changes, such as "Photos have a caption".')
    name = f"{int(head.revision[:4]) + 1:04}_{'_'.join(words)}"
    return name if len(name) <= MAX_ID else name[: MAX_ID + 1].rpartition("_")[0]


def statements_for(difference: Difference) -> Statements:
    """Return the statements that turn the objects found into those wanted."""
    functions = [text for _, text in difference.changed("FUNCTION")]
    new = [text for kind in VIEWS_AND_TRIGGERS for _, text in difference.changed(kind)]
    former = [
        f"DROP {kind} IF EXISTS {name}"
        for kind in VIEWS_AND_TRIGGERS
        for name, _ in (*difference.gone(kind), *difference.changed(kind))
    ]
    former += [f"DROP FUNCTION IF EXISTS {name}" for name, _ in difference.gone("FUNCTION")]
    constraints, validated = _constraints(difference)
    own_indexes, indexes = _indexes(difference)
    together = [*functions, *former, *_tables(difference), *_columns(difference), *constraints, *own_indexes, *new]
    return Statements(together, [*validated, *indexes])


def _tables(difference: Difference) -> Iterator[str]:
    for table, _ in difference.gone("TABLE"):
        yield f"DROP TABLE IF EXISTS {table}"
    for table, _ in difference.changed("TABLE"):
        if not difference.is_new(table):
            continue
        columns = [
            f"{name.rpartition('.')[2]} {text}"
            for name, text in difference.changed("COLUMN")
            if name.rpartition(".")[0] == table
        ]
        constraints = [
            f"CONSTRAINT {name.partition(' ON ')[0]} {text}"
            for name, text in difference.changed("CONSTRAINT")
            if name.partition(" ON ")[2] == table and not text.startswith("FOREIGN KEY ")
        ]
        inside = ",\n".join(f"    {line}" for line in [*columns, *constraints])
        yield f"CREATE TABLE IF NOT EXISTS {table} (\n{inside}\n)"


def _columns(difference: Difference) -> Iterator[str]:
    for name, text in difference.changed("COLUMN"):
        table, _, column = name.rpartition(".")
        if difference.is_new(table):
            continue
        if f"COLUMN {name}" not in difference.found:
            yield f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {column} {text}"
        else:
            yield from _altered(table, column, difference.found[f"COLUMN {name}"], text)
    for name, _ in difference.gone("COLUMN"):
        table, _, column = name.rpartition(".")
        if not difference.is_gone(table):
            yield f"ALTER TABLE {table} DROP COLUMN IF EXISTS {column}"


def _altered(table: str, column: str, found: str, wanted: str) -> Iterator[str]:
    before, after = COLUMN.fullmatch(found), COLUMN.fullmatch(wanted)
    assert before  # noqa: S101 # all of it is optional
    assert after  # noqa: S101
    start = f"ALTER TABLE {table} ALTER COLUMN {column}"
    if before["type"] != after["type"]:
        yield f"{start} TYPE {after['type']}"
    if before["default"] != after["default"]:
        yield f"{start} SET DEFAULT {after['default']}" if after["default"] else f"{start} DROP DEFAULT"
    if before["required"] != after["required"]:
        yield f"{start} {'SET' if after['required'] else 'DROP'} NOT NULL"


def _constraints(difference: Difference) -> tuple[list[str], list[str]]:
    """Return the statements of constraints, and those that check the rows that are there for them."""
    changes, validated = [], []
    for name, _ in difference.gone("CONSTRAINT"):
        constraint, _, table = name.partition(" ON ")
        if not difference.is_gone(table):
            changes.append(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint}")
    for name, text in difference.changed("CONSTRAINT"):
        constraint, _, table = name.partition(" ON ")
        is_foreign_key = text.startswith("FOREIGN KEY ")
        if difference.is_new(table) and not is_foreign_key:
            continue
        # Rows of a table that is in use are read afterwards: under this lock, members would wait.
        is_later = not difference.is_new(table) and (is_foreign_key or text.startswith("CHECK "))
        changes.append(
            f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint},\n"
            f"    ADD CONSTRAINT {constraint} {text}{' NOT VALID' if is_later else ''}"
        )
        if is_later:
            validated.append(f"ALTER TABLE {table} VALIDATE CONSTRAINT {constraint}")
    return changes, validated


def _indexes(difference: Difference) -> tuple[list[str], list[str]]:
    """Return the statements of indexes of new tables, and of those of tables that are in use."""
    own, others = [], []
    constraints = {
        f"{table.partition('.')[0]}.{constraint}"
        for name in (*difference.found, *difference.wanted)
        for kind, _, rest in [name.partition(" ")]
        for constraint, _, table in [rest.partition(" ON ")]
        if kind == "CONSTRAINT"
    }
    for name, text in difference.gone("INDEX"):
        if name not in constraints and not difference.is_gone(_table_of(text)):
            others.append(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    for name, text in difference.changed("INDEX"):
        if name in constraints:
            continue
        if difference.is_new(_table_of(text)):
            own.append(text.replace(" INDEX ", " INDEX IF NOT EXISTS ", 1))
        else:
            others += [
                f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
                text.replace(" INDEX ", " INDEX CONCURRENTLY ", 1),
            ]
    return own, others


def _table_of(index: str) -> str:
    return index.partition(" ON ")[2].partition(" ")[0]


def _write_file(script: ScriptDirectory, name: str, message: str, statements: Statements) -> Path:
    made = script.generate_revision(
        name,
        f"{message.rstrip('.')}.",
        together="\n".join(_call(one, "    ") for one in statements.together),
        apart="\n".join(_call(one, "        ") for one in statements.apart),
    )
    assert made  # noqa: S101 # its template is there
    file = Path(made.path)
    for arguments in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *arguments, file], capture_output=True, check=False)
    return file


def _call(statement: str, indent: str) -> str:
    """Return the line of Python that executes a statement."""
    escaped = PARAMETER.sub(r"\\:", statement)
    if "\n" not in escaped:
        return f"{indent}op.execute({escaped!r})"
    quote = "'''" if '"""' in escaped else '"""'
    return f"{indent}op.execute(\n{indent}    r{quote}\n{escaped}\n{quote}\n{indent})"


def _upgrade(url: str) -> None:
    command.upgrade(db.alembic_config(url), "head")


def _differing(migrated: str, declared: str) -> Sequence[str]:
    found, wanted = schema.objects(migrated), schema.objects(declared)
    return schema.differences(schema.in_order(found), schema.in_order(wanted))


def _ensure_complete(file: Path, migrated: str, declared: str) -> None:
    try:
        _upgrade(migrated)
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        raise CliError(f"{file.name} is written, but does not run: {reason}; correct it.") from error
    if missing := _differing(migrated, declared):
        raise CliError(f"{file.name} is written, but does not make all; add by hand: {'; '.join(missing)}.")


def _ensure_fillable(file: Path, difference: Difference) -> None:
    required = [
        name
        for name, text in difference.changed("COLUMN")
        if text.endswith(" NOT NULL") and " DEFAULT " not in text
        if f"COLUMN {name}" not in difference.found and not difference.is_new(name.rpartition(".")[0])
    ]
    if required:
        raise CliError(
            f"{file.name} is written, but existing rows have no value of {', '.join(required)}, and the release before "
            "gives none: declare a server_default, or allow NULL; then delete the file and write it again."
        )
