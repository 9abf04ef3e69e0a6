"""kill -9 of every process under writers: nothing acknowledged is lost, nothing is double, every wallet adds up."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from cli.folder import DataFolder, free_port
from cli.paths import ROOT
from cli.process import Child
from cli.stack import Stack
from cli.supervisor import Supervisor
from tests.faults.people import GIVEN, MESSAGE

PAIRS = 10
KILLED = ("postgres", "redis", "worker", "relay", "web")
PROGRESS = 20  # acknowledged messages between two kills
BACK_IN = 60.0  # seconds until everybody writes again after a kill
STALLED_IN = 60.0  # seconds without any event handled; a lost job is queued again after 30


@dataclass
class House:
    """A running Hearthside whose processes can be killed by name."""

    supervisor: Supervisor
    children: dict[str, Child]
    env: dict[str, str]
    port: int
    place: Path

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start a Python program beside it, in its environment."""
        return subprocess.Popen([sys.executable, "-m", *arguments], env=self.env, cwd=ROOT)

    def run(self, *arguments: str) -> str:
        """Run a Python program to its end and return what it printed."""
        argv = [sys.executable, "-m", *arguments]
        return subprocess.run(argv, env=self.env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.env["HEARTH_DATABASE_URL"]) as connection:
            return connection.execute(statement, values).fetchall()

    def wait(self, condition: Any, seconds: float, what: str) -> None:
        """Wait while the supervisor brings back what died."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not within {seconds:.0f} s: {what}"
            self.supervisor.pause()


@pytest.fixture
def house() -> Iterator[House]:
    with TemporaryDirectory(prefix="hearth-faults-") as place:
        Path(place).chmod(0o755)
        with DataFolder(Path(place) / "data") as folder, Supervisor() as supervisor:
            stack = Stack(folder, supervisor, free_port())
            env = stack.start_foundation(front_ends=False)
            stack.start_application(env)
            children = {child.service.name: child for child in supervisor.children}
            yield House(supervisor, children, env, stack.port, Path(place))


@dataclass
class Notes:
    """What the writers noted."""

    path: Path

    def read(self) -> list[dict[str, Any]]:
        """Return all whole lines."""
        lines = self.path.read_text().splitlines(keepends=True) if self.path.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def count(self) -> int:
        """Return how many messages were acknowledged."""
        return sum("ack" in note for note in self.read())


def test_nothing_acknowledged_is_lost_or_double_when_processes_are_killed(house: House, cycles: int) -> None:
    plan = json.loads(house.run("tests.faults.people", str(PAIRS)))
    notes, plan_file = Notes(house.place / "notes.jsonl"), house.place / "plan.json"
    plan_file.write_text(json.dumps({**plan, "port": house.port, "notes": str(notes.path)}))

    writers = house.start("tests.faults.writers", str(plan_file))
    try:
        house.wait(lambda: notes.count() >= PROGRESS, BACK_IN, "the first messages")
        for _ in range(cycles):
            for name in KILLED:
                kill_and_go_on(house, notes, name)
    finally:
        plan_file.with_suffix(".stop").touch()
        house.wait(lambda: writers.poll() is not None, BACK_IN, "the writers end")

    assert_kept(house, notes.read())
    assert_paid(house, [who["member"] for who in plan["writers"]])
    assert_drained(house)


def kill_and_go_on(house: House, notes: Notes, name: str) -> None:
    """Kill a process while everybody writes, and wait until it is back and messages are acknowledged again."""
    child = house.children[name]
    victim = child.pid
    child.kill()
    house.wait(lambda: child.is_ready and child.pid not in (0, victim), BACK_IN, f"{name} is back")
    acknowledged = notes.count()
    house.wait(lambda: notes.count() >= acknowledged + PROGRESS, BACK_IN, f"messages after {name} died")


def assert_kept(house: House, notes: list[dict[str, Any]]) -> None:
    """Each acknowledged message is there, under the id that was told; each key led to one message at most."""
    refused = [note for note in notes if "refused" in note]
    assert refused == [], "only answers that are worth another try may come from a crash"
    written = house.ask("SELECT body, id::text FROM messaging.message WHERE body <> 'Hello!'")
    times = Counter(body for body, _ in written)
    acknowledged = {note["ack"]: note["message"] for note in notes if "ack" in note}
    assert len(acknowledged) > 0
    assert {key for key in acknowledged if times[key] == 0} == set(), "acknowledged and lost"
    assert {key for key, number in times.items() if number > 1} == set(), "written twice"
    ids = dict(written)
    assert {key for key, message in acknowledged.items() if ids[key] != message} == set(), "another id than was told"
    assert set(times) <= {note["try"] for note in notes if "try" in note}
    gaps = house.ask(
        "SELECT c.id FROM messaging.conversation c JOIN messaging.message m ON m.conversation_id = c.id"
        " GROUP BY c.id HAVING count(*) <> c.last_seq OR max(m.seq) <> c.last_seq"
    )
    assert gaps == []


def assert_paid(house: House, members: list[str]) -> None:
    """Each message was paid once, each wallet is what was given less its messages, and the ledger adds up."""
    spends = "SELECT count(*) FROM billing.ledger_tx WHERE reason = 'message'"
    assert house.ask(spends) == house.ask("SELECT count(*) FROM messaging.message")
    wallets = house.ask(
        "SELECT a.owner_id::text,"
        " a.balance + %s * (SELECT count(*) FROM messaging.message m WHERE m.sender_id = a.owner_id)"
        " FROM billing.ledger_account a WHERE a.owner_id = ANY(%s::uuid[])",
        MESSAGE,
        members,
    )
    signup = house.ask("SELECT signup_credits FROM sites.site")[0][0]
    assert dict(wallets) == dict.fromkeys(members, GIVEN + signup)
    assert house.run("cli", "ledger", "audit", "--json") == "[]\n"


def count_waiting(house: House) -> int:
    """Return how many events and duties of handlers wait."""
    waiting = (
        "SELECT (SELECT count(*) FROM platform.outbox_event WHERE dispatched_at IS NULL)"
        " + (SELECT count(*) FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL)"
    )
    return int(house.ask(waiting)[0][0])


def assert_drained(house: House) -> None:
    """Every event reaches every handler, once."""
    while (waiting := count_waiting(house)) > 0:
        house.wait(lambda before=waiting: count_waiting(house) < before, STALLED_IN, f"one of {waiting} is handled")
    assert house.ask("SELECT handler, error FROM platform.inbox_entry WHERE failed_at IS NOT NULL") == []
    sent = house.ask("SELECT count(*) FROM platform.outbox_event WHERE name = 'messaging.MessageSent'")
    assert sent == house.ask("SELECT count(*) FROM messaging.message")
