"""Running parts of the test run in parallel, and measuring them."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import click

from cli.dev.suites.parts import PYTHON, Part
from cli.engines.node import node_env
from cli.paths import ROOT

LANES = 2  # parts at the same time: tests wait about half of the time
LOOK = 0.1  # seconds between checks whether a part has ended


@dataclass(frozen=True)
class Task:
    """A part and the commands to run, which may be fewer than the part's own."""

    part: Part
    commands: Sequence[Sequence[str]]
    is_whole: bool = True


@dataclass
class Result:
    """How a task ended: `problem` is empty if it passed; `wall` and `processor` are in seconds."""

    task: Task
    problem: str = ""
    wall: float = 0.0
    processor: float = 0.0
    log: Path | None = None


@dataclass
class _Run:
    """A task that is running."""

    result: Result
    started: float
    output: IO[bytes] | None
    environment: Mapping[str, str]
    next_command: int = 0
    process: subprocess.Popen[bytes] | None = None
    problems: list[str] = field(default_factory=list)

    def advance(self) -> bool:
        """Start the next command if the last one has ended; return whether all have ended."""
        if self.process and not self._has_ended(self.process):
            return False
        commands = self.result.task.commands
        if self.next_command == len(commands):
            self.result.wall = time.monotonic() - self.started
            self.result.problem = "; ".join(self.problems)
            return True
        self._start(commands[self.next_command])
        self.next_command += 1
        return False

    def stop(self) -> None:
        """Stop the running command and wait for its end."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()

    def _start(self, command: Sequence[str]) -> None:
        line = f"\n== {self.result.task.part.name}: {shown(command)}\n"
        if self.output:
            self.output.write(line.encode())
            self.output.flush()
        else:
            click.secho(line, bold=True, nl=False)
        self.process = subprocess.Popen(
            list(command),
            cwd=ROOT,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.output,
            process_group=0,
        )

    def _has_ended(self, process: subprocess.Popen[bytes]) -> bool:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if not pid:
            return False
        process.returncode = os.waitstatus_to_exitcode(status)
        self.result.processor += usage.ru_utime + usage.ru_stime
        if process.returncode:
            command = self.result.task.commands[self.next_command - 1]
            self.problems.append(f"`{shown(command)}` ended with exit code {process.returncode}")
        self.process = None
        return True


def shown(command: Sequence[str]) -> str:
    """Return a command as a person would type it."""
    return " ".join([Path(command[0]).name, *command[1:]]).replace(f"{Path(PYTHON).name} -m ", "")


def run(tasks: Sequence[Task], engines: Mapping[str, str], logs: Path) -> list[Result]:
    """Run tasks in order, LANES at the same time.

    A single task writes to our output; each of several writes to a file in `logs`, which is shown when it ends.
    `engines` are the settings for parts that use the shared engines.
    """
    logs.mkdir(parents=True, exist_ok=True)
    waiting, running, results = list(tasks), list[_Run](), list[Result]()
    try:
        while waiting or running:
            while waiting and len(running) < LANES:
                running.append(_begin(waiting.pop(0), engines, logs if len(tasks) > 1 else None))
            for one in [one for one in running if one.advance()]:
                running.remove(one)
                results.append(one.result)
                _show_end(one)
            time.sleep(LOOK)
    finally:
        for one in running:
            one.stop()
    return results


def _begin(task: Task, engines: Mapping[str, str], logs: Path | None) -> _Run:
    log = logs / f"{task.part.name}.log" if logs else None
    if log:
        click.secho(f"{task.part.name}: started; its log until it ends: {log}", bold=True)
    own = node_env(engines if task.part.needs_engines else {})
    return _Run(Result(task, log=log), time.monotonic(), log.open("wb") if log else None, own)


def _show_end(run: _Run) -> None:
    if run.output and run.result.log:
        run.output.close()
        click.echo(run.result.log.read_text(errors="replace"), nl=False)
    outcome = "failed" if run.result.problem else "passed"
    click.secho(f"{run.result.task.part.name}: {outcome} after {run.result.wall:.0f} s", bold=True)
