"""`python -m tests.faults.writers PLAN`: members who write and write, and note what was acknowledged.

Each is a thread that sends over real HTTP and repeats under the same key until it is answered, as the members'
application does. Notes are JSON lines: {"try": key} before the first try, then {"ack": key, "message": id} or
{"refused": key, "status": ..., "code": ...}. They write until the file PLAN.stop is there. They run in a process of
their own because the one that supervises the services may have no threads.
"""

import http
import random
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.faults.browser import Browser, Notes, may_try_again, run_members

PAUSE = 1.0  # seconds between two messages of one member, so that one worker keeps up
PATIENCE = 120.0  # seconds for which one message is tried again
SLOWEST = 1.0  # seconds between two tries at most


class Writer(threading.Thread):
    """One member at a browser."""

    def __init__(self, plan: dict[str, Any], who: dict[str, str], notes: Notes, stop: Path) -> None:
        super().__init__(daemon=True)
        self.browser, self.who, self.notes, self.stop = Browser(plan, who), who, notes, stop

    def run(self) -> None:
        while not self.stop.exists():
            self._send(uuid4().hex)
            time.sleep(PAUSE * random.uniform(0.5, 1.5))

    def _send(self, key: str) -> None:
        self.notes.write({"try": key, "member": self.who["member"]})
        end, pause = time.monotonic() + PATIENCE, 0.05
        while time.monotonic() < end:
            path = f"/api/v1/conversations/{self.who['conversation']}/messages"
            answer = self.browser.ask("POST", path, {"body": key}, key=key)
            if answer is not None and not may_try_again(*answer):
                self._note(key, *answer)
                return
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(2 * pause, SLOWEST)

    def _note(self, key: str, status: int, body: dict[str, Any]) -> None:
        if status == http.HTTPStatus.CREATED:
            self.notes.write({"ack": key, "message": body["message"]["id"]})
        else:
            self.notes.write({"refused": key, "status": status, "code": body.get("code")})


def main() -> None:
    """Write until told to stop."""
    run_members(Writer, notes="notes", ends_at=".stop")


if __name__ == "__main__":
    main()
