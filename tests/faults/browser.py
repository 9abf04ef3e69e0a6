"""What the programs that act as members' browsers share."""

import http.client
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRY_AGAIN = {429, 502, 503, 504}


class Browser:
    """One member's browser; asks over real HTTP."""

    def __init__(self, plan: dict[str, Any], who: dict[str, str]) -> None:
        self.port, self.host, self.cookie = plan["port"], plan["host"], f"hearth_session={who['session']}"
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None, *, key: str = "") -> tuple[int, dict[str, Any]] | None:
        """Return status and body of one try, or None when nothing answered."""
        headers = {"Host": self.host, "X-Hearthside-Client": "web", "Cookie": self.cookie}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Idempotency-Key": key} if key else {}
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = self.connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError):
            self.connection = None
            return None


def may_try_again(status: int, body: dict[str, Any]) -> bool:
    """Tell whether an answer says that the same try can succeed later."""
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


def run_members(member: Callable[..., threading.Thread], *, notes: str, ends_at: str) -> None:
    """Run a thread for each member of the plan that the command line names, until they end themselves."""
    path = Path(sys.argv[1])
    plan = json.loads(path.read_text())
    kept = Notes(Path(plan[notes]))
    threads = [member(plan, who, kept, path.with_suffix(ends_at)) for who in plan["writers"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
