"""Hosts as requests name them, and the host that may be reserved for the console (docs/decisions/0045)."""

import re

from app.kernel.config import config

CONSOLE = "/ops"
_LOOPBACK = re.compile(r"127(\.\d{1,3}){3}")


def host_name(host: str) -> str:
    """Return a host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine. The sender chooses the Host header; only loopback names are trusted."""
    name = "[::1]" if host == "::1" else host_name(host.lower())
    return name in ("localhost", "[::1]") or name.endswith(".localhost") or bool(_LOOPBACK.fullmatch(name))


def is_for_staff(host: str) -> bool:
    """Return whether a request's host is the console's own, at any port unless HEARTH_OPS_HOST names one."""
    own, asked = config().ops_host, host.lower()
    return own is not None and own in (asked, host_name(asked))


def has_console(host: str) -> bool:
    """Return whether the console answers at a request's host: on every host if it has none of its own."""
    return config().ops_host is None or is_for_staff(host)


def is_of_console(path: str) -> bool:
    """Return whether a path belongs to the console or its API."""
    return f"{path}/".startswith(f"{CONSOLE}/")


def console_url() -> str:
    """Return the address of the console: on its own host, or else below any site's."""
    own = config().ops_host
    return f"{config().public_scheme}://{own}{CONSOLE}" if own else CONSOLE
