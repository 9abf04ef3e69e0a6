"""What people write stands in our logs within a line of JSON, whoever writes the line."""

import json
import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.architecture.test_rules import ROOT

# As a process does that has just started: by our logger, by a library's, and by Flask's, with what went wrong.
PROGRAM = """
import json, logging, sys
from app.kernel import log
log.configure()
for words in json.load(sys.stdin):
    log.get("names").info("said", words=words)
    logging.getLogger("urllib3.connectionpool").warning("Retrying after %s", words)
    try:
        raise ValueError(words)
    except ValueError:
        logging.getLogger("flask.app").exception("Exception on %s", words)
"""
SPECIAL = st.sampled_from(["\n", "\r\n", "\x0b", "\x85", "\u2028", "\x1b[2J", '"', "\\", '{"event": "x"}\n', "\ud800"])
WRITTEN = st.lists(st.one_of(SPECIAL, st.text(max_size=10)), min_size=1, max_size=6).map("".join)


@settings(max_examples=3)
@given(st.lists(WRITTEN, min_size=40, max_size=40))
def test_every_line_of_a_log_is_one_event(texts: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=json.dumps(texts).encode(), capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.isascii()
    lines = done.stdout.decode().splitlines()
    assert all(line.isprintable() for line in lines)
    events = [json.loads(line) for line in lines]
    assert [event.get("words", event["event"]) for event in events] == [
        said for words in texts for said in (words, f"Retrying after {words}", f"Exception on {words}")
    ]
    assert [event["level"] for event in events] == ["info", "warning", "error"] * len(texts)
    assert events[1]["logger"] == "urllib3.connectionpool"
    assert all("ValueError" in event["exception"] for event in events[2::3])


THREADS = """
import threading, warnings
from app.kernel import log
log.configure()
warnings.warn("two\\nlines")
for end in (SystemExit("left"), ValueError("failed")):
    def run(end=end):
        raise end
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
"""


def test_a_warning_is_one_event_and_a_thread_that_failed_another_but_not_one_that_exited() -> None:
    done = subprocess.run(
        [sys.executable, "-c", THREADS], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, check=True, timeout=60, text=True,
    )  # fmt: skip
    warned, failed = map(json.loads, done.stdout.splitlines())
    assert "two\nlines" in warned["event"]
    assert failed["exception"].endswith("ValueError: failed")
    assert done.stderr == ""
