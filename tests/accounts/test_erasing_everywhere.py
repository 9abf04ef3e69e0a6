"""What tables and modules declare of erasure is whole, and none of their places holds anything of the erased."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel import log
from app.kernel.config import config
from app.kernel.db.session import Base, transaction
from app.kernel.files.storage import storage
from app.kernel.personal import tables as personal
from app.kernel.personal import traces
from app.kernel.redis import redis
from cli.backup.database import _programs
from cli.paths import ROOT
from modules.accounts import api
from modules.accounts.contracts import Trace
from modules.accounts.jobs import erase_due, remove_parts
from modules.accounts.leaving.service import erasures
from modules.catalog import api as catalog_api
from modules.catalog import search_index
from modules.moderation.contracts.decisions import Measure, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.jobs import empty_evidence
from modules.sites.contracts import Site
from tests.accounts.everywhere import listen, logged, words  # noqa: F401 - fixtures
from tests.accounts.leaving import delete_now, let_time_pass
from tests.accounts.wordless import WORDLESS
from tests.billing.conftest import debit_shop, gateway  # noqa: F401 - fixtures
from tests.conftest import drain_now
from tests.factories.moderation import make_decision, make_staff

pytestmark = pytest.mark.search_engine

TABLES = text(
    "SELECT space.nspname || '.' || source.relname FROM pg_class source "
    "JOIN pg_namespace space ON space.oid = source.relnamespace WHERE source.relkind IN ('r', 'p') "
    "AND space.nspname NOT IN ('pg_catalog', 'information_schema', 'public') AND space.nspname NOT LIKE 'pg\\_%'"
)
COPY = re.compile(r"^COPY (\S+) \((.*)\) FROM stdin;$", re.MULTILINE)


def dump(url: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield (table, columns, all rows as text) of a dump of a database, as pg_dump writes it."""
    program = [str(_programs() / "pg_dump"), "--data-only", f"--dbname={url}"]
    for part in subprocess.run(program, capture_output=True, check=True).stdout.decode().split("\n\\.\n"):
        if found := COPY.search(part):
            columns = [name.strip().strip('"') for name in found[2].split(",")]
            yield found[1], columns, part[found.end() :].removeprefix("\n")


def columns_with(url: str, said: tuple[str, ...]) -> set[str]:
    sought = [*said, *(f"\\x{word.encode().hex()}" for word in said)]
    found = set()
    for table, columns, rows in dump(url):
        # Most tables hold none of the words: asked of all their rows at once, they need not be taken apart.
        if not traces.contains_any(rows, sought):
            continue
        # Not splitlines: what members write may hold other line ends, which pg_dump leaves as they are.
        for row in rows.split("\n"):
            if traces.contains_any(row, sought):
                values = zip(columns, row.split("\t"), strict=True)
                found |= {f"{table}.{column}" for column, value in values if traces.contains_any(value, sought)}
    return found


def let_redis_forget(*, days: int) -> None:
    """Do to Redis what so many days do: what was to live for a shorter time is gone."""
    for key in redis().scan_iter():
        if 0 <= redis().ttl(key) <= days * 86_400:
            redis().delete(key)


def hearth(*arguments: str, **settings: str) -> None:
    command = [sys.executable, "-m", "cli", *arguments]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.spec("4.2")
def test_every_column_that_could_hold_words_is_tried_or_says_why_not(words: tuple[Any, tuple[str, ...]]) -> None:
    """A new column of a text, of JSON or of bytes is filled by the fixture, or named in wordless.py with a reason."""
    planted = columns_with(config().database_url, words[1])
    tables = set(personal.personal_tables())
    with transaction(read_only=True) as session:
        places = {place for place, _ in traces.count_words(session, [])}
    assert {place for place in places if place.rpartition(".")[0] in tables} - planted == WORDLESS


