"""Sending an encrypted message to a browser's push service (RFC 8030, 8188, 8291, 8292).

Endpoints come from browsers, so requests go only to hosts of known push services, never into our own network.
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
from app.kernel.secrets.vapid import read_key
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
# Seconds. A request blocks the worker, so a service that does not answer is not asked again for RETRY_AFTER.
CONNECT_TIMEOUT, READ_TIMEOUT, RETRY_AFTER = 3.0, 6.0, 30
MAX_RETRY_SECONDS = 3600.0
# Statuses to retry after, as after 5xx: not acceptable (Windows: too many messages), timeout, too early, too many.
RETRY_STATUSES = (406, 408, 425, 429)
MAX_ANSWER_BYTES = 1024  # bytes
# Kept open to one address, for as many threads as send at a time (service/push_sending.py).
MAX_CONNECTIONS = 4
HTTPS = 443


class PushServiceUnavailable(Exception):
    """A push service does not answer or asks to retry; `seconds` is the least time to wait, 0 when unknown."""

    def __init__(self, reason: str, *, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class PushService(NamedTuple):
    """The address of a push service; `is_ours` for one that the operator allowed, which may be in our own network."""

    host: str
    port: int
    is_ours: bool


def ensure_endpoint(endpoint: str, own_hosts: Iterable[str]) -> PushService:
    """Return the push service of an endpoint; raises PushEndpointRefused unless it is an https address of a known one.

    `own_hosts` are those that the operator allows: `host`, `host:port` or `*.domain`.
    """
    try:
        url = urlsplit(endpoint)
        port = url.port or HTTPS
    except ValueError:
        raise PushEndpointRefused(field="endpoint") from None
    host = (url.hostname or "").rstrip(".")
    is_ours = any(_matches_host(host, port, own) for own in own_hosts)
    is_known = is_ours or any(_matches_host(host, port, service) for service in PUSH_SERVICES)
    if url.scheme != "https" or "@" in url.netloc or not endpoint.isascii() or not is_known:
        raise PushEndpointRefused(field="endpoint")
    return PushService(host, port, is_ours)


def _matches_host(host: str, port: int, allowed: str) -> bool:
    name, _, number = allowed.partition(":")
    if port != (int(number) if number.isdigit() else HTTPS):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def has_valid_keys(target: PushTarget) -> bool:
    """Return whether a browser's keys are valid: a point on the curve P-256, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode_base64url(target.p256dh))
        return len(_decode_base64url(target.auth)) == 16
    except ValueError:
        return False


def _decode_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def send(push: Push) -> PushAnswer:
    """Send a push message to its push service. Raises PushServiceUnavailable when it should be retried later.

    If the answer is lost, the message is sent twice; its topic makes the second replace the first.
    """
    try:
        service = ensure_endpoint(push.target.endpoint, config().push_hosts)
    except PushEndpointRefused:
        return _count_answer(PushAnswer.GONE)
    pause_key = f"push-away:{service.host}"
    if marks.find_mark(pause_key) is not None:
        raise PushServiceUnavailable(f"{service.host} did not answer a moment ago", seconds=RETRY_AFTER)
    try:
        status, retry_after = _post(service, push, _encrypt(push))
    except OSError as error:
        raise PushServiceUnavailable(f"{service.host} is not found: {error}") from error
    except HTTPError as error:
        marks.set_mark(pause_key, "1", seconds=RETRY_AFTER)
        raise PushServiceUnavailable(
            f"{service.host} does not answer: {type(error).__name__}", seconds=RETRY_AFTER
        ) from error
    if status in (404, 410):
        return _count_answer(PushAnswer.GONE)
    if 200 <= status < 300:
        return _count_answer(PushAnswer.TAKEN)
    if status in RETRY_STATUSES or status >= 500 or retry_after is not None:
        raise PushServiceUnavailable(f"{service.host} answered {status}", seconds=_retry_seconds(retry_after))
    log.get("push").warning("push refused", host=service.host, status=status)
    return _count_answer(PushAnswer.REFUSED)


def _count_answer(answer: PushAnswer) -> PushAnswer:
    metrics.PUSHES.labels(answer).inc()
    return answer


def _encrypt(push: Push) -> bytes:
    # Imported here, because it imports aiohttp, which the web processes do not need.
    from pywebpush import WebPusher

    keys = {"p256dh": push.target.p256dh.rstrip("="), "auth": push.target.auth.rstrip("=")}
    text = json.dumps(push.payload, ensure_ascii=False, separators=(",", ":"))
    body: bytes = WebPusher({"endpoint": push.target.endpoint, "keys": keys}).encode(text.encode())["body"]
    return body


def _post(service: PushService, push: Push, body: bytes) -> tuple[int, str | None]:
    """Post a message and return the status and Retry-After of the response, without following redirects."""
    url = urlsplit(push.target.endpoint)
    origin = f"https://{service.host}" if service.port == HTTPS else f"https://{service.host}:{service.port}"
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
    for address in _addresses_of(service):
        try:
            answer = _connection_pool(address, service.port, service.host).urlopen(
                "POST", path, body=body, headers=headers, redirect=False, retries=False, preload_content=False
            )
        except (NewConnectionError, ConnectTimeoutError) as error:
            unreachable = error
            continue
        # Read to its end, so that the connection can be reused; a response that is too long is cut off.
        if len(answer.read(MAX_ANSWER_BYTES)) == MAX_ANSWER_BYTES:
            answer.close()
        return answer.status, answer.headers.get("Retry-After")
    raise unreachable or OSError(f"{service.host} has no address")


def _vapid() -> Vapid02:
    from py_vapid import Vapid02

    file = config().vapid_file
    if file is None:
        raise ConfigError("HEARTH_VAPID_FILE is not set: see docs/operating.md")
    return Vapid02(private_key=read_key(file))


def _addresses_of(service: PushService) -> list[str]:
    """Return the addresses of a host, resolved once, so that the checked addresses are those that are connected to.

    Raises OSError when the host has no address, or one in our own network.
    """
    found = socket.getaddrinfo(service.host, service.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    if not service.is_ours and not all(_is_public(address) for address in addresses):
        raise OSError(f"{service.host} leads into our own network")
    return addresses


def _is_public(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or ip.sixtofour or ip
    return ip.is_global and not ip.is_multicast


@lru_cache(maxsize=64)
def _connection_pool(address: str, port: int, host: str) -> urllib3.HTTPSConnectionPool:
    """Return the connection pool for one address of a push service, whose certificate must be for `host`."""
    timeout = urllib3.Timeout(connect=CONNECT_TIMEOUT, read=READ_TIMEOUT)
    return urllib3.HTTPSConnectionPool(
        address, port, timeout=timeout, maxsize=MAX_CONNECTIONS, assert_hostname=host, server_hostname=host
    )


def _retry_seconds(retry_after: str | None) -> float:
    """Return the seconds of a Retry-After header (RFC 9110), at most an hour; 0 without a valid one."""
    value = (retry_after or "").strip()
    if value.isdecimal():
        return min(float(value), MAX_RETRY_SECONDS)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return 0
    seconds = (at.replace(tzinfo=at.tzinfo or UTC) - clock.now()).total_seconds()
    return min(max(seconds, 0), MAX_RETRY_SECONDS)
