"""Python programs as forks of this process, which has imported what they need: once, and they share its memory."""

import gc
import importlib
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

POLL = 0.02  # seconds
# Besides what app.preloading names. `python -m` imports app.serving and app.worker anew, so they are left out.
PROGRAMS = (
    *("alembic.command", "app.bootstrap", "app.live.asgi", "app.relay", "granian"),
    *("cli.db", "cli.dev.mailbox.command", "cli.dev.simulator.command"),
)


class ForkedProcess:
    """A child of this process, with the methods of subprocess.Popen that a supervisor calls."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, below zero where a signal ended it; None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code; raises TimeoutExpired after `timeout` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(POLL)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, if it still runs."""
        self.send_signal(signal.SIGKILL)


def preload() -> None:
    """Import what the programs of an installation need."""
    gc.disable()  # imports leave hardly any garbage, and looking for it takes a third of their time
    for name in PROGRAMS:
        importlib.import_module(name)
    importlib.import_module("app.preloading").preload()
    gc.freeze()  # or the first collection of each child would copy the shared memory
    gc.enable()


def fork(
    arguments: Sequence[str], *, env: Mapping[str, str], cwd: Path, log: BinaryIO, prepare: Callable[[], None]
) -> ForkedProcess:
    """Run a Python module (the first argument) in a fork of this process, in its own session.

    prepare: called in the child before the module.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    if pid := os.fork():
        return ForkedProcess(pid)
    code = 1
    try:
        os.setsid()
        _restore_signals()
        prepare()
        _replace_files(log)
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(env)
        code = _run(arguments)
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _restore_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _replace_files(log: BinaryIO) -> None:
    """Write to the log only, and close the parent's lock, its reservations of ports and whatever else it holds open."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number in (1, 2):
        os.dup2(log.fileno(), number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _run(arguments: Sequence[str]) -> int:
    sys.argv[1:] = arguments[1:]
    try:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if not isinstance(ended.code, str):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return 1
    return 0
