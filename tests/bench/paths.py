"""The measured paths of requests, each beside its bare limit. Functions yield what cli/dev/bench/report.py writes."""

import json
import os
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from operator import truediv
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import psycopg

from app.kernel.ids import token_hash
from modules.accounts.identity.service import hashing
from tests.bench import bare_read, bare_send, searches
from tests.bench.load import Connection, Times, interleave, p95, processor_seconds, ratio, request, summary, timed

SENDERS = 8
SEND_SECONDS = 3.0
Figure = dict[str, Any]


class Bench:
    """Who asks, where the application and its bare twin answer, and how long to measure."""

    def __init__(self, plan: dict[str, Any], rounds: int) -> None:
        self.plan, self.rounds = plan, rounds
        self.actors: list[dict[str, Any]] = plan["actors"]
        self.others: list[dict[str, Any]] = plan["others"]
        self.url = os.environ["HEARTH_DATABASE_URL"]
        self.ports = {"ours": int(os.environ["BENCH_PORT"]), "bare": int(os.environ["BENCH_BARE_PORT"])}

    def request(self, method: str, path: str, *, who: dict[str, Any], body: Any = None, **headers: str) -> bytes:
        """Return a request to the bench's site, in somebody's name."""
        if "session" in who:
            headers["Cookie"] = f"hearth_session={who['session']}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return request(method, path, host=self.plan["host"], body=body, headers=named)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement, values).fetchall()

    def compare(self, calls: dict[str, Callable[[int], None]], each: int) -> dict[str, list[Times]]:
        """Measure the variants of one path in turns."""
        return interleave(calls, rounds=self.rounds, each=each)


def send(bench: Bench) -> Iterator[Figure]:
    """Send messages with eight connections, each another member's, to the application and to its bare twin."""
    bare_send.prepare(bench.url)
    conversations = [conversations_of(bench, actor) for actor in range(SENDERS)]
    times: dict[str, list[Times]] = {"ours": [], "bare": []}
    rates: dict[str, list[float]] = {"ours": [], "bare": []}
    costs: dict[str, list[float]] = {"ours": [], "bare": []}
    # Each web server with the engines that it asks.
    processes: dict[str, list[int]] = json.loads(os.environ["BENCH_PROCESSES"])
    for name in ("bare", "ours"):
        send_for(bench, bench.ports[name], conversations, 1.0)
    for number in range(bench.rounds):
        for name in ("ours", "bare") if number % 2 else ("bare", "ours"):
            before = processor_seconds(processes[name])
            sent = send_for(bench, bench.ports[name], conversations, SEND_SECONDS)
            costs[name].append(1000 * (processor_seconds(processes[name]) - before) / len(sent))
            times[name].append(sent)
            rates[name].append(len(sent) / SEND_SECONDS)
    with psycopg.connect(bench.url) as connection:
        connection.execute("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL")
    yield {
        "path": "send",
        "what": f"send a message, {SENDERS} connections",
        **{
            name: summary(times[name])
            | {"rate": round(median(rates[name])), "processor": round(median(costs[name]), 2)}
            for name in ("ours", "bare")
        },
        "ratio": round(median(own / bare for own, bare in zip(rates["ours"], rates["bare"], strict=True)), 2),
        "ratio_p95": ratio(times["ours"], times["bare"]),
        "ratio_processor": round(median(map(truediv, costs["bare"], costs["ours"])), 2),
    }


def conversations_of(bench: Bench, actor: int) -> list[str]:
    """Return the ids of an actor's conversations."""
    found = "SELECT conversation_id FROM messaging.participant WHERE member_id = %s ORDER BY 1"
    return [str(row[0]) for row in bench.rows(found, bench.actors[actor]["id"])]


def send_for(bench: Bench, port: int, conversations: list[list[str]], seconds: float) -> Times:
    """Return the time of every message that `SENDERS` threads sent."""
    end = time.perf_counter() + seconds

    def write(actor: int) -> Times:
        connection, sent = Connection(port), []
        for number in count():
            if time.perf_counter() > end:
                break
            path = f"/api/v1/conversations/{conversations[actor][number % len(conversations[actor])]}/messages"
            body = {"body": f"Message number {number}, of a usual length, so that there is something to write down."}
            who, key = bench.actors[actor], uuid4().hex
            message = bench.request("POST", path, who=who, body=body, Idempotency_Key=key)
            sent.append(timed(partial(connection.call, message, 201)))
        return sent

    with ThreadPoolExecutor(SENDERS) as threads:
        return [one for sent in threads.map(write, range(len(conversations))) for one in sent]


def sign_in(bench: Bench) -> Iterator[Figure]:
    """Log in, beside one check of the same password."""
    password = bench.plan["password"]
    known = bench.rows("SELECT password_hash FROM accounts.member WHERE id = %s", bench.actors[0]["id"])[0][0]
    connection, networks = Connection(bench.ports["ours"]), count(1)

    def ours(number: int) -> None:
        network = next(networks)
        body = {"email": bench.actors[number % len(bench.actors)]["email"], "password": password}
        address = f"10.{network >> 16 & 255}.{network >> 8 & 255}.{network & 255}"
        connection.call(bench.request("POST", "/api/v1/session", who={}, body=body, X_Forwarded_For=address))

    times = bench.compare({"ours": ours, "bare": lambda _: _check(known, password)}, each=20)
    yield {
        "path": "signin",
        "what": "sign in",
        "ours": summary(times["ours"]),
        "bare": summary(times["bare"]),
        "ratio": ratio(times["ours"], times["bare"], median),
        "ratio_p95": ratio(times["ours"], times["bare"]),
    }


