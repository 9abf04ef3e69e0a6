"""The search index; the only module that calls Meilisearch.

Searches and updates use our own pool of connections, rare calls the official client. After a failure the engine is not
asked for PAUSE_SECONDS and Postgres answers, so that a slow engine does not delay every search.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

import urllib3

from app.kernel import log
from app.kernel.config import config
from app.kernel.progress import Progress, silent
from app.kernel.text.folding import fold
from modules.catalog.contracts import COUNTED, MAX_RESULTS, Facets, Hits, SearchQuery, Sort
from modules.catalog.documents import SETTINGS, filter_of, microseconds
from modules.catalog.errors import IndexRefused, IndexUnavailable
from modules.profiles.contracts import Kind

if TYPE_CHECKING:
    from meilisearch.client import Client

# One index for all sites, or one for each; docs/decisions has the figures.
INDEX_PER_SITE = False
SEARCH_TIMEOUT = urllib3.Timeout(connect=0.25, read=0.5)
FEED_TIMEOUT = urllib3.Timeout(connect=1, read=30)
PAUSE_SECONDS = 5.0
TASK_SECONDS = 3600
FRESH = "_fresh"
FETCH = 10_000

_paused_until = 0.0


def keeps_index() -> bool:
    """Return whether this installation has a search engine; without one, searches raise IndexUnavailable."""
    return config().meili_url is not None


def index_name(site_id: UUID) -> str:
    """Return the name of the index that holds a site's members."""
    return f"{config().meili_prefix}members" + (f"_{site_id.hex}" if INDEX_PER_SITE else "")


def search(query: SearchQuery) -> Hits:
    """Return one page of a search; raises IndexUnavailable."""
    answer = _ask(
        query,
        {
            "offset": query.offset,
            "limit": query.limit,
            "attributesToRetrieve": ["id"],
            "sort": ["created:desc"] if query.sort is Sort.NEWEST else [],
            "facets": ["kind"] if Kind.FICTIONAL in query.kinds else [],
        },
    )
    kinds = answer.get("facetDistribution", {}).get("kind", {Kind.MEMBER: answer["estimatedTotalHits"]})
    return Hits(
        ids=tuple(UUID(hit["id"]) for hit in answer["hits"]),
        members=min(kinds.get(Kind.MEMBER, 0), query.counted),
        fictional=min(kinds.get(Kind.FICTIONAL, 0), query.counted),
    )


def find_all(query: SearchQuery) -> list[UUID]:
    """Return the ids found, up to MAX_RESULTS, the most relevant first; raises IndexUnavailable."""
    answer = _ask(query, {"limit": MAX_RESULTS, "attributesToRetrieve": ["id"]})
    return [UUID(hit["id"]) for hit in answer["hits"]]


def count_facets(query: SearchQuery, *, new_since: datetime) -> Facets:
    """Return the counts of all facets but "online", which the index does not know; raises IndexUnavailable."""
    fields = ["gender", "region", "interests", "has_photo"]
    whole = _body(query) | {"limit": 0, "facets": fields, "indexUid": index_name(query.searcher.site_id)}
    new = _body(query) | {"limit": 0, "facets": ["kind"], "indexUid": index_name(query.searcher.site_id)}
    new["filter"] = f"{new['filter']} AND created >= {microseconds(new_since)}"
    counted, recent = _call("POST", "/multi-search", {"queries": [whole, new]}, timeout=SEARCH_TIMEOUT)["results"]
    facets = counted["facetDistribution"]
    return Facets(
        total=counted["estimatedTotalHits"],
        gender=facets["gender"],
        region=facets["region"],
        interest=facets["interests"],
        with_photo=facets["has_photo"].get("true", 0),
        new=recent["estimatedTotalHits"],
    )


def count_each(queries: Sequence[SearchQuery]) -> list[int]:
    """Return how many each of several searches finds, up to COUNTED, in one request; raises IndexUnavailable."""
    wanted = [_body(query) | {"limit": 0, "indexUid": index_name(query.searcher.site_id)} for query in queries]
    answers = _call("POST", "/multi-search", {"queries": wanted}, timeout=SEARCH_TIMEOUT)["results"]
    return [min(answer["estimatedTotalHits"], COUNTED) for answer in answers]


