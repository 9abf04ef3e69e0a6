"""Backup and restore as an operator uses them: an installation with people in it comes back, whole or not at all."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app.kernel.files.storage import Storage, open_storage
from cli.backup.archive import check, writing
from cli.backup.sealed import CHUNK
from cli.engines.servers import engines
from tests import forked, prepared, s3
from tests.running import hearth, own_environment, told

pytestmark = pytest.mark.xdist_group("backup")  # one installation and its backup for all of these

LENGTHS = "SELECT message_length FROM sites.site WHERE key = 'hearthside'"


@dataclass
class Installation:
    """Engines that run, with the settings of an installation on them."""

    folder: Path
    env: dict[str, str]

    def run(self, *arguments: str, code: int = 0, typed: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a hearth command to its end."""
        return run(*arguments, env=self.env, code=code, typed=typed)

    def json(self, *arguments: str) -> Any:
        """Run a command and return what it says to programs."""
        return json.loads(self.run(*arguments, "--json").stdout)

    def drain(self) -> None:
        """Do what the workers would."""
        forked.drain({**own_environment(), **self.env})

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database."""
        with psycopg.connect(self.env["HEARTH_DATABASE_URL"]) as connection:
            return connection.execute(statement, values).fetchall()

    def files(self) -> set[str]:
        """The keys of all files but the lists of who left."""
        storage = self.folder / "storage"
        found = {path.relative_to(storage).as_posix() for path in storage.rglob("*") if path.is_file()}
        return {key for key in found if not key.startswith(("erasures/", "deletions/"))}

    def use_bucket(self, server: str, name: str) -> None:
        """Let the files lie in a new bucket of a server."""
        s3.make_bucket(server, name)
        self.env["HEARTH_STORAGE_URL"] = f"s3://test:secret@{name}/house?endpoint={server}&region=us-east-1"

    def storage(self) -> Storage:
        """The storage that the settings name."""
        return open_storage(self.env["HEARTH_STORAGE_URL"])

    def contents(self) -> dict[str, bytes]:
        """Every file in the storage, by its key."""
        return {key: self.storage().find(key) or b"" for key in self.storage().list_keys()}


@contextmanager
def living(folder: Path) -> Iterator[Installation]:
    """Run the engines of a data folder, and name its files and keys as `hearth up` does."""
    with engines(folder) as urls:
        (folder / "storage").mkdir(exist_ok=True)
        for name, content in (("secret.key", "s" * 64), ("push.pem", "a key for push")):
            if not (folder / name).exists():
                (folder / name).write_text(content)
        own = {
            "HEARTH_STORAGE_URL": (folder / "storage").as_uri(),
            "HEARTH_SECRET_FILE": str(folder / "secret.key"),
            "HEARTH_VAPID_FILE": str(folder / "push.pem"),
            "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",
            "HEARTH_DATA": str(folder),
        }
        yield Installation(folder, {**urls.environment(), **own})


def run(
    *arguments: str, env: dict[str, str] | None = None, code: int = 0, typed: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a hearth command to its end; a refusal is one line."""
    result = forked.run(arguments, {**own_environment(), **(env or {})}, typed)
    assert result.returncode == code, result.stdout + result.stderr
    if code == 2:
        assert "hearth: " in result.stderr.splitlines()[-1]
        assert "Traceback" not in result.stderr
    return result


@dataclass
class Story:
    """What happened before the disaster: a backup, and somebody who was erased after it."""

    place: Path
    file: Path
    passphrase: Path
    said: dict[str, Any]
    files: set[str]
    files_of_others: set[str]
    erased: str
    email: str
    erasures: Path


