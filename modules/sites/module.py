"""The manifest of the sites module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.sites import jobs, ops, routes

MANIFEST = Manifest(
    name="sites",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    schedules=(Schedule(jobs.forget_old_bounces, every_seconds=86_400),),
    resources=ops.RESOURCES,
    current_user=routes.CURRENT_USER,
)
