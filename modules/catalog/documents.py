"""What the search index holds: its settings, its documents, and the conditions of a search in its filter syntax."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from app.kernel.text.folding import searchable
from modules.catalog.contracts import ANY, EXACT_FILTERS, MAX_RESULTS, SearchQuery

_EQUAL = {"facetSearch": False, "filter": {"equality": True, "comparison": False}}
_ORDERED = {"facetSearch": False, "filter": {"equality": True, "comparison": True}}
# Attributes that are columns of the listing with the same name.
_SAME = ("kind", "gender", "cell", "has_photo", *EXACT_FILTERS)
_LISTS = ("interests", "seeking")
_AGES = ("seeking_min_age", "seeking_max_age")
SETTINGS: dict[str, Any] = {
    "searchableAttributes": ["name", "city", "headline", "about"],
    "filterableAttributes": [
        {"attributePatterns": ["id", "site", *_SAME, *_LISTS], "features": _EQUAL},
        {"attributePatterns": ["born", "created", *_AGES], "features": _ORDERED},
    ],
    "sortableAttributes": ["created"],
    "displayedAttributes": ["id", "fingerprint"],
    "rankingRules": ["sort", "words", "typo", "proximity", "attribute", "exactness"],
    "facetSearch": False,
    "faceting": {"maxValuesPerFacet": 200, "sortFacetValuesBy": {"*": "count"}},
    "pagination": {"maxTotalHits": MAX_RESULTS},
}


def document(listing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a listing (its row with its texts), without anything that changes often."""
    return {**content_of(listing), "fingerprint": listing["fingerprint"]}


def content_of(listing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a document; its texts are folded, because they are only searched."""
    return {
        "id": str(listing["member_id"]),
        "site": str(listing["site_id"]),
        "born": _day(listing["date_of_birth"]),
        "created": microseconds(listing["created_at"]),
        **{name: listing[name] for name in _SAME},
        **{name: list(listing[name]) for name in _LISTS},
        **{name: listing[name] for name in _AGES},
        **{name: searchable(listing[name], "") for name in ("name", "city")},
        **{name: searchable("", listing[name]) for name in ("headline", "about")},
    }


def fingerprint(listing: Mapping[str, Any]) -> int:
    """Return a hash of a listing's document with 53 bits, which JSON numbers keep exactly."""
    digest = hashlib.blake2b(json.dumps(content_of(listing), sort_keys=True).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 11


def _day(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def filter_of(query: SearchQuery) -> str:
    """Return the conditions of a search in the filter syntax of Meilisearch."""
    searcher = query.searcher
    conditions: list[tuple[object, str]] = [
        (True, f"site = {_quote(str(searcher.site_id))}"),
        (True, _is_one_of("kind", query.kinds)),
        (searcher.absent_ids, f"NOT {_is_one_of('id', sorted(map(str, searcher.absent_ids)))}"),
        (query.genders, _is_one_of("gender", query.genders)),
        *((value, f"{name} = {_quote(value)}") for name in EXACT_FILTERS if (value := getattr(query, name))),
        (query.born_after, f"born > {_day(query.born_after) if query.born_after else 0}"),
        (query.born_until, f"born <= {_day(query.born_until) if query.born_until else 0}"),
        (query.cells, _is_one_of("cell", query.cells)),
        (query.created_since, f"created >= {microseconds(query.created_since) if query.created_since else 0}"),
        (query.with_photo, "has_photo = true"),
        *((True, f"interests = {_quote(interest)}") for interest in query.interests),
        (searcher.gender, _is_one_of("seeking", (ANY, searcher.gender or ""))),
        (query.is_without_words, f"id = {_quote('nobody')}"),
        (searcher.age, f"seeking_min_age <= {searcher.age} AND seeking_max_age >= {searcher.age}"),
    ]
    return " AND ".join(condition for wanted, condition in conditions if wanted)


def _is_one_of(field: str, values: Iterable[str]) -> str:
    return f"{field} IN [{', '.join(map(_quote, values))}]"


def _quote(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def microseconds(moment: datetime) -> int:
    """Return a moment as the index stores it, in microseconds since 1970."""
    return int(moment.timestamp() * 1_000_000)
