"""Decisions about fictional profiles: what they show may go, and no account is closed behind which nobody stands."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature, Member, MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.moderation.contracts.decisions import Rule
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.fiction.service import profiles as fiction_profiles
from modules.notifications.models import Mail
from modules.profiles import api as profiles_api
from modules.sites.contracts import Site
from tests.conftest import drain_now
from tests.factories.moderation import Colleague, make_report
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, lift, row_of
from tests.moderation.test_fiction import site, vera
from tests.moderation.test_taking_away import GOES, about, in_hand, judge

__all__ = ["site", "vera"]
OF_ACCOUNTS: list[dict[str, Any]] = [
    {"measure": "warning"},
    {"measure": "strike"},
    {"measure": "feature-limit", "days": 7, "features": ["messages"]},
    {"measure": "timed-ban", "days": 7},
    {"measure": "permanent-ban"},
]
pytestmark = pytest.mark.spec("10.5", "10.9")


@pytest.fixture
def photo(vera: Member) -> UUID:
    """A photo of the fictional profile, about which a member wrote to us."""
    with transaction() as session:
        fill_profile(session, vera.id, about="I mend shoes.")
        return add_photo(session, vera.id)


@pytest.fixture
def ruth(site: Site, vera: Member, photo: UUID, make_member: MakeMember) -> Member:
    """Ruth, who reported the fictional profile."""
    member = make_member(site=site, name="Ruth")
    with transaction() as session:
        make_report(session, member, vera)
    return member


def status_of(member: Member) -> MemberStatus:
    with transaction(read_only=True) as session:
        return accounts_api.get_member(session, member.id).status


def test_nothing_is_decided_that_is_about_an_account(
    vera: Member, ruth: Member, staff: Colleague, staff_browser: OpenConsole
) -> None:
    browser = staff_browser(staff)
    case, seen = in_hand(browser, vera, ItemKind.MEMBER_REPORT)
    assert {*seen["proposals"].values()} == {"remove-content"}
    refused = [judge(browser, case, rule="fake", facts=FACTS, **measure) for measure in OF_ACCOUNTS]
    assert [one["code"] for one in refused] == ["moderation.measure-unfit"] * len(OF_ACCOUNTS)
    assert status_of(vera) is MemberStatus.ACTIVE
    assert judge(browser, case, measure="none")["state"] == "decided"


def test_what_it_shows_may_go_and_comes_back_and_nobody_is_mailed(
    vera: Member, ruth: Member, photo: UUID, staff: Colleague, staff_browser: OpenConsole
) -> None:
    browser = staff_browser(staff)
    case, _ = in_hand(browser, vera, ItemKind.MEMBER_REPORT)
    assert judge(browser, case, **GOES, photo_ids=[str(photo)], takes_texts=True)["state"] == "decided"
    drain_now()
    assert about(vera) == ""
    (decided,) = browser.get(f"/ops/api/moderation.decisions?member_id={vera.id}").json["data"]
    assert row_of(UUID(decided["id"])).strikes == 0
    lift(UUID(decided["id"]), staff)
    drain_now()
    assert about(vera) == "I mend shoes."
    with transaction(read_only=True) as session:
        assert {*session.execute(select(Mail.state).where(Mail.member_id == vera.id)).scalars()} <= {"dropped"}
    assert status_of(vera) is MemberStatus.ACTIVE


def test_one_that_is_retired_is_given_back_to_life_by_nothing(
    vera: Member, ruth: Member, photo: UUID, staff: Colleague, staff_browser: OpenConsole
) -> None:
    with transaction() as session:
        fiction_profiles.retire(session, profile_id=vera.id)
    drain_now()
    browser = staff_browser(staff)
    case, _ = in_hand(browser, vera, ItemKind.MEMBER_REPORT)
    ban = {"measure": "timed-ban", "rule": "fake", "days": 1}
    assert judge(browser, case, **ban)["code"] == "moderation.measure-unfit"
    assert judge(browser, case, **GOES, photo_ids=[str(photo)])["state"] == "decided"
    (decided,) = browser.get(f"/ops/api/moderation.decisions?member_id={vera.id}").json["data"]
    lift(UUID(decided["id"]), staff)
    drain_now()
    assert status_of(vera) is MemberStatus.BANNED
    with transaction(read_only=True) as session:
        assert not profiles_api.is_visible(session, vera.id)


def test_nobody_is_kept_out_of_an_account_that_nobody_logs_in_to(vera: Member) -> None:
    """A ban that was proposed before, and is signed now, closes nothing either."""
    kept: dict[str, Any] = {"features": [Feature.ACCOUNT], "decision_id": uuid4(), "rule": Rule.FAKE}
    with pytest.raises(MemberNotFound), transaction() as session:
        until = clock.now() + timedelta(days=1)
        accounts_api.restrict_member(session, member_id=vera.id, statement="/cases", ends_at=until, **kept)
    assert status_of(vera) is MemberStatus.ACTIVE
