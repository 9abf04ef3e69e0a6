"""What goes with a proposed ban is told at once, as a decision of its own, and one may object before anybody signs."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import literal, select, text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.complaints.service import handover as complaint_handover
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.decisions.service import decisions
from modules.moderation.ops.figures import removed
from modules.moderation.service import complaint_desk
from modules.profiles import api as profiles_api
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague, make_complaint, make_report, object_to
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, countersign, decide, lift, refuse, row_of, strikes
from tests.moderation.test_queue import items
from tests.moderation.test_taking_away import GOES, in_hand, judge

ABOUT = "Write to me elsewhere."
FOR_GOOD = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS, takes_texts=True)
REPORTED: dict[str, Any] = {"kind": ItemKind.MEMBER_REPORT}


@pytest.fixture(autouse=True)
def words(mo: Member) -> None:
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"about": ABOUT})


def about(member: Member) -> str:
    with transaction(read_only=True) as session:
        return str(profiles_api.get_profile(session, member.id).about)


def cases(browser: Client) -> list[tuple[str, str]]:
    return [(one["measure"], one["state"]) for one in browser.get("/api/v1/cases").json["decisions"]]


def mails(member: Member) -> list[str]:
    """Return which mails about decisions went to somebody, the first one first."""
    drain_now()
    asked = text(
        "SELECT type FROM notifications.mail WHERE (type LIKE 'decision-%' OR type = 'member-banned') "
        "AND member_id = :id ORDER BY created_at, id"
    )
    with transaction(read_only=True) as session:
        return list(session.execute(asked, {"id": member.id}).scalars())


def count_removed(member: Member) -> int:
    """Return how often the public number of removals counts a member."""
    with transaction(read_only=True) as session:
        made = select(DecisionRow.created_at).where(DecisionRow.member_id == member.id)
        days = list(session.execute(made).scalars())
        kind = DecisionRow.created_at.type
        counted = removed(literal(min(days), kind), literal(max(days) + timedelta(days=366), kind))
        return [one[0] for one in session.execute(counted)].count(member.id)


@pytest.mark.spec("10.5")
def test_what_goes_is_told_while_the_ban_waits_and_may_be_objected_to(
    mo: Member, staff: Colleague, login: LogIn
) -> None:
    ban = row_of(decide(mo, staff, FOR_GOOD))
    assert (ban.state, ban.takes_texts, about(mo)) == ("proposed", False, "")
    browser = login(mo)
    (told,) = browser.get("/api/v1/cases").json["decisions"]
    assert (told["measure"], told["rule"], told["facts"]) == ("remove-content", "fraud", FACTS)
    assert (told["strikes"], told["can_appeal"]) == (0, True)
    assert mails(mo) == ["decision-made"]
    assert object_to(browser, told["id"]).status_code == 201
    assert (strikes(mo), count_removed(mo)) == (0, 1)


@pytest.mark.spec("10.5")
def test_a_refusal_is_about_the_ban_alone_and_a_signature_too(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    other, ada = colleague(), make_member(language="en")
    refuse(decide(mo, staff, FOR_GOOD), other)
    assert (cases(login(mo)), mails(mo)) == ([("remove-content", "in-force")], ["decision-made"])
    assert about(mo) == ""
    with transaction() as session:
        profiles_api.update_profile(session, member_id=ada.id, changes={"about": ABOUT})
    signed = decide(ada, staff, FOR_GOOD)
    countersign(signed, other)
    assert sorted(mails(ada)) == ["decision-made", "member-banned"]
    assert count_removed(ada) == 1


@pytest.mark.spec("10.5")
def test_what_is_taken_again_stands_as_it_was_told(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD, kind=ItemKind.OPENED), colleague())
    desk = staff_browser(staff)
    case, seen = in_hand(desk, mo, ItemKind.OPENED)
    assert seen["texts"]["about"] == ABOUT
    assert judge(desk, case, **GOES, takes_texts=True)["state"] == "decided"
    assert (cases(login(mo)), mails(mo)) == ([("remove-content", "in-force")], ["decision-made"])
    # The case is over: what another one finds is no word about it.
    decide(mo, staff, Verdict(Measure.NONE), kind=ItemKind.OPENED)
    assert (about(mo), count_removed(mo)) == ("", 1)


@pytest.mark.spec("10.5")
def test_words_that_are_new_since_are_another_removal(
    mo: Member, staff: Colleague, colleague: MakeColleague, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD), colleague())
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"about": "Write to me there."})
    decide(mo, staff, Verdict(Measure.REMOVE_CONTENT, Rule.FRAUD, facts=FACTS, takes_texts=True))
    assert (cases(login(mo)), about(mo)) == ([("remove-content", "in-force")] * 2, "")


@pytest.mark.spec("10.5")
def test_what_is_not_taken_again_comes_back_and_the_member_is_told(
    mo: Member, staff: Colleague, colleague: MakeColleague, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD), colleague())
    decide(mo, staff, Verdict(Measure.WARNING, Rule.FRAUD, facts=FACTS))
    assert (about(mo), sorted(mails(mo))) == (
        ABOUT,
        ["decision-lifted", "decision-made", "decision-made"],
    )
    assert sorted(cases(login(mo))) == [("remove-content", "lifted"), ("warning", "in-force")]


@pytest.mark.spec("10.5")
def test_what_somebody_objects_to_is_not_taken_back_at_the_desk(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD, kind=ItemKind.OPENED), colleague())
    browser = login(mo)
    (told,) = browser.get("/api/v1/cases").json["decisions"]
    object_to(browser, told["id"])
    desk = staff_browser(staff)
    case, _ = in_hand(desk, mo, ItemKind.OPENED)
    assert judge(desk, case, measure="none")["code"] == "moderation.appeal-waits"


@pytest.mark.spec("10.5")
def test_who_reported_was_right_while_one_of_the_two_stands(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    ruth = make_member()
    with transaction() as session:
        make_report(session, ruth, mo)
    ban, other = decide(mo, staff, FOR_GOOD, **REPORTED), colleague()
    countersign(ban, other)

    def is_reviewed() -> bool:
        return login(ruth).get("/api/v1/reports").json[0]["reviewed_at"] is not None

    lift(ban, staff)
    assert not is_reviewed()
    (went,) = [one["id"] for one in login(mo).get("/api/v1/cases").json["decisions"] if one["state"] == "in-force"]
    lift(UUID(went), staff)
    assert is_reviewed()


@pytest.mark.spec("10.5")
def test_words_that_went_are_looked_at_when_they_are_pasted_after_the_case_is_over(
    mo: Member, staff: Colleague, colleague: MakeColleague
) -> None:
    drain_now()
    no_words = Verdict(Measure.REMOVE_CONTENT, Rule.FRAUD, facts=FACTS, takes_texts=True)
    refuse(decide(mo, staff, FOR_GOOD, kind=ItemKind.PROFILE_TEXT), colleague())
    decide(mo, staff, no_words, kind=ItemKind.PROFILE_TEXT)
    drain_now()
    assert [one.state for one in items(mo, ItemKind.PROFILE_TEXT)] == ["decided", "decided"]
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"about": ABOUT})
    drain_now()
    assert [one.state for one in items(mo, ItemKind.PROFILE_TEXT)] == ["decided", "decided", "open"]


@pytest.mark.spec("10.5")
def test_support_reads_once_what_came_of_what_it_handed_over(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember
) -> None:
    ada, support = make_member(), colleague(Role.SUPPORT)
    with transaction() as session:
        complaint = make_complaint(session, ada)
        by: dict[str, Any] = {"staff_id": support.id, "reason": "He asks for money."}
        complaint_handover.hand_over(session, complaint_id=complaint.id, member_id=mo.id, **by)
    decide(mo, staff, FOR_GOOD, kind=ItemKind.OPENED)
    with transaction(read_only=True) as session:
        assert [one["measure"] for one in complaint_desk.list_handovers(session, complaint.id)] == ["permanent-ban"]


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("measure", [Measure.REMOVE_CONTENT, Measure.WARNING])
def test_nothing_is_decided_twice_in_a_case(mo: Member, staff: Colleague, measure: Measure) -> None:
    row = row_of(decide(mo, staff, Verdict(measure, Rule.FRAUD, facts=FACTS, takes_texts=True)))
    again = Verdict(measure, Rule.FRAUD, facts=FACTS, takes_texts=True)
    case: Any = SimpleNamespace(id=row.item_id)
    with pytest.raises(DBAPIError, match="decision_item_key"), transaction() as session:
        decisions._insert_decision(session, mo.id, again, item=case)
