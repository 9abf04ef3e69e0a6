"""Whether this process ends soon: it says that it is not ready, and a load balancer sends requests to others."""

import signal

SIGNAL = signal.SIGUSR1
_told: list[int] = []


def watch() -> None:
    """Note that this process ends soon when its server's main process tells it so; only the main thread may call it."""
    signal.signal(SIGNAL, lambda number, _frame: _told.append(number))


def ignore() -> None:
    """Ignore that word in this process and its children, until they watch for it."""
    signal.signal(SIGNAL, signal.SIG_IGN)


def is_near() -> bool:
    """Return whether this process ends soon."""
    return bool(_told)
