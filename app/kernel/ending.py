"""Whether this process ends soon: it says that it is not ready, and a load balancer sends requests to others."""

import os
import signal
import threading

SIGNAL = signal.SIGUSR1
_WAKE_UP = signal.SIGUSR2
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


def wake_main_thread() -> None:
    """Have each signal interrupt what the main thread waits for; only the main thread may call it.

    The system may deliver a signal to any thread, but only the main one runs its handler, and a lock that it waits for
    would keep it from that.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(_WAKE_UP, lambda _number, _frame: None)
    main = threading.main_thread().ident
    threading.Thread(target=_interrupt, args=(reader, main), name="signals", daemon=True).start()


def _interrupt(reader: int, thread: int) -> None:
    while numbers := os.read(reader, 64):
        if any(number != _WAKE_UP for number in numbers):
            signal.pthread_kill(thread, _WAKE_UP)
