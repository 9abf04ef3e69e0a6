"""What the messaging module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest
from modules.messaging import api, handlers, routes

MANIFEST = Manifest(
    name="messaging",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    handlers=(handlers.on_member_erased,),
    current_user=api.current_user,
    export_member=api.export_member,
)
