"""Races and rules between two members, on the real Postgres."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from app.kernel.errors import NotFound
from app.kernel.events.outbox import OutboxEvent
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.profiles.service import profile
from modules.social import queries
from modules.social.contracts import LikeList, LikeSource
from modules.social.models import AutoLikeConsent, Block, HiddenMember, HiddenVisitor, Like, Match, Visit
from modules.social.service import interactions as service
from tests.conftest import drain_now
from tests.factories.social import block, like, viewer_of
from tests.fixture_types import MakeMember, Pair
from tests.racing import race, start_while_open


def count(*where: Any) -> int:
    with transaction(read_only=True) as session:
        return session.execute(select(func.count()).where(*where)).scalar_one()


def count_events(name: str, member_id: UUID) -> int:
    with transaction(read_only=True) as session:
        payloads = session.execute(select(OutboxEvent.payload).where(OutboxEvent.name == name)).scalars()
        return sum(str(member_id) in payload.values() for payload in payloads)


def withdraw(member: Member, other: Member) -> None:
    with transaction() as session:
        service.withdraw_like(session, member_id=member.id, to_id=other.id)


def waits_for(pair: Pair, call: Callable[[], Any]) -> bool:
    """Tell whether a call waits for a transaction that concerns a pair, and writes nothing."""
    one, other = pair
    return start_while_open(
        lambda session: service.withdraw_like(session, member_id=one.id, to_id=other.id),
        call,
    )[1]


@pytest.mark.parametrize("act", [like, withdraw, block])
def test_what_concerns_a_pair_waits_for_what_concerns_it(make_member: MakeMember, act: Any) -> None:
    anna, bram = make_member(), make_member()
    assert waits_for((bram, anna), partial(act, anna, bram))


def test_what_concerns_a_pair_waits_for_no_other_pair_of_either(make_member: MakeMember) -> None:
    first, second, third = sorted((make_member() for _ in range(3)), key=lambda member: member.id)
    for pair, (one, other) in (((first, third), (second, third)), ((first, second), (first, third))):
        assert not waits_for(pair, partial(withdraw, one, other))


@pytest.mark.spec("2.15")
def test_two_likes_at_once_make_exactly_one_match(make_member: MakeMember) -> None:
    for _ in range(10):
        anna, bram = make_member(), make_member()
        race([partial(like, anna, bram), partial(like, bram, anna)])
        assert count(Match.a_id == min(anna.id, bram.id), Match.b_id == max(anna.id, bram.id)) == 1
        assert count_events("social.MatchMade", anna.id) == 1


def test_one_like_many_times_at_once_is_one_like(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    race([partial(like, anna, bram)] * 8)
    assert count(Like.from_id == anna.id) == 1
    assert count_events("social.LikeGiven", anna.id) == 1


@pytest.mark.spec("6.7")
def test_a_like_never_slips_past_a_block(make_member: MakeMember) -> None:
    for _ in range(10):
        anna, bram = make_member(), make_member()
        race([partial(block, bram, anna), partial(like, anna, bram)])
        with transaction(read_only=True) as session:
            assert queries.list_likes(session, bram.id, LikeList.RECEIVED, limit=9) == []
        result = race([partial(like, anna, bram)])
        assert isinstance(result[0], NotFound)


def test_unlike_and_like_at_once_leave_like_and_match_agreeing(make_member: MakeMember) -> None:
    for _ in range(10):
        anna, bram = make_member(), make_member()
        like(bram, anna)
        like(anna, bram)
        race([partial(withdraw, anna, bram), partial(like, anna, bram)])
        likes = count(Like.from_id == anna.id, Like.to_id == bram.id)
        assert count(Match.a_id == min(anna.id, bram.id), Match.b_id == max(anna.id, bram.id)) == likes


def test_postgres_refuses_what_cannot_be(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    pair = {"a": max(anna.id, bram.id), "b": min(anna.id, bram.id)}
    for statement in (
        "INSERT INTO social.match (a_id, b_id) VALUES (:a, :b)",
        "INSERT INTO social.like_ (from_id, to_id, source) VALUES (:a, :a, 'member')",
        "INSERT INTO social.like_ (from_id, to_id, source) VALUES (:a, :b, 'robot')",
        "INSERT INTO social.block (blocker_id, blocked_id) VALUES (:a, :a)",
    ):
        with pytest.raises(IntegrityError), transaction() as session:
            session.execute(text(statement), pair)


def test_a_visit_is_kept_unless_the_visitor_is_invisible(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()

    def visit() -> int:
        with transaction() as session:
            service.visit_profile(session, viewer=viewer_of(anna), member_id=anna.id, to_id=bram.id)
        return count(Visit.visitor_id == anna.id, Visit.visited_id == bram.id)

    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"is_invisible": True})
    assert visit() == 0
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"is_invisible": False})
    assert visit() == 1
    assert visit() == 1


def test_an_unconfirmed_admirer_shows_once_confirmed(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member(confirmed=False)
    like(bram, anna)

    def new_likes() -> int:
        with transaction(read_only=True) as session:
            return queries.count_new_likes(session, anna.id)

    assert new_likes() == 0
    with transaction() as session:
        accounts_api.confirm_member(session, member_id=bram.id)
    drain_now()
    assert new_likes() == 1


def test_an_erased_member_leaves_no_trace(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    like(anna, bram)
    like(bram, anna)
    with transaction() as session:
        service.visit_profile(session, viewer=viewer_of(anna), member_id=anna.id, to_id=bram.id)
        service.visit_profile(session, viewer=viewer_of(bram), member_id=bram.id, to_id=anna.id)
        for one in (anna, bram):
            service.set_auto_like(session, member_id=one.id, is_enabled=True)
            profile.update_profile(session, member_id=one.id, changes={"is_invisible": True})
            service.refresh_visibility(session, member_id=one.id)
            session.execute(insert(HiddenVisitor).values(member_id=one.id))
    block(anna, bram)
    block(bram, anna)
    with transaction() as session:
        service.erase_member(session, member_id=anna.id)
    assert count((Like.from_id == bram.id) | (Like.to_id == bram.id)) == 0
    assert count((Match.a_id == bram.id) | (Match.b_id == bram.id)) == 0
    assert count((Block.blocker_id == bram.id) | (Block.blocked_id == bram.id)) == 0
    assert count((Visit.visitor_id == bram.id) | (Visit.visited_id == bram.id)) == 0
    for mark in (AutoLikeConsent, HiddenMember, HiddenVisitor):
        assert [count(mark.member_id == one.id) for one in (anna, bram)] == [0, 1], mark


def test_taking_a_like_back_is_told_once(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    like(anna, bram)
    for _ in range(2):
        withdraw(anna, bram)
    assert count_events("social.LikeWithdrawn", anna.id) == 1


def test_lifting_a_block_is_told_once(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    block(anna, bram)
    for _ in range(2):
        with transaction() as session:
            service.unblock_member(session, member_id=anna.id, to_id=bram.id)
    assert count_events("social.MemberUnblocked", anna.id) == 1


def test_the_list_of_blocks_names_who_has_a_name_the_latest_first(make_member: MakeMember) -> None:
    anna, bram, cas, dirk = (make_member(name=name) for name in ("Anna", "Bram", "Cas", "Dirk"))
    for other in (bram, cas, dirk):
        block(anna, other)
    with transaction() as session:
        accounts_api.erase_member(session, member_id=dirk.id)
        listed = service.list_blocks(session, member_id=anna.id)
        rows = session.execute(select(Block.blocked_id, Block.created_at).where(Block.blocker_id == anna.id))
        dates = {row.blocked_id: row.created_at for row in rows}
    assert [(one.id, one.name, one.blocked_at) for one in listed] == [
        (one.id, one.name, dates[one.id]) for one in (cas, bram)
    ]


def test_a_second_yes_to_hello_for_me_leaves_the_first_one_standing(make_member: MakeMember) -> None:
    anna = make_member()

    def given_at(*, is_enabled: bool) -> Any:
        with transaction() as session:
            service.set_auto_like(session, member_id=anna.id, is_enabled=is_enabled)
        with transaction(read_only=True) as session:
            found = select(AutoLikeConsent.given_at).where(AutoLikeConsent.member_id == anna.id)
            return session.execute(found).scalar_one()

    first = given_at(is_enabled=True)
    assert given_at(is_enabled=True) == first
    assert given_at(is_enabled=False) == first
    assert given_at(is_enabled=True) > first


def test_a_like_for_me_is_known_as_one(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    with transaction() as session:
        service.set_auto_like(session, member_id=anna.id, is_enabled=True)
        service.give_auto_like(session, viewer=viewer_of(anna), member_id=anna.id, to_id=bram.id)
    assert count(Like.from_id == anna.id, Like.source == LikeSource.AUTO) == 1


def test_a_visit_sees_the_like_of_the_visited_only(make_member: MakeMember) -> None:
    anna, bram, cas = make_member(), make_member(), make_member()
    like(bram, anna)
    like(cas, anna)
    with transaction() as session:
        service.visit_profile(session, viewer=viewer_of(anna), member_id=anna.id, to_id=bram.id)
    assert count(Like.to_id == anna.id, Like.seen_at.is_(None)) == 1
    assert count_events("social.LikesSeen", anna.id) == 1


def test_whoever_likes_back_later_has_seen_the_like_as_early_as_before(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    like(bram, anna)

    def seen_at() -> Any:
        with transaction(read_only=True) as session:
            return session.execute(select(Like.seen_at).where(Like.from_id == bram.id)).scalar_one()

    with transaction() as session:
        service.visit_profile(session, viewer=viewer_of(anna), member_id=anna.id, to_id=bram.id)
    first = seen_at()
    like(anna, bram)
    assert first is not None
    assert seen_at() == first
