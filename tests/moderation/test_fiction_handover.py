"""Conversations that writers for fictional profiles hand to moderation: in danger, under age, abusive or a fraud."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction.models import ConversationLock, FictionalHandover
from modules.moderation.jobs import empty_evidence
from modules.moderation.queue.service import queue
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now, erase_now
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import answer, write
from tests.factories.moderation import Colleague, audit_about
from tests.factories.profiles import make_fictional
from tests.fixture_types import LogIn, MakeColleague, OpenConsole
from tests.messaging.photographing import LETTER
from tests.moderation.test_chat_pictures import holds, pictures
from tests.moderation.test_decisions import FACTS, refuse, row_of
from tests.moderation.test_fiction import act, asked, case, site, vera, writer
from tests.moderation.test_keeping import long_ago
from tests.moderation.test_queue import items, only
from tests.moderation.test_taking_away import in_hand, judge, wait
from tests.racing import race

__all__ = ["asked", "site", "vera", "writer"]

WHY = "She says that she is fifteen."
FOR_GOOD = {"measure": "permanent-ban", "rule": "minor", "facts": FACTS}
pytestmark = pytest.mark.spec("10.5", "10.9")


@pytest.fixture
def taken(writer: Client, asked: Callable[..., tuple[Any, str]]) -> tuple[Any, str]:
    """A member who wrote to the fictional profile, and the conversation, in the writer's hand."""
    member, conversation = asked("Hello Vera", name="Mo", paid=True)
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=200)
    act(writer, conversation, "take")
    return member, conversation


@pytest.fixture
def moderator(staff: Colleague, staff_browser: OpenConsole) -> Client:
    browser: Client = staff_browser(staff)
    return browser


def hand(browser: Client, conversation: str, reason: str = WHY, **form: Any) -> Any:
    return act(browser, conversation, "hand-over", reason=reason, **form)


def ask_another(member: Member, site: Site) -> str:
    """Let a member write to another fictional profile; returns the conversation."""
    with transaction() as session:
        ines = make_fictional(session, site=site)
        sent = write(session, sender=member, to=ines, body="And you?", is_acknowledged=True)
    return str(sent.message.conversation_id)


def deeds(conversation: str) -> list[Any]:
    """Return what is written down of handing a conversation over."""
    return [(one.detail, one.reason) for one in audit_about(conversation) if one.action == "hand-over"]


def kept_of(conversation: str) -> list[Any]:
    row = FictionalHandover
    with transaction(read_only=True) as session:
        return list(session.execute(select(row.item_id).where(row.conversation_id == UUID(conversation))).scalars())


def test_a_moderator_reads_who_handed_it_over_and_why_and_what_was_said_last_by_then(
    writer: Client,
    moderator: Client,
    asked: Callable[..., tuple[Any, str]],
    vera: Member,
    taken: tuple[Any, str],
    login: LogIn,
) -> None:
    mo, conversation = taken
    for number in range(2, 10):
        asked(f"Word {number}", member=mo)
    act(writer, conversation, "answer", text="Please talk to somebody whom you trust.", seen=9)
    asked("Word 11", member=mo)
    act(writer, conversation, "take")
    began = clock.now()
    assert hand(writer, conversation).status_code == 200
    asked("What came after it", member=mo)

    _, seen = in_hand(moderator, mo, ItemKind.OPENED)
    (handed,) = seen["fiction"]
    assert (handed["by"], handed["reason"], handed["is_urgent"], handed["profile"]) == ("Linden", WHY, False, vera.name)
    assert began <= datetime.fromisoformat(handed["at"]) <= clock.now()
    words = [(one["by"], one["body"]) for one in handed["said"]]
    theirs = [(str(mo.id), f"Word {number}") for number in range(2, 10)]
    assert words == [*theirs, (str(vera.id), "Please talk to somebody whom you trust."), (str(mo.id), "Word 11")]
    assert seen["marked"][handed["said"][0]["id"]] == [{"text": "Word 2", "is_known": False}]
    assert seen["handed"] == [], "no complaint"
    looks = [(one["role"], one["kind"]) for one in login(mo).get("/api/v1/staff-access").json["accesses"]]
    assert looks[0] == ("moderator", "case"), "that it was read is told"
    ((detail, reason),) = deeds(conversation)
    assert (detail, reason) == ({"is_urgent": False}, ""), "without words about the member"


