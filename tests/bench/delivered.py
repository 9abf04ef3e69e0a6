"""How many messages a second are sent and handled to the end: signals, notices and mails queued, by all processes."""

import time
from collections.abc import Iterator
from statistics import median

from tests.bench.paths import SEND_SECONDS, SENDERS, Bench, Figure, conversations_of, send_for

PATIENCE = 120.0
WAITING = """
SELECT (SELECT count(*) FROM platform.outbox_event WHERE dispatched_at IS NULL)
     + (SELECT count(*) FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL AND queue <> 'slow')
"""


def delivered(bench: Bench) -> Iterator[Figure]:
    """Send messages with eight connections while worker and relay run, and wait until no event waits."""
    conversations = [conversations_of(bench, actor) for actor in range(SENDERS)]
    wait_until_handled(bench)
    rates, costs = [], []
    for _ in range(bench.rounds):
        before, started = bench.processor_seconds(), time.perf_counter()
        sent = len(send_for(bench, bench.ports["ours"], conversations, SEND_SECONDS))
        wait_until_handled(bench)
        rates.append(sent / (time.perf_counter() - started))
        costs.append(1000 * (bench.processor_seconds() - before) / sent)
    yield {
        "path": "delivered",
        "what": f"messages sent and handled to the end, {SENDERS} connections",
        "ours": {"rate": round(median(rates)), "processor": round(median(costs), 2)},
    }


def wait_until_handled(bench: Bench) -> None:
    """Wait until no event waits for the relay or for a worker."""
    end = time.monotonic() + PATIENCE
    while bench.rows(WAITING)[0][0]:
        if time.monotonic() > end:
            raise RuntimeError("the events of the messages are not handled")
        time.sleep(0.05)
