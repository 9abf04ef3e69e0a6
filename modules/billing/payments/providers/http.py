"""HTTP helpers of the adapters; the clients of both providers use `requests`."""

import ipaddress
from urllib.parse import urlsplit

from requests import Session
from requests.exceptions import ConnectTimeout
from urllib3.exceptions import NewConnectionError

from app.kernel.call_limit import CallLimit
from modules.billing.payments.providers.port import Unavailable

# Half of a web process's threads.
CALLS = CallLimit(2, lambda: Unavailable("too many calls wait for the provider"))


def direct_session(url: str) -> Session | None:
    """Return a session that ignores the environment's proxy, for a URL on this machine; else None.

    A proxy would resolve a loopback address on its own machine.
    """
    if not _is_loopback(urlsplit(url).hostname or ""):
        return None
    session = Session()
    session.trust_env = False
    return session


def was_never_sent(cause: BaseException | None) -> bool:
    """Return whether a request failed before it was sent, by the error that `requests` raised."""
    reason = getattr(cause.args[0], "reason", None) if cause and cause.args else None
    return isinstance(cause, ConnectTimeout) or isinstance(reason, NewConnectionError)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
