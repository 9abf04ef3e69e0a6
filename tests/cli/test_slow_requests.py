"""Slow requests through deploy/nginx.conf: ended, counted for each address, and kept away from web."""

import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.cli.proxying import (
    HOST,
    Upstream,
    asking,
    nginx,
    three_of_an_address,
    upstream,
)
from tests.security.slow_clients import HALF_BODY, HALF_HEAD, begin

__all__ = ["upstream"]


@pytest.mark.parametrize("beginning", [HALF_HEAD, HALF_BODY], ids=["head", "body"])
def test_half_a_request_is_ended_and_nobody_is_asked(place: Path, upstream: int, beginning: bytes) -> None:
    def sooner(conf: str) -> str:
        assert conf.count("timeout 10s;") == 2
        return conf.replace("timeout 10s;", "timeout 1s;")

    with nginx(place, upstream, change=sooner) as port, closing(begin(port, beginning, HOST)) as half:
        said = half.recv(1000)
        assert said == b"" or said.startswith(b"HTTP/1.1 408 ")
    assert Upstream.asked == []


UPLOAD = HALF_BODY.replace(b"/api/v1/session?slow", b"/api/v1/photos")


def status(port: int, path: str = "/") -> int:
    with asking(port)(path) as response:
        return response.status


@pytest.mark.skipif(sys.platform == "darwin", reason="only Linux has many addresses on the loopback")
@pytest.mark.parametrize("beginning", [HALF_BODY, UPLOAD], ids=["body", "file"])
def test_one_address_holds_three_slow_bodies_and_no_more(place: Path, upstream: int, beginning: bytes) -> None:
    Upstream.go_on.set()
    with nginx(place, upstream, change=three_of_an_address) as port, ExitStack() as slow:
        for _ in range(3):
            slow.enter_context(closing(begin(port, beginning, HOST, address="127.0.0.2")))
            assert status(port) == 200
        more = slow.enter_context(closing(begin(port, beginning, HOST, address="127.0.0.2")))
        assert more.recv(1000).startswith(b"HTTP/1.1 429 ")
        assert status(port) == 200, "other addresses are let in"


def test_behind_a_proxy_of_the_operators_nobody_is_counted(place: Path, upstream: int) -> None:
    with nginx(place, upstream, in_front=1, change=three_of_an_address) as port, ExitStack() as slow:
        for _ in range(9):
            slow.enter_context(closing(begin(port, HALF_BODY, HOST)))
        assert status(port) == 200


def test_streams_are_not_counted(place: Path, upstream: int) -> None:
    with nginx(place, upstream, change=three_of_an_address) as port, ExitStack() as streams:
        for _ in range(9):
            stream = streams.enter_context(asking(port)("/live"))
            assert json.loads(stream.readline())["Host"] == HOST
        assert status(port) == 200
        Upstream.go_on.set()


SLOW_STREAM = HALF_BODY.replace(b"/api/v1/session?slow", b"/live")


@pytest.mark.parametrize(
    "beginning",
    [
        SLOW_STREAM,
        SLOW_STREAM.replace(b"POST", b"GET"),
        SLOW_STREAM.replace(b"Content-Length: 5000", b"Transfer-Encoding: chunked").replace(b'{"email":', b"00"),
    ],
    ids=["post", "get", "without a length"],
)
def test_a_stream_has_no_body_that_could_be_slow(place: Path, upstream: int, beginning: bytes) -> None:
    with nginx(place, upstream) as port, closing(begin(port, beginning, HOST)) as slow:
        assert slow.recv(1000).startswith(b"HTTP/1.1 413 ")
    assert Upstream.asked == []
