"""The name of a profile, a copy of the account's: it changes only after a decision removed it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.accounts import api as accounts_api
from modules.profiles.events import ProfileChanged
from modules.profiles.models import ProfileRow
from modules.profiles.service.profile import update_profile


def change_own_profile(session: Session, *, member_id: UUID, changes: Mapping[str, Any]) -> None:
    """Change fields of a member's own profile, and their name after theirs was removed.

    Raises what update_profile raises, NameStays, NameRemoved, NameLength, NameBeginsWithAt or NameIsEmail.
    """
    if "name" in changes:
        name = accounts_api.choose_name(session, member_id=member_id, name=changes["name"])
        changes = {**changes, "name": name}
    update_profile(session, member_id=member_id, changes=changes)


def remove_name(session: Session, *, member_id: UUID) -> bool:
    """Replace a member's name with a placeholder until they choose another one; False if there is none to replace."""
    return accounts_api.remove_name(session, member_id=member_id) and _copy_name(session, member_id)


def restore_name(session: Session, *, member_id: UUID) -> None:
    """Restore the name that was removed from a member, unless they have chosen another one."""
    if accounts_api.restore_name(session, member_id=member_id):
        _copy_name(session, member_id)


def _copy_name(session: Session, member_id: UUID) -> bool:
    name = accounts_api.get_member(session, member_id).name
    session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(name=name))
    publish(session, ProfileChanged(member_id=member_id))
    return True
