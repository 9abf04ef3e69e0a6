"""The manifest of the moderation module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.moderation import handlers, jobs, ops
from modules.moderation.complaints.service import mail_replies
from modules.moderation.routes import blp
from modules.moderation.service import export
from modules.moderation.staff import models as staff

MANIFEST = Manifest(
    name="moderation",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=(
        handlers.on_member_erased,
        handlers.on_photo_ready,
        handlers.on_photo_activated,
        handlers.on_photo_refused,
        handlers.on_photo_deleted,
        handlers.on_profile_changed,
        handlers.on_member_confirmed,
        handlers.on_message_suspected,
        handlers.on_conversation_started,
        handlers.on_member_activated,
        handlers.on_new_browser_logged_in,
        handlers.on_email_changed,
        handlers.on_collection_scheduled,
        handlers.on_decision_made,
        handlers.on_member_banned,
    ),
    schedules=(
        Schedule(jobs.end_due, every_seconds=300),
        Schedule(jobs.empty_evidence, every_seconds=86_400),
    ),
    resources=ops.RESOURCES,
    figures=ops.FIGURES,
    export_member=export.export_member,
    receive_mail=mail_replies.receive_mail,
    sealed=staff.SEALED,
)
