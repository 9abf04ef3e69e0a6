"""The search index; the only module that calls Meilisearch.

There are as many copies of the index as there are servers. Searches ask the first server that answers, updates go to
each by itself (service/index.py). Searches and updates use our own pool of connections, rare calls the official client.
After a failure a server is not asked for a while, so that a slow one does not delay every search.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

import urllib3
from prometheus_client import Counter

from app.kernel import log
from app.kernel.config import config, place_of
from app.kernel.progress import Progress, silent
from app.kernel.text.folding import fold
from modules.catalog.contracts import COUNTED, MAX_RESULTS, Facets, Hits, SearchQuery, Sort
from modules.catalog.documents import SETTINGS, filter_of, microseconds
from modules.catalog.errors import IndexRefused, IndexUnavailable
from modules.profiles.contracts import Kind

if TYPE_CHECKING:
    from meilisearch.client import Client
    from meilisearch.models.task import TaskInfo

CALLS = Counter("hearth_search_calls", "Calls of the search engine", ("server", "outcome"))
SEARCH_TIMEOUT = urllib3.Timeout(connect=0.25, read=0.5)
LOOK_TIMEOUT = urllib3.Timeout(connect=1, read=2)
FEED_TIMEOUT = urllib3.Timeout(connect=1, read=10)
# Doubled at each further failure.
PAUSE_SECONDS, MAX_PAUSE_SECONDS = 5.0, 20.0
TASK_SECONDS = 20
FETCH = 10_000


def index_name() -> str:
    """Return the name of the index, which holds the members of all sites."""
    return f"{config().meili_prefix}members"


def fresh_name() -> str:
    """Return the name of an index that is being built, to be swapped in when it is whole."""
    return f"{index_name()}_fresh"


@dataclass(eq=False)
class Server:
    """A Meilisearch server with a copy of the index; `name` is its address without a password.

    Where `is_stale`, its copy is behind, and searches ask the other servers first.
    """

    name: str
    url: str
    is_stale: bool = False
    failures: int = 0
    paused_until: float = 0.0

    def put(self, documents: Sequence[Mapping[str, Any]], *, into: str = "") -> None:
        """Add or replace documents; the server indexes them shortly after. Raises IndexUnavailable."""
        if documents:
            path = f"/indexes/{into or index_name()}/documents?primaryKey=id"
            self.call("POST", path, documents, timeout=FEED_TIMEOUT)

    def remove(self, ids: Sequence[UUID]) -> None:
        """Remove documents from the index, also from one that is being built; raises IndexUnavailable."""
        for name in self._own_indexes() if ids else ():
            self.call("POST", f"/indexes/{name}/documents/delete-batch", [str(i) for i in ids], timeout=FEED_TIMEOUT)

    def find_index(self, name: str = "") -> str | None:
        """Return the moment at which the server made an index, which no other one has, or None if there is none.

        Raises IndexUnavailable.
        """
        known = self.call("GET", "/indexes?limit=1000", None, timeout=LOOK_TIMEOUT)["results"]
        return next((str(index["createdAt"]) for index in known if index["uid"] == (name or index_name())), None)

    def fingerprints(self) -> Iterator[tuple[UUID, int]]:
        """Yield (id, fingerprint) of every document; raises IndexUnavailable."""
        for page, *_ in self._pages(index_name(), {"fields": ["id", "fingerprint"]}):
            yield from ((UUID(item["id"]), item["fingerprint"]) for item in page)

    def count_words(self, words: Sequence[str], progress: Progress = silent) -> Iterator[tuple[str, str, int]]:
        """Yield (index, finding, documents), as the function `count_words` does for all servers."""
        with self._rare_calls() as client:
            known = [index.uid for index in client.get_indexes({"limit": 1000})["results"]]
        forms = {form for word in words for form in (word.lower(), fold(word) or word.lower())}
        ours = [name for name in known if _is_own(name)]
        for name in known:
            if name.startswith(config().meili_prefix) and name not in ours:
                yield name, "not in the registry of erasure", 1
        for name in ours if words else ():
            count = 0
            for page, done, total in self._pages(name, {}):
                texts = (json.dumps(item, ensure_ascii=False).lower() for item in page)
                count += sum(any(form in text for form in forms) for text in texts)
                progress(f"documents of {name}", done, total)
            if count:
                yield name, "with one of the words", count

    def _pages(self, name: str, options: Mapping[str, Any]) -> Iterator[tuple[list[dict[str, Any]], int, int]]:
        """Yield the documents of an index in pages, each with how many were read and how many there are."""
        offset, total = 0, 1
        while offset < total:
            body = {"offset": offset, "limit": FETCH, **options}
            answer = self.call("POST", f"/indexes/{name}/documents/fetch", body, timeout=FEED_TIMEOUT)
            offset, total = offset + FETCH, answer["total"]
            yield answer["results"], min(offset, total), total

    def check(self) -> None:
        """Check that the server answers and took the newest documents; raises IndexUnavailable, or its IndexRefused."""
        with self._rare_calls() as client:
            asked = {"indexUids": ",".join(self._own_indexes()), "types": "documentAdditionOrUpdate", "limit": 1}
            newest = client.get_tasks({**asked, "statuses": "succeeded,failed"}).results if asked["indexUids"] else []
        if newest and newest[0].status == "failed":
            raise IndexRefused((newest[0].error or {}).get("code", "unknown"))

    def start_fresh(self) -> None:
        """Begin an index beside the one in use; raises IndexUnavailable."""
        with self._rare_calls() as client:
            client.delete_index(fresh_name())
            client.create_index(fresh_name(), {"primaryKey": "id"})
            self._wait(client, client.index(fresh_name()).update_settings(SETTINGS))

    def drop_index(self) -> None:
        """Delete the index in use, so that nobody is answered from a part of it; raises IndexUnavailable."""
        with self._rare_calls() as client:
            client.delete_index(index_name())

    def swap_in(self) -> str:
        """Put the index that was built in the place of the one in use; returns what `find_index` will.

        Raises IndexUnavailable, and its IndexRefused where the server could not index all documents.
        """
        began = self.find_index(fresh_name())
        asked = {"indexUids": fresh_name(), "types": "documentAdditionOrUpdate", "statuses": "failed", "limit": 1}
        with self._rare_calls() as client:
            if failed := client.get_tasks({**asked, "afterEnqueuedAt": began}).results:
                raise IndexRefused((failed[0].error or {}).get("code", "unknown"))
            # No sooner, because searches in an empty index find nobody.
            client.create_index(index_name(), {"primaryKey": "id"})
            self._wait(client, client.swap_indexes([{"indexes": [index_name(), fresh_name()]}]))
            client.delete_index(fresh_name())
        swapped = self.find_index()
        if swapped is None:
            raise IndexUnavailable()
        return swapped

    @staticmethod
    def _wait(client: Client, task: TaskInfo) -> None:
        done = client.wait_for_task(task.task_uid, timeout_in_ms=TASK_SECONDS * 1000, interval_in_ms=50)
        if done.status != "succeeded":
            raise IndexRefused((done.error or {}).get("code", "unknown"))

    def is_idle(self, *, within: float) -> bool:
        """Return whether every document sent so far is indexed, after some seconds at most; raises IndexUnavailable."""
        end = time.monotonic() + within
        ours = {"indexUids": [index_name(), fresh_name()], "statuses": ["enqueued", "processing"], "limit": 1}
        with self._rare_calls() as client:
            while client.get_tasks(ours).results:
                if time.monotonic() > end:
                    return False
                time.sleep(0.02)
        return True

    def _own_indexes(self) -> list[str]:
        """Return the names of the index in use and of one that is being built, as far as they exist."""
        known = self.call("GET", "/indexes?limit=1000", None, timeout=LOOK_TIMEOUT)["results"]
        return [index["uid"] for index in known if _is_own(index["uid"])]

    @contextmanager
    def _rare_calls(self) -> Iterator[Client]:
        """Yield the official client; raises IndexUnavailable when no answer comes, and IndexRefused."""
        from meilisearch.client import Client
        from meilisearch.errors import MeilisearchApiError, MeilisearchCommunicationError, MeilisearchTimeoutError

        try:
            yield Client(self.url, config().meili_key, timeout=5)
        except (MeilisearchCommunicationError, MeilisearchTimeoutError) as error:
            raise IndexUnavailable() from error
        except MeilisearchApiError as error:
            raise IndexRefused(error.code or f"status {error.status_code}") from error

    def call(self, method: str, path: str, body: Any, *, timeout: urllib3.Timeout) -> Any:
        """Return the answer to a request; raises IndexUnavailable, at once while the server is not asked."""
        if time.monotonic() < self.paused_until:
            raise IndexUnavailable()
        if self.failures:
            # One request finds out whether it answers again; the others go on without it.
            self._pause()
        headers = {"Authorization": f"Bearer {config().meili_key}", "Content-Type": "application/json"}
        content = None if method == "GET" else json.dumps(body)
        try:
            answer = _pool().request(method, self.url + path, body=content, headers=headers, timeout=timeout)
        except urllib3.exceptions.HTTPError as error:
            CALLS.labels(self.name, "away").inc()
            self.failures += 1
            self._pause()
            raise IndexUnavailable() from error
        self.failures, self.paused_until = 0, 0.0
        # 404: the index does not exist yet. Above 501: what is in front of the server does not reach it.
        if answer.status == 404 or answer.status > 501:
            CALLS.labels(self.name, "away").inc()
            raise IndexUnavailable()
        if answer.status >= 400:
            CALLS.labels(self.name, "refused").inc()
            said = answer.data.decode(errors="replace")[:500]
            named = {"server": self.name, "path": path, "status": answer.status}
            log.get("catalog").error("search engine refused", **named, said=said)
            raise IndexRefused(_code_of(said) or f"status {answer.status}")
        CALLS.labels(self.name, "answered").inc()
        return json.loads(answer.data)

    def _pause(self) -> None:
        seconds = PAUSE_SECONDS * 2 ** min(self.failures - 1, 10)
        self.paused_until = time.monotonic() + min(seconds, MAX_PAUSE_SECONDS)


def _code_of(said: str) -> str | None:
    """Return the server's own short name for an error, if it is the one that answered."""
    with suppress(ValueError, TypeError, KeyError):
        return str(json.loads(said)["code"])
    return None


