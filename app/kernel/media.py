"""Stored files that people see: each module says who may see what lies below its folder of the storage."""

from collections.abc import Callable, Mapping
from uuid import UUID

from app.kernel.db import Session

# Tells whether a file is there for a member, None for a visitor; the file's name is what follows the folder's.
Check = Callable[[Session, UUID | None, str], bool]

_checks: dict[str, Check] = {}


def install(checks: Mapping[str, Check]) -> None:
    """Make the checks of modules known to this process, each by its folder."""
    _checks.update(checks)


def is_there(session: Session, *, viewer_id: UUID | None, key: str) -> bool:
    """Tell whether a stored file is there for somebody; what lies in no module's folder is there for nobody."""
    folder, _, name = key.partition("/")
    return folder in _checks and _checks[folder](session, viewer_id, name)
