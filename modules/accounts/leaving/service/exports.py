"""Copies of members' data: requested by the member, made by a job, deleted after a week (promise 8)."""

from uuid import UUID

from sqlalchemy import delete, func, insert, update

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id, new_private_id
from modules.accounts.contracts import DataExport, ExportState
from modules.accounts.errors import ExportTooSoon, MemberNotFound
from modules.accounts.events import ExportAsked, ExportReady
from modules.accounts.identity.queries import members as queries
from modules.accounts.leaving import policies
from modules.accounts.leaving.models import DataExportRow
from modules.accounts.leaving.queries import copies


def request_export(session: Session, *, member_id: UUID) -> DataExport:
    """Request a copy, or return the one that is being made already; raises ExportTooSoon within a day of the last."""
    queries.lock_member(session, member_id)
    newest = copies.find_newest_export(session, member_id)
    if newest is not None and newest.state is ExportState.WAITING:
        return newest
    if newest is not None and (wait := policies.export_wait(newest.asked_at, now=clock.now())):
        raise ExportTooSoon(retry_after=wait)
    export_id = new_id()
    row = {"id": export_id, "member_id": member_id, "storage_key": f"exports/{new_private_id().hex}.zip"}
    session.execute(insert(DataExportRow).values(row))
    publish(session, ExportAsked(export_id=export_id))
    made = copies.find_export(session, export_id)
    if made is None:
        raise MemberNotFound()
    return made


def mark_ready(session: Session, *, export_id: UUID, size: int) -> bool:
    """Mark a copy as stored (size in bytes) and publish that; False when it is not waiting any more."""
    ready = (
        update(DataExportRow)
        .where(DataExportRow.id == export_id, DataExportRow.state == ExportState.WAITING)
        .values(state=ExportState.READY, size=size, ready_at=func.now(), expires_at=func.now() + policies.EXPORT_LIFE)
        .returning(DataExportRow.id)
    )
    if session.execute(ready).one_or_none() is None:
        return False
    publish(session, ExportReady(export_id=export_id))
    return True


def mark_expired(session: Session, *, export_id: UUID) -> None:
    """Mark a copy as expired, once its file is deleted."""
    session.execute(update(DataExportRow).where(DataExportRow.id == export_id).values(state=ExportState.EXPIRED))


def forget_exports(session: Session, *, member_id: UUID) -> None:
    """Delete the rows of a member's copies; their files are deleted before."""
    session.execute(delete(DataExportRow).where(DataExportRow.member_id == member_id))
