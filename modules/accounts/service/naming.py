"""Names that staff took away. A name stays as it was given; only who lost theirs by a decision chooses another one."""

from uuid import UUID

from sqlalchemy import update

from app.kernel import i18n
from app.kernel.db import Session
from modules.accounts import policies, queries
from modules.accounts.models import MemberRow


def take_name(session: Session, *, member_id: UUID) -> bool:
    """Let a word of the house stand in the place of a member's name until they choose another one; False for who has
    none to lose: it is taken already, or the house gave it.
    """
    queries.lock_member(session, member_id)
    member = queries.get_member(session, member_id)
    if member.taken_name is not None or not member.is_person:
        return False
    _name(session, member_id, i18n.text(member.language, "accounts.nameless"), taken=member.name)
    return True


def give_name_back(session: Session, *, member_id: UUID) -> bool:
    """Give a member the name back that was taken away; False for who has chosen another one."""
    queries.lock_member(session, member_id)
    name = queries.get_member(session, member_id).taken_name
    if name is not None:
        _name(session, member_id, name)
    return name is not None


def choose_name(session: Session, *, member_id: UUID, name: str) -> str:
    """Give a member whose name was taken away the one that they chose, and return it.

    Raises NameStays, NameRemoved, NameLength, NameBeginsWithAt or NameIsEmail.
    """
    queries.lock_member(session, member_id)
    member = queries.get_member(session, member_id)
    clean = policies.clean_name(name, member.email)
    policies.ensure_may_choose_name(clean, taken=member.taken_name)
    _name(session, member_id, clean)
    return clean


def _name(session: Session, member_id: UUID, name: str, *, taken: str | None = None) -> None:
    named = update(MemberRow).where(MemberRow.id == member_id)
    session.execute(named.values(name=name, taken_name=taken))
