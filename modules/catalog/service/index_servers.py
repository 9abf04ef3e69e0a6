"""What is known of each server of the search index: whether its copy is whole, how far its building has come, and
whether it is behind.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from prometheus_client import Gauge
from sqlalchemy import ColumnElement, Update, all_, bindparam, delete, func, or_, select, text, true, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.types import Text

from app.kernel.config import NO_SEARCH_ENGINE
from app.kernel.db.read import read
from app.kernel.db.session import Session, release
from modules.catalog import search_index
from modules.catalog.errors import IndexUnavailable
from modules.catalog.models import IndexServer

LEASE = timedelta(seconds=60)
# A copy that is so far behind is searched only where no other one answers.
STALE = timedelta(seconds=10)
LOOK_SECONDS = 2.0
# Where building begins, as no member has this id.
START = UUID(int=0)
# The row that stands for the one server of the release before, whose name it did not store.
FORMER = ""

BEHIND = Gauge("hearth_search_seconds_behind", "Age of the oldest change that a copy of the index lacks", ("server",))
WHOLE = Gauge("hearth_search_is_whole", "1 where a server's copy of the index is whole, else 0", ("server",))
_next_look = 0.0


@dataclass(frozen=True, slots=True)
class Building:
    """A lease to build a server's index, from the member after `copied_to` on; None begins anew."""

    copied_to: UUID | None
    taken_until: datetime


_IS_FREE = or_(IndexServer.taken_until.is_(None), IndexServer.taken_until < func.now())
_NAMES = bindparam("names", type_=ARRAY(Text))
_DISTRUST_OTHERS = delete(IndexServer).where(IndexServer.server != all_(_NAMES))
_FORGET_FORMER = delete(IndexServer).where(IndexServer.server == FORMER).returning(IndexServer.server)


def distrust_others(session: Session, names: Sequence[str]) -> None:
    """Forget that the copies of other servers are whole, because a change is not noted for them."""
    session.execute(_DISTRUST_OTHERS, {"names": [*names, *([] if NO_SEARCH_ENGINE in names else [FORMER])]})


def find_index(session: Session, server: str) -> str | None:
    """Return which index of a server is whole, for which every change was noted; None where none is."""
    own = select(IndexServer.index_id).where(IndexServer.server == server)
    return session.execute(own).scalar_one_or_none()


def adopt_index(session: Session, server: str, index_id: str) -> bool:
    """Take the first index that is seen for the one that the release before built; returns whether it is the first."""
    if not session.execute(_FORGET_FORMER).all():
        return False
    session.execute(insert(IndexServer).values(server=server, index_id=index_id))
    return True


def take_building(session: Session, server: str, known: str | None) -> Building | None:
    """Lease the building of a server's index, as nothing is left of the one that is `known`; None where another process
    has it, or has built one meanwhile.
    """
    taken = _take(session, server, IndexServer.index_id.is_not_distinct_from(known) & _IS_FREE, {})
    return next(iter(taken), None)


def restart_building(session: Session, server: str) -> Building:
    """Lease the building of a server's index anew, whatever another process has built: it notices."""
    (building,) = _take(session, server, true(), {"copied_to": None})
    return building


def _take(session: Session, server: str, condition: ColumnElement[bool], changes: dict[str, Any]) -> Sequence[Building]:
    session.execute(_FORGET_FORMER)
    until = func.clock_timestamp() + LEASE
    new = insert(IndexServer).values(server=server, taken_until=until)
    taken = new.on_conflict_do_update(
        index_elements=[IndexServer.server],
        set_={"index_id": None, "taken_until": new.excluded.taken_until, **changes},
        where=condition,
    )
    returned = taken.returning(IndexServer.copied_to, IndexServer.taken_until)
    return read(session, Building, returned).all()


def begin_anew(session: Session, server: str, building: Building) -> None:
    """Have whoever takes the lease next begin anew; raises IndexUnavailable where it is not ours any more."""
    if not session.execute(_own(server, building).values(copied_to=None).returning(IndexServer.server)).all():
        raise IndexUnavailable()


def save_building(
    session: Session, server: str, building: Building, *, copied_to: UUID | None = None, index_id: str | None = None
) -> None:
    """End a lease, and store how far the building has come, or the index that is whole; not if another process has
    taken it.
    """
    session.execute(_own(server, building).values(copied_to=copied_to, index_id=index_id, taken_until=None))


def _own(server: str, building: Building) -> Update:
    return update(IndexServer).where(IndexServer.server == server, IndexServer.taken_until == building.taken_until)


_STATE = text(
    """
    SELECT name,
           (SELECT extract(epoch FROM now() - min(changed_at))
              FROM catalog.server_change WHERE server = name) AS behind,
           EXISTS (SELECT FROM catalog.server_change
                    WHERE server = name AND (taken_until IS NULL OR taken_until < now())) AS has_changes,
           index_server.index_id IS NOT NULL AS is_whole,
           index_server.server IS NOT NULL AND index_server.index_id IS NULL
               AND (index_server.taken_until IS NULL OR index_server.taken_until < now()) AS has_building
      FROM unnest(CAST(:names AS text[])) AS name LEFT JOIN catalog.index_server ON index_server.server = name
    """
)


def has_work(session: Session) -> bool:
    """Update the metrics; returns whether a change waits to be copied, or an index to be built, that no process has."""
    rows = session.execute(_STATE, {"names": _names()}).all()
    for row in rows:
        BEHIND.labels(row.name).set(float(row.behind or 0))
        WHOLE.labels(row.name).set(row.is_whole)
    return any(row.has_changes or row.has_building for row in rows)


_STALE = text(
    """
    SELECT name FROM unnest(CAST(:names AS text[])) AS name
     WHERE NOT EXISTS (SELECT FROM catalog.index_server WHERE server = name AND index_id IS NOT NULL)
        OR EXISTS (SELECT FROM catalog.server_change WHERE server = name AND changed_at < now() - :stale)
    """
)


def release_to_search(session: Session) -> None:
    """Return the connection to the pool before a search engine is asked, having seen which copies are behind."""
    global _next_look
    servers = search_index.servers()
    if len(servers) > 1 and time.monotonic() >= _next_look:
        _next_look = time.monotonic() + LOOK_SECONDS
        stale = set(session.execute(_STALE, {"names": _names(), "stale": STALE}).scalars())
        for server in servers:
            server.is_stale = server.name in stale
    release(session)


def _names() -> list[str]:
    return [server.name for server in search_index.servers()]
