"""The console at the size of the site: every list, filter and record of every resource, as all roles together see, what
opens a case on each desk, and the numbers that they see.
"""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from app.console.catalogue import holds
from app.kernel.db.session import transaction
from app.kernel.resources import TIMES, Resource
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from tests.bench import desks, trade
from tests.bench.load import Connection, Times, p95, request, summary, timed
from tests.bench.paths import Bench, Figure
from tests.factories.moderation import make_staff, open_session

EACH = 8
# What no record holds: looking for it may read all of them.
NOWHERE = "Zwaantje"
# A day among the three hundred on which trade.py lets things happen, and one before all of them.
DAY_OF_MANY, LONG_AGO = (f"{date.today() - timedelta(days=days)}" for days in (100, 4000))
SPANS = {"month": 30, "year": 365}
SESSION = "/ops/api/session"


def console(bench: Bench) -> Iterator[Figure]:
    """Measure lists, filters, records and cases; of each the slowest, beside what any request of staff costs."""
    trade.ensure(bench.url, bench.plan["site"])
    with transaction() as session:
        staff = make_staff(session, *Role)
        cookie = f"hearth_staff={open_session(session, staff)}"
        cases = {
            "new": desks.make_cases(session, staff),
            "old": desks.find_cases(session, staff, site_id=UUID(bench.plan["site"])),
        }
    connection = Connection(bench.ports["ours"])

    def get(path: str) -> Any:
        return json.loads(connection.call(_request(bench, path, cookie)))

    questions = {
        what: {name: _request(bench, path, cookie) for name, path in paths.items()}
        for what, paths in _questions(get).items()
    }
    questions["cases"] = {
        f"{name}, {age}": _request(bench, opening.path, cookie, opening.method)
        for age, records in cases.items()
        for name, opening in desks.openings(records)
    }
    for what, requests in questions.items():
        measured = {name: _times(bench, connection, asked) for name, asked in requests.items()}
        slowest, times = max(measured.items(), key=lambda item: summary(item[1])["p95"])
        bare = summary(_times(bench, connection, _request(bench, SESSION, cookie)))
        ours = summary(times) | bench.cost(partial(_call, connection, requests[slowest]))
        over = sorted(((summary(one)["p95"], name) for name, one in measured.items()), reverse=True)
        print(what, *(f"{name} {taken:.0f} ms" for taken, name in over[:8]), sep="\n  ", flush=True)
        yield {
            "path": "console",
            "what": f"console: the slowest of all {what}",
            "slowest": slowest,
            "ours": ours,
            "bare": bare,
            "ratio": round(ours["p95"] / bare["p95"], 2),
            "all_p95": round(1000 * p95([one for rounds in measured.values() for times in rounds for one in times]), 1),
        }


def _questions(get: Any) -> dict[str, dict[str, str]]:
    """Return paths by what they ask and of which resource; what is sought and opened is taken from the first page."""
    lists: dict[str, str] = {}
    filters: dict[str, str] = {}
    records: dict[str, str] = {}
    for resource in RESOURCES:
        path = f"/ops/api/{resource.key}"
        lists |= {f"{resource.key} by {sort}": f"{path}?{urlencode({'sort': sort})}" for sort in _sorts(resource)}
        found = get(path)["data"]
        if not found:
            continue
        records[resource.key] = f"{path}/{found[0]['id']}"
        for source in resource.filters:
            for sought in _sought(resource, source, found):
                filters[f"{resource.key} by {urlencode(sought)}"] = f"{path}?{urlencode(sought)}"
    return {"lists": lists, "filters": filters, "records": records, "numbers": _numbers()}


def _numbers() -> dict[str, str]:
    """Return what every page asks for its menu, and what the first page asks: the figures of a month and of a year."""
    days = {
        name: urlencode({"begin": date.today() - timedelta(days=n), "end": date.today()}) for name, n in SPANS.items()
    }
    figures = {f"figures of a {name}": f"/ops/api/figures?{span}" for name, span in days.items()}
    return {"what waits": "/ops/api/waiting", **figures}


def _sorts(resource: Resource) -> list[str]:
    return [resource.default_sort, *(f"-{column.source}" for column in resource.columns if column.sort)]


def _sought(resource: Resource, source: str, rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return what is looked for: each choice, the rare ones too; a value of the first page, and one that is nowhere; a
    whole address; one day, all days before it, and a day on which there was nothing.
    """
    column = resource.column(source)
    if column is None or column.pii:
        return [{source: "nobody@example.org"}]
    if column.choices or column.kind == "yes_no":
        return [{source: choice} for choice in column.choices or ("true", "false")]
    there = [str(row[source]) for row in rows if row.get(source) not in (None, "")][:1]
    if column.kind in TIMES:
        first, last = column.query_names
        days = [DAY_OF_MANY, LONG_AGO] if there else []
        return [{first: day, last: day} for day in days] + [{last: day} for day in days]
    if column.kind == "text":
        there.append(str(UUID(int=0)) if holds(resource, source, UUID) else NOWHERE)
    return [{source: value} for value in there]


def _request(bench: Bench, path: str, cookie: str, method: str = "GET") -> bytes:
    body: dict[str, Any] | None = None if method == "GET" else {}
    return request(method, path, host=bench.plan["host"], body=body, headers={"Cookie": cookie})


def _call(connection: Connection, asked: bytes, _number: int) -> None:
    connection.call(asked)


def _times(bench: Bench, connection: Connection, asked: bytes) -> list[Times]:
    connection.call(asked)
    return [[timed(partial(connection.call, asked)) for _ in range(EACH)] for _ in range(bench.rounds)]
