"""The keys without which a restored database is half a house: those whose files the settings name."""

import os
from collections.abc import Mapping
from pathlib import Path

from cli.errors import CliError

SETTINGS = {"secret": "HEARTH_SECRET_FILE", "vapid": "HEARTH_VAPID_FILE", "dkim": "HEARTH_DKIM_FILE"}


def collect() -> dict[str, bytes]:
    """Return the keys by name, such as `secret`, or `dkim/example.org.pem` where a folder is named."""
    keys = {}
    for name, setting in SETTINGS.items():
        place = Path(os.environ[setting]) if os.environ.get(setting) else None
        if place and place.is_dir():
            keys.update({f"{name}/{file.name}": file.read_bytes() for file in sorted(place.glob("*.pem"))})
        elif place:
            keys[name] = place.read_bytes()
    return keys


def find_missing(keys: Mapping[str, bytes], *, replace: bool) -> dict[Path, bytes]:
    """Return the files that are still to be written; raises CliError where another key is in place or none is named."""
    missing = {}
    for name, content in keys.items():
        setting = SETTINGS[name.partition("/")[0]]
        if not os.environ.get(setting):
            raise CliError(f"the backup holds the key of {setting}, which is not set; set it, and run this again.")
        path = Path(os.environ[setting], *name.split("/")[1:])
        is_there = path.exists()
        if is_there and path.read_bytes().strip() == content.strip():
            continue
        if is_there and not replace:
            raise CliError(f"{path} ({setting}) is another key than the backup's; --keys takes those out.")
        if not os.access(path if is_there else path.parent, os.W_OK):
            raise CliError(f"{path} ({setting}) cannot be written; put the backup's key there, which --keys takes out.")
        missing[path] = content
    return missing


def write(files: Mapping[Path, bytes]) -> None:
    """Write keys that only their owner may read."""
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.touch(mode=0o600)
        draft.write_bytes(content)
        draft.replace(path)
