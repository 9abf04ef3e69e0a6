"""The background processes: `python -m app.worker worker` runs jobs, `slow-worker` runs long ones, and `relay` queues
them.
"""

import sys
from collections.abc import Callable

from app.kernel import jobs, log, metrics
from app.kernel.db.retries import wait_for_failovers
from app.kernel.events.outbox import Queue
from app.preloading import preload
from app.registry import MODULES
from app.relay import relay


def run_jobs() -> None:
    """Run jobs until the process is told to stop."""
    preload()
    jobs.work([Queue.URGENT, Queue.DEFAULT, Queue.MAINTENANCE])


def run_slow_jobs() -> None:
    """Run long jobs until the process is told to stop; it does not preload, because nobody waits for them."""
    jobs.work([Queue.SLOW])


# Each with the offset of its metrics port from the web process's.
ROLES: dict[str, tuple[Callable[[], None], int]] = {
    "worker": (run_jobs, 1),
    "relay": (relay, 2),
    "slow-worker": (run_slow_jobs, 4),
}


def main() -> None:
    """Start the role named on the command line."""
    log.configure()
    role = sys.argv[1] if len(sys.argv) == 2 else ""
    if role not in ROLES:
        sys.exit(f"usage: python -m app.worker {'|'.join(ROLES)}")
    run, offset = ROLES[role]
    jobs.install(MODULES)
    wait_for_failovers()
    metrics.serve(offset)
    run()


if __name__ == "__main__":
    main()
