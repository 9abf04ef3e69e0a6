"""What the access log says of a record."""

from typing import Any
from uuid import UUID

from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.moderation.staff.models import AuditEvent


def trail_of(record_id: UUID | str, resource: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Return (action, reason, detail) of what an operator did to a record at the command line, the oldest first."""
    row = AuditEvent
    which = (row.record_id == str(record_id), row.resource == resource, row.staff_id.is_(None))
    with transaction(read_only=True) as session:
        found = session.execute(select(row.action, row.reason, row.detail).where(*which).order_by(row.at, row.id))
        return [(one.action, one.reason, one.detail) for one in found]
