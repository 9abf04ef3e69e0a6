"""What the accounts module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.accounts import api, jobs, ops, routes

MANIFEST = Manifest(
    name="accounts",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    schedules=(Schedule(jobs.remove_stale, every_seconds=86_400),),
    resources=(ops.MEMBERS,),
    current_user=api.current_user,
)