def test_it_opens_a_case_or_joins_the_one_that_waits_and_only_ever_makes_it_more_urgent(
    writer: Client, moderator: Client, taken: tuple[Any, str], site: Site
) -> None:
    mo, conversation = taken
    assert hand(writer, conversation).status_code == 200
    item = only(mo, ItemKind.OPENED)
    assert (item.state, item.priority, item.member_id) == ("open", Priority.MEDIUM, mo.id)
    assert item.due_at - item.opened_at > timedelta(hours=23)
    another = ask_another(mo, site)
    act(writer, another, "take")
    assert hand(writer, another, "Now he threatens us.", is_urgent=True).status_code == 200
    item = only(mo, ItemKind.OPENED)
    assert item.priority == Priority.HIGH
    assert item.due_at - item.opened_at < timedelta(hours=5)
    _, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert [(one["reason"], one["is_urgent"]) for one in seen["fiction"]] == [
        ("Now he threatens us.", True),
        (WHY, False),
    ]
    messages = [one for handed in seen["fiction"] for one in handed["said"]]
    said = {one["id"]: [{"text": one["body"], "is_known": False}] for one in messages}
    assert {message_id: seen["marked"].get(message_id) for message_id in said} == said


def test_who_has_the_case_in_hand_learns_that_something_came(
    writer: Client, moderator: Client, staff: Colleague, taken: tuple[Any, str]
) -> None:
    mo, conversation = taken
    with transaction() as session:
        queue.open_case(session, member_id=mo.id, staff_id=staff.id, reason="Another site told us.")
    before = only(mo, ItemKind.OPENED)
    wait(mo, ItemKind.OPENED)
    assert hand(writer, conversation).status_code == 200
    item = only(mo, ItemKind.OPENED)
    assert (item.priority, item.claimed_by) == (Priority.HIGH, staff.id), "what is urgent stays so"
    refused = judge(moderator, (item.id, before.version), measure="none")
    assert refused["code"] == "moderation.case-changed"
    _, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert (seen["opened"]["reason"], seen["fiction"][0]["reason"]) == ("Another site told us.", WHY)


