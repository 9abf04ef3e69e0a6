"""Probes of a server on this machine."""

import http.client
from collections.abc import Mapping


def fetch(port: int, path: str, headers: Mapping[str, str] | None = None) -> bytes | None:
    """Return the body of a 200 answer on a loopback port, or None for another status (OSError if nothing answers)."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", path, headers=dict(headers or {}))
        answer = connection.getresponse()
        return answer.read() if answer.status == http.HTTPStatus.OK else None
    except http.client.HTTPException:
        return None
    finally:
        connection.close()


def answers(port: int, path: str) -> bool:
    """Return whether a loopback port answers 200 on a path (OSError if nothing answers)."""
    return fetch(port, path) is not None
