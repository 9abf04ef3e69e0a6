"""Writing for fictional profiles: each rule lets something through and refuses the rest."""

from uuid import UUID

import pytest

from app.kernel.errors import DomainError, Invalid
from modules.messaging.contracts import CareSign
from modules.messaging.errors import NothingToAnswer
from modules.moderation.errors import (
    ConversationLocked,
    ConversationNotLocked,
    FictionClosed,
    FictionDenied,
    TruthUntold,
)
from modules.moderation.fiction import policies
from tests.refusing import refused

ME, OTHER = UUID(int=1), UUID(int=2)


@pytest.mark.parametrize(("state", "error"), [("answered", NothingToAnswer), ("later", FictionClosed)])
def test_nobody_begins_with_what_needs_no_answer_now_but_who_began_goes_on(
    state: str, error: type[DomainError]
) -> None:
    policies.ensure_begins("waiting", is_mine=False)
    policies.ensure_begins(state, is_mine=True)
    with refused(error):
        policies.ensure_begins(state, is_mine=False)


def test_a_conversation_in_another_hand_is_refused_with_whose_it_is() -> None:
    policies.ensure_taken(holder=None)
    with refused(ConversationLocked, name="Kim"):
        policies.ensure_taken(holder="Kim")


@pytest.mark.parametrize("held_by", [None, OTHER])
def test_nobody_reads_what_they_have_not_taken(held_by: UUID | None) -> None:
    policies.ensure_locked(held_by=ME, staff_id=ME)
    with refused(ConversationNotLocked):
        policies.ensure_locked(held_by=held_by, staff_id=ME)


def test_who_asks_hears_the_truth_first() -> None:
    policies.ensure_truth(asks_real=False)
    with refused(TruthUntold):
        policies.ensure_truth(asks_real=True)


def test_a_claim_to_be_real_is_refused_where_it_was_written() -> None:
    policies.ensure_no_claim([sign for sign in CareSign if sign is not CareSign.CLAIMS_REAL], field="body")
    with refused(FictionDenied, "body"):
        policies.ensure_no_claim(list(CareSign), field="body")


def test_hours_have_an_end() -> None:
    policies.ensure_hours(opens=22, closes=2)
    with refused(Invalid, "closes"):
        policies.ensure_hours(opens=9, closes=9)
