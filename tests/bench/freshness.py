"""How soon a changed profile is found, while members change profiles and search; beside it one bare update."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain, count
from statistics import median
from typing import Any
from uuid import UUID, uuid4

from app.kernel.db.session import transaction
from modules.catalog import search_index
from modules.catalog.documents import document
from modules.catalog.queries import search as queries
from tests.bench import searches
from tests.bench.load import Connection, Times, at_pace, p95, ratio, request, summary
from tests.bench.paths import Bench, Figure

# The names of the figures, and how many changes a second are made.
CHANGES = {"freshness": 20, "freshness-40": 40}
SEARCHES_A_SECOND = 20
SECONDS = 10
BARE_UPDATES = 6
# Not every change is looked for, which would be the heavier load.
LOOKS_A_SECOND = 5
LOOK_EVERY = 0.02
PATIENCE = 60.0


def freshness(bench: Bench) -> Iterator[Figure]:
    """Measure, in rounds, bare updates of one document, then changes through the application, for each rate."""
    asked = _searches(bench)
    for path, rate in CHANGES.items():
        yield _freshness(bench, path, rate, asked)


def _freshness(bench: Bench, path: str, rate: int, asked: list[bytes]) -> Figure:
    ours: list[Times] = []
    searched: list[Times] = []
    bare: list[Times] = []
    _change_for(bench, 2, rate, asked)
    for _ in range(bench.rounds):
        _wait_until_calm(bench)
        bare.append([_bare_update(bench, number) for number in range(BARE_UPDATES)])
        found, taken = _change_for(bench, SECONDS, rate, asked)
        ours.append(found)
        searched.append(taken)
    return {
        "path": path,
        "what": f"a changed profile is found, {rate} changes/s",
        "ours": summary(ours),
        "bare": summary(bare),
        "ratio": ratio(ours, bare, median),
        "ratio_p95": ratio(ours, bare),
        "worst": round(1000 * max(max(times) for times in ours)),
        "all_p95": round(1000 * p95([one for times in ours for one in times])),
        "searches": summary(searched),
    }


def _searches(bench: Bench) -> list[bytes]:
    """Return searches of all kinds in turns."""
    kinds = [searches.questions(bench.plan, kind) for kind in searches.kinds().values()]
    in_turns = chain.from_iterable(zip(*kinds, strict=True))
    return [bench.request("GET", one.path, who=bench.actors[one.actor]) for one in in_turns]


def _change_for(bench: Bench, seconds: int, rate: int, asked: list[bytes]) -> tuple[Times, Times]:
    """Change profiles and search at their pace; returns how long the profiles that are looked for took to be found
    after the answer, and how long the searches took.
    """
    looks: list[Future[float]] = []

    def change(connection: Connection, number: int) -> None:
        word = f"q{uuid4().hex[:14]}"
        who = bench.others[next(_turn) % len(bench.others)]
        body = {"headline": f"Tea and {word}"}
        connection.call(bench.request("PATCH", "/api/v1/profile", who=who, body=body))
        if number % (rate // LOOKS_A_SECOND) == 0:
            looks.append(looking.submit(_seconds_until, partial(_is_found, bench, who["id"], word)))

    def search(connection: Connection, number: int) -> None:
        connection.call(asked[number % len(asked)])

    paced = partial(at_pace, port=bench.ports["ours"], seconds=seconds)
    with ThreadPoolExecutor(1) as beside, ThreadPoolExecutor(LOOKS_A_SECOND * seconds) as looking:
        searching = beside.submit(paced, search, rate=SEARCHES_A_SECOND)
        paced(change, rate=rate)
        return [look.result() for look in looks], searching.result()


def _seconds_until(is_true: Callable[[], bool]) -> float:
    started = time.perf_counter()
    while not is_true():
        if time.perf_counter() - started > PATIENCE:
            raise RuntimeError(f"not found within {PATIENCE} s")
        time.sleep(LOOK_EVERY)
    return time.perf_counter() - started


def _index(bench: Bench) -> str:
    return f"/indexes/{search_index.index_name()}"


_open = threading.local()
# Nobody is changed again before they were found.
_turn = count()


def _call(method: str, path: str, body: Any, expected: int = 200) -> Any:
    if not hasattr(_open, "connection"):
        _open.connection = Connection(int(os.environ["HEARTH_MEILI_URL"].rpartition(":")[2]))
    headers = {"Authorization": f"Bearer {os.environ['HEARTH_MEILI_KEY']}"}
    return json.loads(
        _open.connection.call(request(method, path, host="127.0.0.1", body=body, headers=headers), expected)
    )


def _is_found(bench: Bench, member_id: str, word: str) -> bool:
    body = {"q": word, "filter": f'site = "{bench.plan["site"]}"', "limit": 5, "attributesToRetrieve": ["id"]}
    return any(hit["id"] == member_id for hit in _call("POST", f"{_index(bench)}/search", body)["hits"])


def _bare_update(bench: Bench, number: int) -> float:
    """Give the index one member's changed document itself, and wait until it is found."""
    member_id, word = UUID(bench.actors[number]["id"]), f"q{uuid4().hex[:14]}"
    with transaction(read_only=True) as session:
        listing = queries.list_listings(session, [member_id])[0]
    changed = document(listing) | {"headline": f"Tea and {word}"}
    started = time.perf_counter()
    _call("POST", f"{_index(bench)}/documents?primaryKey=id", [changed], expected=202)
    _seconds_until(lambda: _is_found(bench, str(member_id), word))
    return time.perf_counter() - started


def _wait_until_calm(bench: Bench) -> None:
    while bench.rows("SELECT 1 FROM catalog.server_change LIMIT 1"):
        time.sleep(0.1)
    for server in search_index.servers():
        while not server.is_idle(within=PATIENCE):
            pass
