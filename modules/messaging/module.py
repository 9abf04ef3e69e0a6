"""The manifest of the messaging module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.messaging import handlers, jobs, ops, routes
from modules.messaging.service import photos
from modules.messaging.service.export import export_member

MANIFEST = Manifest(
    name="messaging",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    handlers=(
        handlers.on_message_sent,
        handlers.process_chat_photo,
        handlers.remove_chat_photo_files,
        handlers.on_member_erased,
    ),
    schedules=(
        Schedule(jobs.return_stuck_photos, every_seconds=600),
        Schedule(jobs.return_unanswered, every_seconds=300),
    ),
    current_user=routes.CURRENT_USER,
    resources=(ops.CONVERSATIONS,),
    figures=ops.FIGURES,
    export_member=export_member,
    files={"chat-photos": photos.may_see_photo, "photos": photos.may_see_partner},
)
