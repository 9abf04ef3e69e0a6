"""What happened in the notifications module."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class MailQueued(Event):
    """A mail waits to be handed to the SMTP server."""

    mail_id: UUID
