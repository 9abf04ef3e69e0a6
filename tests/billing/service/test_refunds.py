"""Refunds as the desk shows them, and as their member reads them."""

from types import SimpleNamespace
from typing import Any

import pytest

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundReason, RefundState, RefusalReason
from modules.billing.payments.service import refund_words
from modules.billing.service import refund_desk
from tests.billing.examples import NOW, TICK, a_payment, a_refund, an_order, euros

GOING = (
    "We betalen €\u00a010,00 terug via de betaalmethode die je hebt gebruikt. Meestal duurt dat 2 tot 5\u00a0werkdagen."
)
REFUSED = "We kunnen je terugbetaling van €\u00a010,00 niet goedkeuren."
TOO_LATE = "De terugbetalingstermijn van deze bestelling is voorbij."


@pytest.mark.parametrize(
    ("reason", "credits", "why"),
    [
        (RefundReason.SUPPORT, 0, "Onze klantenservice heeft deze terugbetaling voor je geregeld."),
        (
            RefundReason.WITHDRAWAL,
            3,
            "Je laat 3 ongebruikte credits terugbetalen. Die hebben we apartgezet tot het geld is aangekomen.",
        ),
    ],
)
def test_a_refund_that_goes_out_says_why(reason: RefundReason, credits: int, why: str) -> None:
    assert refund_words.refund_sent_texts("nl", amount=euros(1000), credits=credits, reason=reason) == (GOING, why)


@pytest.mark.parametrize(
    ("refused_for", "words", "credits", "said"),
    [
        (RefusalReason.TOO_LATE, "", 0, (TOO_LATE,)),
        (RefusalReason.OTHER, "No.", 0, ("No.",)),
        (
            RefusalReason.TOO_LATE,
            "Sorry.",
            2,
            (TOO_LATE, "Sorry.", "De 2 credits die we apart hadden gezet, staan weer op je saldo."),
        ),
    ],
)
def test_a_refund_that_is_refused_says_why_and_what_becomes_of_its_credits(
    refused_for: RefusalReason, words: str, credits: int, said: tuple[str, ...]
) -> None:
    found = refund_words.refund_refused_texts(
        "nl", amount=euros(1000), credits=credits, refused_for=refused_for, words=words
    )
    assert found == (REFUSED, *said)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("staff:1", "you"),
        ("staff:2", "colleague"),
        ("member:1", "member"),
        ("house", "system"),
        ("provider:mollie", "provider"),
        ("robin", "operator"),
    ],
)
def test_who_did_something_is_told_to_the_one_who_looks(name: str, who: str) -> None:
    assert refund_desk._name_for(name, "staff:1") == who


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
    assert refund_desk._refund_json(refund, "staff:2") == {
        "id": str(refund.id),
        "state": "rejected",
        "ground": "support",
        "amount": Money(1000, "EUR"),
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
    shown = refund_desk._refund_json(a_refund(**over), actor)
    assert (shown["can_approve"], shown["decided_by"]) == (can_approve, None)
    assert shown["asked_by"] == ("you" if actor == "robin" else "operator")


def test_the_desk_shows_what_the_member_will_read() -> None:
    found = refund_desk._member_texts(a_refund(), "nl")
    arranged = "Onze klantenservice heeft deze terugbetaling voor je geregeld."
    assert (found["language"], found["going"]) == ("nl", (GOING, arranged))
    assert found["refused"]["too-late"] == (REFUSED, TOO_LATE)
    assert (set(found["refused"]), found["said"]) == (set(RefusalReason), None)
    refusal = a_refund(refused_for=RefusalReason.OTHER, refused_words="No.")
    assert refund_desk._member_texts(refusal, "nl")["said"] == (REFUSED, "No.")


def test_the_shares_of_credits_make_the_whole() -> None:
    standing: Any = SimpleNamespace(payment=a_payment(amount=euros(1000)), used=2)
    assert refund_desk._worth_of(standing, an_order(credits=3)) == 666
    assert refund_desk._per_credit(an_order(credits=3, total_minor=1000)) == {"minor": "333.33", "currency": "EUR"}
