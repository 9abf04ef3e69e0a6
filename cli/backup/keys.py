"""The keys in a backup, without which the restored data cannot be used: those whose files the settings name."""

import os
from collections.abc import Mapping
from pathlib import Path

from app.kernel.config import former_secret_files
from cli.errors import CliError

SETTINGS = {
    "secret": "HEARTH_SECRET_FILE",
    "former": "HEARTH_FORMER_SECRET_FILES",
    "vapid": "HEARTH_VAPID_FILE",
    "dkim": "HEARTH_DKIM_FILE",
}
SECRETS = ("secret", "former/")  # a ring: each opens what it sealed, in whichever position


def collect() -> dict[str, bytes]:
    """Return the keys by name, such as `secret`, `former/1`, or `dkim/example.org.pem` if a folder is configured."""
    keys = {f"former/{number}": file.read_bytes() for number, file in enumerate(former_secret_files(), 1)}
    for name in ("secret", "vapid", "dkim"):
        setting = SETTINGS[name]
        place = Path(os.environ[setting]) if os.environ.get(setting) else None
        if place and place.is_dir():
            keys.update({f"{name}/{file.name}": file.read_bytes() for file in sorted(place.glob("*.pem"))})
        elif place:
            keys[name] = place.read_bytes()
    return keys


def find_missing(keys: Mapping[str, bytes], *, replace: bool) -> dict[Path, bytes]:
    """Return the files that must be written; raises CliError if another key exists or a setting is missing."""
    missing = {}
    for name, content in keys.items():
        if name.startswith(SECRETS) and content.strip() in _ring():
            continue
        setting, path = SETTINGS[name.partition("/")[0]], _place(name)
        if path is None:
            raise CliError(f"the backup has a key for {setting}, which is not set; set it to a file and try again.")
        is_there = path.exists()
        if is_there and path.read_bytes().strip() == content.strip():
            continue
        if is_there and not replace:
            raise CliError(f"{path} ({setting}) differs from the key in the backup; --keys extracts that one.")
        if not os.access(path if is_there else path.parent, os.W_OK):
            raise CliError(f"{path} ({setting}) cannot be written; extract the backup's key with --keys.")
        missing[path] = content
    return missing


def _place(name: str) -> Path | None:
    """Return the file of a key; None if no setting names one."""
    kind, _, rest = name.partition("/")
    if kind == "former":
        return dict(enumerate(former_secret_files(), 1)).get(int(rest))
    place = os.environ.get(SETTINGS[kind])
    return Path(place, rest) if place else None


def _ring() -> set[bytes]:
    """Return the configured secrets."""
    files = [Path(os.environ["HEARTH_SECRET_FILE"]), *former_secret_files()]
    return {file.read_bytes().strip() for file in files if file.exists()}


def write(files: Mapping[Path, bytes]) -> None:
    """Write keys that only their owner can read."""
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.touch(mode=0o600)
        draft.write_bytes(content)
        draft.replace(path)
