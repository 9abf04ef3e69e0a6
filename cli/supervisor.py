"""Keeps services running, prints a line for each event, and stops them in reverse order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Self

from cli.errors import CliError
from cli.forked import ForkedProcess
from cli.paths import ROOT
from cli.process import IS_LINUX, Child, Service, spawn

TICK = 0.02  # seconds between checks while something is starting
WATCH = 0.1  # seconds between checks afterwards
START_TIMEOUT = 300.0  # seconds; a database that recovers from a crash may take minutes


class Supervisor:
    """Starts, watches and stops services and one-time tasks. Use it as a context manager."""

    def __init__(self, say: Callable[[str, str], None] = lambda name, line: None) -> None:
        self.say = say
        self._children: list[Child] = []
        self._tasks: list[subprocess.Popen[bytes] | ForkedProcess] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    @property
    def children(self) -> list[Child]:
        """Return the services that were started here, the oldest first."""
        return list(self._children)

    def start(self, *services: Service, timeout: float = START_TIMEOUT) -> list[Child]:
        """Start services in parallel and wait until all are ready (CliError after `timeout` seconds)."""
        children = self.launch(*services)
        self.wait_ready(children, timeout)
        return children

    def launch(self, *services: Service) -> list[Child]:
        """Start services in parallel without waiting for them."""
        children = []
        for service in services:
            child = Child(service)
            self._children.append(child)
            children.append(child)
        return children

    def wait_ready(self, children: Sequence[Child], timeout: float = START_TIMEOUT) -> None:
        """Wait until all `children` are ready; CliError after `timeout` seconds or if one cannot start."""
        deadline = time.monotonic() + timeout
        while not all(child.is_ready for child in children):
            self.tick()
            for child in children:
                if not child.is_ready and time.monotonic() > deadline:
                    name, log = child.service.name, child.service.log
                    raise CliError(f"{name} was not ready after {timeout:.0f} s; see its log: {log}")
            time.sleep(TICK)

    def begin(
        self, name: str, argv: Sequence[str | Path], env: Mapping[str, str], log: Path, *, is_forked: bool = False
    ) -> "Task":
        """Start a one-time program that runs beside the services; its output goes to `log`."""
        service = Service(name, argv, log, ready=lambda: True, env=env, cwd=ROOT, is_forked=is_forked)
        task = Task(name, log, spawn(service))
        self._tasks.append(task.process)
        return task

    def finish(self, task: "Task") -> None:
        """Wait for a one-time program; CliError if it failed."""
        while task.process.poll() is None:
            self.tick()
            time.sleep(TICK)
        if task.process.returncode:
            raise CliError(f"{task.name} failed; the reason is at the end of {task.log}")

    def tick(self) -> None:
        """Check every child once and print what is new."""
        for child in self._children:
            if line := child.tick():
                self.say(child.service.name, line)

    def watch(self) -> None:
        """Keep everything running until KeyboardInterrupt; CliError if a child cannot be kept running."""
        while True:
            self.pause()
            if IS_LINUX and all(child.is_ready for child in self._children):
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)

    def pause(self) -> None:
        """Check every child and wait a moment."""
        self.tick()
        time.sleep(WATCH)

    def stop(self) -> None:
        """Stop every task and child that was started here, the newest first."""
        for task in reversed(self._tasks):
            if task.poll() is None:
                os.killpg(task.pid, signal.SIGTERM)
                task.wait()
        while self._children:
            self._children.pop().stop()


class Task:
    """A one-time program that was started."""

    def __init__(self, name: str, log: Path, process: subprocess.Popen[bytes] | ForkedProcess) -> None:
        self.name = name
        self.log = log
        self.process = process


@contextmanager
def interruptible() -> Iterator[None]:
    """Make SIGTERM and SIGHUP end the block as Ctrl-C does, and ignore signals while it stops."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for caught in caught_signals:
            signal.signal(caught, signal.SIG_IGN)
        raise KeyboardInterrupt

    caught_signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interrupt) for number in caught_signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
