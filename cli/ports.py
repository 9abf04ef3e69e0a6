"""Free loopback TCP ports, reserved for this process."""

import fcntl
import os
import random
import socket
import sys
from pathlib import Path
from tempfile import gettempdir

PORTS = range(20000, 32000)  # below the kernel's range for outgoing connections


def is_free(port: int) -> bool:
    """Return whether a server can bind this TCP port on loopback now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def are_free(first: int, count: int) -> bool:
    """Return whether `count` ports in a row are free."""
    return all(is_free(port) for port in range(first, first + count))


def reserve(port: int) -> bool:
    """Keep every `free_port` on this machine from choosing a port while this process lives.

    Returns False if it was already reserved, here or by another process. A port is chosen seconds before its server
    binds it, and two web servers would share it silently (SO_REUSEPORT). The reservation is a socket in the abstract
    namespace, which disappears with its process and has the same scope as the ports; on macOS, which has none, it is a
    locked file.
    """
    if sys.platform != "linux":
        return _lock(Path(gettempdir()) / f"hearthside-port-{port}")
    mark = socket.socket(socket.AF_UNIX)
    try:
        mark.bind(f"\0hearthside-port-{port}")
    except OSError:
        mark.close()
        return False
    mark.detach()  # open for as long as this process lives
    return True


def _lock(path: Path) -> bool:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return False
    return True  # open for as long as this process lives


def free_port(count: int = 1) -> int:
    """Return the first of `count` free loopback TCP ports in a row, reserved for this process."""
    while True:
        first = random.choice(PORTS)
        if are_free(first, count) and all(reserve(port) for port in range(first, first + count)):
            return first
