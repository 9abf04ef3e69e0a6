"""The photo of a reported message is there for its case, whatever both sides remove, and no longer than the rest."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.messaging import api as messaging_api
from modules.messaging.models import PhotoHold, PhotoRow
from modules.moderation.contracts.queue import ItemKind, Priority, Signal
from modules.moderation.jobs import empty_evidence
from modules.moderation.queue.service import queue
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import answer
from tests.factories.moderation import Colleague, make_complaint
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.messaging.photographing import API, files, send
from tests.messaging.photographing import seen as message_of
from tests.moderation.test_decisions import WARNING, act, decide, lift
from tests.moderation.test_handover import hand
from tests.moderation.test_keeping import long_ago
from tests.moderation.test_reports import report
from tests.moderation.test_taking_away import in_hand, judge

GOES = {"measure": "remove-content", "rule": "sexual"}
SEEN, TAKEN = {("ready", True)}, {("removed", False)}
CAPTION = "Do you like what you see?"


class Chat:
    """Mo sends Ruth a photo, and both have a browser."""

    def __init__(self, mo: Member, ruth: Any, login: LogIn) -> None:
        self.mo, self.ruth = mo, ruth
        self.browsers = {"mo": login(mo), "ruth": login(ruth)}
        with transaction() as session:
            give_credits(session, member_id=mo.id, credits=50)
            give_credits(session, member_id=ruth.id, credits=50)
        self.sent = send(self.browsers["mo"], ruth, words=CAPTION)
        drain_now()
        self.id: str = self.sent.json["message"]["id"]

    def remove(self) -> None:
        """Let both take the conversation off their lists, and the files go as far as they may."""
        for browser in self.browsers.values():
            browser.delete(f"{API}/conversations/{self.sent.json['conversation_id']}")
        drain_now()

    def report(self) -> UUID:
        """Let Ruth report the photo."""
        return UUID(report(self.browsers["ruth"], kind="message", message_id=self.id, reason="sexual").json["id"])

    def states(self) -> set[tuple[str, bool]]:
        """Return how each side sees the photo, and whether there is an address for it."""
        shown = [message_of(browser, self.sent)["photo"] for browser in self.browsers.values()]
        return {(photo["status"], photo["full"] is not None) for photo in shown}


@pytest.fixture
def chat(mo: Member, make_member: MakeMember, login: LogIn) -> Chat:
    return Chat(mo, make_member(name="Ruth", language="en"), login)


@pytest.fixture
def about(chat: Chat) -> dict[str, Any]:
    """What a decision about the photo is about, once Ruth has reported it."""
    chat.report()
    return {"kind": ItemKind.MESSAGE_REPORT, "subject_id": UUID(chat.id)}


def holds(case_id: UUID) -> set[UUID]:
    with transaction(read_only=True) as session:
        return set(session.execute(select(PhotoHold.message_id).where(PhotoHold.case_id == case_id)).scalars())


def state_of(chat: Chat) -> str:
    """Return the state of the photo, whoever sees it."""
    with transaction(read_only=True) as session:
        asked = select(PhotoRow.status).where(PhotoRow.message_id == UUID(chat.id))
        return str(session.execute(asked).scalar_one())


def pictures(browser: Client, seen: Any) -> dict[str, int | None]:
    """Return how the picture of each message answers, None for one that is gone."""
    return {one: browser.get(address).status_code if address else None for one, address in seen["pictures"].items()}


@pytest.mark.spec("10.5", "10.6")
def test_who_has_the_case_in_hand_sees_the_photo_and_both_sides_read_that_somebody_did(
    chat: Chat, about: dict[str, Any], staff: Colleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    _, seen = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    assert seen["reports"][0]["evidence"]["message"]["body"] == CAPTION
    assert pictures(browser, seen) == {chat.id: 200}
    address = seen["pictures"][chat.id]
    assert address.startswith("/ops/api/media/")
    assert chat.browsers["ruth"].get(address).status_code == 403
    for member in chat.browsers.values():
        (look,) = member.get(f"{API}/staff-access").json["accesses"]
        assert look["role"] == "moderator"


@pytest.mark.spec("10.5", "4.9")
def test_it_stays_for_the_case_when_both_sides_removed_it_and_goes_with_the_last_hold(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    report_id = chat.report()
    chat.remove()
    assert (files(chat.sent), holds(report_id)) == (2, {UUID(chat.id)})
    case, seen = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    assert pictures(browser, seen) == {chat.id: 200}
    judge(browser, case, measure="none")
    drain_now()
    assert (files(chat.sent), holds(report_id)) == (0, set())


@pytest.mark.spec("10.5")
def test_one_that_was_gone_before_it_was_reported_is_said_to_be(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    with transaction() as session:
        messaging_api.refund_message(session, message_id=UUID(chat.id), reason="a cheat")
    drain_now()
    assert (holds(chat.report()), files(chat.sent)) == (set(), 0)
    _, seen = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    assert pictures(browser, seen) == {chat.id: None}


@pytest.mark.spec("10.5")
def test_what_the_reporter_sent_before_is_shown_and_held_for_nobody(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    hers = send(chat.browsers["ruth"], chat.mo).json["message"]["id"]
    drain_now()
    with transaction() as session:
        conversation_id = UUID(chat.sent.json["conversation_id"])
        sent = answer(session, sender=chat.mo, conversation_id=conversation_id, body="I show that to your boss.")
    about = {"kind": "message", "message_id": sent.message.id, "reason": "danger"}
    report_id = UUID(report(chat.browsers["ruth"], **about).json["id"])
    case, seen = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    assert pictures(browser, seen) == {chat.id: 200, hers: 200}
    assert holds(report_id) == {UUID(chat.id)}
    judge(browser, case, measure="warning", rule="illegal")
    (decision,) = browser.get(f"/ops/api/moderation.decisions?member_id={chat.mo.id}").json["data"]
    assert holds(UUID(decision["id"])) == {UUID(chat.id)}


@pytest.mark.spec("10.5", "10.6")
def test_of_a_sign_of_fraud_and_of_a_complaint_that_was_handed_over_it_is_shown_and_held_once_decided(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole, support: Client
) -> None:
    with transaction() as session:
        complaint = make_complaint(session, chat.ruth, text="Mo sends me pictures.")
        signs: dict[str, Any] = {
            "signals": [Signal.MONEY_WORDS],
            "message_id": UUID(chat.id),
            "priority": Priority.HIGH,
        }
        queue.open_item(session, kind=ItemKind.RISK, subject_id=chat.mo.id, member_id=chat.mo.id, **signs)
    assert hand(support, complaint, chat.mo).status_code == 200
    browser = staff_browser(staff)
    for kind in (ItemKind.RISK, ItemKind.OPENED):
        case, seen = in_hand(browser, chat.mo, kind)
        assert pictures(browser, seen) == {chat.id: 200}
        assert judge(browser, case, measure="warning", rule="sexual")["state"] == "decided"
    for decision in browser.get(f"/ops/api/moderation.decisions?member_id={chat.mo.id}").json["data"]:
        assert holds(UUID(decision["id"])) == {UUID(chat.id)}


@pytest.mark.spec("9.3", "10.5")
def test_it_is_there_for_the_objection_and_its_files_go_180_days_after_the_last_word(
    chat: Chat, about: dict[str, Any], staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    decision_id = decide(chat.mo, staff, WARNING, **about)
    chat.remove()
    browser = staff_browser(colleague())
    assert pictures(browser, act(browser, "decisions", decision_id, "evidence").json) == {chat.id: 200}
    empty_evidence()
    drain_now()
    assert (holds(decision_id), files(chat.sent)) == ({UUID(chat.id)}, 2)
    long_ago("decision", "in_force_at", decision_id)
    empty_evidence()
    drain_now()
    assert (holds(decision_id), files(chat.sent)) == (set(), 0)


@pytest.mark.spec("4.2", "9.3")
@pytest.mark.parametrize("removed", [True, False])
def test_whoever_is_erased_takes_their_picture_along(
    chat: Chat, about: dict[str, Any], staff: Colleague, removed: bool
) -> None:
    decision_id = decide(chat.mo, staff, WARNING, **about)
    if removed:
        chat.remove()
    assert files(chat.sent) == 2
    erase_now(chat.mo)
    drain_now()
    assert (holds(decision_id), files(chat.sent)) == (set(), 0)


@pytest.mark.spec("10.5")
def test_it_goes_by_itself_or_with_any_measure_and_its_sender_reads_so(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    browser = staff_browser(staff)
    for measure in ("remove-content", "warning"):
        chat.report()
        case, seen = in_hand(browser, chat.mo, ItemKind.MESSAGE_REPORT)
        assert judge(browser, case, measure=measure, rule="sexual", photo_ids=[chat.id])["state"] == "decided"
        drain_now()
        assert (chat.states(), files(chat.sent)) == (TAKEN, 2)
        told = chat.browsers["mo"].get(f"{API}/cases").json["decisions"][0]
        assert told["scope_text"] == seen["scopes"]["photos"][0] == "one of your photos (removed)"
        assert told["facts"] == seen["reasons"]["sexual"]["facts"]
        lift(UUID(told["id"]), staff)
        assert chat.states() == SEEN


@pytest.mark.spec("10.5")
def test_an_objection_that_is_heard_gives_it_back_unless_another_decision_stands(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole
) -> None:
    decisions: list[str] = []
    for _ in range(2):
        chat.report()
        case, _ = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
        judge(browser, case, **GOES, photo_ids=[chat.id])
        made = browser.get(f"/ops/api/moderation.decisions?member_id={chat.mo.id}").json["data"]
        decisions += [one["id"] for one in made if one["id"] not in decisions]
    for decision_id, after in zip(decisions, (TAKEN, SEEN), strict=True):
        lift(UUID(decision_id), staff)
        drain_now()
        assert chat.states() == after
    assert files(chat.sent) == 2


@pytest.mark.spec("10.5", "4.9")
@pytest.mark.parametrize("meanwhile", ["removed", "refunded"])
def test_what_went_for_another_reason_meanwhile_does_not_come_back(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole, meanwhile: str
) -> None:
    chat.report()
    case, _ = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    judge(browser, case, **GOES, photo_ids=[chat.id])
    if meanwhile == "removed":
        chat.remove()
    else:
        with transaction() as session:
            messaging_api.refund_message(session, message_id=UUID(chat.id), reason="a cheat")
    (made,) = browser.get(f"/ops/api/moderation.decisions?member_id={chat.mo.id}").json["data"]
    lift(UUID(made["id"]), staff)
    assert state_of(chat) == "removed"


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("of", ["another message", "their profile", "no photo"])
def test_nothing_else_goes_with_a_reported_message(
    chat: Chat, staff: Colleague, staff_browser: OpenConsole, of: str
) -> None:
    with transaction() as session:
        fill_profile(session, chat.mo.id)
        place = {"conversation_id": UUID(chat.sent.json["conversation_id"])}
        words = answer(session, sender=chat.mo, body="Answer me!", **place).message.id
        goes = {"another message": chat.id, "their profile": add_photo(session, chat.mo.id), "no photo": words}[of]
    report(chat.browsers["ruth"], kind="message", message_id=words, reason="insult")
    case, _ = in_hand(browser := staff_browser(staff), chat.mo, ItemKind.MESSAGE_REPORT)
    refused = judge(browser, case, **GOES, photo_ids=[str(goes)], photo_reason="explicit")
    assert (refused["status"], refused["code"]) == (422, "moderation.measure-unfit")
    assert state_of(chat) == "ready"