def _ask(query: SearchQuery, options: Mapping[str, Any]) -> dict[str, Any]:
    path = f"/indexes/{index_name(query.searcher.site_id)}/search"
    answer: dict[str, Any] = _call("POST", path, _body(query) | dict(options), timeout=SEARCH_TIMEOUT)
    return answer


def _body(query: SearchQuery) -> dict[str, Any]:
    return {"q": query.text, "matchingStrategy": "all", "filter": filter_of(query)}


def put(documents: Sequence[Mapping[str, Any]]) -> None:
    """Add or replace documents; the engine indexes them shortly after. Raises IndexUnavailable."""
    for name, items in _by_index(documents).items() if keeps_index() else ():
        ensure_index(name)
        _add(name, items)


def _by_index(documents: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for item in documents:
        found.setdefault(index_name(UUID(item["site"])), []).append(item)
    return found


def _add(name: str, items: Sequence[Mapping[str, Any]]) -> None:
    _call("POST", f"/indexes/{name}/documents?primaryKey=id", items, timeout=FEED_TIMEOUT)


def remove(ids: Sequence[UUID]) -> None:
    """Remove documents from all indexes, also those being rebuilt; raises IndexUnavailable."""
    for name in _own_indexes() if ids and keeps_index() else ():
        _call("POST", f"/indexes/{name}/documents/delete-batch", [str(i) for i in ids], timeout=FEED_TIMEOUT)


def fingerprints() -> Iterator[tuple[UUID, int]]:
    """Yield (id, fingerprint) of every document; raises IndexUnavailable."""
    for name in live_indexes():
        offset, total = 0, 1
        while offset < total:
            body = {"offset": offset, "limit": FETCH, "fields": ["id", "fingerprint"]}
            answer = _call("POST", f"/indexes/{name}/documents/fetch", body, timeout=FEED_TIMEOUT)
            yield from ((UUID(item["id"]), item["fingerprint"]) for item in answer["results"])
            offset, total = offset + FETCH, answer["total"]


def count_words(words: Sequence[str], progress: Progress = silent) -> list[tuple[str, str, int]]:
    """Return (index, finding, documents) for every index that contains one of the words, and for every index with this
    installation's prefix that is unknown; raises IndexUnavailable.
    """
    if not keeps_index():
        return []
    prefix = config().meili_prefix
    with _rare_calls() as client:
        known = [index.uid for index in client.get_indexes({"limit": 1000})["results"] if index.uid.startswith(prefix)]
    ours = _own_indexes()
    forms = {form for word in words for form in (word.lower(), fold(word) or word.lower())}
    found = [(name, "not in the registry of erasure", 1) for name in known if name not in ours]
    for name in ours if words else ():
        if count := sum(any(form in text for form in forms) for text in _texts(name, progress)):
            found.append((name, "with one of the words", count))
    return found


def _texts(name: str, progress: Progress) -> Iterator[str]:
    offset, total = 0, 1
    while offset < total:
        answer = _call(
            "POST", f"/indexes/{name}/documents/fetch", {"offset": offset, "limit": FETCH}, timeout=FEED_TIMEOUT
        )
        yield from (json.dumps(item, ensure_ascii=False).lower() for item in answer["results"])
        offset, total = offset + FETCH, answer["total"]
        progress(f"documents of {name}", min(offset, total), total)


def live_indexes() -> list[str]:
    """Return the names of this installation's indexes that are in use; raises IndexUnavailable."""
    return [name for name in _own_indexes() if _is_in_use(name)]


def _own_indexes() -> list[str]:
    """Return the names of the indexes in use and of those being rebuilt, also of an interrupted rebuild."""
    with _rare_calls() as client:
        known = [index.uid for index in client.get_indexes({"limit": 1000})["results"]]
    return [name for name in known if _is_own(name)]


def _is_own(name: str) -> bool:
    return name.startswith(f"{config().meili_prefix}members")


def _is_in_use(name: str) -> bool:
    return _is_own(name) and not name.endswith(FRESH)


def is_begun() -> bool:
    """Return whether this installation has an index in use; raises IndexUnavailable."""
    known = [index["uid"] for index in _call("GET", "/indexes?limit=1000", None, timeout=FEED_TIMEOUT)["results"]]
    if any(_is_in_use(name) for name in known):
        return True
    # The engine may have lost indexes that this process created.
    _ensured.clear()
    return False


def check_index() -> None:
    """Check that the engine answers and took the newest documents; raises IndexUnavailable, and its IndexRefused."""
    with _rare_calls() as client:
        asked = {"indexUids": ",".join(_own_indexes()), "types": "documentAdditionOrUpdate", "limit": 1}
        newest = client.get_tasks({**asked, "statuses": "succeeded,failed"}).results if asked["indexUids"] else []
    if newest and newest[0].status == "failed":
        raise IndexRefused((newest[0].error or {}).get("code", "unknown"))


_ensured: set[str] = set()


def ensure_index(name: str) -> None:
    """Create an index with its settings before its first document; raises IndexUnavailable.

    Meilisearch runs the tasks of an index in order, so this does not wait.
    """
    if name not in _ensured:
        with _rare_calls() as client:
            client.create_index(name, {"primaryKey": "id"})
            client.index(name).update_settings(SETTINGS)
        _ensured.add(name)


def rebuild(documents: Iterable[Sequence[Mapping[str, Any]]]) -> None:
    """Rebuild every index from batches of documents and swap it in; raises IndexUnavailable."""
    _ensured.clear()
    names: set[str] = set()
    for batch in documents:
        for name, items in _by_index(batch).items():
            if name not in names:
                _start_fresh(name)
                names.add(name)
            _add(name + FRESH, items)
    for name in names:
        _swap_in(name)
    with _rare_calls() as client:
        for name in set(live_indexes()) - names:
            client.delete_index(name)


def _start_fresh(name: str) -> None:
    with _rare_calls() as client:
        client.delete_index(name + FRESH)
        client.create_index(name + FRESH, {"primaryKey": "id"})
        client.index(name + FRESH).update_settings(SETTINGS)


def _swap_in(name: str) -> None:
    with _rare_calls() as client:
        # No sooner, because searches in an empty index find nobody; without an index, Postgres answers them.
        ensure_index(name)
        task = client.swap_indexes([{"indexes": [name, name + FRESH]}])
        done = client.wait_for_task(task.task_uid, timeout_in_ms=TASK_SECONDS * 1000, interval_in_ms=100)
        if done.status != "succeeded":
            raise RuntimeError(f"Meilisearch did not swap {name}: {done.error}")
        client.delete_index(name + FRESH)


def wait_until_done() -> None:
    """Wait until every document sent so far is indexed; raises IndexUnavailable."""
    with _rare_calls() as client:
        while client.get_tasks({"statuses": ["enqueued", "processing"], "limit": 1}).results:
            time.sleep(0.02)


@contextmanager
def _rare_calls() -> Iterator[Client]:
    """Yield the official client; raises IndexUnavailable when the engine does not answer, IndexRefused when it does."""
    from meilisearch.client import Client
    from meilisearch.errors import MeilisearchApiError, MeilisearchCommunicationError, MeilisearchTimeoutError

    url = config().meili_url
    if url is None:
        raise IndexUnavailable()
    try:
        yield Client(url, config().meili_key, timeout=5)
    except (MeilisearchCommunicationError, MeilisearchTimeoutError) as error:
        raise IndexUnavailable() from error
    except MeilisearchApiError as error:
        raise IndexRefused(error.code or f"status {error.status_code}") from error


def _call(method: str, path: str, body: Any, *, timeout: urllib3.Timeout) -> Any:
    global _paused_until
    url = config().meili_url
    if url is None or time.monotonic() < _paused_until:
        raise IndexUnavailable()
    headers = {"Authorization": f"Bearer {config().meili_key}", "Content-Type": "application/json"}
    content = None if method == "GET" else json.dumps(body)
    try:
        answer = _pool().request(method, url + path, body=content, headers=headers, timeout=timeout)
    except urllib3.exceptions.HTTPError as error:
        _paused_until = time.monotonic() + PAUSE_SECONDS
        raise IndexUnavailable() from error
    # 404: the index does not exist yet. Above 501: what is in front of the engine does not reach it.
    if answer.status == 404 or answer.status > 501:
        raise IndexUnavailable()
    if answer.status >= 400:
        said = answer.data.decode(errors="replace")[:500]
        log.get("catalog").error("search engine refused", path=path, status=answer.status, said=said)
        raise IndexRefused(f"status {answer.status}")
    return json.loads(answer.data)


@cache
def _pool() -> urllib3.PoolManager:
    return urllib3.PoolManager(maxsize=16, retries=False)
