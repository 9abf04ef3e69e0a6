"""Reactions of the accounts module. All of them use the storage, so they open their own transactions."""

from tempfile import TemporaryFile

from app.kernel.db.session import transaction
from app.kernel.events.outbox import Queue, handles
from app.kernel.files.storage import storage
from modules.accounts.contracts import ExportState
from modules.accounts.events import ExportAsked, MemberDeleted, MemberErased, MemberReactivated
from modules.accounts.leaving.queries import copies
from modules.accounts.leaving.service import archive, erasures
from modules.accounts.leaving.service import exports as service


@handles(ExportAsked, managed=False, queue=Queue.SLOW)
def make_export(event: ExportAsked) -> None:
    """Write the copy of a member's data into the storage."""
    with transaction(read_only=True) as session:
        export = copies.find_export(session, event.export_id)
        if export is None or export.state is not ExportState.WAITING:
            return
        key = copies.find_export_key(session, export.id)
    with TemporaryFile() as file:
        archive.write_copy(export.member_id, file)
        size = file.tell()
        file.seek(0)
        storage().put(str(key), file)
    with transaction() as session:
        is_wanted = service.mark_ready(session, export_id=export.id, size=size)
    if not is_wanted:
        storage().delete(str(key))


@handles(MemberErased, managed=False)
def remove_exports(event: MemberErased) -> None:
    """Remove the copies of an erased member's data."""
    with transaction(read_only=True) as session:
        keys = copies.list_export_keys(session, event.member_id)
    for key in keys:
        storage().delete(key)
    with transaction() as session:
        service.forget_exports(session, member_id=event.member_id)


@handles(MemberErased, managed=False)
def note_erasure(event: MemberErased) -> None:
    """Record outside of the database that a member was erased, for when a backup is restored."""
    erasures.note_erasure(event.member_id)


@handles(MemberDeleted, managed=False)
def note_deletion(event: MemberDeleted) -> None:
    """Record outside of the database when a member who deleted their account will be erased."""
    erasures.note_deletion(event.member_id)


@handles(MemberReactivated, managed=False)
def forget_deletion(event: MemberReactivated) -> None:
    """Remove a reactivated member from the list of deleted accounts."""
    erasures.note_deletion(event.member_id)
