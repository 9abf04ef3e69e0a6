"""Child processes: kept running, said in one line, stopped with all they started and nothing else."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.errors import CliError
from cli.folder import is_running
from cli.process import Service
from cli.supervisor import Supervisor


def until(condition: Callable[[], bool], each: Callable[[], object] = lambda: None, seconds: float = 60) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        each()
        time.sleep(0.02)


def program(place: Path, source: str, name: str = "child") -> Service:
    """A small program that is ready as soon as it has written a file."""
    ready = place / f"{name}.ready"
    code = f"import pathlib, subprocess, sys, time\n{source}\npathlib.Path({str(ready)!r}).touch()\ntime.sleep(600)"
    return Service(name, [sys.executable, "-c", code], place / f"{name}.log", ready.exists, env=dict(os.environ))


@pytest.fixture
def said() -> list[str]:
    """The lines that a supervisor said."""
    return []


@pytest.fixture
def supervisor(said: list[str]) -> Supervisor:
    """A supervisor that writes down what it says."""
    return Supervisor(lambda name, line: said.append(f"{name} {line}"))


def test_a_child_that_dies_comes_back_and_it_is_said(place: Path, supervisor: Supervisor, said: list[str]) -> None:
    with supervisor:
        [child] = supervisor.start(program(place, ""))
        first = child.pid
        os.kill(first, signal.SIGKILL)
        until(lambda: len(said) == 2, supervisor.tick)
        assert child.pid not in (0, first)
    assert said[0].startswith("child ready")
    assert said[1].startswith("child died (signal 9), restarted in 0.")


def test_a_child_that_cannot_start_is_one_clear_line(place: Path, supervisor: Supervisor) -> None:
    with supervisor, pytest.raises(CliError, match=r"child cannot start; .*child\.log") as raised:
        supervisor.start(program(place, "sys.exit('no such thing')"))
    assert "\n" not in raised.value.message
    assert (place / "child.log").read_text().count("no such thing") == 5


def test_stopping_takes_the_children_of_children_and_nothing_else(place: Path, supervisor: Supervisor) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    grandchild = place / "grandchild.pid"
    source = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(grandchild)!r}).write_text(str(child.pid))\n"
        "signal.signal(signal.SIGTERM, signal.SIG_DFL)"
    )
    with supervisor:
        [child] = supervisor.start(program(place, source))
        child_pid, grandchild_pid = child.pid, int(grandchild.read_text())
    until(lambda: not is_running(grandchild_pid))
    assert not is_running(child_pid)
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


def test_the_newest_child_is_stopped_first(place: Path, supervisor: Supervisor) -> None:
    order = place / "order"

    def service(name: str) -> Service:
        note = f"lambda *_: (open({str(order)!r}, 'a').write('{name} '), sys.exit())"
        return program(place, f"import signal; signal.signal(signal.SIGTERM, {note})", name)

    with supervisor:
        supervisor.start(service("first"))
        supervisor.start(service("second"))
    assert order.read_text() == "second first "


def test_a_task_that_fails_is_one_clear_line(place: Path, supervisor: Supervisor) -> None:
    task = supervisor.begin("migrate", [sys.executable, "-c", "raise SystemExit(3)"], os.environ, place / "task.log")
    with supervisor, pytest.raises(CliError, match=r"migrate failed; .*task\.log"):
        supervisor.finish(task)


def test_a_task_that_is_not_over_is_stopped_with_its_children(place: Path, supervisor: Supervisor) -> None:
    note = place / "pid"
    argv = ["/bin/sh", "-c", f"sleep 600 & echo $! > {note}; wait"]
    with supervisor:
        task = supervisor.begin("build", argv, os.environ, place / "task.log")
        until(lambda: note.exists() and bool(note.read_text()))
    assert task.process.poll() is not None
    until(lambda: not is_running(int(note.read_text())))
