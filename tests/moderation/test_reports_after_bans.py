"""What reporters learn where a ban was refused, decided anew and taken back: they were right while anything stands that
was found about what they reported.
"""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.policies import decisions as policies
from modules.profiles import api as profiles_api
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_report
from tests.fixture_types import LogIn, MakeColleague, MakeMember
from tests.moderation.test_decisions import A_WEEK, FACTS, WARNING, countersign, decide, lift, refuse
from tests.moderation.test_reports_judged_anew import NOTHING, REPORTED, ruth, stands, told
from tests.moderation.test_told_at_once import ABOUT, FOR_GOOD, about, cases, words
from tests.racing import race

__all__ = ["ruth", "words"]

NO_WORDS = Verdict(Measure.REMOVE_CONTENT, Rule.FRAUD, facts=FACTS, takes_texts=True)
IS_RIGHT = [("upheld", False)]
WAS_RIGHT = [("upheld", True)]


def report(*reporters: Any, of: Any) -> None:
    with transaction() as session:
        for reporter in reporters:
            make_report(session, reporter, of)


def removal_of(browser: Client) -> UUID:
    """Return the removal that stands of somebody."""
    (found,) = [
        one["id"]
        for one in browser.get("/api/v1/cases").json["decisions"]
        if (one["measure"], one["state"]) == ("remove-content", "in-force")
    ]
    return UUID(found)


@pytest.fixture
def ada(make_member: MakeMember) -> Member:
    """Ada, who reports Mo later."""
    return make_member(language="en")


@pytest.fixture
def signed(
    mo: Member, staff: Colleague, ruth: Member, ada: Member, colleague: MakeColleague, login: LogIn
) -> tuple[UUID, UUID]:
    """The removal of a ban that was refused, which stands, and the ban that was decided anew, reported by two, and
    signed.
    """
    refuse(decide(mo, staff, FOR_GOOD, **REPORTED), colleague())
    removal = removal_of(login(mo))
    report(ada, of=mo)
    ban = decide(mo, staff, FOR_GOOD, **REPORTED)
    countersign(ban, colleague())
    return removal, ban


@pytest.mark.spec("10.5")
def test_who_reported_was_right_while_the_removal_of_an_earlier_ban_stands(
    signed: tuple[UUID, UUID], staff: Colleague, ruth: Member, ada: Member, login: LogIn
) -> None:
    removal, ban = signed
    lift(ban, staff)
    for reporter in (ruth, ada):
        assert (stands(login, reporter), told(reporter)) == (IS_RIGHT, 0)
    lift(removal, staff)
    for reporter in (ruth, ada):
        assert (stands(login, reporter), told(reporter)) == (WAS_RIGHT, 1)


@pytest.mark.spec("10.5")
def test_who_reported_was_right_while_the_ban_decided_anew_stands(
    signed: tuple[UUID, UUID], staff: Colleague, ruth: Member, login: LogIn
) -> None:
    removal, ban = signed
    lift(removal, staff)
    assert (stands(login, ruth), told(ruth)) == (IS_RIGHT, 0)
    lift(ban, staff)
    assert (stands(login, ruth), told(ruth)) == (WAS_RIGHT, 1)


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("anew", [NOTHING, WARNING])
def test_a_removal_stands_for_who_reported_though_another_case_was_decided_meanwhile(
    mo: Member, staff: Colleague, ruth: Member, ada: Member, colleague: MakeColleague, login: LogIn, anew: Verdict
) -> None:
    ban = decide(mo, staff, FOR_GOOD, **REPORTED)
    report(ada, of=mo)
    decide(mo, staff, NOTHING, **REPORTED)
    refuse(ban, colleague())
    again = decide(mo, staff, anew, **REPORTED)
    if anew is WARNING:
        lift(again, staff)
    assert (stands(login, ruth), told(ruth)) == (IS_RIGHT, 0)
    assert stands(login, ada) == [("not-upheld", False)]
    lift(removal_of(login(mo)), staff)
    assert (stands(login, ruth), told(ruth)) == (WAS_RIGHT, 1)


