"""Reads beside the same rows bare, over HTTP and directly."""

from collections.abc import Callable, Iterator
from functools import partial

import psycopg

from app.kernel.ids import token_hash
from app.kernel.waiting import take_waiting
from modules.social.service import visits
from tests.bench import bare_read
from tests.bench.load import Connection
from tests.bench.paths import Bench, Figure, conversations_of, with_handler

NAMES = {
    "me": "the current user",
    "profile": "profile view",
    "chats": "chat list",
    "conversation": "conversation page",
    "deck": "swipe deck of 20",
}


def read(bench: Bench, path: str) -> Iterator[Figure]:
    """Read the current user, a profile without and with a visit, the chat list, a conversation or a deck."""
    subjects = [one["id"] for one in (bench.others if path == "profile" else bench.actors)]
    opened = [conversations_of(bench, actor) for actor in range(len(bench.actors))]
    tokens = [token_hash(one["session"]) for one in bench.actors]
    addresses: dict[str, Callable[[int], str]] = {
        "me": lambda n: "/api/v1/me",
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

        def ours(number: int, query: str = "") -> None:
            who = bench.actors[number % len(bench.actors)]
            connections["ours"].call(bench.request("GET", addresses[path](number) + query, who=who))

        def handler(number: int) -> None:
            who = bench.actors[number % len(bench.actors)]
            connections["bare"].call(bench.request("GET", f"/bare/{path}/{subject(number)}", who=who))

        def rows(number: int) -> None:
            values = {"id": subject(number), "member": bench.actors[number % len(bench.actors)]["id"]}
            database.execute(bare_read.SESSION, {"token": tokens[number % len(tokens)]}).fetchone()
            if not database.execute(bare_read.READS[path], values).fetchall():
                raise RuntimeError(f"no rows for {path}")

        calls = {"ours": ours, "handler": handler, "bare": rows}
        visit = partial(ours, query="?visit=true")
        times = bench.compare(calls | ({"visit": visit} if path == "profile" else {}), each=60)
    figure = with_handler(times)
    figure["ours"] |= bench.cost(ours)
    yield {"path": path, "what": NAMES[path], **figure}
    if path == "profile":
        figure = with_handler(times | {"ours": times["visit"]})
        figure["ours"] |= bench.cost(visit)
        yield {"path": "visit", "what": "profile view with the visit noted", **figure}
        while take_waiting(visits.WAITING, limit=visits.BATCH):
            pass  # no worker runs that would store them, and later paths are measured without them


def _one(opened: list[list[str]], number: int) -> str:
    mine = opened[number % len(opened)]
    return mine[number // len(opened) % len(mine)]
