"""Reads of the copies of members' data."""

from uuid import UUID

from sqlalchemy import func, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.accounts.contracts import DataExport, ExportState
from modules.accounts.leaving.models import DataExportRow

_EXPORTS = select(*columns_of(DataExport, DataExportRow))


def find_newest_export(session: Session, member_id: UUID) -> DataExport | None:
    """Return a member's newest copy of their data, or None."""
    newest = _EXPORTS.where(DataExportRow.member_id == member_id).order_by(DataExportRow.asked_at.desc())
    return read(session, DataExport, newest.limit(1)).one_or_none()


def find_export(session: Session, export_id: UUID) -> DataExport | None:
    """Return a copy of a member's data by its id, or None."""
    return read(session, DataExport, _EXPORTS.where(DataExportRow.id == export_id)).one_or_none()


def find_export_key(session: Session, export_id: UUID) -> str | None:
    """Return the storage key of a copy, whether or not its file is stored yet."""
    key = select(DataExportRow.storage_key).where(DataExportRow.id == export_id)
    return session.execute(key).scalar_one_or_none()


def list_expired_exports(session: Session, *, limit: int) -> list[tuple[UUID, str]]:
    """Return (id, storage key) of expired copies."""
    over = select(DataExportRow.id, DataExportRow.storage_key).where(
        DataExportRow.state == ExportState.READY, DataExportRow.expires_at <= func.now()
    )
    return [(row.id, row.storage_key) for row in session.execute(over.limit(limit))]


def list_export_keys(session: Session, member_id: UUID) -> list[str]:
    """Return the storage keys of all of a member's copies, expired ones too."""
    return list(
        session.execute(select(DataExportRow.storage_key).where(DataExportRow.member_id == member_id)).scalars()
    )
