"""The searches and their later pages; beside them the same search by each engine, and bare over HTTP with its cards."""

import json
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

from tests.bench import bare_read, searches
from tests.bench.load import Connection, p95, ratio, request, summary
from tests.bench.paths import Bench, Figure, with_handler

# A search with many pages: everybody of the wished gender in the own country.
EVERYBODY = "/api/v1/search?min_age=18&max_age=99"


def search(bench: Bench) -> Iterator[Figure]:
    """Search in every measured way, then ask for second pages."""
    asked = {name: searches.questions(bench.plan, kind) for name, kind in searches.kinds().items()}
    Path(os.environ["BENCH_RECIPES"]).write_bytes(pickle.dumps(dict(enumerate(asked.values()))))
    with psycopg.connect(bench.url, autocommit=True) as database:
        bare_read.connect(database)
        for kind, (name, questions) in enumerate(asked.items()):
            yield _search(bench, database, kind, name, questions)
        yield _later_page(bench, database)
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
    figure = with_handler({**times, "bare": engines[faster]})
    figure["ours"] |= bench.cost(ours)
    return {
        "path": "search",
        "what": name,
        "engine": asked[0].engine,
        "faster": faster,
        **{engine: summary(rounds) for engine, rounds in engines.items()},
        **figure,
    }


def _later_page(bench: Bench, database: "psycopg.Connection[Any]") -> Figure:
    """Ask for second pages of searches that the application keeps for a minute; beside them the bare cards."""
    connection = Connection(bench.ports["ours"])

    def ask(who: dict[str, Any], page: int) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(connection.call(bench.request("GET", f"{EVERYBODY}&page={page}", who=who)))
        return answer

    def search_again() -> None:
        for who in bench.actors:
            ask(who, 1)

    # The last page looks for people who almost fit, which is another path.
    asked = [who for who in bench.actors if ask(who, 1)["pages"] > 2]
    ids = [[card["id"] for card in ask(who, 2)["results"]] for who in asked]

    def ours(number: int) -> None:
        connection.call(bench.request("GET", f"{EVERYBODY}&page=2", who=asked[number % len(asked)]))

    def bare(number: int) -> None:
        database.execute(bare_read.CARDS, {"ids": ids[number % len(asked)]}).fetchall()

    search_again()
    times = bench.compare({"ours": ours, "bare": bare}, each=40)
    search_again()
    return {
        "path": "later-pages",
        "what": "search: second page",
        "ours": summary(times["ours"]) | bench.cost(ours),
        "bare": summary(times["bare"]),
        "ratio": ratio(times["ours"], times["bare"]),
    }