@pytest.mark.spec("10.5")
def test_what_was_found_before_or_after_is_about_other_reports(
    mo: Member, staff: Colleague, make_member: MakeMember, login: LogIn
) -> None:
    first, second, third = (make_member(language="en") for _ in range(3))
    made = []
    for reporter in (first, second, third):
        report(reporter, of=mo)
        made.append(decide(mo, staff, WARNING, **REPORTED))
    lift(made[1], staff)
    assert [stands(login, one) for one in (first, second, third)] == [IS_RIGHT, WAS_RIGHT, IS_RIGHT]
    assert [told(one) for one in (first, second, third)] == [0, 1, 0]


@pytest.mark.spec("10.5")
def test_nobody_is_right_by_what_was_found_about_something_else(
    mo: Member, staff: Colleague, ruth: Member, login: LogIn
) -> None:
    decide(mo, staff, WARNING, kind=ItemKind.OPENED)
    lift(decide(mo, staff, A_WEEK, **REPORTED), staff)
    assert (stands(login, ruth), told(ruth)) == (WAS_RIGHT, 1)


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("turn", range(5))
def test_two_that_are_taken_back_at_once_are_told_once(
    signed: tuple[UUID, UUID], staff: Colleague, ruth: Member, ada: Member, login: LogIn, turn: int
) -> None:
    def take_back(decision_id: UUID) -> Any:
        return lambda: lift(decision_id, staff)

    assert race([take_back(one) for one in signed]) == [None, None]
    for reporter in (ruth, ada):
        assert (stands(login, reporter), told(reporter)) == (WAS_RIGHT, 1)


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("turn", range(5))
def test_nobody_rests_on_what_is_taken_back_while_it_is_decided_anew(
    mo: Member, staff: Colleague, ruth: Member, colleague: MakeColleague, login: LogIn, turn: int
) -> None:
    refuse(decide(mo, staff, FOR_GOOD, **REPORTED), colleague())
    removal = removal_of(login(mo))
    made = race([lambda: lift(removal, staff), lambda: decide(mo, staff, NO_WORDS, **REPORTED)])
    assert not any(isinstance(one, Exception) for one in made)
    is_found = ("remove-content", "in-force") in cases(login(mo))
    assert stands(login, ruth) == (IS_RIGHT if is_found else WAS_RIGHT)


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Decide as an earlier version did: what went with a ban for good was no decision of its own."""

    def decided(*args: Any, **item: Any) -> UUID:
        with monkeypatch.context() as then:
            then.setattr(policies, "split_verdict", lambda verdict: (verdict,))
            return decide(*args, **item)

    return decided


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(("anew", "words_after"), [(NOTHING, ABOUT), (WARNING, ABOUT), (NO_WORDS, "")])
def test_a_ban_from_before_gives_back_what_is_not_taken_again(
    mo: Member,
    staff: Colleague,
    ruth: Member,
    colleague: MakeColleague,
    login: LogIn,
    before: Any,
    anew: Verdict,
    words_after: str,
) -> None:
    refuse(before(mo, staff, FOR_GOOD, **REPORTED), colleague())
    assert (cases(login(mo)), about(mo)) == ([], "")
    again = decide(mo, staff, anew, **REPORTED)
    assert about(mo) == words_after
    if anew is NOTHING:
        assert (stands(login, ruth), told(ruth)) == (WAS_RIGHT, 1)
        return
    assert cases(login(mo)) == [(anew.measure, "in-force")]
    assert (stands(login, ruth), told(ruth)) == (IS_RIGHT, 0)
    lift(again, staff)
    assert (stands(login, ruth), told(ruth), about(mo)) == (WAS_RIGHT, 1, ABOUT)


@pytest.mark.spec("10.5")
def test_a_ban_from_before_is_signed_and_taken_back_with_all_that_went(
    mo: Member, staff: Colleague, ruth: Member, colleague: MakeColleague, login: LogIn, before: Any
) -> None:
    ban = before(mo, staff, FOR_GOOD, **REPORTED)
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"headline": "Hello"})
    countersign(ban, colleague())
    lift(ban, staff)
    assert (stands(login, ruth), told(ruth), about(mo)) == (WAS_RIGHT, 1, ABOUT)
    assert cases(login(mo)) == [("permanent-ban", "lifted")]
