"""How fast news arrive in open streams, on a quiet machine and on a busy one, and what an open stream costs.

Members of the site hold streams open; actors write to them through the web. What is measured lies between the sender's
answer and the line in the receiver's stream, so that relay, Redis and live process are in it. Then as many more streams
are opened as asked for, and nobody says anything.
"""

import asyncio
import json
import os
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median
from uuid import uuid4

import httpx
import psutil

from cli.dev.bench.machine import family
from tests.bench.busy import busy
from tests.bench.load import summary
from tests.bench.paths import Bench, Figure

MESSAGES_A_SECOND = 10
SECONDS = 10
SETTLE_SECONDS = 5
BUSY = 0.8
STRIDE = 37  # so that receivers change, and a pair does not come again soon
OPENED_AT_ONCE = 40
Who = dict[str, str]


@dataclass
class Watch:
    """Who is connected, and when they were told of which conversation."""

    host: str
    told: dict[tuple[str, str], asyncio.Future[float]] = field(default_factory=dict)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    readers: list[asyncio.Task[None]] = field(default_factory=list)
    refused: int = 0

    async def open(self, who: Who) -> None:
        """Open one stream and wait for its first line."""
        reader, writer = await asyncio.open_connection("127.0.0.1", int(os.environ["HEARTH_LIVE_PORT"]))
        lines = ("GET /live HTTP/1.1", f"Host: {self.host}", f"Cookie: hearth_session={who['session']}", "", "")
        writer.write("\r\n".join(lines).encode())
        status = await reader.readline()
        if b" 200 " not in status:
            self.refused += 1
            writer.close()
            return
        while await reader.readline() not in (b"event: reset\n", b""):
            pass
        self.writers.append(writer)
        self.readers.append(asyncio.create_task(self._read(who["id"], reader)))

    async def _read(self, member: str, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b'data: {"topic":"message"'):
                now = time.perf_counter()
                news = json.loads(line[6:])
                waiting = self.told.get((member, news["from_id"]))
                if waiting is not None and not waiting.done():
                    waiting.set_result(now)


async def open_all(watch: Watch, people: list[Who]) -> None:
    """Open a stream for each, some at a time."""
    some = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(who: Who) -> None:
        async with some:
            await watch.open(who)

    await asyncio.gather(*(one(who) for who in people))


async def write(watch: Watch, client: httpx.AsyncClient, sender: Who, to: Who) -> tuple[float, float]:
    """Send one message; returns how long the answer took, and how long after it the receiver was told."""
    waiting = watch.told[to["id"], sender["id"]] = asyncio.get_running_loop().create_future()
    headers = {
        "Cookie": f"hearth_session={sender['session']}",
        "Host": watch.host,
        "X-Hearthside-Client": "web",
        "Idempotency-Key": str(uuid4()),
    }
    started = time.perf_counter()
    answer = await client.post(f"/api/v1/members/{to['id']}/messages", json={"body": "Hello there"}, headers=headers)
    answered = time.perf_counter()
    answer.raise_for_status()
    told = await asyncio.wait_for(waiting, 30)
    return answered - started, max(0.0, told - answered)


def memory() -> int:
    """Return what the live process holds, in KiB: its own pages and its share of common ones."""
    return sum(one.memory_full_info().pss for one in family(int(os.environ["BENCH_LIVE"]))) // 1024


def live(bench: Bench) -> Iterator[Figure]:
    """Measure, in rounds, how long after the sender's answer a message is in the receiver's stream; then memory."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield from asyncio.run(measure(bench, int(os.environ["BENCH_CONNECTED"]), int(os.environ["BENCH_IDLE"])))


async def measure(bench: Bench, connected: int, idle: int) -> list[Figure]:
    """Return the figures of a quiet and of a busy machine."""
    watch = Watch(bench.plan["host"])
    people = (bench.others * (1 + connected // len(bench.others)))[:connected]
    empty = memory()
    await open_all(watch, people)
    await asyncio.sleep(SETTLE_SECONDS)
    full = memory()
    quiet, loaded, used = [], [], []
    base = f"http://127.0.0.1:{bench.ports['ours']}"
    async with httpx.AsyncClient(base_url=base, timeout=30) as client:
        await write_for(1, bench.actors, people, watch, client)
        for _ in range(bench.rounds):
            quiet.append(await write_for(SECONDS, bench.actors, people, watch, client))
            with ExitStack() as stack:
                await asyncio.to_thread(stack.enter_context, busy(BUSY))
                psutil.cpu_percent()
                loaded.append(await write_for(SECONDS, bench.actors, people, watch, client))
                used.append(psutil.cpu_percent())
    more = max(0, idle - len(watch.readers))
    await open_all(watch, [bench.others[number % len(bench.others)] for number in range(more)])
    await asyncio.sleep(SETTLE_SECONDS)
    most, kept = memory(), sum(not task.done() for task in watch.readers)
    for writer in watch.writers:
        writer.close()
    costs = {
        "kib_a_stream": round((full - empty) / connected, 1),
        "streams": kept,
        "refused": watch.refused,
        "kib": most,
        "kib_a_stream_at_last": round((most - empty) / max(kept, 1), 1),
    }
    what = f"live signal at the browser, {connected:,} streams"
    return [
        _figure("live", what, quiet) | costs,
        _figure("live-busy", f"{what}, machine at {100 * BUSY:g} %", loaded) | {"used_percent": round(median(used))},
    ]


async def write_for(
    seconds: int, senders: list[Who], receivers: list[Who], watch: Watch, client: httpx.AsyncClient
) -> list[tuple[float, float]]:
    """Send messages at their pace; returns of each how long the answer took, and the line in the stream after it."""
    sent = []
    for number in range(MESSAGES_A_SECOND * seconds):
        pair = senders[number % len(senders)], receivers[STRIDE * number % len(receivers)]
        sent.append(asyncio.create_task(write(watch, client, *pair)))
        await asyncio.sleep(1 / MESSAGES_A_SECOND)
    return await asyncio.gather(*sent)


def _figure(path: str, what: str, rounds: list[list[tuple[float, float]]]) -> Figure:
    answers, told = ([[pair[part] for pair in sent] for sent in rounds] for part in (0, 1))
    return {"path": path, "what": what, "ours": summary(told), "answer": summary(answers)}
