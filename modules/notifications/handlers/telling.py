"""One mail for one thing."""

from uuid import UUID

from app.kernel.db import Session
from modules.notifications.contracts import MailType
from modules.notifications.service import mails


def tell(session: Session, member_id: UUID, type: MailType, **about: UUID) -> None:
    """Queue a mail about one thing, once."""
    ((name, id),) = about.items()
    mails.queue_mail(session, member_id=member_id, type=type, cause_key=str(id), params={name: str(id)})
