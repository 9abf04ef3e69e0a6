"""The manifest of the catalog module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.catalog.handlers import (
    forget_finder_answers,
    on_member_erased,
    on_photo_activated,
    on_profile_changed,
    on_visibility_changed,
)
from modules.catalog.routes import blp
from modules.catalog.service import index, index_servers
from modules.catalog.service.export import export_member

MANIFEST = Manifest(
    name="catalog",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=(
        on_profile_changed,
        on_visibility_changed,
        on_photo_activated,
        on_member_erased,
        forget_finder_answers,
    ),
    schedules=(
        Schedule(index.push_waiting_changes, every_seconds=5, has_work=index_servers.has_work),
        Schedule(index.mend_loss, every_seconds=60),
        Schedule(index.copy_activity, every_seconds=15),
    ),
    export_member=export_member,
)