def test_a_conversation_is_handed_over_once_while_its_case_waits(
    writer: Client, moderator: Client, taken: tuple[Any, str], staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    mo, conversation = taken
    assert case(writer, conversation).json["handed"] is None
    hand(writer, conversation)
    told = case(writer, conversation).json["handed"]
    assert (told["by"], told["reason"], told["is_urgent"]) == ("Linden", WHY, False)
    before = only(mo, ItemKind.OPENED)
    act(writer, conversation, "release")
    robin = staff_browser(colleague(Role.WRITER, name="Robin"))
    act(robin, conversation, "take")
    again = hand(robin, conversation)
    assert (again.status_code, again.json["code"]) == (409, "moderation.conversation-handed-over")
    assert again.json["detail"] == "This chat is with moderation, and there’s no decision yet."
    assert only(mo, ItemKind.OPENED) == before, "nothing of it is half done"
    assert len(deeds(conversation)) == 1
    held, _ = in_hand(moderator, mo, ItemKind.OPENED)
    assert judge(moderator, held, measure="none")["state"] == "decided"
    assert case(robin, conversation).json["handed"] is None
    assert hand(robin, conversation, "It goes on.").status_code == 200
    assert [one.state for one in items(mo, ItemKind.OPENED)] == ["decided", "open"]
    _, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert [one["reason"] for one in seen["fiction"]] == ["It goes on."]


def test_what_turns_out_to_be_urgent_is_told_once_more(
    writer: Client, moderator: Client, taken: tuple[Any, str], asked: Callable[..., tuple[Any, str]]
) -> None:
    mo, conversation = taken
    hand(writer, conversation)
    asked("I cannot go on.", member=mo)
    act(writer, conversation, "take")
    assert hand(writer, conversation, "He is in danger.", is_urgent=True).status_code == 200
    told = case(writer, conversation).json["handed"]
    assert (told["reason"], told["is_urgent"]) == ("He is in danger.", True)
    assert only(mo, ItemKind.OPENED).priority == Priority.HIGH
    forms: list[dict[str, Any]] = [{}, {"is_urgent": True}]
    for form in forms:
        assert hand(writer, conversation, **form).json["code"] == "moderation.conversation-handed-over"
    _, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert [(one["reason"], one["said"][-1]["body"]) for one in seen["fiction"]] == [
        ("He is in danger.", "I cannot go on."),
        (WHY, "Hello Vera"),
    ]


def test_sent_twice_at_once_it_is_handed_over_once(writer: Client, taken: tuple[Any, str]) -> None:
    _, conversation = taken
    answers = race([lambda: hand(writer, conversation).status_code for _ in range(4)])
    assert sorted(answers) == [200, 409, 409, 409]
    assert len(kept_of(conversation)) == 1


def test_only_who_has_it_in_hand_hands_it_over(
    writer: Client,
    moderator: Client,
    asked: Callable[..., tuple[Any, str]],
    staff_browser: OpenConsole,
    colleague: MakeColleague,
) -> None:
    mo, conversation = asked()
    robin = staff_browser(colleague(Role.WRITER, name="Robin"))
    untaken = hand(writer, conversation)
    assert (untaken.status_code, untaken.json["code"]) == (409, "moderation.conversation-not-locked")
    act(writer, conversation, "take")
    assert hand(robin, conversation).json["code"] == "moderation.conversation-not-locked"
    for role in (Role.MODERATOR, Role.SUPPORT, Role.FINANCE):
        assert hand(staff_browser(colleague(role)), conversation).status_code == 403
    assert hand(writer, str(uuid4())).status_code == 404
    with transaction() as session:
        session.execute(
            update(ConversationLock)
            .where(ConversationLock.conversation_id == UUID(conversation))
            .values(until=clock.now() - timedelta(seconds=1))
        )
    assert hand(writer, conversation).json["code"] == "moderation.conversation-not-locked"
    assert items(mo, ItemKind.OPENED) == []


@pytest.mark.parametrize("reason", ["", "ab", "x" * 2001])
def test_why_is_said_in_some_words(writer: Client, taken: tuple[Any, str], reason: str) -> None:
    mo, conversation = taken
    refused = hand(writer, conversation, reason)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/reason")
    assert act(writer, conversation, "hand-over").status_code == 422
    assert items(mo, ItemKind.OPENED) == []


def test_the_database_keeps_to_it_too(writer: Client, taken: tuple[Any, str]) -> None:
    _, conversation = taken
    hand(writer, conversation)
    for change, broken in (
        ("reason = 'ab'", "reason_check"),
        ("reason = repeat('x', 2001)", "reason_check"),
        ("last_seq = 0", "last_seq_check"),
        ("item_id = gen_random_uuid()", "item_id_fkey"),
        ("staff_id = gen_random_uuid()", "staff_id_fkey"),
    ):
        with pytest.raises(DBAPIError, match=f"fictional_handover_{broken}"), transaction() as session:
            session.execute(text(f"UPDATE moderation.fictional_handover SET {change}"))
    again = "INSERT INTO moderation.fictional_handover SELECT * FROM moderation.fictional_handover"
    with pytest.raises(DBAPIError, match="fictional_handover_pkey"), transaction() as session:
        session.execute(text(again))


def test_a_photo_that_was_sent_is_seen_and_held_for_the_decision(
    writer: Client, moderator: Client, taken: tuple[Any, str], login: LogIn
) -> None:
    mo, conversation = taken
    with transaction() as session:
        sent = answer(session, sender=mo, conversation_id=UUID(conversation), body="", photo=LETTER).message
    drain_now()
    hand(writer, conversation)
    held, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert pictures(moderator, seen) == {one["id"]: 200 for one in seen["fiction"][0]["said"] if one["kind"] == "photo"}
    assert judge(moderator, held, measure="warning", rule="insult", facts=FACTS)["state"] == "decided"
    (decided,) = moderator.get(f"/ops/api/moderation.decisions?member_id={mo.id}").json["data"]
    assert sent.id in holds(UUID(decided["id"]))


def test_what_was_seen_is_kept_with_the_decision_until_its_time_is_over(
    writer: Client,
    moderator: Client,
    taken: tuple[Any, str],
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    login: LogIn,
) -> None:
    mo, conversation = taken
    hand(writer, conversation)
    held, seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert judge(moderator, held, measure="warning", rule="insult", facts=FACTS)["state"] == "decided"
    (decided,) = moderator.get(f"/ops/api/moderation.decisions?member_id={mo.id}").json["data"]
    decision_id = UUID(decided["id"])
    assert row_of(decision_id).evidence["fiction"] == seen["fiction"]
    judge_of_appeals, path = staff_browser(colleague(Role.MODERATOR)), f"/ops/api/moderation.decisions/{decision_id}"
    shown = judge_of_appeals.post(f"{path}/actions/evidence", {}, key=uuid4().hex).json
    assert shown["fiction"] == seen["fiction"]
    looks = [one["role"] for one in login(mo).get("/api/v1/staff-access").json["accesses"]]
    assert looks == ["moderator", "moderator", "writer"]
    assert WHY not in login(mo).get("/api/v1/cases").text

    empty_evidence()
    assert kept_of(conversation) == [held[0]]
    long_ago("decision", "in_force_at", decision_id)
    long_ago("review_item", "closed_at", held[0])
    empty_evidence()
    assert (row_of(decision_id).evidence, kept_of(conversation)) == ({}, [])
    shown = judge_of_appeals.post(f"{path}/actions/evidence", {}, key=uuid4().hex).json
    assert shown["fiction"] == []


def test_it_goes_with_the_member(writer: Client, moderator: Client, taken: tuple[Any, str]) -> None:
    mo, conversation = taken
    hand(writer, conversation)
    held, _ = in_hand(moderator, mo, ItemKind.OPENED)
    judge(moderator, held, measure="warning", rule="insult", facts=FACTS)
    (decided,) = moderator.get(f"/ops/api/moderation.decisions?member_id={mo.id}").json["data"]
    hand(writer, conversation, "It goes on.")
    assert len(kept_of(conversation)) == 2
    delete_now(mo)
    erase_now(mo)
    drain_now()
    assert (kept_of(conversation), row_of(UUID(decided["id"])).evidence) == ([], {})


def test_nobody_is_handed_over_who_has_left(writer: Client, taken: tuple[Any, str]) -> None:
    mo, conversation = taken
    delete_now(mo)
    assert hand(writer, conversation).status_code == 404
    assert items(mo, ItemKind.OPENED) == []


def test_it_is_still_there_when_the_second_person_refused_a_ban(
    writer: Client, moderator: Client, taken: tuple[Any, str], colleague: MakeColleague
) -> None:
    mo, conversation = taken
    hand(writer, conversation, is_urgent=True)
    held, before = in_hand(moderator, mo, ItemKind.OPENED)
    assert judge(moderator, held, **FOR_GOOD)["state"] == "decided"
    (decided,) = moderator.get(f"/ops/api/moderation.decisions?member_id={mo.id}&state=proposed").json["data"]
    other = colleague()
    refuse(UUID(decided["id"]), other)
    (item_id, _), seen = in_hand(moderator, mo, ItemKind.OPENED)
    assert item_id != held[0]
    assert seen["fiction"] == before["fiction"]
    act(writer, conversation, "take")
    assert hand(writer, conversation).json["code"] == "moderation.conversation-handed-over"
