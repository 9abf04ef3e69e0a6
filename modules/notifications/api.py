"""What other modules and the composition may ask of notifications."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.kernel.auth import Actor
from modules.notifications import queries
from modules.notifications.service import sharing

export_member = sharing.export_member


def current_user(session: Session, actor: Actor) -> Mapping[str, Any]:
    """Return the kinds of notification that the member does not get, with the cause (spec 3.1)."""
    rows = queries.list_disabled(session, actor.member)
    return {"notifications_disabled": [{"type": row.type, "cause": row.cause} for row in rows]}
