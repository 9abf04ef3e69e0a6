"""A server of the S3 protocol (moto's) as a process of its own, for the tests of storage."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import urllib3

from cli.ports import free_port
from tests.asking import ask

START_SECONDS = 60.0


@contextmanager
def running() -> Iterator[str]:
    """Yield the address of a running server without buckets; it is gone afterwards."""
    port = free_port()
    argv = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    with subprocess.Popen(argv, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(server, url)
            yield url
        finally:
            server.kill()


def make_bucket(server: str, name: str) -> None:
    """Make a bucket; raises when the server refuses."""
    answer = ask("PUT", f"{server}/{name}", headers=_SOMEBODY)
    assert answer.status == 200, answer.data


def keep_versions(server: str, bucket: str) -> None:
    """Have a bucket keep the versions of its objects."""
    body = '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>'
    answer = ask("PUT", f"{server}/{bucket}?versioning", body=body, headers=_SOMEBODY)
    assert answer.status == 200, answer.data


def list_versions(server: str, bucket: str) -> list[str]:
    """Return the key of each version in a bucket, and of each marker that an object was deleted."""
    answer = ask("GET", f"{server}/{bucket}?versions", headers=_SOMEBODY)
    assert answer.status == 200, answer.data
    return re.findall("<Key>(.*?)</Key>", answer.data.decode())


# The server wants to see whose bucket it is, and believes everybody.
_SOMEBODY = {"Authorization": "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request"}


def _wait(server: "subprocess.Popen[bytes]", url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            ask("GET", f"{url}/moto-api/")
            return
        except urllib3.exceptions.HTTPError:
            time.sleep(0.1)
    raise RuntimeError("the S3 server did not start")
