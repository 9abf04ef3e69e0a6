"""What happened in the notifications module."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.kernel.outbox import Event, Queue


@dataclass(frozen=True)
class MailQueued(Event):
    """A mail waits to be handed to the SMTP server; `is_urgent`: somebody waits for it, or it is about money."""

    mail_id: UUID
    is_urgent: bool = False

    @classmethod
    def queue_of(cls, payload: Mapping[str, Any]) -> Queue | None:
        """Queue an urgent mail before all others; the version before did not write `is_urgent`."""
        return Queue.URGENT if payload.get("is_urgent") else None


@dataclass(frozen=True)
class MailReported(Event):
    """What a mail server told of a mail (`kind`: as RFC 3463 and RFC 5965 name it); it is counted and nothing else."""

    mail_id: UUID
    kind: str


@dataclass(frozen=True)
class PushQueued(Event):
    """A push message of a kind (`type`) is due for one browser; a later `version` takes the place of an earlier one.

    `queued_at` is the moment in ISO 8601.
    """

    member_id: UUID
    subscription_id: UUID
    type: str
    version: int
    queued_at: str


@dataclass(frozen=True)
class PushAnswered(Event):
    """What became of a push message for one browser (`answer`, a PushAnswer); it is counted and nothing else."""

    member_id: UUID
    answer: str
