"""Rules of deleted accounts and of copies of members' data."""

from datetime import datetime, timedelta
from math import ceil

from modules.accounts.contracts import DataExport, ExportState

# How long a copy of a member's data can be downloaded, and how often one can be requested.
EXPORT_LIFE = timedelta(days=7)
EXPORT_EVERY = timedelta(days=1)


def export_wait(asked_at: datetime, *, now: datetime) -> int:
    """Return the whole seconds until a member may request the next copy of their data; 0 if now."""
    return max(0, ceil((asked_at + EXPORT_EVERY - now).total_seconds()))


def may_ask_export(newest: DataExport | None, *, now: datetime) -> bool:
    """Return whether a member may request a copy of their data: one a day, and none while one is being made."""
    if newest is None:
        return True
    return newest.state is not ExportState.WAITING and export_wait(newest.asked_at, now=now) == 0
