"""Events of the notifications module."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent, Queue


class MailQueued(Event):
    """A mail is due for the SMTP server; `is_urgent` for mails that somebody waits for and mails about money."""

    mail_id: UUID
    is_urgent: bool = False

    @classmethod
    def queue_of(cls, payload: Mapping[str, Any]) -> Queue | None:
        """Put an urgent mail on the urgent queue; events of the previous version have no `is_urgent`."""
        return Queue.URGENT if payload.get("is_urgent") else None


class MailReported(Event):
    """A mail server reported on a mail (`kind` as in RFC 3463 and RFC 5965); used for a metric only."""

    mail_id: UUID
    kind: str


class PushQueued(MemberEvent):
    """A push message of a `type` is due for one browser; published by the previous version alone.

    `queued_at` is the moment in ISO 8601.
    """

    subscription_id: UUID
    type: str
    version: int
    queued_at: str


class PushAnswered(MemberEvent):
    """A push message for one browser had an outcome (`answer`, a PushAnswer); used for figures only."""

    answer: str
