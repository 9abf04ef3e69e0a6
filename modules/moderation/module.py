"""What the moderation module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest
from modules.moderation import ops

MANIFEST = Manifest(name="moderation", folder=Path(__file__).parent, resources=(ops.STAFF, ops.AUDIT))
