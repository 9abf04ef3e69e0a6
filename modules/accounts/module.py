"""The manifest of the accounts module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.accounts import handlers, jobs, ops
from modules.accounts.leaving.service.export import export_member
from modules.accounts.routes import identity, invitations, life

MANIFEST = Manifest(
    name="accounts",
    folder=Path(__file__).parent,
    blueprints=(identity.blp, life.blp, invitations.blp),
    handlers=(
        handlers.make_export,
        handlers.remove_exports,
        handlers.note_erasure,
        handlers.note_deletion,
        handlers.forget_deletion,
    ),
    schedules=(
        Schedule(jobs.remove_stale, every_seconds=86_400),
        Schedule(jobs.erase_due, every_seconds=3_600),
        Schedule(jobs.remove_expired_exports, every_seconds=3_600),
        Schedule(jobs.remove_parts, every_seconds=3_600),
        Schedule(jobs.count_figures, every_seconds=900),
    ),
    resources=(ops.MEMBERS,),
    figures=ops.FIGURES,
    current_user=identity.CURRENT_USER,
    export_member=export_member,
    folders={
        "exports/": "copies of members' data, kept for a week",
        "erasures/": "a hash and a day for each erased member; kept, so that no backup restores them",
        "deletions/": "a hash and the day of erasure for each deleted account; removed when reactivated or erased",
    },
)
