"""The manifest of the profiles module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.profiles import handlers, jobs, ops, routes
from modules.profiles.service.export import export_member

MANIFEST = Manifest(
    name="profiles",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    handlers=(
        handlers.make_profile,
        handlers.show_profile,
        handlers.hide_profile,
        handlers.show_profile_again,
        handlers.hide_banned_profile,
        handlers.show_unbanned_profile,
        handlers.erase_profile,
        handlers.process_photo,
        handlers.recut_photo,
        handlers.remove_photo_files,
    ),
    schedules=(Schedule(jobs.count_interests, every_seconds=3_600),),
    current_user=routes.CURRENT_USER,
    resources=ops.RESOURCES,
    export_member=export_member,
)
