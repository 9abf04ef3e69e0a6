"""Erasure of members and contacts."""

from uuid import UUID

from sqlalchemy import delete

from app.kernel.db.session import Base, Session
from modules.notifications.models import Mail


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Delete all rows of this module about a member; no other member needs them."""
    for table in reversed(Base.metadata.sorted_tables):
        if table.schema == Mail.__table__.schema and "member_id" in table.columns:
            session.execute(delete(table).where(table.columns["member_id"] == member_id))


def forget_contact(session: Session, *, contact_id: UUID) -> None:
    """Delete the mails to a contact without an account."""
    session.execute(delete(Mail).where(Mail.contact_id == contact_id))