@pytest.fixture(scope="module")
def story() -> Iterator[Story]:
    """An installation with the demo's people, backed up; then one of them is erased."""
    place = Path(tempfile.mkdtemp(prefix="hearth-backup-"))
    place.chmod(0o755)
    passphrase, file, erasures = place / "passphrase", place / "monday.backup", place / "erased.txt"
    passphrase.write_text("a lantern in the hall\n")
    prepared.copy_of(30, place / "lived")
    with living(place / "lived") as installation:
        options = ("--passphrase-file", str(passphrase), "--json")
        # Here and where it is restored the program itself runs, as on the day when it is needed.
        said = json.loads(hearth("backup", str(file), *options, settings=installation.env).stdout)
        files = installation.files()
        [(erased, email)] = installation.ask(
            "SELECT m.id, m.email FROM accounts.member m JOIN sites.site s ON s.id = m.site_id "
            "WHERE s.key = 'hearthside' AND m.status = 'active' AND NOT m.is_fictional "
            "AND EXISTS (SELECT FROM messaging.message WHERE sender_id = m.id) "
            "AND EXISTS (SELECT FROM profiles.photo WHERE member_id = m.id) LIMIT 1"
        )
        folders = {
            folder for (folder,) in installation.ask("SELECT folder FROM profiles.photo WHERE member_id = %s", erased)
        }
        others = {key for key in files if key.split("/")[1] not in folders}
        installation.run("member", "erase", email, "--site", "hearthside", "--yes")
        installation.drain()
        installation.run("erase", "verify", email)
        installation.run("erase", "list", "--out", str(erasures))
    yield Story(place, file, passphrase, said, files, others, str(erased), email, erasures)
    shutil.rmtree(place)


@contextmanager
def refusing_indexes(installation: Installation) -> Iterator[None]:
    """Let the database refuse every index, as one does whose disk is full: a restore fails in its middle."""
    with psycopg.connect(installation.env["HEARTH_DATABASE_URL"], autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left'; END $$"
        )
        connection.execute(
            "CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE INDEX') "
            "EXECUTE FUNCTION public.refuse()"
        )
        yield
        connection.execute("DROP EVENT TRIGGER refuse")
        connection.execute("DROP FUNCTION public.refuse()")


def refused(story: Story, file: Path, *options: str, passphrase: Path | None = None) -> str:
    """The one line with which a restore is refused; the data folder is never made."""
    data = story.place / "never"
    known = ("--passphrase-file", str(passphrase or story.passphrase), "--data", str(data))
    ended = told("restore", str(file), *known, *options)
    line = ended.stderr
    assert (ended.returncode, line.count("\n")) == (2, 1)
    assert not data.exists()
    return line


@pytest.mark.spec("10.10", "4.2")
def test_a_lost_installation_comes_back_without_those_who_were_erased_since(story: Story) -> None:
    data = story.place / "restored"
    options = ("--passphrase-file", str(story.passphrase), "--data", str(data), "--json")
    said = json.loads(hearth("restore", str(story.file), *options, "--erasures", str(story.erasures)).stdout)
    assert said["erased_again"] == 1
    assert {name: said[name] for name in ("rows", "ledger", "files", "members", "revision")} == {
        name: story.said[name] for name in ("rows", "ledger", "files", "members", "revision")
    }
    for key in ("secret.key", "push.pem"):
        assert (data / key).read_text() == (story.place / "lived" / key).read_text()
        assert (data / key).stat().st_mode & 0o077 == 0
    with living(data) as installation:
        assert installation.ask("SELECT status, email, name FROM accounts.member WHERE id = %s", story.erased) == [
            ("erased", None, "")
        ]
        assert installation.ask("SELECT DISTINCT body FROM messaging.message WHERE sender_id = %s", story.erased) == [
            ("…",)
        ]
        # Everybody else's photos are there, and theirs are not.
        assert installation.files() == story.files_of_others < story.files
        installation.run("erase", "verify", story.email)
        installation.run("ledger", "audit")
        installation.run("search", "verify")
        installation.run("db", "check")


