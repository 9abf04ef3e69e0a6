"""Cases of the review queue as others see them."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Literal
from uuid import UUID


class ItemKind(StrEnum):
    """Kinds of cases in the review queue."""

    PHOTO = "photo"
    PROFILE_TEXT = "profile-text"
    MEMBER_REPORT = "member-report"
    PHOTO_REPORT = "photo-report"
    MESSAGE_REPORT = "message-report"
    RISK = "risk"
    EVASION = "evasion"
    OPENED = "opened"


class ItemState(StrEnum):
    """States of a case in the review queue; `gone` when its subject no longer needs a review."""

    OPEN = "open"
    CLAIMED = "claimed"
    DECIDED = "decided"
    GONE = "gone"


class Priority(IntEnum):
    """The urgency of a case."""

    HIGH = 1
    MEDIUM = 2
    LOW = 3


class Signal(StrEnum):
    """Automatic findings about a member; each opens a review and decides nothing by itself."""

    MONEY_WORDS = "money-words"
    NEW_ASKS_MONEY = "new-asks-money"
    ALIKE_OPENERS = "alike-openers"
    LURING_OPENERS = "luring-openers"
    SHARED_DEVICE = "shared-device"
    BANNED_DEVICE = "banned-device"
    BANNED_EMAIL = "banned-email"
    BANNED_PHOTO = "banned-photo"
    BANNED_BANK_ACCOUNT = "banned-bank-account"


@dataclass(frozen=True, slots=True)
class Match:
    """The account that a signal leads to; `photo_id` is the member's picture that equals that account's `known_id`."""

    other_id: UUID
    photo_id: UUID | None = None
    known_id: UUID | None = None


Desk = Literal["review", "signatures", "appeals", "complaints", "fiction", "refunds"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of open cases of one desk, and how many of them are overdue."""

    queue: Desk
    waiting: int
    late: int
