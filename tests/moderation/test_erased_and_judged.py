"""What becomes of a case whose member is erased, and who may judge an appeal where a case has two decisions."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from app.kernel.mail import links
from modules.accounts.contracts import Member
from modules.moderation import api
from modules.moderation.contracts.decisions import Measure
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import AppealRow
from modules.moderation.decisions.service import appeals
from modules.moderation.jobs import empty_evidence
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague, audit_about, make_report, object_to
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, FOR_GOOD, WARNING, act, countersign, decide, row_of
from tests.moderation.test_queue import items
from tests.moderation.test_taking_away import in_hand, judge


def late_and_waiting(desk: str) -> tuple[int, int]:
    with transaction(read_only=True) as session:
        return next((one.waiting, one.late) for one in api.count_waiting(session) if one.queue == desk)


def appeals_of(browser: Client, decision: UUID, **more: str) -> list[dict[str, Any]]:
    asked = urlencode({"decision_id": decision, **more})
    found: list[dict[str, Any]] = browser.get(f"/ops/api/moderation.appeals?{asked}").json["data"]
    return found


def objection_to(member: Client, browser: Client, decision: UUID) -> str:
    """Appeal as the member whom a decision is about, and return the appeal's id."""
    assert object_to(member, decision).status_code == 201
    (appeal,) = appeals_of(browser, decision)
    return str(appeal["id"])


@pytest.mark.spec("10.5", "4.2")
def test_nobody_waits_for_the_signature_under_a_ban_of_somebody_who_is_erased(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    before = late_and_waiting("signatures")
    proposed = decide(mo, staff, FOR_GOOD)
    erase_now(mo)
    drain_now()
    row = row_of(proposed)
    assert (row.state, row.second_by, row.facts, row.evidence) == ("refused", None, "", {})
    assert {one.action for one in audit_about(proposed)} == {"decide", "refuse"}
    assert late_and_waiting("signatures") == before
    assert [one.state for one in items(mo)] == ["decided"], "no case is opened again about nobody"
    signed = act(staff_browser(colleague(Role.MODERATOR)), "decisions", proposed, "countersign")
    assert signed.json["code"] == "moderation.decision-over"


@pytest.mark.spec("10.5", "4.2")
def test_nobody_waits_for_an_answer_to_the_appeal_of_somebody_who_is_erased(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    before = late_and_waiting("appeals")
    decision, browser = decide(mo, staff, WARNING), staff_browser(colleague(Role.MODERATOR))
    appeal = objection_to(login(mo), browser, decision)
    assert late_and_waiting("appeals") != before
    erase_now(mo)
    drain_now()
    assert late_and_waiting("appeals") == before
    assert appeals_of(browser, decision, state="open") == []
    assert [(one["id"], one["words"]) for one in appeals_of(browser, decision, state="lapsed")] == [(appeal, "")]
    (told,) = [(one.staff_id, one.action, one.reason) for one in audit_about(appeal)]
    assert told == (None, "lapse", "the account is erased")
    answer = {"outcome": "confirmed", "answer": "We looked at it anew."}
    assert act(browser, "appeals", appeal, "decide", **answer).json["code"] == "moderation.case-closed"
    with pytest.raises(DBAPIError, match="an appeal stays as it was said"), transaction() as session:
        session.execute(update(AppealRow).where(AppealRow.id == appeal).values(state="open"))


@pytest.mark.spec("10.5", "4.2")
def test_an_appeal_that_still_waits_for_an_answer_to_the_erased_lapses_within_a_day_and_others_stay(
    mo: Member,
    staff: Colleague,
    staff_browser: OpenConsole,
    login: LogIn,
    make_member: MakeMember,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ruth, browser = make_member(), staff_browser(staff)
    ours, other = decide(mo, staff, WARNING), decide(ruth, staff, WARNING)
    appeal = objection_to(login(mo), browser, ours)
    objection_to(login(ruth), browser, other)
    with monkeypatch.context() as earlier_release:
        earlier_release.setattr(appeals, "lapse_of_erased", lambda *_: None)
        erase_now(mo)
        drain_now()
    assert [one["state"] for one in appeals_of(browser, ours)] == ["open"]
    empty_evidence()
    assert [one["state"] for one in appeals_of(browser, ours)] == ["lapsed"]
    assert [one.reason for one in audit_about(appeal)] == ["the account is erased"]
    assert [one["state"] for one in appeals_of(browser, other)] == ["open"]


@pytest.mark.spec("10.5", "4.2")
def test_who_is_erased_appeals_no_more_by_the_link_of_their_mail(mo: Member, staff: Colleague, client: Client) -> None:
    path, key = f"/api/v1/cases/{(decision := decide(mo, staff, WARNING))}", links.key_of(f"/cases/{decision}")
    assert client.get(f"{path}?key={key}").json["can_appeal"] is True
    erase_now(mo)
    drain_now()
    assert client.get(f"{path}?key={key}").json["can_appeal"] is False
    refused = client.post(f"{path}/appeal?key={key}", {"words": "I only sing in a choir."}, key=uuid4().hex)
    assert refused.json["code"] == "moderation.decision-over"


@pytest.mark.spec("10.5", "4.2")
def test_a_report_of_somebody_who_is_erased_is_answered_without_a_ban(
    mo: Member, staff: Colleague, make_member: MakeMember, staff_browser: OpenConsole, login: LogIn
) -> None:
    ruth = make_member(language="en")
    with transaction() as session:
        make_report(session, ruth, mo)
    erase_now(mo)
    drain_now()
    browser = staff_browser(staff)
    case, seen = in_hand(browser, mo, ItemKind.MEMBER_REPORT)
    assert set(seen["proposals"].values()) == {"warning"}
    for measure in ({"measure": "permanent-ban"}, {"measure": "timed-ban", "days": 7}):
        refused = judge(browser, case, rule="fraud", facts=FACTS, **measure)
        assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [
            ("/measure", "moderation.measure-unfit")
        ]
    assert judge(browser, case, rule="fraud", facts=FACTS, measure="warning")["state"] == "decided"
    assert [one["outcome"] for one in login(ruth).get("/api/v1/cases").json["reports"]] == ["upheld"]


@pytest.mark.spec("10.5")
def test_who_signed_a_ban_does_not_judge_the_appeal_against_what_was_removed_with_it(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    signer, third = colleague(Role.MODERATOR), colleague(Role.MODERATOR)
    verdict = replace(FOR_GOOD, takes_texts=True)
    ban = decide(mo, staff, verdict)
    countersign(ban, signer)
    browser = staff_browser(signer)
    found = browser.get(f"/ops/api/moderation.decisions?member_id={mo.id}").json["data"]
    (removal,) = [one["id"] for one in found if one["measure"] == Measure.REMOVE_CONTENT]
    statement = f"/api/v1/cases/{removal}"
    path = f"{statement}/appeal?key={links.key_of(f'/cases/{removal}')}"
    assert login(mo).post(path, {"words": "I only sing in a choir."}, key=uuid4().hex).status_code == 201
    (appeal,) = browser.get(f"/ops/api/moderation.appeals?decision_id={removal}").json["data"]
    answer = {"outcome": "confirmed", "answer": "We looked at it anew."}
    assert act(browser, "decisions", removal, "evidence").json["is_own"] is True
    assert act(browser, "appeals", appeal["id"], "decide", **answer).json["code"] == "moderation.own-signature"
    other = staff_browser(third)
    assert act(other, "decisions", removal, "evidence").json["is_own"] is False
    assert act(other, "appeals", appeal["id"], "decide", **answer).json["state"] == "decided"
