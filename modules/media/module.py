"""The manifest of the media module."""

from pathlib import Path

from app.kernel.manifest import Manifest
from modules.media.routes import blp

MANIFEST = Manifest(
    name="media",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    folders={"photos/": "photos in profiles", "chat-photos/": "photos in chats"},
)
