"""A Hearthside whose processes can be killed by name."""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from cli.paths import ROOT
from cli.process import Child
from cli.supervisor import Supervisor


@dataclass
class Installation:
    """Running services, and the programs of a test beside them."""

    supervisor: Supervisor
    children: dict[str, Child]
    env: dict[str, str]
    port: int
    place: Path
    programs: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def start(self, *arguments: str, output: Path | None = None) -> "subprocess.Popen[bytes]":
        """Start a Python program beside it, in its environment."""
        with (output or Path(os.devnull)).open("wb") as out:
            program = subprocess.Popen([sys.executable, "-m", *arguments], env=self.env, cwd=ROOT, stdout=out)
        self.programs.append(program)
        return program

    def end_programs(self) -> None:
        """End what a failed test left running."""
        for program in self.programs:
            program.terminate()
            program.wait()

    def run(self, *arguments: str) -> str:
        """Run a Python program to its end and return what it printed."""
        argv = [sys.executable, "-m", *arguments]
        return subprocess.run(argv, env=self.env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.env["HEARTH_DATABASE_URL"]) as connection:
            return connection.execute(statement, values or None).fetchall()

    def wait(self, condition: Any, seconds: float, what: str) -> None:
        """Wait while the supervisor brings back what died."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not within {seconds:.0f} s: {what}"
            self.supervisor.pause()

    def count_waiting(self) -> int:
        """Return how many events and jobs of handlers wait."""
        waiting = (
            "SELECT (SELECT count(*) FROM platform.outbox_event WHERE dispatched_at IS NULL)"
            " + (SELECT count(*) FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL)"
        )
        return int(self.ask(waiting)[0][0])

    def drain(self, stalled_in: float) -> None:
        """Wait until every event has reached every handler; fails when none is handled for `stalled_in` seconds."""
        while (waiting := self.count_waiting()) > 0:
            # Fewer or more: what is handled may make new events.
            self.wait(lambda before=waiting: self.count_waiting() != before, stalled_in, f"one of {waiting} is handled")


@dataclass
class Notes:
    """What the programs of a test noted, in JSON lines."""

    path: Path

    def read(self) -> list[dict[str, Any]]:
        """Return all whole lines."""
        lines = self.path.read_text().splitlines(keepends=True) if self.path.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def count(self) -> int:
        """Return how many messages were acknowledged."""
        return sum("ack" in note for note in self.read())
