"""`python -m tests.faults.listeners PLAN`: members whose screens follow the live stream, and note what they show.

Each is a thread that holds its stream open, comes back with its cursor after a gap, and fetches its conversation when a
signal names it, or after a reset; it never asks without being told. Now and then it reads what it shows. Notes are JSON
lines: {"told": cursor, "to": member}, {"reset": member}, {"refused": member, "status": ...}, and when the file
PLAN.quiet is there {"screen": member, "shown": [[seq, id], ...], "unread": number}.
"""

import http.client
import json
import random
import threading
import time
from pathlib import Path
from typing import Any

from tests.faults.browser import TRY_AGAIN, Browser, Notes, run_members

SILENCE = 30.0  # seconds without a byte, after which a stream is taken for dead; it beats more often
LATEST = 15.0  # seconds without news after which a screen says what it shows, once it is asked


class Listener(threading.Thread):
    """One member at a screen."""

    def __init__(self, plan: dict[str, Any], who: dict[str, str], notes: Notes, quiet: Path) -> None:
        super().__init__(daemon=True)
        self.plan, self.who, self.notes, self.quiet = plan, who, notes, quiet
        self.browser = Browser(plan, who)
        self.path = f"/api/v1/conversations/{who['conversation']}"
        self.cursor = ""
        self.shown: list[tuple[int, str]] = []
        self.told_at = time.monotonic()

    def run(self) -> None:
        while not self._is_over():
            try:
                self._listen()
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(random.uniform(0.05, 0.3))
        unread = self._fetch("/api/v1/unread")["unread_messages"]
        self.notes.write({"screen": self.who["member"], "shown": self.shown, "unread": unread})

    def _is_over(self) -> bool:
        return self.quiet.exists() and time.monotonic() - self.told_at > LATEST

    def _listen(self) -> None:
        host, port = self.plan["host"], self.plan["live_port"]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SILENCE)
        headers = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{self.plan['port']}"}
        headers |= {"Cookie": self.browser.cookie} | ({"Last-Event-ID": self.cursor} if self.cursor else {})
        connection.request("GET", "/live", headers=headers)
        answer = connection.getresponse()
        if answer.status != http.HTTPStatus.OK:
            if answer.status not in TRY_AGAIN:
                self.notes.write({"refused": self.who["member"], "status": answer.status})
            return
        event: dict[str, str] = {}
        while (line := answer.readline()) and not self._is_over():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name in ("event", "id", "data"):
                event[name] = value
            elif not name and "event" in event:
                self._hear(event)
                event = {}
        connection.close()

    def _hear(self, event: dict[str, str]) -> None:
        self.told_at = time.monotonic()
        if "id" in event:
            self.cursor = event["id"]
        if event["event"] == "reset":
            self.notes.write({"reset": self.who["member"]})
            self._look()
        elif "id" in event:
            self.notes.write({"told": event["id"], "to": self.who["member"]})
            if json.loads(event["data"]).get("conversation_id") == self.who["conversation"]:
                self._look()

    def _look(self) -> None:
        """Fetch what came after what is shown, and read it now and then."""
        has_more = True
        while has_more:
            page = self._fetch(f"{self.path}/messages?after={self.shown[-1][0] if self.shown else 0}")
            self.shown += [(message["seq"], message["id"]) for message in page["messages"]]
            has_more = page["has_more"]
        if self.shown and random.random() < 0.3:
            self.browser.ask("POST", f"{self.path}/read", {"seq": self.shown[-1][0]})

    def _fetch(self, path: str) -> dict[str, Any]:
        """Return an answer, as soon as there is one."""
        while True:
            answer = self.browser.ask("GET", path)
            if answer is not None and answer[0] == http.HTTPStatus.OK:
                return answer[1]
            time.sleep(0.2)


def main() -> None:
    """Listen until all is quiet."""
    run_members(Listener, notes="screens", ends_at=".quiet")


if __name__ == "__main__":
    main()
