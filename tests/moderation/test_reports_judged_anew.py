"""What reporters learn when what followed from their report is taken back, or comes to nothing."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.decisions import AppealOutcome, Measure, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.service import decisions
from tests.conftest import drain_now
from tests.factories.moderation import Colleague, decide_appeal, make_report
from tests.fixture_types import LogIn, MakeColleague, MakeMember
from tests.moderation.test_decisions import A_WEEK, FOR_GOOD, WARNING, decide, lift, refuse

REPORTED = {"kind": ItemKind.MEMBER_REPORT}
NOTHING = Verdict(Measure.NONE)


@pytest.fixture
def ruth(make_member: MakeMember, mo: Member) -> Member:
    """Ruth, who reported Mo."""
    member = make_member(language="en")
    with transaction() as session:
        make_report(session, member, mo)
    return member


def told(member: Member) -> int:
    """Return how often somebody was mailed that it was judged anew."""
    drain_now()
    asked = text("SELECT count(*) FROM notifications.mail WHERE type = 'report-reviewed' AND member_id = :id")
    with transaction(read_only=True) as session:
        return int(session.execute(asked, {"id": member.id}).scalar_one())


def stands(login: LogIn, member: Member) -> list[tuple[str, bool]]:
    """Return of each report what came of it, and whether it was judged anew."""
    reports = login(member).get("/api/v1/reports").json
    return [(one["outcome"], one["reviewed_at"] is not None) for one in reports]


@pytest.mark.spec("10.5")
def test_a_ban_that_came_to_nothing_is_told_to_who_was_said_to_be_right(
    mo: Member, staff: Colleague, ruth: Member, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD, **REPORTED), colleague())
    assert (stands(login, ruth), told(ruth)) == ([("upheld", False)], 0)
    ada = make_member(language="en")
    with transaction() as session:
        make_report(session, ada, mo)
    decide(mo, staff, NOTHING, **REPORTED)
    assert (stands(login, ruth), told(ruth)) == ([("upheld", True)], 1)
    assert (stands(login, ada), told(ada)) == ([("not-upheld", False)], 0)


@pytest.mark.spec("10.5")
def test_another_measure_after_a_refused_ban_is_no_news_until_it_is_taken_back(
    mo: Member, staff: Colleague, ruth: Member, colleague: MakeColleague, login: LogIn
) -> None:
    refuse(decide(mo, staff, FOR_GOOD, **REPORTED), colleague())
    decision_id = decide(mo, staff, WARNING, **REPORTED)
    assert (stands(login, ruth), told(ruth)) == ([("upheld", False)], 0)
    with transaction() as session:
        make_report(session, ruth, mo)
    decide(mo, staff, NOTHING, **REPORTED)
    assert stands(login, ruth) == [("not-upheld", False), ("upheld", False)]
    lift(decision_id, staff)
    assert stands(login, ruth) == [("not-upheld", False), ("upheld", True)]
    assert told(ruth) == 1


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("way", ["lifted", "appealed"])
def test_what_is_taken_back_is_told_and_stands_where_the_mail_leads(
    mo: Member, staff: Colleague, ruth: Member, colleague: MakeColleague, login: LogIn, way: str
) -> None:
    decision_id, other = decide(mo, staff, A_WEEK, **REPORTED), colleague()
    with transaction() as session:
        if way == "lifted":
            decisions.lift(session, decision_id=decision_id, staff_id=other.id, reason="a mistake")
        else:
            objection = "INSERT INTO moderation.appeal (id, decision_id, words, due_at)"
            values = "VALUES (gen_random_uuid(), :id, 'That was a misunderstanding.', now())"
            session.execute(text(f"{objection} {values}"), {"id": decision_id})
            decide_appeal(session, decision_id, staff=other, outcome=AppealOutcome.REVERSED)
    assert (stands(login, ruth), told(ruth)) == ([("upheld", True)], 1)
    assert login(ruth).get("/api/v1/cases").json["reports"][0]["reviewed_at"] is not None


@pytest.mark.parametrize("change", ["reviewed_at = NULL", "reviewed_at = now() - interval '1 day'"])
def test_what_was_judged_anew_stays_so(mo: Member, staff: Colleague, ruth: Member, change: str) -> None:
    decision_id = decide(mo, staff, A_WEEK, **REPORTED)
    lift(decision_id, staff)
    with pytest.raises(DBAPIError, match="judged anew stays so"), transaction() as session:
        asked = f"UPDATE moderation.report SET {change} WHERE reporter_id = :id"
        session.execute(text(asked), {"id": ruth.id})


def test_only_who_was_right_is_judged_anew(mo: Member, staff: Colleague, ruth: Member) -> None:
    decide(mo, staff, NOTHING, **REPORTED)
    with pytest.raises(DBAPIError, match="report_reviewed_check"), transaction() as session:
        session.execute(
            text("UPDATE moderation.report SET reviewed_at = now() WHERE reporter_id = :id"), {"id": ruth.id}
        )
