"""The searches that are measured: as requests to the application, and as the same question put to each engine."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import Select, event, select
from sqlalchemy.dialects import postgresql

from app.kernel.db.session import Session, transaction
from modules.catalog import search_index
from modules.catalog.contracts import Engine, SearchQuery, Sort
from modules.catalog.models import Listing
from modules.catalog.policies import search as policies
from modules.catalog.queries import search as queries
from modules.catalog.schemas import SearchIn
from modules.catalog.service import search
from modules.profiles.contracts import Viewer
from modules.profiles.reference import lists as reference

PAGE = 24
SUBJECTS = 120


@dataclass(frozen=True)
class Question:
    """One search by one actor: the address of the request, and what the bare engines are asked (None: cannot say)."""

    actor: int
    path: str
    engine: str
    sql: tuple[str, dict[str, Any]] | None
    body: tuple[str, dict[str, Any]] | None


def kinds() -> dict[str, dict[str, Any]]:
    """Return the kinds of search by name; "place" and "text" are filled with a town and words by chance."""
    return {
        "own wishes, fitting first": {},
        "recently active": {"sort": "active"},
        "newest": {"sort": "newest"},
        "aged 70 to 75": {"min_age": 70, "max_age": 75},
        "a region": {"region": "NL-ZE"},
        "online": {"online": "true"},
        "new": {"new": "true"},
        "photo, two interests, recently active": {"sort": "active", "with_photo": "true", "interest": 2},
        "within 50 km, recently active": {"sort": "active", "radius_km": 50, "place_id": "town"},
        "within 50 km, newest": {"sort": "newest", "radius_km": 50, "place_id": "town"},
        "nearest": {"sort": "nearest", "place_id": "town"},
        "text with a slip": {"text": "words"},
    }


def questions(plan: dict[str, Any], kind: dict[str, Any]) -> list[Question]:
    """Return SUBJECTS searches of one kind."""
    draw = random.Random(7)
    return [_question(plan, number % len(plan["actors"]), _filled(kind, draw)) for number in range(SUBJECTS)]


def _filled(kind: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    chosen = dict(kind)
    if "place_id" in kind:
        chosen["place_id"] = draw.choice(_towns())
    if "interest" in kind:
        chosen["interest"] = draw.sample([i.key for i in reference.interests() if not i.intimate], kind["interest"])
    if "text" in kind:
        chosen["text"] = draw.choice(("sailin mountans", "pianno", "candels lettrs", "bicyle", "harbor musem"))
    return chosen


@cache
def _towns() -> list[int]:
    return [place.id for place in reference.places() if place.country == "NL" and place.population > 20_000]


def _question(plan: dict[str, Any], actor: int, arguments: dict[str, Any]) -> Question:
    with transaction(read_only=True) as session:
        query = _query(session, plan, actor, arguments)
    return Question(
        actor=actor,
        path=f"/api/v1/search?{urlencode(arguments, doseq=True)}",
        engine=policies.choose_engine(query).value,
        sql=_sql(query),
        body=_body(query),
    )


def _query(session: Session, plan: dict[str, Any], actor: int, arguments: dict[str, Any]) -> SearchQuery:
    member_id, site_id = UUID(plan["actors"][actor]["id"]), UUID(plan["site"])
    viewer = Viewer(member_id, is_paid=True, site_id=site_id, language="en")
    filters = SearchIn().load(arguments)["filters"]
    return search.prepare(session, viewer=viewer, filters=filters, page=1, page_size=PAGE)[0]


def explain(plan: dict[str, Any]) -> Iterator[str]:
    """Yield how Postgres answers one search of each kind that the application gives to it."""
    for name, kind in kinds().items():
        with transaction(read_only=True) as session:
            query = _query(session, plan, 0, _filled(kind, random.Random(7)))
            if policies.choose_engine(query) is not Engine.POSTGRES:
                continue
            with _noted(session) as statements:
                queries.search(session, query)
            statement, values = statements[-1]
            lines = session.connection().exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS) {statement}", values).scalars()
            yield "\n".join([f"== {name}", "", statement, "", *lines, "", ""])


@contextmanager
def _noted(session: Session) -> Iterator[list[tuple[str, Any]]]:
    statements: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        statements.append((statement, values))

    event.listen(session.connection(), "before_cursor_execute", note)
    yield statements
    event.remove(session.connection(), "before_cursor_execute", note)


def _sql(query: SearchQuery) -> tuple[str, dict[str, Any]] | None:
    if query.words:
        # Trigrams read every candidate: hundreds of times slower than the index, which would only lengthen the bench.
        return None
    found: Select[Any] = select(Listing.member_id).where(*queries.filters_of(query))
    compiled = (
        found.order_by(*queries._order(query.sort))
        .limit(PAGE)
        .params(**queries.values_of(query), **queries._page_values(query))
        .compile(dialect=postgresql.dialect(paramstyle="pyformat"), compile_kwargs={"render_postcompile": True})
    )
    return str(compiled), dict(compiled.params)


def _body(query: SearchQuery) -> tuple[str, dict[str, Any]] | None:
    if query.active_since is not None or not (query.text or query.sort is Sort.NEWEST):
        return None
    sort = ["created:desc"] if query.sort is Sort.NEWEST else []
    body = search_index._body(query) | {"limit": PAGE, "attributesToRetrieve": ["id"], "sort": sort}
    return f"/indexes/{search_index.index_name()}/search", body
