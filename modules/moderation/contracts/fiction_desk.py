"""Conversations of fictional profiles as JSON for the staff who write them."""

from typing import TypedDict

from modules.billing.contracts.shop import Price
from modules.messaging.contracts import CareSign, PhotoStatus


class FictionalProfile(TypedDict):
    """A fictional profile, with the texts that answers must agree with."""

    name: str
    age: int
    since: str
    city: str | None
    headline: str
    about: str


class FictionalPartner(TypedDict):
    """The member who writes with a fictional profile."""

    name: str
    age: int
    since: str
    language: str


class Disclosure(TypedDict):
    """What the member was told about the profile, and when they confirmed it."""

    label: str
    warning: str
    acknowledged_at: str | None


class SentPhoto(TypedDict):
    """A photo in a message; no address until it is ready."""

    status: PhotoStatus
    preview: str | None


class FictionalMessage(TypedDict):
    """A message, with the staff who wrote it; `is_truth` if it says that nobody is behind the profile."""

    id: str
    seq: int
    is_ours: bool
    by: str | None
    is_truth: bool
    body: str
    gift: str | None
    photo: SentPhoto | None
    sent_at: str
    signs: list[CareSign]


class WriterNote(TypedDict):
    """A note of the writers about a conversation."""

    id: str
    by: str
    body: str
    at: str
    erase_at: str


class OpenHandover(TypedDict):
    """Who handed a conversation to moderation and why, while nobody has decided."""

    by: str
    at: str
    reason: str
    is_urgent: bool


class CareReasons(TypedDict):
    """Reasons for care; `spent` in 30 days, where that is much."""

    spent: Price | None
    distress: bool
    asks_real: bool


class FictionalCase(TypedDict):
    """A conversation with all that answering it needs, for the writer who claimed it."""

    id: str
    site: str
    seen: int
    waits: bool
    until: str | None
    profile: FictionalProfile
    member: FictionalPartner
    disclosure: Disclosure
    truth: str
    messages: list[FictionalMessage]
    has_more: bool
    notes: list[WriterNote]
    handed: OpenHandover | None
    care: CareReasons
