"""The numbers around fictional profiles: in none of members, told apart, and how long members waited for a writer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select, update

from app.kernel import clock, figures
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.messaging.models import MessageRow
from modules.profiles.models import InterestCount
from modules.profiles.service.interests import count_interests
from modules.profiles.service.profile import update_profile
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.social import like
from tests.fixture_types import MakeMember
from tests.moderation.test_fiction import act, asked, site, vera, writer
from tests.moderation.test_figures import numbers

__all__ = ["asked", "site", "vera", "writer"]
pytestmark = pytest.mark.spec("10.4", "10.9")


def waits(found: dict[str, int]) -> dict[str, int]:
    name = "messaging.writers-waited "
    return {one.removeprefix(name): amount for one, amount in found.items() if one.startswith(name)}


def sent_ago(conversation: str, seq: int, **ago: int) -> None:
    """Let a message have come so long ago, today."""
    with transaction() as session:
        row = update(MessageRow).where(MessageRow.conversation_id == UUID(conversation), MessageRow.seq == seq)
        session.execute(row.values(sent_at=clock.now() - timedelta(**ago)))


def test_what_is_done_towards_it_is_in_no_number_of_members_and_told_apart(
    writer: Client, asked: Callable[..., tuple[Any, str]], vera: Member, site: Site, make_member: MakeMember
) -> None:
    mo, conversation = asked()
    ruth = make_member(site=site)
    with transaction() as session:
        give_credits(session, member_id=mo.id, credits=site.message_credits)
        write(session, sender=mo, to=ruth)
    like(mo, vera)
    before = numbers(site)
    told = ("conversations", "messages", "conversations-with-fictional", "to-fictional")
    assert [before.get(f"messaging.{name}") for name in told] == [1, 1, 1, 1]
    assert (before.get("social.likes"), before["social.likes-of-fictional"]) == (None, 1)
    act(writer, conversation, "take")
    act(writer, conversation, "truth")
    act(writer, conversation, "answer", text="Good evening", seen=1)
    after = numbers(site)
    # What the installation writes is told apart, too; one question waited, whatever was answered.
    assert after.pop("messaging.from-fictional") == 2
    assert sum(waits(after).values()) == 1
    assert {name: after[name] for name in after if "writers-waited" not in name} == before


def test_the_dashboards_show_what_goes_to_fictional_profiles() -> None:
    shown = {name for name, figure in figures.all_figures().items() if figure.in_console}
    assert {"messaging.to-fictional", "messaging.conversations-with-fictional", "social.likes-of-fictional"} <= shown


def test_a_wait_is_counted_from_the_first_message_without_an_answer(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site
) -> None:
    mo, conversation = asked()
    asked("Are you there?", member=mo)
    sent_ago(conversation, 1, minutes=20)
    act(writer, conversation, "take")
    act(writer, conversation, "answer", text="Good evening", seen=2)
    assert waits(numbers(site)) == {"1800": 1}


def test_what_needs_no_answer_waited_until_that_was_said_and_no_longer(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site
) -> None:
    mo, conversation = asked("Good night!")
    sent_ago(conversation, 1, minutes=20)
    act(writer, conversation, "take")
    act(writer, conversation, "settle", seen=1)
    assert waits(numbers(site)) == {"1800": 1}
    asked("Good morning!", member=mo)
    act(writer, conversation, "take")
    act(writer, conversation, "answer", text="Good morning", seen=2)
    assert waits(numbers(site)) == {"1800": 1, "60": 1}


@pytest.mark.spec("3.2")
def test_interests_count_members_only(vera: Member, make_member: MakeMember, site: Site) -> None:
    ruth = make_member(site=site)
    counted = select(func.coalesce(func.sum(InterestCount.profiles), 0)).where(InterestCount.key == "gardening")
    with transaction() as session:
        count_interests(session)
        before = session.execute(counted).scalar_one()
        for one in (vera, ruth):
            update_profile(session, member_id=one.id, changes={"interests": ["gardening"]})
        count_interests(session)
        assert session.execute(counted).scalar_one() == before + 1
