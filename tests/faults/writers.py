"""`python -m tests.faults.writers PLAN`: members who write and write, and note what was acknowledged.

Each is a thread that sends over real HTTP and repeats under the same key until it is answered, as the members'
application does. Notes are JSON lines: {"try": key} before the first try, then {"ack": key, "message": id} or
{"refused": key, "status": ..., "code": ...}. They write until the file PLAN.stop is there. They run in a process of
their own because the one that supervises the services may have no threads.
"""

import http.client
import json
import random
import sys
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

PAUSE = 1.0  # seconds between two messages of one member, so that one worker keeps up
PATIENCE = 120.0  # seconds for which one message is tried again
SLOWEST = 1.0  # seconds between two tries at most
TRY_AGAIN = {429, 502, 503, 504}


class Writer(threading.Thread):
    """One member at a browser."""

    def __init__(self, plan: dict[str, Any], who: dict[str, str], notes: "Notes", stop: Path) -> None:
        super().__init__(daemon=True)
        self.port, self.host, self.who, self.notes, self.stop = plan["port"], plan["host"], who, notes, stop
        self.connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        while not self.stop.exists():
            self._send(uuid4().hex)
            time.sleep(PAUSE * random.uniform(0.5, 1.5))

    def _send(self, key: str) -> None:
        self.notes.write({"try": key, "member": self.who["member"]})
        end, pause = time.monotonic() + PATIENCE, 0.05
        while time.monotonic() < end:
            answer = self._try(key)
            if answer is not None and not _may_try_again(*answer):
                self._note(key, *answer)
                return
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(2 * pause, SLOWEST)

    def _note(self, key: str, status: int, body: dict[str, Any]) -> None:
        if status == http.HTTPStatus.CREATED:
            self.notes.write({"ack": key, "message": body["message"]["id"]})
        else:
            self.notes.write({"refused": key, "status": status, "code": body.get("code")})

    def _try(self, key: str) -> tuple[int, dict[str, Any]] | None:
        """Return status and body of one try, or None when nothing answered."""
        headers = {
            "Host": self.host,
            "Content-Type": "application/json",
            "X-Hearthside-Client": "web",
            "Idempotency-Key": key,
            "Cookie": f"hearth_session={self.who['session']}",
        }
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            path = f"/api/v1/conversations/{self.who['conversation']}/messages"
            self.connection.request("POST", path, json.dumps({"body": key}), headers)
            answer = self.connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError):
            self.connection = None
            return None


def _may_try_again(status: int, body: dict[str, Any]) -> bool:
    return status in TRY_AGAIN or body.get("code") == "idempotency.still-running"


class Notes:
    """A file of JSON lines that many threads write."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("a", encoding="utf-8")
        self.lock = threading.Lock()

    def write(self, note: dict[str, Any]) -> None:
        """Write one line, at once."""
        with self.lock:
            print(json.dumps(note), file=self.file, flush=True)


def main() -> None:
    """Write until told to stop."""
    path = Path(sys.argv[1])
    plan = json.loads(path.read_text())
    notes = Notes(Path(plan["notes"]))
    writers = [Writer(plan, who, notes, path.with_suffix(".stop")) for who in plan["writers"]]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()


if __name__ == "__main__":
    main()
