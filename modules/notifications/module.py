"""The manifest of the notifications module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.notifications import handlers, jobs, live, ops
from modules.notifications.routes import CURRENT_USER, blp
from modules.notifications.service import pushes
from modules.notifications.service.export import export_member

MANIFEST = Manifest(
    name="notifications",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=handlers.HANDLERS,
    schedules=(
        Schedule(jobs.send_waiting, every_seconds=60),
        Schedule(jobs.send_pushes, every_seconds=2, has_work=pushes.has_due),
        Schedule(jobs.remove_logged_out_browsers, every_seconds=3600),
    ),
    signals=live.ALL,
    current_user=CURRENT_USER,
    resources=ops.RESOURCES,
    figures=ops.FIGURES,
    export_member=export_member,
    redis_keys={"mail-report:": "which mails were refused or reported, as ids; 30 days"},
)
