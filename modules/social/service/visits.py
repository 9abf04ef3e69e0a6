"""Visits that were noted while a profile was read: they wait in Redis, and a job stores them as a visit by itself is.

A read cannot write to the database. When Redis is lost, so are the visits of a few seconds.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from sqlalchemy import Uuid, bindparam, exists, select

from app.kernel import clock, i18n, log
from app.kernel.db.retries import is_disconnect
from app.kernel.db.session import Session, transaction
from app.kernel.errors import NotFound
from app.kernel.http import ratelimit
from app.kernel.waiting import add_waiting, has_waiting, take_waiting
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Viewer
from modules.social.models import HiddenVisitor
from modules.social.service import interactions

# More than a person does by hand.
VISITS = ratelimit.Limit("visit", calls=1000, seconds=3600)
WAITING = "visits"
BATCH = 200

_VISITOR = bindparam("visitor_id", type_=Uuid)
_SHOWS_VISITS = select(
    ~exists().where(HiddenVisitor.member_id == _VISITOR) & ~profiles_api.is_invisible(_VISITOR),
)


@dataclass(frozen=True, slots=True)
class _Visit:
    """A visit that waits; `is_shown` is whether the visitor showed visits at that moment."""

    visitor_id: UUID
    visited_id: UUID
    site_id: UUID
    at: datetime
    is_shown: bool


def note_visit(session: Session, *, viewer: Viewer, member_id: UUID, to_id: UUID) -> None:
    """Note that a member opened a profile that they may see; it is stored within seconds, by the rules of
    `visit_profile`.
    """
    if member_id == to_id:
        return
    is_shown = bool(session.execute(_SHOWS_VISITS, {"visitor_id": member_id}).scalar_one())
    line = [str(member_id), str(to_id), str(viewer.site_id), clock.now().isoformat(), is_shown]
    session.after_commit(partial(add_waiting, WAITING, json.dumps(line)))


def has_visits(_session: Session) -> bool:
    """Return whether visits wait to be stored."""
    return has_waiting(WAITING)


def store_visits() -> None:
    """Store the visits that wait, each in a transaction of its own; while the database is away they wait again."""
    while waiting := take_waiting(WAITING, limit=BATCH):
        latest = {(visit.visitor_id, visit.visited_id): visit for visit in map(_visit, waiting)}
        for visit in latest.values():
            try:
                _store(visit)
            except Exception as error:
                if is_disconnect(error):
                    add_waiting(WAITING, *waiting)
                    raise
                log.get("social").error("visit not stored", exc_info=error)


def _visit(line: str) -> _Visit:
    visitor, visited, site, at, is_shown = json.loads(line)
    return _Visit(UUID(visitor), UUID(visited), UUID(site), datetime.fromisoformat(at), is_shown)


def _store(visit: _Visit) -> None:
    viewer = Viewer(visit.visitor_id, is_paid=False, site_id=visit.site_id, language=i18n.FALLBACK)
    with suppress(NotFound, ratelimit.TooManyRequests), transaction() as session:
        ratelimit.check(VISITS, str(visit.visitor_id))
        interactions.visit_profile(
            session,
            viewer=viewer,
            member_id=visit.visitor_id,
            to_id=visit.visited_id,
            at=visit.at,
            is_shown=visit.is_shown,
        )