@pytest.mark.spec("4.2")
def test_nothing_of_an_erased_member_is_left_in_any_engine_log_or_restored_backup(
    words: tuple[Any, tuple[str, ...]],
    logged: list[str],
    tmp_path: Path,
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    member, said = words
    url = config().database_url
    # The search sees what there is: otherwise finding nothing would prove nothing.
    expected = {"accounts.member.email", "moderation.complaint_message.body", "messaging.message.body"}
    by_staff = {"billing.ledger_tx.note", "billing.refund.note", "billing.refund.refused_words"}
    by_staff |= {"billing.dd_block.reason", "moderation.audit_event.reason"}
    assert columns_with(url, said) >= expected | by_staff
    assert any(what == "with one of the words" for _, what, _ in catalog_api.count_words(said))
    assert any(traces.contains_any(f"{name} {content}", (str(member.id),)) for name, content in traces.read_redis())
    (tmp_path / "passphrase").write_text("a lantern in the hall\n")
    passphrase = ("--passphrase-file", str(tmp_path / "passphrase"))
    hearth("backup", str(tmp_path / "before.backup"), *passphrase)

    delete_now(member)
    drain_now()
    let_time_pass(member.id, days=14)
    erase_due()
    drain_now()

    left = columns_with(url, said) - personal.words_kept_by_law()
    assert left == personal.words_kept_until_decided(), "what somebody reported is needed until it is decided"
    with transaction() as session:
        staff = make_staff(session)
        about = {"kind": ItemKind.MEMBER_REPORT, "subject_id": member.id}
        make_decision(session, member, staff, Verdict(Measure.NONE), **about)
    empty_evidence()
    drain_now()
    assert columns_with(url, said) - personal.words_kept_by_law() == set()
    with transaction(read_only=True) as session:
        rows = traces.count_references(session, "accounts.member", f"id = '{member.id}'")
        assert {place for place, count in rows if count} <= personal.kept_ids()
    let_redis_forget(days=14)
    assert [trace for trace in api.find_traces(said) if trace.what.endswith("with one of the words")] == []
    assert catalog_api.count_words(said) == []
    names = (*said, str(member.id))
    files = traces.read_storage(with_contents=True)
    assert [name for name, content in files if traces.contains_any(name + content, names)] == []
    log.get("test").info("the log is heard")
    lines = "".join([*logged, listen(pytestconfig)]).splitlines()
    for heard in ("the planting is heard", "the log is heard"):
        assert any(heard in line for line in lines)
    assert [line for line in lines if traces.contains_any(line, said)] == []
    logs = Path(os.environ["HEARTH_TEST_LOGS"]).iterdir()
    lines = [line for path in logs for line in path.read_text(errors="replace").splitlines()]
    assert any("member_site_email_key" in line for line in lines), "the database said what it refused"
    assert [line for line in lines if traces.contains_any(line, said)] == []

    # Monday's backup, put back elsewhere on Tuesday: it knew them, and has to forget them again.
    restored = f"restored_{uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{restored}"')
    (tmp_path / "storage" / "erasures").mkdir(parents=True)
    (tmp_path / "storage" / "erasures" / erasures.hashed_id(member.id)).write_text("2026-11-22")
    elsewhere = {
        "HEARTH_DATABASE_URL": f"{url.rsplit('/', 1)[0]}/{restored}",
        "HEARTH_STORAGE_URL": (tmp_path / "storage").as_uri(),
        "HEARTH_MEILI_PREFIX": f"{restored}_",
    }
    try:
        hearth("restore", str(tmp_path / "before.backup"), *passphrase, **elsewhere)
        left = columns_with(elsewhere["HEARTH_DATABASE_URL"], said) - personal.words_kept_by_law()
        assert left == personal.words_kept_until_decided(), "on Monday it was not decided yet"
        restored_files = [path for path in (tmp_path / "storage").rglob("*") if path.is_file()]
        assert [path for path in restored_files if traces.contains_any(path.read_bytes().decode("latin-1"), said)] == []
        monkeypatch.setattr(search_index, "config", lambda: replace(config(), meili_prefix=f"{restored}_"))
        assert catalog_api.count_words([""]), "others are in the restored index"
        assert catalog_api.count_words(said) == []
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{restored}" WITH (FORCE)')


def test_every_table_of_the_database_is_declared_and_no_other(app: Flask) -> None:
    """A new table needs a declaration above its model (app/kernel/personal/tables.py)."""
    with transaction(read_only=True) as session:
        tables = set(session.execute(TABLES).scalars())
        naming = {place for place, _ in traces.count_references(session, "accounts.member", "false")}
    assert tables == {name for name, table in Base.metadata.tables.items() if personal.INFO in table.info}
    assert naming >= personal.kept_ids()
    assert {place.rpartition(".")[0] for place in naming} <= set(personal.personal_tables())


@pytest.mark.spec("4.2")
def test_what_a_member_left_anywhere_stands_in_their_copy(words: tuple[Any, tuple[str, ...]]) -> None:
    member, said = words
    copy = BytesIO()
    api.write_copy(member.id, copy)
    with ZipFile(copy) as archive:
        told = json.loads(archive.read("data.json"))
    parts = {f"{module}.{part}" for module, exported in told.items() for part in exported}
    copied = {table: one.copied for table, one in personal.personal_tables().items() if one.copied}
    declared = {f"{table.partition('.')[0]}.{part}" for table, part in copied.items()}
    assert declared <= parts, "each part that a table declares is there"
    left = {place.rpartition(".")[0] for place in columns_with(config().database_url, said)}
    assert left & set(copied), "the member left words in them"
    for table in left & set(copied):
        module, part = table.partition(".")[0], copied[table]
        exported = told[module] if table == "accounts.member" else told[module][part]
        assert traces.contains_any(json.dumps(exported, ensure_ascii=False), said), f"{table} is not in {module}.{part}"


@pytest.mark.usefixtures("app")
def test_what_no_module_declares_is_named() -> None:
    for key in ("diary:7", "diary:8"):
        redis().set(key, "x", ex=60)
    storage().put("diaries/7.txt", b"x")
    try:
        found = set(api.find_traces())
        unknown = "not in the registry of erasure"
        assert {Trace("redis: diary", unknown, 2), Trace("storage: diaries", unknown, 1)} <= found
    finally:
        redis().delete("diary:7", "diary:8")
        storage().delete("diaries/7.txt")
    assert not [trace for trace in api.find_traces() if trace.what == "not in the registry of erasure"]


@pytest.mark.usefixtures("app")
def test_an_index_that_no_module_declares_is_named() -> None:
    name = f"{config().meili_prefix}diaries"
    (server,) = search_index.servers()
    with server._rare_calls() as client:
        made = client.create_index(name, {"primaryKey": "id"})
        client.wait_for_task(made.task_uid, timeout_in_ms=60_000)
        try:
            assert (f"{server.name} {name}", "not in the registry of erasure", 1) in catalog_api.count_words([])
        finally:
            client.wait_for_task(client.delete_index(name).task_uid, timeout_in_ms=60_000)


@pytest.mark.usefixtures("app")
def test_words_in_redis_files_and_bytes_are_found_whatever_they_are_packed_in(site: Site) -> None:
    said, photo_id = "Kanarie é 7", uuid4()
    redis().hset("limit:canary", mapping={"by": said})
    storage().put("photos/canary/full.webp", f"RIFF {said}".encode())
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        original = "INSERT INTO profiles.photo_original (photo_id, content) VALUES (:id, :content)"
        session.execute(text(original), {"id": photo_id, "content": f"Exif {said}".encode()})
    try:
        found = {trace.place for trace in api.find_traces([said]) if trace.what.endswith("with one of the words")}
        assert found == {"redis: limit:", "storage: photos/", "profiles.photo_original.content"}
    finally:
        redis().delete("limit:canary")
        storage().delete("photos/canary/full.webp")
        with transaction() as session:
            session.execute(text("DELETE FROM profiles.photo_original WHERE photo_id = :id"), {"id": photo_id})


@pytest.mark.usefixtures("app")
def test_what_a_killed_writer_left_is_found_and_removed_after_an_hour() -> None:
    folder = Path(config().storage_url.removeprefix("file://")) / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / ".0192.zip.4711-99.part"
    part.write_text("Kanarie 7, all of my data")
    assert Trace("storage: exports/", "with one of the words", 1) in api.find_traces(["KANARIE 7"])
    remove_parts()
    assert part.exists(), "it may still be written"
    os.utime(part, (0, 0))
    remove_parts()
    assert not part.exists()


def test_who_is_erased_while_an_index_is_built_is_not_in_it(site: Site) -> None:
    """A rebuild that is killed leaves its half-built index behind."""
    (server,), member_id = search_index.servers(), uuid4()
    server.start_fresh()
    fresh = search_index.fresh_name()
    server.put([{"id": str(member_id), "site": str(site.id), "name": "Kanarie 7"}], into=fresh)
    assert server.is_idle(within=60)
    assert catalog_api.count_words(["kanarie 7"]) == [(f"{server.name} {fresh}", "with one of the words", 1)]
    server.remove([member_id])
    assert server.is_idle(within=60)
    assert catalog_api.count_words(["kanarie 7"]) == []
