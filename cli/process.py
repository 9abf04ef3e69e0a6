"""Child processes: services, and starting, watching and stopping them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from cli.errors import CliError
from cli.forked import ForkedProcess, fork

FAILURES_ALLOWED = 5
STABLE_AFTER = 1.0  # seconds a ready child must have lived for its earlier failures to be forgotten
SLOW_AFTER = 15.0  # seconds after which a start is reported as slow
FIRST_RETRY = 0.1  # seconds; each further one waits twice as long
STOP_TIMEOUT = 20.0  # seconds between the stop signal and SIGKILL
LOG_LIMIT = 20 * 1024 * 1024  # bytes; a longer log is renamed when its service starts

_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
IS_LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None)


@dataclass(frozen=True)
class Service:
    """A program to keep running. `ready` must prove that it is this program that answers.

    A forked one is a Python module that this process has imported.
    """

    name: str
    argv: Sequence[str | Path]
    log: Path
    ready: Callable[[], bool]
    env: Mapping[str, str]
    address: str = ""
    cwd: Path = Path("/")
    stop_signal: signal.Signals = signal.SIGTERM
    user: int | None = None
    held_files: Sequence[int] = field(default=())
    is_forked: bool = False


def spawn(service: Service) -> subprocess.Popen[bytes] | ForkedProcess:
    """Start a service in its own process group; it is told to stop when this process dies in any way."""
    service.log.parent.mkdir(parents=True, exist_ok=True)
    if service.log.exists() and service.log.stat().st_size > LOG_LIMIT:
        service.log.replace(service.log.with_suffix(".log.1"))
    with service.log.open("ab") as log:
        if service.is_forked:
            arguments = [str(part) for part in service.argv[2:]]
            prepare = partial(_prepare_fork, service)
            return fork(arguments, env=service.env, cwd=service.cwd, log=log, prepare=prepare)
        return subprocess.Popen(
            [str(part) for part in service.argv],
            env=dict(service.env),
            cwd=service.cwd,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=tuple(service.held_files),
            # The kernel clears the death signal when the user changes, and preexec_fn runs after that change.
            # preexec_fn is unsafe with threads; this process has none. macOS has no such signal.
            preexec_fn=partial(_bind_to_parent, service) if IS_LINUX else None,
            user=service.user,
            group=service.user,
            extra_groups=None if service.user is None else [],
            umask=0o077 if service.user is not None else -1,
        )


def _prepare_fork(service: Service) -> None:
    """Bind a fork to its parent, and name it in lists of processes."""
    _bind_to_parent(service)
    _libc.prctl(_PR_SET_NAME, service.name.encode())


def _bind_to_parent(service: Service) -> None:
    """Have the kernel stop this process when its parent dies."""
    _libc.prctl(_PR_SET_PDEATHSIG, int(service.stop_signal))


class Child:
    """One service as a running process, which is restarted when it dies."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.is_ready = False
        self._failures = 0
        self._slow_reported = False
        self._died_at = self._retry_at = 0.0
        self._death = ""
        self._start()

    @property
    def pid(self) -> int:
        """Return the process id of the running program; 0 while it is down."""
        return self._process.pid if self._process.poll() is None else 0

    def tick(self) -> str:
        """Do what is due: notice death, restart, notice readiness. Returns a line to print, or "".

        Raises CliError when the program ended FAILURES_ALLOWED times in a row soon after its start.
        """
        now = time.monotonic()
        if self._retry_at:
            if now >= self._retry_at:
                self._start()
        elif self._process.poll() is not None:
            self._note_death(now)
        elif not self.is_ready:
            return self._probe(now)
        return ""

    def stop(self) -> None:
        """Send the stop signal, wait, and kill what remains of the process group."""
        if self._process.poll() is None:
            self._process.send_signal(self.service.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_TIMEOUT)
        self._kill_group()

    def kill(self) -> None:
        """Kill the process group at once, as a crash would (SIGKILL)."""
        self._kill_group()

    def restart(self) -> None:
        """Kill the process and start it again; call `tick` until `is_ready`."""
        self._kill_group()
        self._start()

    def _start(self) -> None:
        self._process = spawn(self.service)
        self._started_at = time.monotonic()
        self._retry_at = 0.0
        self.is_ready = False

    def _probe(self, now: float) -> str:
        try:
            self.is_ready = self.service.ready()
        except OSError:
            self.is_ready = False
        if not self.is_ready:
            if now - self._started_at > SLOW_AFTER and not self._slow_reported:
                self._slow_reported = True
                return f"is still starting; its log: {self.service.log}"
            return ""
        if not self._death:
            return f"ready  {self.service.address}".rstrip()
        line = f"died ({self._death}), restarted in {time.monotonic() - self._died_at:.1f} s"
        self._death = ""
        return line

    def _note_death(self, now: float) -> None:
        self._kill_group()
        if self.is_ready and now - self._started_at > STABLE_AFTER:
            self._failures = 0
        self._failures += 1
        if self._failures >= FAILURES_ALLOWED:
            raise CliError(f"{self.service.name} cannot start; the reason is at the end of {self.service.log}")
        if self.is_ready:
            self._died_at = now
            code = self._process.wait()
            self._death = f"signal {-code}" if code < 0 else f"exit {code}"
        self.is_ready = False
        self._retry_at = now + FIRST_RETRY * 2 ** (self._failures - 1)

    def _kill_group(self) -> None:
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self._process.kill()  # a fork that has no group yet
        self._process.wait()
