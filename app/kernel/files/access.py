"""Access to stored files: each module decides who may see the files in its folder of the storage."""

from collections.abc import Callable, Mapping
from uuid import UUID

from app.kernel.db.session import Session

# Called with the session, the member's id (None for a visitor) and the name in the folder; returns whether the file
# exists for them.
Check = Callable[[Session, UUID | None, str], bool]

_checks: dict[str, Check] = {}


def install(checks: Mapping[str, Check]) -> None:
    """Register the checks of modules, each by its folder."""
    _checks.update(checks)


def may_see_file(session: Session, *, viewer_id: UUID | None, key: str) -> bool:
    """Return whether a viewer may see a stored file; nobody may see files outside the folders of modules."""
    folder, _, name = key.partition("/")
    return folder in _checks and _checks[folder](session, viewer_id, name)
