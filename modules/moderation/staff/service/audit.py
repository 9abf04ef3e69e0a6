"""The audit trail of staff, written in the transaction of each action."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import insert

from app.kernel import log
from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.moderation.staff.models import AuditEvent


def record_audit(
    session: Session,
    *,
    staff_id: UUID | None,
    action: str,
    resource: str,
    record_id: UUID | str | None = None,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Record who did what to which record and why; without `staff_id`, the operator at the command line.

    `detail` is further data for JSON.
    """
    values = {"staff_id": staff_id, "action": action, "resource": resource, "reason": reason, "detail": detail or {}}
    record = None if record_id is None else str(record_id)
    session.execute(insert(AuditEvent).values(id=new_id(), record_id=record, request_id=log.request_id(), **values))
