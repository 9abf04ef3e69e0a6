"""The matches that signals are based on: other accounts, and pictures whose files are held with the case."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.moderation.queue.models import ReviewMatch
from modules.profiles import api as profiles_api


def note_matches(session: Session, *, item_id: UUID, matches: Sequence[Mapping[str, Any]]) -> None:
    """Add matches to a case, and hold the files of the equal pictures of both accounts."""
    if not matches:
        return
    rows = [{"id": new_id(), "item_id": item_id, **match} for match in matches]
    session.execute(insert(ReviewMatch).values(rows).on_conflict_do_nothing())
    pictures = {match[side] for match in matches for side in ("photo_id", "known_id")} - {None}
    profiles_api.hold_photos(session, photo_ids=list(pictures), case_id=item_id)


def delete_matches(session: Session, cases: ColumnElement[bool]) -> None:
    """Delete the matches of some cases, and release their pictures."""
    forgotten = session.execute(delete(ReviewMatch).where(cases).returning(ReviewMatch.item_id)).scalars()
    if case_ids := list(set(forgotten)):
        profiles_api.release_photos(session, case_ids=case_ids)