@pytest.mark.spec("10.10")
def test_what_is_there_is_replaced_only_by_who_types_its_name(story: Story) -> None:
    data = story.place / "again"
    options = ("--passphrase-file", str(story.passphrase), "--data", str(data))
    run("restore", str(story.file), *options)
    assert (
        "has sites; --replace deletes all of that and restores the backup"
        in run("restore", str(story.file), *options, code=2).stderr
    )
    with living(data) as installation:
        installation.run("site", "set", "hearthside", "message_length=777")
        (installation.folder / "storage/photos/later").mkdir()
        (installation.folder / "storage/photos/later/card.webp").write_bytes(b"came after the backup")
    typed = run("restore", str(story.file), *options, "--replace", typed="something\n", code=2).stderr
    assert "the name does not match; nothing was changed" in typed
    with living(data) as installation:
        assert installation.ask(LENGTHS) == [(777,)]
    run("restore", str(story.file), *options, "--replace", typed="hearth\n")
    with living(data) as installation:
        assert installation.ask(LENGTHS) != [(777,)]
        assert installation.files() == story.files


@pytest.mark.spec("10.10")
def test_an_installation_with_a_bucket_comes_back_into_a_bucket_also_after_a_restore_that_failed(story: Story) -> None:
    file = story.place / "bucket.backup"
    options = (str(file), "--passphrase-file", str(story.passphrase))
    with s3.running() as server, living(story.place / "lived") as installation:
        files = installation.contents()
        installation.use_bucket(server, "first")
        for key, content in files.items():
            installation.storage().put(key, content)
        made = installation.json("backup", *options)
        assert made["files"] == len(files)
        installation.use_bucket(server, "second")
        installation.storage().put("photos/later/card.webp", b"came after the backup")

        with refusing_indexes(installation):
            failed = installation.run("restore", *options, "--replace", "--yes", code=2).stderr
        assert "pg_restore failed: error: " in failed
        assert installation.ask("SELECT to_regclass('sites.site'), to_regclass('alembic_version')") == [(None, None)]
        assert installation.contents() == {"photos/later/card.webp": b"came after the backup"}
        assert "the storage has files; --replace deletes" in installation.run("restore", *options, code=2).stderr

        said = installation.json("restore", *options, "--replace", "--yes")
        assert {name: said[name] for name in ("rows", "ledger", "files")} == {
            name: made[name] for name in ("rows", "ledger", "files")
        }
        assert installation.contents() == files
        installation.run("search", "verify")


@pytest.mark.spec("10.10")
def test_a_running_installation_is_not_replaced(story: Story) -> None:
    with living(story.place / "lived") as installation:
        known = ("--passphrase-file", str(story.passphrase), "--replace")
        url = f"{installation.env['HEARTH_DATABASE_URL']}?application_name=hearthside"
        with psycopg.connect(url):
            said = installation.run("restore", str(story.file), *known, code=2).stderr
    assert "1 connections of web, workers or relay are open; stop those processes first" in said


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("where", [0.1, 0.5, 0.999999])
def test_a_flipped_byte_is_seen_before_anything_is_touched(story: Story, where: float) -> None:
    content = bytearray(story.file.read_bytes())
    content[int(len(content) * where)] ^= 1
    damaged = story.place / "damaged.backup"
    damaged.write_bytes(content)
    assert "the backup is damaged or incomplete within mebibyte" in refused(story, damaged)


@pytest.mark.spec("10.10")
def test_a_backup_that_was_cut_short_or_put_in_another_order_is_refused(story: Story) -> None:
    whole = story.file.read_bytes()
    head, sealed = whole.index(b"}\n") + 2, CHUNK + 16
    assert len(whole) > head + 3 * sealed
    damaged = story.place / "short.backup"
    for content in (
        whole[: head + 2 * sealed],
        whole[:-1],
        whole[:head]
        + whole[head + sealed : head + 2 * sealed]
        + whole[head : head + sealed]
        + whole[head + 2 * sealed :],
    ):
        damaged.write_bytes(content)
        assert "the backup is damaged or incomplete" in refused(story, damaged)
    for content in (b"", b"hearthside backup 1\n{}\n", whole[:100]):
        damaged.write_bytes(content)
        assert "backup" in refused(story, damaged)


