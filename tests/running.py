"""A whole Hearthside as its own process, as a person starts it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest

from app.kernel.progress import Progress
from cli import main as command_line
from cli.paths import ROOT
from cli.ports import free_port

START_TIMEOUT = 600.0  # seconds; the first start may build the browser applications and the demo


def own_environment() -> dict[str, str]:
    """The environment without the settings of engines that the test command started for other suites."""
    kept = {"HEARTH_UNSAFE_POSTGRES", "HEARTH_TEST_PREPARED"}
    # Containers say that nothing compiled is to be kept, and then every process compiles a thousand files anew.
    left_out = {"PYTHONDONTWRITEBYTECODE"}
    names = (name for name in os.environ if name in kept or not name.startswith("HEARTH_"))
    return {name: os.environ[name] for name in names if name not in left_out}


def hearth(
    *arguments: str, timeout: float = START_TIMEOUT, settings: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a hearth command to its end."""
    command, env = [str(ROOT / "hearth"), *arguments], {**own_environment(), **(settings or {})}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=timeout, check=False)


def told(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a hearth command to its end in this process: one that reaches no engine, whose address a process keeps."""
    out, err, code = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in os.environ.keys() - own_environment().keys():
            patch.delenv(name)
        patch.setattr(sys, "argv", ["hearth", *arguments])
        try:
            command_line.run()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def count_bars(monkeypatch: pytest.MonkeyPatch, command: ModuleType) -> dict[str, tuple[int, int]]:
    """Return what a command's bars came to, (done, of how many) by what is counted, once it has run."""
    told: dict[str, tuple[int, int]] = {}

    @contextmanager
    def progress() -> Iterator[Progress]:
        yield lambda what, done, total: told.update({what: (done, total)})

    monkeypatch.setattr(command, "progress", progress)
    return told


@dataclass
class Instance:
    """A Hearthside that runs, whoever started it."""

    data: Path
    output_file: Path
    port: int

    @property
    def url(self) -> str:
        """Where the sites answer."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return self.output_file.read_text()

    @property
    def settings(self) -> dict[str, str]:
        """Its HEARTH_ settings."""
        settings: dict[str, str] = json.loads((self.data / "environment.json").read_text())
        return settings


@dataclass
class Running(Instance):
    """A `hearth up` in the background."""

    process: "subprocess.Popen[bytes]"

    def wait_for(self, text: str, timeout: float = START_TIMEOUT) -> None:
        """Wait until it has printed `text`."""
        deadline = time.monotonic() + timeout
        while text not in self.output:
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.output}"
            assert time.monotonic() < deadline, f"no {text!r} after {timeout} s: {self.output}"
            time.sleep(0.05)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


@contextmanager
def running(
    data: Path, *options: str, command: str = "up", settings: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Start `hearth up`, or `dev`, on a data folder and a free port; wait until ready, stop it after the block."""
    environment = {**own_environment(), **(settings or {})}
    port = free_port()
    output = data.with_name(f"{data.name}-{port}.out")
    with output.open("wb") as out:
        arguments = [str(ROOT / "hearth"), command, "--port", str(port), "--data", str(data), *options]
        process = subprocess.Popen(arguments, env=environment, stdout=out, stderr=out, start_new_session=True)
    up = Running(data, output, port, process)
    try:
        up.wait_for("Ctrl-C stops everything")
        yield up
    finally:
        if process.poll() is None:
            up.stop()
