"""Addresses of people who write to a site without an account."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, insert, select

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from modules.accounts.contracts import Correspondent
from modules.accounts.events import ContactForgotten
from modules.accounts.identity.models import Contact
from modules.accounts.identity.policies.members import clean_email


def add_contact(session: Session, *, site_id: UUID, email: str, language: str) -> UUID:
    """Store the address and language of a visitor and return its id; raises EmailInvalid."""
    contact_id = new_private_id()
    row = {"id": contact_id, "site_id": site_id, "email": clean_email(email).lower(), "language": language}
    session.execute(insert(Contact), row)
    return contact_id


def get_contact(session: Session, contact_id: UUID) -> Correspondent:
    """Return a stored contact."""
    columns = (Contact.id, Contact.site_id, Contact.email, Contact.language)
    return Correspondent(*session.execute(select(*columns).where(Contact.id == contact_id)).one())


def find_address(session: Session, contact_id: UUID) -> tuple[UUID, str] | None:
    """Return (site, address) of a contact, or None once it is deleted."""
    row = session.execute(select(Contact.site_id, Contact.email).where(Contact.id == contact_id)).one_or_none()
    return (row.site_id, row.email) if row else None


def forget_contacts(session: Session, contact_ids: Collection[UUID]) -> None:
    """Delete contacts, and publish that their mails are to be deleted; missing ones are skipped."""
    gone = session.execute(delete(Contact).where(Contact.id.in_(contact_ids)).returning(Contact.id)).scalars().all()
    if gone:
        publish(session, *map(ContactForgotten, gone))
