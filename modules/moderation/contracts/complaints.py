"""Complaints as others see them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Topic(StrEnum):
    """What a complaint is about."""

    PAYMENT = "payment"
    PERSON = "person"
    ACCOUNT = "account"
    DECISION = "decision"
    PRIVACY = "privacy"
    OTHER = "other"


class ComplaintState(StrEnum):
    """States of a complaint: open while staff owe an answer, waiting while they wait for the complainant's."""

    OPEN = "open"
    WAITING = "waiting"
    ANSWERED = "answered"
    CLOSED = "closed"


class Author(StrEnum):
    """The author of a message in a complaint; a note is written by staff and shown to staff only."""

    COMPLAINANT = "complainant"
    STAFF = "staff"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class ComplaintMessage:
    """A message of a complaint; complainants do not learn which staff member wrote it."""

    author: Author
    body: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ComplaintFacts:
    """The state of a complaint; while it is open, an answer is due by `due_at`."""

    id: UUID
    number: str
    topic: Topic
    state: ComplaintState
    created_at: datetime
    due_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Complaint(ComplaintFacts):
    """A complaint as its complainant sees it."""

    messages: tuple[ComplaintMessage, ...]
