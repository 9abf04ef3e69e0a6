"""Somebody whose first words lead many to another place is looked at, whatever the words; once a day."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.queue import ItemKind, Priority, Signal
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.service import queue
from tests.conftest import drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_keeping import long_ago
from tests.moderation.test_queue import items, only

# As many as it takes, each in other words.
LURES = (
    "Write me on WhatsApp, I am hardly ever here.",
    "My number is +31 6 1234 5678.",
    "All my pictures are at www.my-pictures.example",
    "Find me as @sunny_rosa please",
    "rosa.sun@mail.example is where I read everything",
)
pytestmark = pytest.mark.spec("10.5", "10.7")


@pytest.fixture
def rosa(make_member: MakeMember) -> Member:
    """A member with credits for many letters."""
    member = make_member(name="Rosa", paid=True)
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=500)
    return member


@pytest.fixture
def say(rosa: Member, make_member: MakeMember) -> Callable[..., Any]:
    """Let her write to somebody new, or to somebody she knows, and the installation look at it."""

    def run(body: str, *, to: Any = None) -> Any:
        to = to or make_member()
        with transaction() as session:
            sent = write(session, sender=rosa, to=to, body=body)
        drain_now()
        return sent.message

    return run


def test_who_leads_many_elsewhere_is_looked_at_whatever_the_words(
    rosa: Member, say: Callable[..., Any], staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    for body in LURES:
        assert items(rosa) == []
        last = say(body)
    item = only(rosa, ItemKind.RISK)
    assert (item.signals, item.priority, item.message_id) == ([Signal.LURING_OPENERS], Priority.MEDIUM, last.id)
    seen = staff_browser(colleague(Role.MODERATOR)).get(f"/ops/api/moderation.review/{item.id}").json
    assert seen["signals"] == ["luring-openers"]


def test_it_takes_many_people_and_the_first_words(
    rosa: Member, say: Callable[..., Any], make_member: MakeMember
) -> None:
    friends = [make_member() for _ in LURES]
    for friend in friends:
        say("Good evening!", to=friend)
    for friend, body in zip(friends, LURES, strict=True):
        say(body, to=friend)
    for body in LURES[:4]:
        say(body)
    say(LURES[4], to=friends[0])
    assert items(rosa) == []
    say(LURES[4])
    assert only(rosa, ItemKind.RISK).signals == ["luring-openers"]


def test_it_takes_them_within_a_day(rosa: Member, say: Callable[..., Any]) -> None:
    for body in LURES[:4]:
        say(body)
    a_day_ago = "UPDATE messaging.message SET sent_at = sent_at - interval '25 hours' WHERE sender_id = :id"
    with transaction() as session:
        session.execute(text(a_day_ago), {"id": rosa.id})
    say(LURES[4])
    assert items(rosa) == []


def test_once_a_day_for_one_sender(rosa: Member, say: Callable[..., Any]) -> None:
    for body in (*LURES, *LURES):
        say(body)
    item = only(rosa, ItemKind.RISK)
    assert item.version == 0
    with transaction() as session:
        queue.settle(session, kind=ItemKind.RISK, subject_id=rosa.id)
    say(LURES[0])
    assert len(items(rosa)) == 1
    long_ago("review_item", "closed_at", item.id)
    say(LURES[0])
    assert [one.state for one in items(rosa)] == ["gone", "open"]
