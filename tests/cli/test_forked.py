"""Programs as forks of a process that has imported what they need."""

import json
import os
import subprocess
import sys
from pathlib import Path

from cli.paths import ROOT

# A process of its own, because pytest's has threads. It holds a file open, as `hearth up` holds its lock.
PARENT = """
import json, os, sys
from pathlib import Path
from cli.process import Service
from cli.supervisor import Supervisor
place, source = map(Path, sys.argv[1:])
sys.path.insert(0, str(source.parent))
held = os.open(place / "lock", os.O_RDWR | os.O_CREAT)
with Supervisor() as supervisor:
    argv = [sys.executable, "-m", source.stem, "a word"]
    task = supervisor.begin("child", argv, {"COLOUR": "green"}, place / "child.log", is_forked=True)
    task.process.wait()
print(json.dumps({"code": task.process.returncode, "parent": os.getpid(), "colour": os.environ.get("COLOUR")}))
"""
CHILD = """
import json, os, sys
facts = {"words": sys.argv[1:], "environment": dict(os.environ), "folder": os.getcwd(), "parent": os.getppid()}
facts["leads"] = os.getsid(0) == os.getpid()
facts["files"] = [name for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")]
facts["name"] = open("/proc/self/comm").read().strip()
print(json.dumps(facts))
"""


def run(place: Path, ending: str) -> tuple[dict[str, object], list[str]]:
    """Return what the parent says of a forked program that ends so, and the lines of the program's log."""
    source = place / "forked_program.py"
    source.write_text(CHILD + ending)
    command = [sys.executable, "-c", PARENT, str(place), str(source)]
    env = {**os.environ, "COLOUR": "red"}
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    return json.loads(said), (place / "child.log").read_text().splitlines()


def test_a_fork_is_a_program_of_its_own(tmp_path: Path) -> None:
    parent, lines = run(tmp_path, "sys.exit(3)")
    assert json.loads(lines[0]) == {
        "words": ["a word"],
        "environment": {"COLOUR": "green"},
        "folder": str(ROOT),
        "parent": parent["parent"],
        "leads": True,
        "files": ["0", "1", "2"],
        "name": "child",
    }
    assert parent["code"] == 3
    assert parent["colour"] == "red"


def test_a_fork_that_fails_says_why_in_its_log(tmp_path: Path) -> None:
    parent, lines = run(tmp_path, "raise OSError('the wick was wet')")
    assert parent["code"] == 1
    assert lines[-1] == "OSError: the wick was wet"


def test_a_fork_that_ends_with_words_says_them(tmp_path: Path) -> None:
    parent, lines = run(tmp_path, "sys.exit('the wick was wet')")
    assert parent["code"] == 1
    assert lines[-1] == "the wick was wet"


def test_a_fork_that_is_killed_has_the_number_of_the_signal(tmp_path: Path) -> None:
    assert run(tmp_path, "os.kill(os.getpid(), 9)")[0]["code"] == -9
