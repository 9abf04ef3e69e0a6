"""The servers: `python -m app.serving web --port 8000`, or `live`. They end gracefully (docs/operating.md).

Where one machine runs several web processes, the application is imported before they are forked: once, and not by each.
"""

import gc
import importlib
import multiprocessing
import os
import signal
import threading
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings

from app.kernel import ending
from app.kernel.config import config

FORMATTER = {"()": "app.kernel.log.json_formatter"}
LOG = {"formatters": {"generic": FORMATTER, "access": FORMATTER}}
# Each finishes its requests within `workers_kill_timeout`, in seconds.
ROLES: dict[str, dict[str, Any]] = {
    "web": {
        "target": "app.serving:web",
        "interface": Interfaces.WSGI,
        "blocking_threads": 4,
        "workers_kill_timeout": 10,
    },
    # More streams than files allow: the process itself counts what it has room for.
    "live": {
        "target": "app.serving:live",
        "interface": Interfaces.ASGI,
        "backlog": 4096,
        "backpressure": 20_000,
        "workers_kill_timeout": 10,
    },
}


# Each imports its own application only: they are separate processes.
def web() -> Any:
    """Return the web application of a server's process."""
    from app.bootstrap import create_app

    ending.watch()
    ending.wake_main_thread()
    return create_app()


def live() -> Any:
    """Return the live application of a server's process."""
    from app.live.asgi import LiveApplication

    ending.watch()
    return LiveApplication()


def end_gracefully(end: Callable[[], None], seconds: int) -> None:
    """At SIGTERM or SIGINT have this process's children say that they are not ready, and end them after some seconds.

    A second signal ends them at once.
    """
    signals: list[int] = []

    def begin(number: int, _frame: Any) -> None:
        signals.append(number)
        if len(signals) > 1 or not seconds:
            end()
            return
        for worker in multiprocessing.active_children():
            with suppress(ProcessLookupError):
                os.kill(worker.pid or 0, ending.SIGNAL)
        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, begin)


def main() -> None:
    """Serve the role that the command line names."""
    parser = ArgumentParser(prog="python -m app.serving")
    parser.add_argument("role", choices=ROLES)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--respawn", action="store_true", help="start a process again that died")
    parser.add_argument("--application", help="another one, to compare it in the same server")
    asked = parser.parse_args()
    options = {**ROLES[asked.role], **({"target": asked.application} if asked.application else {})}
    if asked.workers > 1:
        importlib.import_module("app.bootstrap")
        importlib.import_module("app.preloading").preload()
        gc.collect()
        gc.freeze()  # or each worker's first collection would copy the shared memory
    ending.ignore()
    server = Granian(
        **options,
        factory=True,
        address=asked.host,
        port=asked.port,
        workers=asked.workers,
        respawn_failed_workers=asked.respawn,
        respawn_interval=0.5,
        http1_settings=HTTP1Settings(),
        log_dictconfig=LOG,
    )
    seconds = config().drain_seconds
    # By then its own handlers are installed. It has threads, too, which wait for its processes.
    server.on_startup(ending.wake_main_thread)
    server.on_startup(lambda: end_gracefully(server.signal_handler_interrupt, seconds))
    server.serve()


if __name__ == "__main__":
    main()
