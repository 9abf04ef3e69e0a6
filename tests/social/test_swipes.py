"""The swipe game: four likes a day, passes free, one step back; in races, at midnight and over HTTP."""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from modules.social import policies
from modules.social.contracts import SwipeKind
from modules.social.errors import AlreadySwiped, NothingToUndo, OutOfLikes
from modules.social.models import Like, Match, Swipe
from modules.social.service import interactions as service
from tests.factories.social import block, like, viewer_of
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race, start_while_open
from tests.social.test_service import count

AMSTERDAM = ZoneInfo("Europe/Amsterdam")


def swipe(member: Member, other: Member, kind: str = "like") -> int:
    """Swipe in a transaction of its own; returns the likes that are left."""
    with transaction() as session:
        return service.swipe(
            session, viewer=viewer_of(member), member_id=member.id, to_id=other.id, kind=SwipeKind(kind)
        )[1].likes_left


def undo(member: Member, other: Member) -> int:
    """Take a swipe back in a transaction of its own; returns the likes that are left."""
    with transaction() as session:
        return service.undo_swipe(session, site_id=member.site_id, member_id=member.id, to_id=other.id).likes_left


@pytest.fixture
def crowd(make_member: MakeMember) -> list[Any]:
    """Anna and six others."""
    return [make_member(name=name) for name in ("Anna", "Bram", "Cas", "Daan", "Elif", "Finn", "Gijs")]


@pytest.mark.spec("9.2")
def test_a_day_has_four_likes_and_passes_are_free(crowd: list[Any]) -> None:
    anna, *others = crowd
    assert [swipe(anna, other) for other in others[:4]] == [3, 2, 1, 0]
    with pytest.raises(OutOfLikes):
        swipe(anna, others[4])
    assert count(Like.from_id == anna.id) == 4, "what is refused is not half done"
    assert swipe(anna, others[4], "pass") == 0
    assert swipe(others[0], anna) == 3, "every member has four of their own"


@pytest.mark.spec("2.24")
def test_only_somebody_who_likes_back_is_shown(crowd: list[Any]) -> None:
    anna, bram, cas, daan, *_ = crowd

    def shown(other: Any, kind: SwipeKind) -> Any:
        with transaction() as session:
            found = service.swipe(session, viewer=viewer_of(anna), member_id=anna.id, to_id=other.id, kind=kind)[0]
        return found and found.name

    for other in (bram, daan):
        like(other, anna)
    assert shown(bram, SwipeKind.LIKE) == "Bram"
    assert shown(cas, SwipeKind.LIKE) is None
    assert shown(daan, SwipeKind.PASS) is None


@pytest.mark.spec("9.2")
def test_twenty_likes_at_once_are_four(make_member: MakeMember) -> None:
    anna, others = make_member(), [make_member() for _ in range(20)]
    results = race([partial(swipe, anna, other) for other in others])
    assert sorted(result for result in results if isinstance(result, int)) == [0, 1, 2, 3]
    assert sum(isinstance(result, OutOfLikes) for result in results) == 16
    assert count(Like.from_id == anna.id) == count(Swipe.member_id == anna.id) == 4


@pytest.mark.spec("9.2")
def test_one_card_swiped_many_times_at_once_takes_one_place(make_member: MakeMember) -> None:
    anna, bram = make_member(), make_member()
    results = race([partial(swipe, anna, bram)] * 8)
    assert sorted(str(type(result).__name__) for result in results) == ["AlreadySwiped"] * 7 + ["int"]
    assert count(Swipe.member_id == anna.id) == 1


