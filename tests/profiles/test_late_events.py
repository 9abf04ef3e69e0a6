"""A profile follows its account, in whatever order it is told of what happened there."""

import pytest

from app.kernel.db.session import transaction
from app.relay import finish
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.events import MemberBanned, MemberConfirmed, MemberDeleted, MemberReactivated, MemberUnbanned
from modules.profiles import api
from modules.profiles.contracts import ProfileState
from tests.accounts.leaving import ban, delete_now
from tests.fixture_types import MakeMember


def state_of(member: Member) -> ProfileState:
    with transaction(read_only=True) as session:
        return api.get_profile(session, member.id).state


@pytest.mark.spec("4.2")
def test_a_profile_is_shown_again_though_the_deletion_before_is_told_late(member: Member) -> None:
    delete_now(member)
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)
    for event in (MemberReactivated, MemberDeleted):
        assert finish(event) == 0
    assert state_of(member) is ProfileState.ACTIVE


@pytest.mark.spec("10.5")
def test_a_profile_is_shown_again_though_the_ban_that_is_over_is_told_late(member: Member) -> None:
    decision_id = ban(member)
    with transaction() as session:
        accounts_api.lift_restrictions(session, decision_id=decision_id)
    for event in (MemberUnbanned, MemberBanned):
        assert finish(event) == 0
    assert state_of(member) is ProfileState.ACTIVE


@pytest.mark.spec("4.1")
def test_a_banned_profile_stays_hidden_though_its_confirmation_is_told_late(make_member: MakeMember) -> None:
    member = make_member(confirmed=False)
    with transaction() as session:
        accounts_api.confirm_member(session, member_id=member.id)
    ban(member)
    for event in (MemberBanned, MemberConfirmed):
        assert finish(event) == 0
    assert state_of(member) is ProfileState.DISABLED
