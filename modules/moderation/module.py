"""What the moderation module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest
from modules.moderation import ops
from modules.moderation.handlers import on_member_erased
from modules.moderation.routes import blp
from modules.moderation.service import sharing

MANIFEST = Manifest(
    name="moderation",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=(on_member_erased,),
    resources=ops.RESOURCES,
    export_member=sharing.export_member,
)
