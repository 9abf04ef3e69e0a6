"""Access to stored files: modules decide who may see the files in a folder of the storage."""

from collections.abc import Callable, Mapping
from uuid import UUID

from app.kernel.db.session import Session

# Called with the session, the member's id (None for a visitor) and the name in the folder; returns whether the file
# exists for them.
Check = Callable[[Session, UUID | None, str], bool]

_checks: dict[str, list[Check]] = {}


def install(checks: Mapping[str, Check]) -> None:
    """Register the checks of a module, each by its folder; those of the lowest modules are asked first."""
    for folder, check in checks.items():
        known = _checks.setdefault(folder, [])
        if check not in known:
            known.append(check)


def may_see_file(session: Session, *, viewer_id: UUID | None, key: str) -> bool:
    """Return whether a module lets a viewer see a stored file; nobody may see files outside the folders of modules."""
    folder, _, name = key.partition("/")
    return any(check(session, viewer_id, name) for check in _checks.get(folder, ()))