@pytest.mark.spec("9.2")
def test_postgres_itself_keeps_the_limit(crowd: list[Any]) -> None:
    anna, bram, cas, *_ = crowd
    swipe(anna, bram)
    columns = "INSERT INTO social.swipe (member_id, other_id, kind, day, place, undone_at)"
    today = clock.now().astimezone(AMSTERDAM).date()
    for values, rule in {
        "(:anna, :cas, 'like', :day, 1, NULL)": "swipe_place_key",
        "(:anna, :cas, 'like', :day, 5, NULL)": "swipe_place_check",
        "(:anna, :cas, 'like', :day, NULL, NULL)": "swipe_like_has_a_place_check",
        "(:anna, :cas, 'pass', :day, 2, NULL)": "swipe_pass_is_free_check",
        "(:anna, :cas, 'maybe', :day, NULL, NULL)": "swipe_kind_check",
        "(:anna, :anna, 'pass', :day, NULL, NULL)": "swipe_not_oneself_check",
        "(:anna, :bram, 'pass', :day, NULL, NULL)": "swipe_once_key",
        "(:anna, :cas, 'like', :day, NULL, now()), (:anna, :bram, 'like', :day, NULL, now())": "swipe_given_back_key",
    }.items():
        with pytest.raises(IntegrityError, match=rule), transaction() as session:
            session.execute(
                text(f"{columns} VALUES {values}"), {"anna": anna.id, "bram": bram.id, "cas": cas.id, "day": today}
            )


def test_a_like_from_the_deck_is_a_real_like(crowd: list[Any], login: LogIn) -> None:
    anna, bram, *_ = crowd
    like(bram, anna)
    answer = login(anna).post(f"/api/v1/members/{bram.id}/swipe", {"kind": "like"}, key="first-press")
    facts = answer.get_json()
    assert (answer.status_code, facts["matched"], facts["likes_left"], facts["likes_a_day"]) == (200, True, 3, 4)
    assert (facts["profile"]["name"], facts["profile"]["liked"], facts["profile"]["kind"]) == ("Bram", True, "member")
    assert count(Match.a_id == min(anna.id, bram.id)) == 1
    assert [p["name"] for p in login(bram).get("/api/v1/likes").get_json()["profiles"]] == ["Anna"]


def test_a_pass_is_told_to_nobody(crowd: list[Any], login: LogIn) -> None:
    anna, bram, *_ = crowd
    facts = login(anna).post(f"/api/v1/members/{bram.id}/swipe", {"kind": "pass"}, key="first-press").get_json()
    assert (facts["matched"], facts["profile"], facts["likes_left"]) == (False, None, 4)
    assert login(bram).get("/api/v1/likes").get_json()["totals"]["received"] == 0


def test_a_swipe_sent_twice_is_one_and_a_second_decision_is_refused(crowd: list[Any], login: LogIn) -> None:
    anna, bram, *_ = crowd
    hers = login(anna)
    path = f"/api/v1/members/{bram.id}/swipe"
    first, again = (hers.post(path, {"kind": "like"}, key="first-press") for _ in range(2))
    assert first.get_data() == again.get_data()
    other = hers.post(path, {"kind": "pass"}, key="second-press")
    assert (other.status_code, other.get_json()["code"]) == (409, "social.already-swiped")
    missing = hers.post(path, {"kind": "like"})
    assert (missing.status_code, missing.get_json()["code"]) == (422, "idempotency.key-missing")
    nonsense = hers.post(path, {"kind": "perhaps"}, key="third-press")
    assert (nonsense.status_code, nonsense.get_json()["errors"][0]["pointer"]) == (422, "/kind")


@pytest.mark.spec("9.2")
def test_the_refusal_says_when_there_are_new_likes(crowd: list[Any], login: LogIn) -> None:
    anna, *others = crowd
    for other in others[:4]:
        swipe(anna, other)
    answer = login(anna).post(f"/api/v1/members/{others[4].id}/swipe", {"kind": "like"}, key="fifth-press")
    problem = answer.get_json()
    assert (answer.status_code, problem["code"]) == (409, "social.out-of-likes")
    assert problem["detail"] == "You’ve used your 4 likes for today. You’ll get new ones at midnight."
    renews_at = datetime.fromisoformat(problem["renews_at"]).astimezone(AMSTERDAM)
    assert (renews_at.hour, renews_at.minute) == (0, 0)
    assert timedelta() < renews_at - clock.now() <= timedelta(hours=25)


@pytest.mark.spec("6.7")
def test_blocked_absent_hidden_and_own_profiles_answer_alike(
    crowd: list[Any], make_member: MakeMember, login: LogIn
) -> None:
    anna, bram, *_ = crowd
    block(bram, anna)
    unconfirmed = make_member(confirmed=False)
    hers = login(anna)
    for kind in ("like", "pass"):
        answers = [
            hers.post(f"/api/v1/members/{i}/swipe", {"kind": kind}, key=uuid4().hex)
            for i in (bram.id, uuid4(), unconfirmed.id, anna.id)
        ]
        assert {(a.status_code, a.get_data()) for a in answers} == {(404, answers[0].get_data())}


