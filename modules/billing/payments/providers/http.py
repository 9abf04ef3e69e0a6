"""What the adapters share, since both clients speak through `requests`."""

import ipaddress
from urllib.parse import urlsplit

from requests import Session
from requests.exceptions import ConnectTimeout
from urllib3.exceptions import NewConnectionError


def direct_session(url: str) -> Session | None:
    """Return a session without a proxy for an address of this machine; None elsewhere: the environment's proxy counts.

    A proxy of the environment would look for the address on its own machine.
    """
    if not _is_loopback(urlsplit(url).hostname or ""):
        return None
    session = Session()
    session.trust_env = False
    return session


def was_never_sent(cause: BaseException | None) -> bool:
    """Whether a request failed before anything of it was sent, by the error of `requests` that ended it."""
    reason = getattr(cause.args[0], "reason", None) if cause and cause.args else None
    return isinstance(cause, ConnectTimeout) or isinstance(reason, NewConnectionError)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
