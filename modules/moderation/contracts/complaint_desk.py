"""Complaints as JSON for the staff who answer them."""

from typing import TypedDict

from modules.moderation.contracts.complaints import Author, ComplaintState, Topic
from modules.moderation.contracts.decisions import DecisionState, Measure
from modules.moderation.contracts.queue import ItemState


class Colleague(TypedDict):
    """A person of the staff."""

    id: str
    name: str


class Complainant(TypedDict):
    """The member who complained, or who has the same address."""

    id: str
    name: str
    status: str
    is_paid: bool
    signup_at: str


class ThreadMessage(TypedDict):
    """A message or a note; `is_mailed` if it came as a mail."""

    id: str
    author: Author
    by: str | None
    body: str
    at: str
    is_mailed: bool


class CannedAnswer(TypedDict):
    """An answer that staff adapt; one without a topic fits every complaint."""

    key: str
    topic: Topic | None
    label: str
    text: str


class EarlierDecision(TypedDict):
    """A decision about the complainant."""

    id: str
    number: str
    measure: Measure
    state: DecisionState
    created_at: str


class OtherComplaint(TypedDict):
    """Another complaint; one without a login from the same address is unproven."""

    id: str
    number: str
    topic: Topic
    state: ComplaintState
    created_at: str
    is_proven: bool


class ReadConversation(TypedDict):
    """A conversation that was read for cases, and when last."""

    id: str
    created_at: str


class CaseOfComplaint(TypedDict):
    """A case into which a complaint was handed over, with what was decided."""

    id: str
    member_id: str
    name: str
    reason: str
    state: ItemState
    measure: Measure | None
    created_at: str


class ComplaintThread(TypedDict):
    """A complaint with its messages; `due_day` is in the time zone of its site. The person is only matched where nobody
    logged in to write it.
    """

    id: str
    number: str
    topic: Topic
    state: ComplaintState
    language: str
    created_at: str
    due_at: str | None
    due_day: str
    closed_at: str | None
    claimed_by: Colleague | None
    is_ours: bool
    person: Complainant | None
    is_matched: bool
    messages: list[ThreadMessage]


class RelatedRecords(TypedDict):
    """What is known of the complainant beside the complaint."""

    decisions: list[EarlierDecision]
    others: list[OtherComplaint]
    conversations: list[ReadConversation]


class ComplaintCase(ComplaintThread, RelatedRecords):
    """A complaint with all that answering it needs."""

    is_mine: bool
    colleagues: list[Colleague]
    canned: list[CannedAnswer]
    handed: list[CaseOfComplaint]


class ComplainantAddress(TypedDict):
    """Where answers go to somebody without an account."""

    email: str