@pytest.mark.spec("10.10")
def test_another_passphrase_is_refused_in_one_line(story: Story) -> None:
    wrong = story.place / "wrong"
    wrong.write_text("a lantern in the hull")
    assert refused(story, story.file, passphrase=wrong) == "hearth: wrong passphrase for this backup.\n"
    wrong.write_text("short")
    assert "is too short; choose a longer one" in refused(story, story.file, passphrase=wrong)


@pytest.mark.spec("10.10")
def test_a_backup_of_a_newer_or_too_old_version_or_with_another_sum_is_refused(story: Story) -> None:
    """Written by whoever has the passphrase, so that nothing but the manifest tells."""
    whole = check(story.file, b"a lantern in the hall")
    forged = story.place / "forged.backup"
    for revision, said in (
        ("9999", "the database's version 9999 is unknown; use a newer release"),
        ("0096_x", "the database's version 0096_x is too old; first upgrade it to"),
        (None, "the checksum of database"),
    ):
        with writing(forged, b"a lantern in the hall") as archive:
            for section in ("keys", "database"):
                for number, (name, content) in enumerate(whole.entries(section)):
                    archive.add(f"{section}/{name}", content)
                    if (section, revision, number) == ("database", None, 0):
                        archive._sums.add("database/more", b"")
            archive.finish(replace(whole.manifest, sections={}, revision=revision or whole.manifest.revision))
        assert said in refused(story, forged)


@pytest.mark.spec("10.10")
def test_a_list_that_is_none_is_refused(story: Story) -> None:
    assert "is not a list of erasures" in refused(story, story.file, "--erasures", str(story.passphrase))


@pytest.mark.spec("10.10")
def test_a_dry_run_says_what_is_inside_and_touches_nothing(story: Story) -> None:
    data = story.place / "dry"
    known = ("--passphrase-file", str(story.passphrase), "--data", str(data), "--dry-run", "--json")
    said = json.loads(told("restore", str(story.file), *known).stdout)
    assert said["members"] == story.said["members"]
    assert not data.exists()


@pytest.mark.spec("10.10")
def test_the_keys_alone_can_be_taken_out(story: Story) -> None:
    folder = story.place / "keys"
    told("restore", str(story.file), "--passphrase-file", str(story.passphrase), "--keys", str(folder))
    assert (folder / "secret").read_text() == (story.place / "lived/secret.key").read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["secret", "vapid"]


def test_a_backup_says_nothing_to_who_has_no_passphrase(story: Story) -> None:
    content = story.file.read_bytes()
    for word in (story.email.encode(), b"accounts", b"PGDMP", b"WEBP"):
        assert word not in content
    assert os.stat(story.file).st_mode & 0o077 == 0


@pytest.mark.spec("10.10")
def test_old_backups_go_and_none_is_written_over(story: Story) -> None:
    folder = story.place / "kept"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"hearth-2020010{day}T000000Z.backup").touch()
    (folder / "other.backup").touch()
    options = ("--passphrase-file", str(story.passphrase))
    with living(story.place / "lived") as installation:
        installation.run("backup", str(folder), *options, "--without-files", "--keep", "2")
        assert (
            "already exists; choose another name"
            in installation.run("backup", str(story.file), *options, code=2).stderr
        )
        assert (
            "--keep deletes old backups in a folder"
            in installation.run("backup", str(story.place / "x"), *options, "--keep", "2", code=2).stderr
        )
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["hearth-20200103T000000Z.backup", names[1]]
    assert len(names) == 3
    said = json.loads(told("restore", str(folder / names[1]), *options, "--dry-run", "--json").stdout)
    assert said["files"] is None
