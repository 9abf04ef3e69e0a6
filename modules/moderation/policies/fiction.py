"""Rules of writing for fictional profiles: when, who, for how long, and what is never said (design promise 1)."""

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
# For so long back, what a member spent is held against the site's `care_credits`.
SPENT_WITHIN = timedelta(days=30)


def ensure_begins(state: str, *, is_mine: bool) -> None:
    """Refuse to begin with a conversation that is answered, or outside its profile's hours; who began may go on.

    Raises NothingToAnswer or FictionClosed.
    """
    if is_mine:
        return
    if state == "answered":
        raise NothingToAnswer()
    if state == "later":
        raise FictionClosed()


def ensure_taken(*, holder: str | None) -> None:
    """Refuse what another writer has in hand, whose name is given; raises ConversationLocked."""
    if holder is not None:
        raise ConversationLocked(name=holder)


def ensure_locked(*, held_by: UUID | None, staff_id: UUID) -> None:
    """Refuse to read or answer what one has not taken; raises ConversationNotLocked."""
    if held_by != staff_id:
        raise ConversationNotLocked()


def ensure_truth(*, asks_real: bool) -> None:
    """Refuse all but the truth to who asked for it; raises TruthUntold."""
    if asks_real:
        raise TruthUntold()


def ensure_no_claim(signs: Collection[CareSign], *, field: str) -> None:
    """Refuse words by which the profile would be a real person, where they were written; raises FictionDenied."""
    if CareSign.CLAIMS_REAL in signs:
        raise FictionDenied(field=field)


def ensure_hours(*, opens: int, closes: int) -> None:
    """Refuse hours of which nobody knows whether they are none or all day; raises Invalid."""
    if closes == opens:
        raise Invalid(field="closes")
