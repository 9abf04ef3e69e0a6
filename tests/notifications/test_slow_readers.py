"""A browser that does not read its stream: what it costs is bounded, and it is let go in the end."""

import asyncio
import tracemalloc
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from app.kernel.events.live import Entry
from app.live import stream as streams
from app.live.stream import Stream

WAIT = 30.0  # seconds


async def never(_chunk: bytes) -> None:
    """Write to a browser that does not read."""
    await asyncio.Event().wait()


async def stalled(send: Callable[[bytes], Awaitable[None]] = never) -> tuple[Stream, "asyncio.Task[None]"]:
    """Return an open stream whose first write waits for its browser, and the writer."""
    stream = Stream(uuid4(), uuid4(), None)
    writer = asyncio.create_task(stream.write(send))
    stream.reset("0" * 8, "1-0")
    await asyncio.sleep(0)
    return stream, writer


def test_ten_thousand_signals_for_a_browser_that_does_not_read_cost_no_more_than_a_few_hundred() -> None:
    async def run() -> tuple[str, bool, int]:
        stream, writer = await stalled()
        tracemalloc.start()
        try:
            for number in range(2, 10_002):
                text = f'{{"topic":"message","conversation_id":"{uuid4()}","message_id":"{uuid4()}"}}'
                stream.deliver("0" * 8, Entry(f"{number}-0", text))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        done, _ = await asyncio.wait([writer], timeout=WAIT)
        return stream.ending, bool(done), peak

    ending, is_let_go, peak = asyncio.run(run())
    assert (ending, is_let_go) == ("slow", True)
    assert peak < 2**20


@pytest.mark.parametrize("why", ["logout", "many", "stopped", "blind"])
def test_a_stream_that_ends_does_not_wait_for_ever_for_a_browser_that_does_not_read(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LAST_WRITE_SECONDS", 0.01)

    async def run() -> bool:
        stream, writer = await stalled()
        stream.end(why)
        done, _ = await asyncio.wait([writer], timeout=WAIT)
        writer.cancel()
        return bool(done)

    assert asyncio.run(run())


def test_what_is_left_of_a_stream_that_ends_is_written_to_a_browser_that_reads() -> None:
    written: list[bytes] = []

    async def read(chunk: bytes) -> None:
        written.append(chunk)

    async def run() -> None:
        stream, writer = await stalled(read)
        stream.log_out()
        await writer

    asyncio.run(run())
    assert b'"topic":"logout"' in written[-1]
