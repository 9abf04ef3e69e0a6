"""Names that decisions removed. A name cannot be changed otherwise."""

from uuid import UUID

from sqlalchemy import update

from app.kernel import i18n
from app.kernel.db.session import Session
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.policies import members as policies
from modules.accounts.identity.queries import members as queries


def remove_name(session: Session, *, member_id: UUID) -> bool:
    """Replace a member's name with a placeholder until they choose another one; False if it is replaced already, or the
    member is erased or fictional.
    """
    queries.lock_member(session, member_id)
    member = queries.get_member(session, member_id)
    if member.taken_name is not None or not member.is_person:
        return False
    _set_name(session, member_id, i18n.text(member.language, "accounts.nameless"), taken=member.name)
    return True


def restore_name(session: Session, *, member_id: UUID) -> bool:
    """Restore the name that was removed from a member; False if they have chosen another one."""
    queries.lock_member(session, member_id)
    name = queries.get_member(session, member_id).taken_name
    if name is not None:
        _set_name(session, member_id, name)
    return name is not None


def choose_name(session: Session, *, member_id: UUID, name: str) -> str:
    """Set the name that a member chose after theirs was removed, and return it.

    Raises NameStays, NameRemoved, NameLength, NameBeginsWithAt or NameIsEmail.
    """
    queries.lock_member(session, member_id)
    member = queries.get_member(session, member_id)
    clean = policies.clean_name(name, member.email)
    policies.ensure_may_choose_name(clean, taken=member.taken_name)
    _set_name(session, member_id, clean)
    return clean


def _set_name(session: Session, member_id: UUID, name: str, *, taken: str | None = None) -> None:
    named = update(MemberRow).where(MemberRow.id == member_id)
    session.execute(named.values(name=name, taken_name=taken))