def _check(known: str, password: str) -> None:
    if not hashing.is_password(known, password):
        raise RuntimeError("the bench's password is another one")


def read(bench: Bench, path: str) -> Iterator[Figure]:
    """Read a profile, the chat list, a conversation or a deck; beside it the same rows bare, over HTTP and directly."""
    subjects = [one["id"] for one in (bench.others if path == "profile" else bench.actors)]
    opened = [conversations_of(bench, actor) for actor in range(len(bench.actors))]
    tokens = [token_hash(one["session"]) for one in bench.actors]
    addresses = {
        "profile": lambda n: f"/api/v1/members/{subjects[n % len(subjects)]}",
        "chats": lambda n: "/api/v1/conversations",
        "conversation": lambda n: f"/api/v1/conversations/{_one(opened, n)}/messages",
        "deck": lambda n: "/api/v1/deck",
    }

    def subject(number: int) -> str:
        return _one(opened, number) if path == "conversation" else str(subjects[number % len(subjects)])

    connections = {name: Connection(port) for name, port in bench.ports.items()}
    with psycopg.connect(bench.url, autocommit=True) as database:
        bare_read.connect(database)

        def ours(number: int) -> None:
            connections["ours"].call(
                bench.request("GET", addresses[path](number), who=bench.actors[number % len(bench.actors)])
            )

        def handler(number: int) -> None:
            connections["bare"].call(
                bench.request("GET", f"/bare/{path}/{subject(number)}", who=bench.actors[number % len(bench.actors)])
            )

        def rows(number: int) -> None:
            values = {"id": subject(number), "member": bench.actors[number % len(bench.actors)]["id"]}
            database.execute(bare_read.SESSION, {"token": tokens[number % len(tokens)]}).fetchone()
            if not database.execute(bare_read.READS[path], values).fetchall():
                raise RuntimeError(f"no rows for {path}")

        times = bench.compare({"ours": ours, "handler": handler, "bare": rows}, each=60)
    names = {
        "profile": "profile view",
        "chats": "chat list",
        "conversation": "conversation page",
        "deck": "swipe deck of 20",
    }
    yield {"path": path, "what": names[path], **_with_handler(times)}


def _one(opened: list[list[str]], number: int) -> str:
    mine = opened[number % len(opened)]
    return mine[number // len(opened) % len(mine)]


def _with_handler(times: dict[str, list[Times]]) -> Figure:
    return {
        **{name: summary(rounds) for name, rounds in times.items()},
        "ratio": ratio(times["ours"], times["bare"]),
        "ratio_handler": ratio(times["ours"], times["handler"]),
    }


def search(bench: Bench) -> Iterator[Figure]:
    """Search in every measured way; beside it the same search by each engine, and bare over HTTP with its cards."""
    asked = {name: searches.questions(bench.plan, kind) for name, kind in searches.kinds().items()}
    Path(os.environ["BENCH_RECIPES"]).write_bytes(pickle.dumps(dict(enumerate(asked.values()))))
    with psycopg.connect(bench.url, autocommit=True) as database:
        bare_read.connect(database)
        for kind, (name, questions) in enumerate(asked.items()):
            yield _search(bench, database, kind, name, questions)
    (Path(os.environ["BENCH_RECIPES"]).parent / "explain.txt").write_text("".join(searches.explain(bench.plan)))


def _search(bench: Bench, database: "psycopg.Connection[Any]", kind: int, name: str, asked: list[Any]) -> Figure:
    connections = {who: Connection(port) for who, port in bench.ports.items()}
    index = Connection(int(os.environ["HEARTH_MEILI_URL"].rpartition(":")[2]))
    key = {"Authorization": f"Bearer {os.environ['HEARTH_MEILI_KEY']}"}

    def at(number: int) -> Any:
        return asked[number % len(asked)]

    def ours(number: int) -> None:
        connections["ours"].call(bench.request("GET", at(number).path, who=bench.actors[at(number).actor]))

    def handler(number: int) -> None:
        path = f"/bare/search/{kind}/{number % len(asked)}"
        connections["bare"].call(bench.request("GET", path, who=bench.actors[at(number).actor]))

    def postgres(number: int) -> None:
        database.execute(*at(number).sql).fetchall()

    def meilisearch(number: int) -> None:
        path, body = at(number).body
        index.call(request("POST", path, host="127.0.0.1", body=body, headers=key))

    calls: dict[str, Callable[[int], None]] = {"ours": ours, "handler": handler}
    if asked[0].sql is not None:
        calls["postgres"] = postgres
    if asked[0].body is not None:
        calls["meilisearch"] = meilisearch
    times = bench.compare(calls, each=40)
    engines = {engine: times.pop(engine) for engine in ("postgres", "meilisearch") if engine in times}
    faster = min(engines, key=lambda engine: median(map(p95, engines[engine])))
    return {
        "path": "search",
        "what": name,
        "engine": asked[0].engine,
        "faster": faster,
        **{engine: summary(rounds) for engine, rounds in engines.items()},
        **_with_handler({**times, "bare": engines[faster]}),
    }


PATHS: dict[str, Callable[[Bench], Iterator[Figure]]] = {
    "send": send,
    "search": search,
    "profile": partial(read, path="profile"),
    "chats": partial(read, path="chats"),
    "conversation": partial(read, path="conversation"),
    "deck": partial(read, path="deck"),
    "signin": sign_in,
}
