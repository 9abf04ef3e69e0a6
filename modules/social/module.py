"""The manifest of the social module."""

from pathlib import Path

from app.kernel.events.outbox import Queue
from app.kernel.manifest import Manifest, Schedule
from modules.social import jobs, ops
from modules.social.handlers import on_member_erased, on_visibility_changed
from modules.social.routes import CURRENT_USER, blp
from modules.social.service import visits
from modules.social.service.interactions import export_member, may_see_photo

MANIFEST = Manifest(
    name="social",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=(on_member_erased, on_visibility_changed),
    schedules=(Schedule(jobs.store_visits, every_seconds=5, queue=Queue.DEFAULT, has_work=visits.has_visits),),
    current_user=CURRENT_USER,
    resources=(ops.LIKES,),
    figures=ops.FIGURES,
    export_member=export_member,
    files={"photos": may_see_photo},
)
