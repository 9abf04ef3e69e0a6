"""Rules of conversations."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.accounts.contracts import MemberStatus
from modules.messaging.contracts import BlockedReason, MessageKind
from modules.messaging.errors import (
    ConversationNotFound,
    FictionalNotAcknowledged,
    MessageEmpty,
    MessageTooLong,
    PartnerNotConfirmed,
    TooManyConversations,
)
from modules.messaging.policies import writing as policies
from tests.fixture_types import MakeMember
from tests.kernel.test_words import UNSEEN
from tests.reading import texts_in


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  hello \n", "hello"),
        ("one\r\ntwo", "one\ntwo"),
        ("bell\x07 and \u202eturn", "bell and turn"),
        ("👩\u200d👩\u200d👧 ❤\ufe0f", "👩\u200d👩\u200d👧 ❤\ufe0f"),
        ("e\u0301", "é"),
    ],
)
def test_a_message_is_kept_without_what_nobody_can_see(written: str, kept: str) -> None:
    assert policies.clean_body(written, max_length=50) == kept


@pytest.mark.parametrize("case", texts_in("message"), ids=lambda case: case["character or name"])
def test_a_message_keeps_the_characters_that_people_write(case: dict[str, str]) -> None:
    typed = case["typed"]
    assert policies.clean_body(typed, max_length=50) == typed.replace("\u2028", "\n").replace("\u2029", "\n")


@pytest.mark.parametrize(
    "nothing", ["", " \n\t ", "\u00a0\u3000", "\u200b\u200c", "\x00\x01", "\u202e", *UNSEEN], ids=ascii
)
def test_a_message_says_something(nothing: str) -> None:
    with pytest.raises(MessageEmpty):
        policies.clean_body(nothing, max_length=50)


def test_a_message_is_as_long_as_the_site_allows() -> None:
    assert policies.clean_body("x" * 50, max_length=50) == "x" * 50
    with pytest.raises(MessageTooLong) as refused:
        policies.clean_body("x" * 51, max_length=50)
    assert refused.value.extra == {"max": 50}


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing_more(body: str) -> None:
    try:
        once = policies.clean_body(body, max_length=400)
    except MessageEmpty:
        return
    assert policies.clean_body(once, max_length=400) == once


def test_an_excerpt_is_one_short_line() -> None:
    assert policies.excerpt("one\n two") == "one two"
    longest = "x" * policies.MAX_EXCERPT_LENGTH
    assert policies.excerpt(longest) == longest
    assert policies.excerpt(f"{longest}y") == f"{longest[:-1]}…"
    assert policies.excerpt(f"{longest[:-2]} and more") == f"{longest[:-2]}…"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert policies.excerpt(f"{longest[:-3]}{family}") == f"{longest[:-3]}…"
    assert policies.excerpt(f"{longest[:-6]}{family}yy") == f"{longest[:-6]}{family}…"


@pytest.mark.spec("6.4")
@pytest.mark.parametrize(("started", "number"), [(0, 1), (1, 2)])
def test_a_free_member_starts_two(started: int, number: int) -> None:
    assert policies.free_start(is_paid=False, started=started, kind=MessageKind.TEXT) == number


@pytest.mark.spec("6.4")
def test_the_third_start_is_for_premium() -> None:
    with pytest.raises(TooManyConversations) as refused:
        policies.free_start(is_paid=False, started=2, kind=MessageKind.GIFT)
    assert refused.value.extra == {"limit": 2, "reason": "gift"}
    assert policies.free_start(is_paid=True, started=200, kind=MessageKind.TEXT) is None


@pytest.mark.spec("4.7")
@pytest.mark.parametrize(
    ("status", "reason", "error"),
    [
        (MemberStatus.NOT_CONFIRMED, BlockedReason.NOT_CONFIRMED, PartnerNotConfirmed),
        (MemberStatus.BANNED, BlockedReason.OTHER_GONE, ConversationNotFound),
        (MemberStatus.DELETED, BlockedReason.OTHER_GONE, ConversationNotFound),
    ],
)
def test_nobody_writes_to_who_cannot_answer(
    make_member: MakeMember, status: MemberStatus, reason: BlockedReason, error: type[Exception]
) -> None:
    partner = replace(make_member(), status=status)
    assert policies.blocked_reason(partner, fictional_enabled=True) is reason
    with pytest.raises(error):
        policies.ensure_can_write_to(partner, fictional_enabled=True)


@pytest.mark.spec("6.7")
@pytest.mark.parametrize("status", MemberStatus)
def test_who_left_is_absent_and_nobody_else(make_member: MakeMember, status: MemberStatus) -> None:
    left = (MemberStatus.DELETED, MemberStatus.ERASED)
    assert policies.is_absent(replace(make_member(), status=status)) is (status in left)
    assert policies.is_absent(None)


def test_nobody_pays_for_a_fictional_profile_where_the_site_has_none(make_member: MakeMember) -> None:
    profile = replace(make_member(), is_fictional=True)
    assert policies.blocked_reason(profile, fictional_enabled=True) is None
    assert policies.blocked_reason(profile, fictional_enabled=False) is BlockedReason.OTHER_GONE


def test_a_fictional_profile_is_acknowledged_first() -> None:
    with pytest.raises(FictionalNotAcknowledged) as refused:
        policies.ensure_acknowledged(is_known=False, warning="Nobody stands behind this profile.")
    assert refused.value.extra == {"warning": "Nobody stands behind this profile."}
    policies.ensure_acknowledged(is_known=True, warning="")
