"""What the sites module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest
from modules.sites import api, ops, routes

MANIFEST = Manifest(
    name="sites",
    folder=Path(__file__).parent,
    blueprints=(routes.blp,),
    resources=(ops.SITES,),
    current_user=api.current_user,
)
