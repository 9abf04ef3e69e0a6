"""`python -m tests.bench.live PLAN RESULTS CONNECTED IDLE`: how fast news arrive, and what an open stream costs.

Members of the site hold streams open; actors write to them through the web. What is measured lies between the sender's
answer and the line in the receiver's stream, so that relay, Redis and live process are in it. Then as many more streams
are opened as asked for, and nobody says anything.
"""

import asyncio
import json
import os
import random
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any
from uuid import uuid4

import httpx
import psutil

MESSAGES_A_SECOND = 10
SECONDS = 40
SETTLE_SECONDS = 5
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
    root = psutil.Process(int(os.environ["BENCH_LIVE"]))
    return sum(one.memory_full_info().pss for one in (root, *root.children(recursive=True))) // 1024


def times(values: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 in milliseconds."""
    cuts = quantiles(values, n=100, method="inclusive")
    return {f"p{cut}": round(1000 * cuts[cut - 1], 1) for cut in (50, 95, 99)}


async def measure(plan: dict[str, Any], connected: int, idle: int) -> dict[str, Any]:
    """Return the figures."""
    watch = Watch(plan["host"])
    people = (plan["others"] * (1 + connected // len(plan["others"])))[:connected]
    empty = memory()
    started = time.perf_counter()
    await open_all(watch, people)
    opening = time.perf_counter() - started
    await asyncio.sleep(SETTLE_SECONDS)
    full = memory()
    draw = random.Random(7)
    base = f"http://127.0.0.1:{os.environ['BENCH_PORT']}"
    async with httpx.AsyncClient(base_url=base, timeout=30) as client:
        for _ in range(10):
            await write(watch, client, draw.choice(plan["actors"]), draw.choice(people))
        sent = []
        for number in range(MESSAGES_A_SECOND * SECONDS):
            sender = plan["actors"][number % len(plan["actors"])]
            sent.append(asyncio.create_task(write(watch, client, sender, draw.choice(people))))
            await asyncio.sleep(1 / MESSAGES_A_SECOND)
        done = await asyncio.gather(*sent)
    load = os.getloadavg()[0]
    more = max(0, idle - len(watch.readers))
    await open_all(watch, [plan["others"][number % len(plan["others"])] for number in range(more)])
    await asyncio.sleep(SETTLE_SECONDS)
    most = memory()
    kept = sum(not task.done() for task in watch.readers)
    for writer in watch.writers:
        writer.close()
    return {
        "connected": connected,
        "opened_in_s": round(opening, 1),
        "messages": len(done),
        "a_second": MESSAGES_A_SECOND,
        "answer_ms": times([answer for answer, _ in done]),
        "told_ms": times([told for _, told in done]),
        "load": round(load, 1),
        "empty_kib": empty,
        "kib_a_stream": round((full - empty) / connected, 1),
        "most": kept,
        "refused": watch.refused,
        "most_kib": most,
        "kib_a_stream_at_most": round((most - empty) / max(kept, 1), 1),
    }


def main() -> None:
    """Measure and write the figures down."""
    plan, results, connected, idle = sys.argv[1:]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures = asyncio.run(measure(json.loads(Path(plan).read_text()), int(connected), int(idle)))
    Path(results).write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
