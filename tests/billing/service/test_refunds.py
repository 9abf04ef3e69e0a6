"""Refunds as the desk shows them, and as their member reads them."""

from types import SimpleNamespace
from typing import Any

import pytest

from modules.billing.contracts import RefundReason, RefundState, RefusalReason
from modules.billing.service import refund_desk, refund_words
from tests.billing.examples import NOW, TICK, a_payment, a_refund, an_order, euros

GOING = "We are sending €10.00 back to you, the same way it was paid. Banks usually need 2 to 5 working days."
REFUSED = "We looked at the refund of €10.00 and do not pay it out."
TOO_LATE = "The time in which this order can be paid back is over."


@pytest.mark.parametrize(
    ("reason", "credits", "why"),
    [
        (RefundReason.SUPPORT, 0, "Our support arranged this for you."),
        (
            RefundReason.WITHDRAWAL,
            3,
            "You gave 3 unspent credits back. They are set aside until the money has arrived.",
        ),
    ],
)
def test_a_refund_that_goes_out_says_why(reason: RefundReason, credits: int, why: str) -> None:
    assert refund_words.going_out("en", amount=euros(1000), credits=credits, reason=reason) == (GOING, why)


@pytest.mark.parametrize(
    ("refused_for", "words", "credits", "said"),
    [
        (RefusalReason.TOO_LATE, "", 0, (TOO_LATE,)),
        (RefusalReason.OTHER, "No.", 0, ("No.",)),
        (
            RefusalReason.TOO_LATE,
            "Sorry.",
            2,
            (TOO_LATE, "Sorry.", "The 2 credits that were set aside for it are in your wallet again."),
        ),
    ],
)
def test_a_refund_that_is_refused_says_why_and_what_becomes_of_its_credits(
    refused_for: RefusalReason, words: str, credits: int, said: tuple[str, ...]
) -> None:
    found = refund_words.refused("en", amount=euros(1000), credits=credits, refused_for=refused_for, words=words)
    assert found == (REFUSED, *said)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("staff:1", "you"),
        ("staff:2", "colleague"),
        ("member:1", "member"),
        ("house", "house"),
        ("provider:mollie", "provider"),
        ("robin", "operator"),
    ],
)
def test_who_did_something_is_told_to_the_one_who_looks(name: str, who: str) -> None:
    assert refund_desk._who(name, "staff:1") == who


def test_the_desk_shows_a_refund_to_who_may_decide_it() -> None:
    refund = a_refund(
        requested_by="staff:1",
        credits=7,
        note="by phone",
        state=RefundState.REJECTED,
        approved_by="staff:2",
        refused_for=RefusalReason.TOO_LATE,
        submitted_at=NOW + TICK,
    )
    assert refund_desk._shown(refund, "staff:2") == {
        "id": str(refund.id),
        "state": "rejected",
        "ground": "support",
        "amount": {"minor": 1000, "currency": "EUR"},
        "credits": 7,
        "note": "by phone",
        "provider_ref": "re_1",
        "needs_approval": True,
        "asked_by": "colleague",
        "decided_by": "you",
        "can_approve": True,
        "decide_until": "2026-12-04T12:00:00+00:00",
        "refused_for": "too-late",
        "created_at": "2026-11-20T12:00:00+00:00",
        "submitted_at": "2026-11-20T12:00:00.000001+00:00",
        "settled_at": None,
    }


@pytest.mark.parametrize(
    ("over", "actor", "can_approve"),
    [({}, "robin", False), ({}, "kim", True), ({"needs_approval": False}, "robin", True)],
)
def test_who_asked_for_a_large_refund_cannot_approve_it(over: dict[str, Any], actor: str, can_approve: bool) -> None:
    shown = refund_desk._shown(a_refund(**over), actor)
    assert (shown["can_approve"], shown["decided_by"]) == (can_approve, None)


def test_the_desk_shows_what_the_member_will_read() -> None:
    found = refund_desk._reads(a_refund(), "en")
    assert (found["language"], found["going"]) == ("en", (GOING, "Our support arranged this for you."))
    assert found["refused"]["too-late"] == (REFUSED, TOO_LATE)
    assert (set(found["refused"]), found["said"]) == (set(RefusalReason), None)
    refusal = a_refund(refused_for=RefusalReason.OTHER, refused_words="No.")
    assert refund_desk._reads(refusal, "en")["said"] == (REFUSED, "No.")


def test_the_shares_of_credits_make_the_whole() -> None:
    standing: Any = SimpleNamespace(payment=a_payment(amount=euros(1000)), used=2)
    assert refund_desk._worth_of(standing, an_order(credits=3)) == 666
    assert refund_desk._per_credit(an_order(credits=3, total_minor=1000)) == {"minor": "333.33", "currency": "EUR"}
