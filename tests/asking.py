"""Asking a server that a test started."""

from typing import Any

import urllib3

# urllib3.request() would give up after three seconds, which a busy machine may take for an answer.
PATIENCE = 60


def ask(method: str, url: str, **options: Any) -> urllib3.BaseHTTPResponse:
    """Return an answer, whatever its status; only what hangs is given up."""
    return urllib3.request(method, url, timeout=PATIENCE, retries=False, **options)
