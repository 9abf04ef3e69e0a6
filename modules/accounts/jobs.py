"""Scheduled jobs of the accounts module."""

from app.kernel import clock, log
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.http import idempotency
from modules.accounts.identity.service import figures
from modules.accounts.invitations import service as invitations
from modules.accounts.leaving.queries import copies
from modules.accounts.leaving.queries import deletions as queries
from modules.accounts.leaving.service import exports, leaving
from modules.accounts.sessions.service import sessions

BATCH = 200


def remove_stale() -> None:
    """Delete sessions, links, counters, notes and stored answers that have expired; once a day."""
    with transaction() as session:
        sessions.remove_stale(session)
        invitations.forget_old_notes(session)
        idempotency.forget_old_answers(session)


def erase_due() -> None:
    """Erase accounts that were deleted 14 days ago (spec 4.2), each in a transaction of its own."""
    with transaction(read_only=True) as session:
        due = queries.list_due_erasures(session, limit=BATCH)
    for member_id in due:
        with transaction() as session:
            is_erased = leaving.erase_due_member(session, member_id=member_id)
        log.get("accounts").info("erased" if is_erased else "not erased", member_id=str(member_id))


def count_figures() -> None:
    """Count the figures of the days that are due, each in a transaction of its own; every quarter of an hour."""
    with transaction(read_only=True) as session:
        due = figures.list_due_days(session, today=clock.today())
    for day in due:
        with transaction() as session:
            figures.count_figures(session, day=day)


def remove_expired_exports() -> None:
    """Delete expired copies of members' data."""
    with transaction(read_only=True) as session:
        expired = copies.list_expired_exports(session, limit=BATCH)
    for export_id, key in expired:
        storage().delete(key)
        with transaction() as session:
            exports.mark_expired(session, export_id=export_id)


def remove_parts() -> None:
    """Delete files that interrupted processes left half written in the storage; every hour."""
    if left := storage().remove_parts():
        log.get("accounts").info("parts removed", count=left)
