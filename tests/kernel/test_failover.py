"""A primary and its replica, of which one is late, stops, or takes the other's place."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from sqlalchemy import text

from app.kernel.db import engines, replicas, retries
from app.kernel.db.session import Session, on_replica, run_in_transaction, transaction
from cli.backup.database import _programs
from cli.engines import postgres
from cli.engines.packages import ensure_programs
from cli.engines.servers import Engine
from cli.folder import DataFolder, engine_user
from cli.supervisor import Supervisor
from tests.racing import HANGS
from tests.settings import SetEnv

_IS_REPLICA = text("SELECT pg_is_in_recovery() AS is_replica")
_COUNT = text("SELECT count(*) FROM note")
_ADD = text("INSERT INTO note VALUES (DEFAULT)")


@dataclass(frozen=True)
class Pair:
    """The two servers, and their addresses."""

    primary: Engine
    replica: Engine
    primary_url: str
    replica_url: str

    def ask_replica(self, question: str) -> object:
        """Return the replica's answer."""
        with psycopg.connect(self.replica_url, autocommit=True) as connection:
            row = connection.execute(question.encode()).fetchone()
        return row[0] if row else None

    def wait_for_replica(self, question: str) -> None:
        """Wait until the replica answers true."""
        end = time.monotonic() + HANGS
        while self.ask_replica(question) is not True:
            assert time.monotonic() < end, question
            time.sleep(0.01)


@contextmanager
def _replicated(place: Path) -> Iterator[Pair]:
    programs, user = ensure_programs(), engine_user()
    with DataFolder(place / "primary") as one, Supervisor() as supervisor:
        primary = supervisor.launch(postgres.service(one, programs))
        supervisor.wait_ready(primary)
        postgres.ensure_database(one)
        (place / "replica").mkdir(mode=0o711)
        shutil.copy(place / "primary/secrets.json", place / "replica")
        with DataFolder(place / "replica") as other:
            data = other.engine_folder("postgres") / "data"
            copy = ["-D", str(data), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync", "-d", postgres.url(one)]
            subprocess.run([_programs() / "pg_basebackup", *copy], check=True, capture_output=True)
            if user is not None:
                subprocess.run(["chown", "-R", f"{user}:{user}", data], check=True)
            replica = supervisor.launch(postgres.service(other, programs))
            supervisor.wait_ready(replica)
            yield Pair(
                Engine(primary[0], supervisor), Engine(replica[0], supervisor), postgres.url(one), postgres.url(other)
            )


def _forget_engines() -> None:
    engines.disconnect()
    for made in (engines.engine, engines.reading_engine, engines.replica_engine, engines.snapshot_engine):
        made.cache_clear()


@pytest.fixture
def pair(set_env: SetEnv, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """Have this process use both, and wait for a failover as the web process does."""
    place = Path(tempfile.mkdtemp(prefix="hearth-pair-"))
    place.chmod(0o755)
    with _replicated(place) as servers:
        with psycopg.connect(servers.primary_url) as connection:
            connection.execute("CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY)")
        begin, _, host = servers.primary_url.rpartition("@")
        name = servers.replica_url.rpartition("@")[2].partition("/")[0]
        _forget_engines()
        set_env(
            HEARTH_DATABASE_URL=f"{begin}@{name},{host}",
            HEARTH_DATABASE_READ_URL=servers.replica_url,
        )
        monkeypatch.setattr(retries, "_patience", HANGS)
        monkeypatch.setattr(retries, "PAUSES", (0.0, *[0.2] * 500))
        monkeypatch.setattr(replicas, "_positions", None)
        monkeypatch.setattr(replicas, "_rests_until", 0.0)
        yield servers
        _forget_engines()
    shutil.rmtree(place)


def is_answered_by_replica(position: int) -> bool:
    with transaction(read_only=True) as session:
        session.replica_position = position
        with on_replica(session):
            return bool(session.execute(_IS_REPLICA).scalar_one())


def add_note() -> int:
    """Add a row, and return the position that its writer has seen."""
    with transaction() as session:
        session.execute(_ADD)
    return replicas.read_position()


def test_a_person_sees_what_they_did_whichever_server_answers(pair: Pair) -> None:
    position = add_note()
    pair.wait_for_replica(f"SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= {position}")
    assert is_answered_by_replica(position)
    pair.ask_replica("SELECT pg_wal_replay_pause()")
    pair.wait_for_replica("SELECT pg_get_wal_replay_pause_state() = 'paused'")
    before, position = position, add_note()
    assert (is_answered_by_replica(before), is_answered_by_replica(position)) == (True, False)
    with transaction(read_only=True) as session:
        session.replica_position = position
        with on_replica(session):
            assert session.execute(_COUNT).scalar_one() == 2
    pair.ask_replica("SELECT pg_wal_replay_resume()")
    pair.wait_for_replica(f"SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= {position}")
    assert is_answered_by_replica(position)


def test_the_primary_answers_while_the_replica_is_down(pair: Pair) -> None:
    position = add_note()
    pair.replica.kill()
    assert not is_answered_by_replica(position)


def test_reads_and_writes_wait_for_a_primary_that_starts_again(pair: Pair) -> None:
    # What the replica has is on the primary's disk, even where tests do not wait for that.
    pair.wait_for_replica(f"SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= {add_note()}")
    is_read = Event()
    attempts: list[Session] = []

    def begin_again() -> None:
        pair.primary.restart()
        is_read.wait(HANGS)  # the server ends with the thread that started it

    restart = Thread(target=begin_again)

    def write(session: Session) -> None:
        attempts.append(session)
        session.execute(_ADD)
        if len(attempts) == 1:
            pair.primary.kill()
            restart.start()
        session.execute(_ADD)

    run_in_transaction(write)
    with transaction(read_only=True) as session:
        count = session.execute(_COUNT).scalar_one()
    is_read.set()
    restart.join()
    assert (len(attempts), count) == (2, 3)


@pytest.mark.parametrize("read_only", [True, False])
def test_the_replica_takes_the_place_of_a_primary_that_died(pair: Pair, read_only: bool) -> None:
    position = add_note()
    pair.wait_for_replica(f"SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= {position}")
    with transaction(read_only=read_only) as session:
        assert session.execute(_IS_REPLICA).scalar_one() is False
    pair.primary.kill()
    promotion = Thread(target=pair.ask_replica, args=("SELECT pg_promote()",))
    promotion.start()
    with transaction(read_only=read_only) as session:
        assert session.execute(_COUNT).scalar_one() == 1
        port = session.connection().connection.driver_connection.info.port
    promotion.join()
    assert f":{port}/" in pair.replica_url
    assert is_answered_by_replica(position) is False, "it is the primary, and has everything"
