"""Rules of writing for fictional profiles: hours, claims, notes and forbidden texts (design promise 1)."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from app.kernel.errors import Invalid
from modules.messaging.contracts import CareSign
from modules.messaging.errors import NothingToAnswer
from modules.moderation.errors import (
    ConversationLocked,
    ConversationNotLocked,
    FictionClosed,
    FictionDenied,
    TruthUntold,
)

LOCK = timedelta(minutes=15)
NOTES_ARE_KEPT = timedelta(days=90)
# The period in which a member's spending is compared with the site's `care_credits`.
SPENT_WITHIN = timedelta(days=30)


def ensure_begins(state: str, *, is_mine: bool) -> None:
    """Raise NothingToAnswer or FictionClosed for a conversation that cannot be claimed in its state.

    A writer who has claimed it may go on outside the profile's hours.
    """
    if is_mine:
        return
    if state == "answered":
        raise NothingToAnswer()
    if state == "later":
        raise FictionClosed()


def ensure_taken(*, holder: str | None) -> None:
    """Raise ConversationLocked when another writer, `holder`, has claimed the conversation."""
    if holder is not None:
        raise ConversationLocked(name=holder)


def ensure_locked(*, held_by: UUID | None, staff_id: UUID) -> None:
    """Raise ConversationNotLocked unless the writer has claimed the conversation."""
    if held_by != staff_id:
        raise ConversationNotLocked()


def ensure_truth(*, asks_real: bool) -> None:
    """Raise TruthUntold while a member's question whether the profile is real is unanswered."""
    if asks_real:
        raise TruthUntold()


def ensure_no_claim(signs: Collection[CareSign], *, field: str) -> None:
    """Raise FictionDenied for a text that claims that the profile is a real person."""
    if CareSign.CLAIMS_REAL in signs:
        raise FictionDenied(field=field)


def ensure_hours(*, opens: int, closes: int) -> None:
    """Raise Invalid for equal hours, which could mean none or all day."""
    if closes == opens:
        raise Invalid(field="closes")
