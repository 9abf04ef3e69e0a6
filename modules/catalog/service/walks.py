"""What a search found is kept for a minute, so that the member's later pages read only the cards that they show.

Who may be shown is decided by the statement that reads the cards: nothing about that is kept.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from app.kernel.marks import find_mark, set_mark
from modules.catalog.contracts import Filters, Hits, SearchQuery, Sort
from modules.catalog.queries.ids import ids_of_page

SECONDS = 60


@dataclass(frozen=True, slots=True)
class Walk:
    """What a search found, up to `counted`: all ids in their order, and the page of them that is asked for now."""

    hits: Hits
    counted: int
    applied: Filters


def keep_walk(
    member_id: UUID, *, filters: Filters, query: SearchQuery, applied: Filters, hits: Hits, ids: bytes
) -> None:
    """Keep what a member's search found, in place of what their search before it found; nothing while Redis is away."""
    about = {
        "search": _digest(filters, query.limit),
        "members": hits.members,
        "fictional": hits.fictional,
        "counted": query.counted,
        "applied": asdict(applied),
    }
    set_mark(_mark(member_id), f"{json.dumps(about)}\n{b64encode(ids).decode()}", seconds=SECONDS)


def find_walk(member_id: UUID, *, filters: Filters, page: int, page_size: int) -> Walk | None:
    """Return what a member's last search found, if it was the same and counted beyond this page and the next."""
    kept = find_mark(_mark(member_id))
    if kept is None:
        return None
    line, _, ids = kept.partition("\n")
    about = json.loads(line)
    found, counted = about["members"] + about["fictional"], about["counted"]
    offset = (page - 1) * page_size
    if about["search"] != _digest(filters, page_size) or (found >= counted < offset + 2 * page_size):
        return None
    hits = Hits(ids_of_page(b64decode(ids), offset, page_size), about["members"], about["fictional"])
    return Walk(hits, counted, _filters(about["applied"]))


def _mark(member_id: UUID) -> str:
    return f"search:{member_id}"


def _digest(filters: Filters, page_size: int) -> str:
    return sha256(f"{filters!r} {page_size}".encode()).hexdigest()


def _filters(values: dict[str, Any]) -> Filters:
    known: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Filters(**known | {"sort": Sort(values["sort"])})
