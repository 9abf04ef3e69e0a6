"""Addresses of a Redis that Sentinels watch: redis+sentinel://[[user]:password@]host[:port],…/service[/database]."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

SCHEMES = ("redis+sentinel", "rediss+sentinel")
PORT = 26379


# It holds passwords, so it has no repr.
@dataclass(frozen=True, repr=False)
class SentinelAddress:
    """Where the Sentinels are and the name by which they know the master.

    `url` has scheme, account, database and options of the master, and the first Sentinel in place of its host.
    """

    hosts: tuple[tuple[str, int], ...]
    service: str
    url: str


def sentinel_address(url: str) -> SentinelAddress | None:
    """Return the parts of an address with Sentinels, None for any other; raises ValueError if it cannot be read."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        return None
    account, at, hosts = parts.netloc.rpartition("@")
    service, _, database = parts.path.removeprefix("/").partition("/")
    found = [urlsplit(f"//{host}") for host in hosts.split(",")]
    if not service or not all(host.hostname and host.port != 0 for host in found):
        raise ValueError("hosts of Sentinels and the name of the master are missing")
    if database and not (database.isascii() and database.isdecimal()):
        raise ValueError("the database is not a number")
    query = f"?{parts.query}" if parts.query else ""
    return SentinelAddress(
        hosts=tuple((str(host.hostname), host.port or PORT) for host in found),
        service=unquote(service),
        url=f"{parts.scheme.partition('+')[0]}://{account}{at}{hosts.split(',')[0]}/{database or 0}{query}",
    )
