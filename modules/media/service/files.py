"""Files of pictures in the storage. Each picture has a folder of its own, a random name."""

import re
from collections.abc import Iterable, Mapping

from app.kernel.files.storage import storage
from modules.media.contracts import Use

FOLDERS = {Use.PROFILE: "photos", Use.CHAT: "chat-photos"}
# The sizes that the owner's crop changes, and the whole picture.
CUT_SIZES = ("thumb", "card", "match")
WHOLE = "full"
BLURRED = "-blurred"
_CUT = re.compile(rf"/(?:{'|'.join(CUT_SIZES)})(?:{BLURRED})?(?:-(\d+))?\.webp$")


def storage_key(use: Use, folder: str, name: str, *, cut: int = 0) -> str:
    """Return the storage key of one file of a picture, such as `card` or its blurred version `card-blurred`.

    Each crop has its own names (`card-2`), so that no cache shows an earlier one.
    """
    return f"{FOLDERS[use]}/{folder}/{name}{f'-{cut}' if cut else ''}.webp"


def storage_keys(use: Use, folder: str) -> list[str]:
    """Return the storage keys of the existing files of a picture."""
    place = f"{FOLDERS[use]}/{folder}"
    return [f"{place}/{name}" for name in storage().list_names(place)]


def store_files(use: Use, folder: str, files: Mapping[str, bytes], *, cut: int = 0) -> None:
    """Store files of a picture by their names, such as `card`."""
    for name, file in files.items():
        storage().put(storage_key(use, folder, name, cut=cut), file)


def remove_files(use: Use, folder: str) -> None:
    """Remove all files of a picture."""
    _remove(storage_keys(use, folder))


def remove_cut(folder: str, cut: int) -> None:
    """Remove the files of one crop of a profile's photo."""
    names = [f"{size}{suffix}" for size in CUT_SIZES for suffix in ("", BLURRED)]
    _remove(storage_key(Use.PROFILE, folder, name, cut=cut) for name in names)


def remove_earlier_cuts(folder: str, cut: int) -> None:
    """Remove the files of the crops of a profile's photo before `cut`."""
    keys = storage_keys(Use.PROFILE, folder)
    _remove(key for key in keys if (found := _CUT.search(key)) and int(found[1] or 0) < cut)


def _remove(keys: Iterable[str]) -> None:
    for key in keys:
        storage().delete(key)
