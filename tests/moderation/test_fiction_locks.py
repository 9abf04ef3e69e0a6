"""In whose hands a conversation with a fictional profile is: one writer at a time, and one conversation for each."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, update

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction.models import ConversationLock
from modules.moderation.fiction.service import conversations
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeColleague, OpenConsole
from tests.moderation.test_fiction import act, asked, case, site, vera, writer
from tests.racing import race, wait_for_a_lock

__all__ = ["asked", "site", "vera", "writer"]
pytestmark = pytest.mark.spec("10.9")


def test_a_conversation_is_in_one_writers_hands(
    writer: Client, asked: Callable[..., tuple[Any, str]], staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    _, conversation = asked()
    robin = staff_browser(colleague(Role.WRITER, name="Robin"))
    assert case(writer, conversation).json["code"] == "moderation.conversation-not-locked"
    assert act(writer, conversation, "take").status_code == 200
    refused = act(robin, conversation, "take")
    assert (refused.status_code, refused.json["code"]) == (409, "moderation.conversation-locked")
    assert (refused.json["name"], "Linden" in refused.json["detail"]) == ("Linden", True)
    for action, form in (
        ("answer", {"text": "Me!", "seen": 1}),
        ("truth", {}),
        ("note", {"text": "x"}),
        ("settle", {"seen": 1}),
    ):
        assert act(robin, conversation, action, **form).json["code"] == "moderation.conversation-not-locked"
    with transaction() as session:
        session.execute(update(ConversationLock).values(until=clock.now() - timedelta(seconds=1)))
    assert act(robin, conversation, "take").json["held_by"] == "Robin"
    assert act(writer, conversation, "answer", text="Late", seen=1).status_code == 409
    act(writer, conversation, "release")
    assert case(robin, conversation).status_code == 200
    act(robin, conversation, "release")
    assert act(writer, conversation, "take").status_code == 200


def test_a_lock_that_is_over_neither_reads_nor_answers(
    writer: Client, asked: Callable[..., tuple[Any, str]], login: LogIn
) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    with transaction() as session:
        session.execute(update(ConversationLock).values(until=clock.now() - timedelta(hours=3)))
    assert case(writer, conversation).json["code"] == "moderation.conversation-not-locked"
    for action, form in (("answer", {"text": "Late", "seen": 1}), ("truth", {}), ("settle", {"seen": 1})):
        assert act(writer, conversation, action, **form).json["code"] == "moderation.conversation-not-locked"
    act(writer, conversation, "take")
    assert case(writer, conversation).status_code == 200
    assert len(login(mo).get("/api/v1/staff-access").json["accesses"]) == 2


def test_of_two_who_take_it_at_once_one_has_it(
    asked: Callable[..., tuple[Any, str]], staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    _, conversation = asked()
    writers = [staff_browser(colleague(Role.WRITER)) for _ in range(4)]
    answers = race([lambda writer=writer: act(writer, conversation, "take").status_code for writer in writers])
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_writer_has_one_at_a_time(writer: Client, asked: Callable[..., tuple[Any, str]]) -> None:
    first, second = asked()[1], asked()[1]
    act(writer, first, "take")
    act(writer, second, "take")
    assert case(writer, first).json["code"] == "moderation.conversation-not-locked"
    assert case(writer, second).status_code == 200


def test_of_two_that_a_writer_takes_at_once_they_have_one(
    asked: Callable[..., tuple[Any, str]], colleague: MakeColleague
) -> None:
    first, second = (UUID(asked()[1]) for _ in range(2))
    staff = colleague(Role.WRITER)

    def take_second() -> None:
        with transaction() as session:
            conversations.take(session, conversation_id=second, staff_id=staff.id)

    with ThreadPoolExecutor(1) as pool:
        with transaction() as session:
            conversations.take(session, conversation_id=first, staff_id=staff.id)
            taking = pool.submit(take_second)
            wait_for_a_lock(unless=taking.done)
        taking.result()
    with transaction(read_only=True) as session:
        held = select(ConversationLock.conversation_id).where(ConversationLock.staff_id == staff.id)
        assert session.execute(held).scalars().all() == [second]