def test_the_last_swipe_can_be_taken_back_once(crowd: list[Any], login: LogIn) -> None:
    anna, bram, cas, *_ = crowd
    hers = login(anna)

    def take_back(other: Any) -> Any:
        return hers.delete(f"/api/v1/members/{other.id}/swipe", key=uuid4().hex)

    refused = take_back(bram)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "social.nothing-to-undo")
    swipe(anna, bram)
    swipe(anna, cas, "pass")
    assert take_back(bram).status_code == 409, "only the last one"
    assert take_back(cas).get_json()["likes_left"] == 3
    assert (take_back(cas).status_code, take_back(bram).status_code) == (409, 409)
    assert swipe(anna, cas) == 2, "whoever was taken back can be decided about again"


def test_a_like_taken_back_is_withdrawn_and_gives_its_place_back_once_a_day(crowd: list[Any]) -> None:
    anna, bram, cas, *_ = crowd
    like(bram, anna)
    assert swipe(anna, bram) == 3
    assert undo(anna, bram) == 4
    assert count(Like.from_id == anna.id) == count(Match.a_id == min(anna.id, bram.id)) == 0
    assert swipe(anna, cas) == 3
    assert undo(anna, cas) == 3, "else anybody could try out who likes them"
    assert count(Like.from_id == anna.id) == 0


def test_two_steps_back_at_once_are_one(make_member: MakeMember) -> None:
    for _ in range(5):
        anna, bram = make_member(), make_member()
        swipe(anna, bram)
        results = race([partial(undo, anna, bram)] * 4)
        assert sum(isinstance(result, NothingToUndo) for result in results) == 3
        assert 4 in results


def test_a_step_back_waits_for_the_swipe_that_is_being_made(crowd: list[Any]) -> None:
    anna, bram, cas, *_ = crowd
    swipe(anna, bram)

    def pass_by(session: Session) -> None:
        service.swipe(session, viewer=viewer_of(anna), member_id=anna.id, to_id=cas.id, kind=SwipeKind.PASS)

    result, has_waited = start_while_open(pass_by, partial(undo, anna, bram))
    assert (type(result), has_waited) == (NothingToUndo, True)


@pytest.mark.spec("9.2")
def test_likes_come_back_at_the_sites_midnight(crowd: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    anna, *others = crowd
    evening = datetime(2026, 11, 21, 22, 59, tzinfo=UTC)  # 23:59 in Amsterdam
    monkeypatch.setattr(clock, "now", lambda: evening)
    assert [swipe(anna, other) for other in others[:4]][-1] == 0
    monkeypatch.setattr(clock, "now", lambda: evening + timedelta(minutes=1))
    assert swipe(anna, others[4]) == 3
    with pytest.raises(AlreadySwiped):
        swipe(anna, others[0])


@pytest.mark.spec("9.2")
@pytest.mark.parametrize(
    ("moment", "day", "hours"),
    [
        (datetime(2026, 3, 28, 23, 30, tzinfo=UTC), date(2026, 3, 29), 23),
        (datetime(2026, 10, 24, 22, 30, tzinfo=UTC), date(2026, 10, 25), 25),
        (datetime(2026, 11, 21, 22, 30, tzinfo=UTC), date(2026, 11, 21), 24),
    ],
)
def test_a_day_is_the_sites_day_also_when_clocks_change(site: Site, moment: datetime, day: date, hours: int) -> None:
    found = site.day_of(moment)
    begins, ends = policies.day_ends(day - timedelta(days=1), AMSTERDAM), policies.day_ends(found, AMSTERDAM)
    assert (found, ends.astimezone(UTC) - begins.astimezone(UTC)) == (day, timedelta(hours=hours))


def test_an_erased_member_leaves_no_swipe(crowd: list[Any]) -> None:
    anna, bram, cas, *_ = crowd
    swipe(anna, bram)
    swipe(cas, anna, "pass")
    with transaction() as session:
        service.erase_member(session, member_id=anna.id)
    assert count((Swipe.member_id == anna.id) | (Swipe.other_id == anna.id)) == 0
