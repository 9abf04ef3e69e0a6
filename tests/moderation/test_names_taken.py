"""A name that a decision takes away: a word of the application replaces it, and the member chooses another one."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from app.kernel.i18n import LOCALES, text
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.identity.policies.members import clean_name
from modules.accounts.leaving.service import export
from modules.messaging.api import list_words
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.queue.policies.names import poses_as_staff
from modules.profiles import api as profiles_api
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague
from tests.factories.profiles import fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, decide, lift, refuse
from tests.moderation.test_queue import items, only
from tests.moderation.test_taking_away import in_hand, judge, wait

NAME = "lena.fun/cam"
NO_NAME = Verdict(Measure.REMOVE_CONTENT, Rule.SPAM, facts=FACTS, takes_name=True)
FOR_GOOD = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS, takes_name=True)


@pytest.fixture
def lena(make_member: MakeMember) -> Member:
    """A member with a name that says more than a name, and words that say nothing."""
    member = make_member(name=NAME, language="en")
    with transaction() as session:
        fill_profile(session, member.id, about="I sing in a choir.")
    drain_now()
    return member


def names_of(member: Member) -> tuple[str, str]:
    """Return the name of an account and that of its profile."""
    with transaction(read_only=True) as session:
        return accounts_api.get_member(session, member.id).name, profiles_api.get_profile(session, member.id).name


def choose(browser: Client, name: str) -> Any:
    return browser.patch("/api/v1/profile", {"name": name})


@pytest.mark.spec("10.5", "5.1")
def test_a_name_goes_alone_and_the_member_chooses_another_one(
    lena: Member, make_member: MakeMember, staff: Colleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    browser = login(lena)
    assert choose(browser, "Lena").json["code"] == "accounts.name-stays"
    desk = staff_browser(staff)
    case, seen = in_hand(desk, lena, ItemKind.PROFILE_TEXT)
    assert (seen["can_lose_name"], seen["texts"]["name"]) == (True, NAME)
    assert judge(desk, case, measure="remove-content", rule="spam", takes_name=True)["state"] == "decided"
    assert names_of(lena) == ("Member", "Member")
    drain_now()
    # What others read of it is looked at no second time.
    assert only(lena, ItemKind.PROFILE_TEXT).state == "decided"
    ruth = login(make_member(name="Ruth"))
    assert ruth.get(f"/api/v1/members/{lena.id}").json["name"] == "Member"
    (told,) = browser.get("/api/v1/cases").json["decisions"]
    assert told["scope_text"] == seen["scopes"]["name"] == "your name (removed; choose another one in your profile)"
    (decision,) = desk.get(f"/ops/api/moderation.decisions?member_id={lena.id}").json["data"]
    assert (decision["takes_name"], decision["takes_texts"]) == (True, False)
    assert browser.get("/api/v1/me").json["must_choose_name"] is True
    assert choose(browser, "LENA.fun/cam").json["code"] == "accounts.name-removed"
    assert choose(browser, "@lena").json["code"] == "accounts.name-begins-with-at"
    assert choose(browser, " Lena  K ").json["name"] == "Lena K"
    assert names_of(lena) == ("Lena K", "Lena K")
    assert browser.get("/api/v1/me").json["must_choose_name"] is False
    assert choose(browser, "Ada").json["code"] == "accounts.name-stays"


@pytest.mark.spec("10.5")
def test_the_name_that_is_chosen_is_looked_at_like_any(lena: Member, staff: Colleague, login: LogIn) -> None:
    decide(lena, staff, NO_NAME, kind=ItemKind.PROFILE_TEXT)
    assert choose(login(lena), "Lena 0612345678").status_code == 200
    drain_now()
    assert [one.state for one in items(lena, ItemKind.PROFILE_TEXT)] == ["decided", "open"]


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("chosen", [None, "Lena"])
def test_a_name_comes_back_with_the_decision_unless_another_one_is_chosen(
    lena: Member, staff: Colleague, login: LogIn, chosen: str | None
) -> None:
    decision_id = decide(lena, staff, NO_NAME, kind=ItemKind.PROFILE_TEXT)
    if chosen is not None:
        choose(login(lena), chosen)
    lift(decision_id, staff)
    assert names_of(lena) == (chosen or NAME,) * 2
    assert login(lena).get("/api/v1/me").json["must_choose_name"] is False


@pytest.mark.spec("10.5")
def test_a_name_that_went_with_a_ban_to_which_somebody_said_no_is_decided_anew(
    lena: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    decision_id = decide(lena, staff, FOR_GOOD, kind=ItemKind.OPENED)
    other = colleague()
    refuse(decision_id, other)
    assert names_of(lena)[0] == "Member"
    desk = staff_browser(staff)
    case, seen = in_hand(desk, lena, ItemKind.OPENED)
    assert (seen["can_lose_name"], seen["texts"]["name"]) == (True, NAME)
    assert judge(desk, case, measure="none")["state"] == "decided"
    assert names_of(lena) == (NAME, NAME)


@pytest.mark.spec("10.5")
def test_who_hears_an_objection_reads_the_name_that_went(
    lena: Member, staff: Colleague, staff_browser: OpenConsole
) -> None:
    decision_id = decide(lena, staff, NO_NAME, kind=ItemKind.PROFILE_TEXT)
    path = f"/ops/api/moderation.decisions/{decision_id}/actions/evidence"
    seen = staff_browser(staff).post(path, {}, key="evidence").json
    assert (seen["texts"]["name"], seen["member"]["name"]) == (NAME, "Member")
    assert seen["marked"]["name"] == [{"text": NAME, "is_known": True}]


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("kind", "form", "field"),
    [
        (ItemKind.MESSAGE_REPORT, {"measure": "warning"}, "takes_name"),
        (ItemKind.OPENED, {"measure": "none"}, "measure"),
    ],
)
def test_a_name_goes_only_where_it_is_looked_at_and_for_a_reason(
    lena: Member, staff: Colleague, staff_browser: OpenConsole, kind: ItemKind, form: dict[str, Any], field: str
) -> None:
    wait(lena, kind)
    desk = staff_browser(staff)
    case, _ = in_hand(desk, lena, kind)
    refused = judge(desk, case, **{"rule": "spam", "takes_name": True, **form})
    assert refused["code"] == "moderation.measure-unfit"
    assert field in str(refused)
    assert names_of(lena) == (NAME, NAME)


@pytest.mark.spec("10.5")
def test_a_name_of_the_application_cannot_be_taken_away_again(
    lena: Member, staff: Colleague, staff_browser: OpenConsole
) -> None:
    decide(lena, staff, NO_NAME, kind=ItemKind.PROFILE_TEXT)
    wait(lena, ItemKind.OPENED)
    desk = staff_browser(staff)
    case, seen = in_hand(desk, lena, ItemKind.OPENED)
    assert seen["can_lose_name"] is False
    again = judge(desk, case, measure="remove-content", rule="spam", takes_name=True)
    assert again["code"] == "moderation.measure-unfit"


@pytest.mark.spec("10.5", "9.1")
def test_a_name_that_was_taken_goes_with_the_member_and_stands_in_their_copy(lena: Member, staff: Colleague) -> None:
    decide(lena, staff, NO_NAME, kind=ItemKind.PROFILE_TEXT)
    assert taken_of(lena.id) == NAME
    with transaction(read_only=True) as session:
        assert export.export_member(session, lena.id, "en").data["taken_name"] == NAME
    with transaction() as session:
        accounts_api.erase_member(session, member_id=lena.id)
    assert taken_of(lena.id) is None


def taken_of(member_id: UUID) -> str | None:
    with transaction(read_only=True) as session:
        return accounts_api.get_member(session, member_id).taken_name


@pytest.mark.parametrize("language", LOCALES)
def test_what_stands_in_the_place_of_a_name_is_a_name_and_none_of_the_application(language: str) -> None:
    word = text(language, "accounts.nameless")
    assert clean_name(word, "lena@example.org") == word
    assert not poses_as_staff(list_words(word), brand=list_words("Hearthside"))
