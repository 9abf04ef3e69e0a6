"""Asking a server on this machine whether it is there."""

import http.client
from collections.abc import Mapping


def fetch(port: int, path: str, headers: Mapping[str, str] | None = None) -> bytes | None:
    """The body of a 200 answer on a loopback port, or None for any other answer (OSError when nothing answers)."""
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
    """Whether a loopback port answers 200 on a path (OSError when nothing answers)."""
    return fetch(port, path) is not None
