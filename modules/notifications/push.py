"""Handing an encrypted message to a browser's push service (RFC 8030, 8188, 8291, 8292).

The addresses come from browsers, so requests go to the hosts of known push services only, and never into our network.
"""

from __future__ import annotations

import json
import socket
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import urllib3
from cryptography.hazmat.primitives.asymmetric import ec
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from app.kernel import clock, log, marks, metrics
from app.kernel.config import ConfigError, config
from app.kernel.vapid import read_key
from modules.notifications.contracts import Push, PushAnswer, PushTarget
from modules.notifications.errors import PushEndpointRefused

if TYPE_CHECKING:
    from py_vapid import Vapid02

# Chrome, Edge and others; Firefox; Edge on Windows; Safari. An installation names further ones in HEARTH_PUSH_HOSTS.
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
    "*.push.apple.com",
)
# Seconds. The worker does nothing else meanwhile, so a service that hangs is left alone for a while.
CONNECTING, ANSWERING, LEFT_ALONE = 3.0, 6.0, 30
LONGEST_WAIT = 3600.0
# Not acceptable (Windows: too many messages), timeout, too early, too many requests; so is what fails at the service.
LATER = (406, 408, 425, 429)
LONGEST_ANSWER = 1024  # bytes
HTTPS = 443


class NotNow(Exception):
    """A push service does not answer, or wants to be asked again in `seconds` at the earliest."""

    def __init__(self, reason: str, *, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Place(NamedTuple):
    """Where a push service answers; one that the operator named may lie in our own network."""

    host: str
    port: int
    is_ours: bool


def ensure_endpoint(endpoint: str, own_hosts: Iterable[str]) -> Place:
    """Return where an endpoint leads; raises PushEndpointRefused unless it is an https address of a push service.

    `own_hosts` are those that the operator allows: `host`, `host:port` or `*.domain`.
    """
    try:
        url = urlsplit(endpoint)
        port = url.port or HTTPS
    except ValueError:
        raise PushEndpointRefused(field="endpoint") from None
    host = (url.hostname or "").rstrip(".")
    is_ours = any(_is_at(host, port, own) for own in own_hosts)
    is_known = is_ours or any(_is_at(host, port, service) for service in PUSH_SERVICES)
    if url.scheme != "https" or "@" in url.netloc or not endpoint.isascii() or not is_known:
        raise PushEndpointRefused(field="endpoint")
    return Place(host, port, is_ours)


def _is_at(host: str, port: int, allowed: str) -> bool:
    name, _, number = allowed.partition(":")
    if port != (int(number) if number.isdigit() else HTTPS):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def are_keys(target: PushTarget) -> bool:
    """Tell whether a message can be encrypted for a browser: a point of the curve P-256 and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(target.p256dh))
        return len(_bytes(target.auth)) == 16
    except ValueError:
        return False


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def send(push: Push) -> PushAnswer:
    """Hand over a push message. Raises NotNow when it should be tried again later.

    Should the answer get lost, it is sent twice; its topic lets the second take the place of the first.
    """
    try:
        place = ensure_endpoint(push.target.endpoint, config().push_hosts)
    except PushEndpointRefused:
        return _told(PushAnswer.GONE)
    away = f"push-away:{place.host}"
    if marks.find_mark(away) is not None:
        raise NotNow(f"{place.host} did not answer a moment ago", seconds=LEFT_ALONE)
    try:
        status, retry_after = _post(place, push, _encrypted(push))
    except OSError as error:
        raise NotNow(f"{place.host} is not found: {error}") from error
    except HTTPError as error:
        marks.set_mark(away, "1", seconds=LEFT_ALONE)
        raise NotNow(f"{place.host} does not answer: {type(error).__name__}", seconds=LEFT_ALONE) from error
    if status in (404, 410):
        return _told(PushAnswer.GONE)
    if 200 <= status < 300:
        return _told(PushAnswer.TAKEN)
    if status in LATER or status >= 500 or retry_after is not None:
        raise NotNow(f"{place.host} answered {status}", seconds=_seconds(retry_after))
    log.get("push").warning("push refused", host=place.host, status=status)
    return _told(PushAnswer.REFUSED)


def _told(answer: PushAnswer) -> PushAnswer:
    metrics.PUSHES.labels(answer).inc()
    return answer


def _encrypted(push: Push) -> bytes:
    # Here, because it brings aiohttp along, which the web processes never need.
    from pywebpush import WebPusher

    keys = {"p256dh": push.target.p256dh.rstrip("="), "auth": push.target.auth.rstrip("=")}
    text = json.dumps(push.payload, ensure_ascii=False, separators=(",", ":"))
    body: bytes = WebPusher({"endpoint": push.target.endpoint, "keys": keys}).encode(text.encode())["body"]
    return body


def _post(place: Place, push: Push, body: bytes) -> tuple[int, str | None]:
    """Post a message and return the answer's status and Retry-After; no redirect is followed."""
    url = urlsplit(push.target.endpoint)
    origin = f"https://{place.host}" if place.port == HTTPS else f"https://{place.host}:{place.port}"
    headers = {
        **_vapid().sign({"aud": origin, "sub": push.subject, "exp": int(clock.now().timestamp()) + 12 * 3600}),
        "Host": origin.removeprefix("https://"),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(push.seconds),
        "Urgency": push.urgency,
        "Topic": push.topic,
    }
    path = url._replace(scheme="", netloc="", fragment="").geturl() or "/"
    unreachable: HTTPError | None = None
    for address in _addresses_of(place):
        try:
            answer = _connections(address, place.port, place.host).urlopen(
                "POST", path, body=body, headers=headers, redirect=False, retries=False, preload_content=False
            )
        except (NewConnectionError, ConnectTimeoutError) as error:
            unreachable = error
            continue
        # Read to its end, so that the connection serves the next message, unless it goes on and on.
        if len(answer.read(LONGEST_ANSWER)) == LONGEST_ANSWER:
            answer.close()
        return answer.status, answer.headers.get("Retry-After")
    raise unreachable or OSError(f"{place.host} has no address")


def _vapid() -> Vapid02:
    from py_vapid import Vapid02

    file = config().vapid_file
    if file is None:
        raise ConfigError("HEARTH_VAPID_FILE is not set: see docs/operating.md")
    return Vapid02(private_key=read_key(file))


def _addresses_of(place: Place) -> list[str]:
    """Look a host up once; what is checked here is what is connected to, so that no second look-up can lead elsewhere.

    Raises OSError when the host has no address, or one in our own network.
    """
    found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    if not place.is_ours and not all(_is_public(address) for address in addresses):
        raise OSError(f"{place.host} leads into our own network")
    return addresses


def _is_public(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or ip.sixtofour or ip
    return ip.is_global and not ip.is_multicast


@lru_cache(maxsize=64)
def _connections(address: str, port: int, host: str) -> urllib3.HTTPSConnectionPool:
    """Return the connections to one address of a push service, which must prove to be `host`."""
    waiting = urllib3.Timeout(connect=CONNECTING, read=ANSWERING)
    return urllib3.HTTPSConnectionPool(address, port, timeout=waiting, assert_hostname=host, server_hostname=host)


def _seconds(retry_after: str | None) -> float:
    """Return how long a push service wants us to wait, an hour at most; 0 when it does not say."""
    said = (retry_after or "").strip()
    if said.isdecimal():
        return min(float(said), LONGEST_WAIT)
    try:
        at = parsedate_to_datetime(said)
    except ValueError:
        return 0
    wish = (at.replace(tzinfo=at.tzinfo or UTC) - clock.now()).total_seconds()
    return min(max(wish, 0), LONGEST_WAIT)
