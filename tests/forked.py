"""`hearth` commands in processes of their own that need not import anything.

    done = forked.run(["member", "list"], env)

A process that has imported what commands stand on forks a child for each, which has the environment, the input and the
exit code of a program. Where the program itself is what is tried, tests run `./hearth`.
"""

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cli.paths import ROOT

SUBJECTS = ("backup", "db", "erase", "ledger", "member", "search", "site")


def run(
    arguments: Sequence[str], env: Mapping[str, str], typed: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a `hearth` command to its end."""
    return _ask({"main": "command", "arguments": list(arguments)}, env, typed)


def drain(env: Mapping[str, str]) -> None:
    """Do what waits for the workers."""
    done = _ask({"main": "drain", "arguments": []}, env, None)
    assert done.returncode == 0, done.stdout + done.stderr


def _ask(task: dict[str, Any], env: Mapping[str, str], typed: str | None) -> "subprocess.CompletedProcess[str]":
    with tempfile.TemporaryDirectory(prefix="hearth-forked-") as folder:
        files = {name: Path(folder) / name for name in ("stdin", "stdout", "stderr")}
        files["stdin"].write_text(typed or "")
        named = {name: str(path) for name, path in files.items()}
        code = _server().ask({**task, "env": dict(env), "files": named})
        said = (files[name].read_text() for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(task["arguments"], code, *said)


class _Server:
    def __init__(self) -> None:
        # What it holds must not depend on the engines that run for other suites.
        env = {name: value for name, value in os.environ.items() if not name.startswith("HEARTH_")}
        env["PYTHONUTF8"] = "1"  # as ./hearth has it
        command = [sys.executable, "-m", "tests.forked"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, task: dict[str, Any]) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@cache
def _server() -> _Server:
    server = _Server()
    atexit.register(server.end)
    return server


def _fork(task: dict[str, Any]) -> int:
    """Run one task in a child and return its exit code, below zero where a signal ended it."""
    if pid := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 1
    try:
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            os.dup2(os.open(task["files"][name], os.O_RDWR | os.O_CREAT, 0o600), number)
        # What the parent has read ahead is not for the command.
        sys.stdin = os.fdopen(0)
        os.environ.clear()
        os.environ.update(task["env"])
        code = _code_of(MAINS[task["main"]], task["arguments"])
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _code_of(main: Callable[[], None], arguments: Sequence[str]) -> int:
    sys.argv = ["hearth", *arguments]
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _command() -> None:
    from cli.main import run as run_command

    run_command()


def _drain() -> None:
    from app import relay
    from app.kernel import jobs
    from app.registry import MODULES

    jobs.install(MODULES)
    relay.drain(600)


MAINS = {"command": _command, "drain": _drain}


def main() -> None:
    """Import what commands need, and serve until nobody asks any more."""
    import alembic.command  # noqa: F401 (commands import it by need)

    import app.preloading
    import app.worker
    from cli.main import main as commands

    app.preloading.preload()
    for name in SUBJECTS:
        commands.get_command(commands.make_context("hearth", [name]), name)
    assert threading.active_count() == 1, "a process with threads may not fork"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        print(_fork(json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