def _is_own(name: str) -> bool:
    return name in (index_name(), fresh_name())


def servers() -> list[Server]:
    """Return the servers of the search index in the order of the setting; none where there is no search engine."""
    return [_server(url) for url in config().meili_urls]


def count_words(words: Sequence[str], progress: Progress = silent) -> list[tuple[str, str, int]]:
    """Return (server and index, finding, documents) for every index that contains one of the words, and for every index
    with this installation's prefix that is unknown; raises IndexUnavailable where a server is away.
    """
    return [
        (f"{server.name} {name}", finding, count)
        for server in servers()
        for name, finding, count in server.count_words(words, progress)
    ]


@cache
def _server(url: str) -> Server:
    return Server(place_of(url), url.rstrip("/"))


@cache
def _pool() -> urllib3.PoolManager:
    return urllib3.PoolManager(maxsize=16, retries=False)


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
    whole = _body(query) | {"limit": 0, "facets": fields}
    new = _body(query) | {"limit": 0, "facets": ["kind"]}
    new["filter"] = f"{new['filter']} AND created >= {microseconds(new_since)}"
    counted, recent = _ask_several([whole, new])
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
    answers = _ask_several([_body(query) | {"limit": 0} for query in queries])
    return [min(answer["estimatedTotalHits"], COUNTED) for answer in answers]


def _body(query: SearchQuery) -> dict[str, Any]:
    return {"q": query.text, "matchingStrategy": "all", "filter": filter_of(query)}


def _ask(query: SearchQuery, options: Mapping[str, Any]) -> Any:
    return _ask_a_server(f"/indexes/{index_name()}/search", _body(query) | dict(options))


def _ask_several(wanted: Sequence[Mapping[str, Any]]) -> Any:
    queries = [{**one, "indexUid": index_name()} for one in wanted]
    return _ask_a_server("/multi-search", {"queries": queries})["results"]


def _ask_a_server(path: str, body: Mapping[str, Any]) -> Any:
    """Return the answer of the first server that answers; those that are behind are asked last."""
    failure = IndexUnavailable()
    for server in sorted(servers(), key=lambda server: server.is_stale):
        try:
            return server.call("POST", path, body, timeout=SEARCH_TIMEOUT)
        except IndexUnavailable as error:
            failure = error
    raise failure
