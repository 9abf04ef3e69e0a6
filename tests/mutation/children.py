"""Work in a forked child that tells its parent what it does."""

import contextlib
import json
import os
import select
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import psutil

START_SECONDS = 60.0  # for a child's first word

Tell = Callable[[str], None]


class ChildError(RuntimeError):
    """What a child does went wrong."""


def ask(work: Callable[[Tell], Any], limit_of: Callable[[str], float]) -> tuple[Any, float]:
    """Return what `work` returns in a forked child, and the seconds of processor that it took; None for the first where
    the child dies, or a step takes longer than it may.

    `work` is given a function by which it tells the name of each step that it begins, and `limit_of` says how many
    seconds that one may take. Raises ChildError where `work` raises.
    """
    reading, writing = os.pipe()
    # What waits here to be written would be written by the child, too.
    sys.stdout.flush()
    sys.stderr.flush()
    if not (pid := os.fork()):
        _work(work, writing)
    os.close(writing)
    try:
        answer = _listen(reading, limit_of)
    finally:
        os.close(reading)
    if answer is None:
        with contextlib.suppress(psutil.NoSuchProcess):
            end_programs_of(pid)
            psutil.Process(pid).kill()
    used = os.wait4(pid, 0)[2]
    if answer and "error" in answer:
        raise ChildError(answer["error"])
    return answer and answer["answer"], used.ru_utime + used.ru_stime


def _work(work: Callable[[Tell], Any], writing: int) -> NoReturn:
    def say(**what: Any) -> None:
        os.write(writing, json.dumps(what).encode() + b"\n")

    try:
        say(answer=work(lambda step: say(step=step)))
    except BaseException as error:
        with contextlib.suppress(BaseException):
            say(error=repr(error))
    finally:
        try:
            end_programs_of(os.getpid())
        finally:
            os._exit(0)


def end_programs_of(pid: int) -> None:
    """End what a process started: the servers of a fixture that is not torn down. Raises psutil.NoSuchProcess."""
    for program in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            program.kill()


def _listen(reading: int, limit_of: Callable[[str], float]) -> Any:
    heard, limit = b"", START_SECONDS
    while select.select([reading], [], [], limit)[0]:
        if not (more := os.read(reading, 65536)):
            return None
        *lines, heard = (heard + more).split(b"\n")
        for line in map(json.loads, lines):
            if "step" not in line:
                return line
            limit = limit_of(line["step"])
    return None
