"""The simulator's data, in one SQLite file: it survives a restart, and the same seed gives the same ids."""

import hashlib
import json
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

Record = dict[str, Any]

EVENTS = 20_000  # in the log
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS record (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, parent TEXT, data TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS record_kind ON record (kind, parent, number);
CREATE TABLE IF NOT EXISTS kept_answer (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, at REAL NOT NULL, status INTEGER, body TEXT
);
CREATE TABLE IF NOT EXISTS task (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS task_at ON task (at);
CREATE TABLE IF NOT EXISTS fault (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, times INTEGER NOT NULL, data TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS event (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL
);
"""


class Store:
    """Records, tasks, faults and the log. Threads may share it; `work` makes one transaction of several calls.

    `news` is set when a task may have become due earlier than was known.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        self.news = threading.Event()
        self._depth = 0
        self._sql = sqlite3.connect(folder / "simulator.sqlite", check_same_thread=False, isolation_level=None)
        self._sql.execute("PRAGMA journal_mode = WAL")
        self._sql.execute("PRAGMA synchronous = NORMAL")
        self._sql.executescript(TABLES)
        with self.work():
            self._seed = self.setting("seed", seed)
            self.set("seed", self._seed)

    def close(self) -> None:
        """Close the file."""
        self._sql.close()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Run several calls in one transaction, isolated from others."""
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._depth == 1:
                    self._sql.execute("ROLLBACK")
                raise
            else:
                if self._depth == 1:
                    self._sql.execute("COMMIT")
            finally:
                self._depth -= 1

    def setting(self, name: str, default: Any) -> Any:
        """Return a setting."""
        found = self._one("SELECT value FROM setting WHERE name = ?", name)
        return json.loads(found[0]) if found else default

    def set(self, name: str, value: Any) -> None:
        """Change a setting."""
        self._do("INSERT OR REPLACE INTO setting VALUES (?, ?)", name, json.dumps(value))

    # The clock: the machine's, which can be moved forward.

    def now(self) -> datetime:
        """Return the simulator's time."""
        return datetime.now(UTC) + timedelta(seconds=self.setting("ahead", 0.0))

    def stamp(self, after: timedelta = timedelta()) -> str:
        """Return a time from now in the API's format."""
        return (self.now() + after).isoformat(timespec="seconds")

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        with self.work():
            self.set("ahead", self.setting("ahead", 0.0) + seconds)
        self.news.set()

    # Chance

    def new_id(self, prefix: str, length: int) -> str:
        """Return the next id: the same for the same seed and number of earlier ids."""
        with self.work():
            number = self.setting("ids", 0) + 1
            self.set("ids", number)
        digest = int.from_bytes(hashlib.sha256(f"{self._seed}:{number}".encode()).digest())
        letters = []
        for _ in range(length):
            digest, rest = divmod(digest, len(LETTERS))
            letters.append(LETTERS[rest])
        return f"{prefix}_{''.join(letters)}"

    def chance(self, subject: str) -> random.Random:
        """Return a random generator that is the same for the same seed and subject."""
        return random.Random(f"{self._seed}:{subject}")

    # Records

    def add(self, kind: str, record: Record, parent: str | None = None) -> None:
        """Add a record."""
        sql = "INSERT INTO record (id, kind, parent, data) VALUES (?, ?, ?, ?)"
        self._do(sql, record["id"], kind, parent, json.dumps(record))

    def save(self, record: Record) -> None:
        """Save a changed record."""
        self._do("UPDATE record SET data = ? WHERE id = ?", json.dumps(record), record["id"])

    def find(self, kind: str, record_id: str) -> Record | None:
        """Return a record, or None."""
        found = self._one("SELECT data FROM record WHERE id = ? AND kind = ?", record_id, kind)
        return json.loads(found[0]) if found else None

    def select(self, kind: str, parent: str | None = None) -> list[Record]:
        """Return all records of a kind (of one parent), newest first."""
        where = "kind = ?" + (" AND parent = ?" if parent else "")
        values = (kind, parent) if parent else (kind,)
        rows = self._all(f"SELECT data FROM record WHERE {where} ORDER BY number DESC", *values)  # noqa: S608
        return [json.loads(row[0]) for row in rows]

    # Tasks

    def schedule(self, action: str, subject: str, after: float = 0.0, **data: Any) -> None:
        """Schedule a task in `after` seconds."""
        at = self.now().timestamp() + after
        sql = "INSERT INTO task (at, action, subject, data) VALUES (?, ?, ?, ?)"
        self._do(sql, at, action, subject, json.dumps(data))
        self.news.set()

    def due(self) -> list[Record]:
        """Return the due tasks, first due first."""
        return self._tasks("WHERE at <= ?", self.now().timestamp())

    def seconds_to_next_task(self) -> float | None:
        """Return in how many seconds the first task is due; None if there is none."""
        first = self._one("SELECT min(at) FROM task")[0]
        return None if first is None else max(first - self.now().timestamp(), 0.0)

    def tasks(self) -> list[Record]:
        """Return all tasks, first due first."""
        return self._tasks("")

    def _tasks(self, where: str, *values: Any) -> list[Record]:
        rows = self._all(f"SELECT number, at, action, subject, data FROM task {where} ORDER BY at, number", *values)  # noqa: S608
        return [
            {"number": number, "at": at, "action": action, "subject": subject, **json.loads(data)}
            for number, at, action, subject, data in rows
        ]

    def has_task(self, number: int) -> bool:
        """Return whether a task is still on the list."""
        return self._one("SELECT 1 FROM task WHERE number = ?", number) is not None

    def waits(self, action: str) -> bool:
        """Return whether any task of a kind is on the list."""
        return self._one("SELECT 1 FROM task WHERE action = ?", action) is not None

    def drop_task(self, number: int) -> bool:
        """Remove a task from the list; returns False if it was already removed."""
        return self._do("DELETE FROM task WHERE number = ?", number) == 1

    def drop_tasks(self, action: str, subject: str) -> None:
        """Remove all tasks of a kind for a record."""
        self._do("DELETE FROM task WHERE action = ? AND subject = ?", action, subject)

    # Faults

    def plan_fault(self, name: str, times: int, data: Record) -> None:
        """Plan a fault for the next `times`."""
        with self.work():
            self._do("INSERT INTO fault (name, times, data) VALUES (?, ?, ?)", name, times, json.dumps(data))
            self.log("fault planned", fault=name, times=times, **data)

    def faults(self) -> list[Record]:
        """Return the planned faults."""
        rows = self._all("SELECT name, times, data FROM fault ORDER BY number")
        return [{"fault": name, "times": times, **json.loads(data)} for name, times, data in rows]

    def forget_faults(self) -> None:
        """Cancel all planned faults."""
        self._do("DELETE FROM fault")

    def strike(self, name: str, **circumstances: Any) -> Record | None:
        """Use up and return a planned fault whose conditions hold; None if there is none."""
        with self.work():
            for number, times, text in self._all(
                "SELECT number, times, data FROM fault WHERE name = ? ORDER BY number", name
            ):
                data: Record = json.loads(text)
                if any(data.get(key, value) != value for key, value in circumstances.items()):
                    continue
                if times > 1:
                    self._do("UPDATE fault SET times = times - 1 WHERE number = ?", number)
                else:
                    self._do("DELETE FROM fault WHERE number = ?", number)
                self.log("fault", fault=name, **{**circumstances, **data})
                return {"fault": name, **data}
        return None

    # Kept answers

    def kept_answer(self, key: str) -> tuple[str, float, int | None, str | None] | None:
        """Return the fingerprint, time, status and body stored under a key; the status is None until it is answered."""
        found: tuple[str, float, int | None, str | None] | None = self._one(
            "SELECT fingerprint, at, status, body FROM kept_answer WHERE key = ?", key
        )
        return found

    def keep_answer(self, key: str, fingerprint: str, status: int | None = None, body: str | None = None) -> None:
        """Store an answer, or that it is being made."""
        at = self.now().timestamp()
        self._do("INSERT OR REPLACE INTO kept_answer VALUES (?, ?, ?, ?, ?)", key, fingerprint, at, status, body)

    def forget_answer(self, key: str) -> None:
        """Delete the answer of a key."""
        self._do("DELETE FROM kept_answer WHERE key = ?", key)

    def forget_unfinished(self) -> None:
        """Delete the answers that an earlier run did not finish."""
        self._do("DELETE FROM kept_answer WHERE status IS NULL")

    # The log

    def log(self, event: str, **data: Any) -> None:
        """Log an event."""
        at = self.now().isoformat(timespec="milliseconds")
        self._do("INSERT INTO event (at, name, data) VALUES (?, ?, ?)", at, event, json.dumps(data))
        self._do("DELETE FROM event WHERE number <= (SELECT max(number) FROM event) - ?", EVENTS)

    def events(self, limit: int, but: str = "") -> list[Record]:
        """Return the newest events, without those of a name, oldest first."""
        rows = self._all("SELECT at, name, data FROM event WHERE name != ? ORDER BY number DESC LIMIT ?", but, limit)
        return [{"at": at, "event": name, **json.loads(data)} for at, name, data in reversed(rows)]

    def _do(self, sql: str, *values: Any) -> int:
        with self._lock:
            return self._sql.execute(sql, values).rowcount

    def _one(self, sql: str, *values: Any) -> Any:
        with self._lock:
            return self._sql.execute(sql, values).fetchone()

    def _all(self, sql: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._sql.execute(sql, values).fetchall()
