"""What goes with a decision, photos and words, each chosen; and what is still there after a second person's no."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.complaints.service import handover
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, Match, Priority, Signal
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.service import decisions
from modules.moderation.queue import queries as queue_queries
from modules.moderation.queue.models import OpenedCase
from modules.moderation.queue.service import queue, watching
from modules.profiles import api as profiles_api
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_complaint
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import FACTS, act, decide, lift, refuse, row_of
from tests.moderation.test_giving_back import state_of
from tests.moderation.test_queue import items

ABOUT = "I sing in a choir."
WHOLE = [ItemKind.OPENED, ItemKind.MEMBER_REPORT, ItemKind.RISK, ItemKind.EVASION]
GOES = {"measure": "remove-content", "rule": "photo", "photo_reason": "explicit"}


@pytest.fixture
def photos(mo: Member) -> list[UUID]:
    """Three photos of Mo's that are shown, the main one first."""
    with transaction() as session:
        fill_profile(session, mo.id, about=ABOUT)
        return [add_photo(session, mo.id) for _ in range(3)]


def in_hand(browser: Client, member: Member, kind: ItemKind) -> tuple[Any, Any]:
    """Let somebody take on what waits of a member, and return it with what they see."""
    item = next(one for one in items(member, kind) if one.state in ("open", "claimed"))
    version = act(browser, "review", item.id, "claim", version=item.version).json["version"]
    return (item.id, version), act(browser, "review", item.id, "evidence").json


def judge(browser: Client, case: tuple[UUID, int], **form: Any) -> Any:
    return act(browser, "review", case[0], "decide", version=case[1], **form).json


def wait(member: Member, kind: ItemKind, **more: Any) -> None:
    with transaction() as session:
        queue.open_item(session, kind=kind, subject_id=member.id, member_id=member.id, priority=Priority.HIGH, **more)


def about(member: Member) -> str:
    with transaction(read_only=True) as session:
        return profiles_api.get_profile(session, member.id).about


@pytest.mark.spec("10.5", "4.3")
@pytest.mark.parametrize("kind", WHOLE)
def test_any_photo_of_a_profile_can_go_and_comes_back_alone(
    mo: Member, staff: Colleague, photos: list[UUID], staff_browser: OpenConsole, login: LogIn, kind: ItemKind
) -> None:
    main, second, third = photos
    lift_later = decide(
        mo, staff, _without(third), kind=ItemKind.PHOTO_REPORT, subject_id=third, priority=Priority.HIGH
    )
    wait(mo, kind)
    browser = staff_browser(staff)
    case, seen = in_hand(browser, mo, kind)
    assert [photo["id"] for photo in seen["photos"]] == [str(main), str(second)]
    assert all("-blur" in photo["blurred"] for photo in seen["photos"])
    assert judge(browser, case, **GOES, photo_ids=[str(main), str(main)])["state"] == "decided"
    assert [state_of(one) for one in photos] == ["refused", "active", "refused"]
    assert about(mo) == ABOUT
    told = login(mo).get("/api/v1/cases").json["decisions"][0]
    assert told["scope_text"] == "one of your photos (removed)" == seen["scopes"]["photos"][0]
    lift(UUID(told["id"]), staff)
    assert [state_of(one) for one in photos] == ["active", "active", "refused"]
    lift(lift_later, staff)
    assert [state_of(one) for one in photos] == ["active", "active", "active"]


@pytest.mark.spec("10.5")
def test_words_go_alone_and_with_any_measure(
    mo: Member, staff: Colleague, photos: list[UUID], staff_browser: OpenConsole, login: LogIn
) -> None:
    wait(mo, ItemKind.OPENED)
    browser = staff_browser(staff)
    case, seen = in_hand(browser, mo, ItemKind.OPENED)
    verdict = {"measure": "timed-ban", "rule": "insult", "days": 3, "takes_texts": True}
    assert judge(browser, case, **verdict, photo_ids=list(map(str, photos[:2])), photo_reason="not-you")
    assert (about(mo), state_of(photos[2])) == ("", "active")
    (decision,) = browser.get(f"/ops/api/moderation.decisions?member_id={mo.id}").json["data"]
    assert (decision["photos"], decision["takes_texts"]) == (2, True)
    lift(UUID(decision["id"]), staff)
    assert about(mo) == ABOUT
    (told,) = login(mo).get("/api/v1/cases").json["decisions"]
    removed = "2 of your photos (removed), text in your profile (removed)"
    assert told["scope_text"] == f"your whole account, {removed}"
    assert ", ".join((seen["scopes"]["photos"][1], seen["scopes"]["texts"])) == removed
    assert told["strikes_text"] == seen["counts"][1] == "2 strikes, for a year"


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("kind", "change", "code", "field"),
    [
        (ItemKind.OPENED, {"photo_ids": []}, "content-missing", "photo_ids"),
        (ItemKind.OPENED, {"photo_reason": ""}, "measure-unfit", "photo_reason"),
        (ItemKind.OPENED, {"measure": "none"}, "measure-unfit", "measure"),
        (ItemKind.OPENED, {"photo_ids": ["of somebody else"]}, "measure-unfit", "photo_ids"),
        (ItemKind.OPENED, {"photo_ids": [str(uuid4())]}, "measure-unfit", "photo_ids"),
        (ItemKind.PROFILE_TEXT, {}, "measure-unfit", "photo_ids"),
        (ItemKind.MESSAGE_REPORT, {"measure": "warning"}, "measure-unfit", "photo_ids"),
        (ItemKind.MESSAGE_REPORT, {"photo_ids": []}, "content-missing", "photo_ids"),
        (ItemKind.MESSAGE_REPORT, {"photo_ids": [], "takes_texts": True}, "measure-unfit", "takes_texts"),
    ],
)
def test_nothing_goes_that_the_case_is_not_about(
    mo: Member,
    staff: Colleague,
    photos: list[UUID],
    make_member: MakeMember,
    staff_browser: OpenConsole,
    kind: ItemKind,
    change: dict[str, Any],
    code: str,
    field: str,
) -> None:
    ruth = make_member()
    with transaction() as session:
        fill_profile(session, ruth.id)
        hers = add_photo(session, ruth.id)
    wait(mo, kind)
    browser = staff_browser(staff)
    case, seen = in_hand(browser, mo, kind)
    assert bool(seen["photos"]) is (kind is ItemKind.OPENED)
    form = {**GOES, "photo_ids": [str(photos[0])], **change}
    if form["photo_ids"] == ["of somebody else"]:
        form["photo_ids"] = [str(hers)]
    refused = judge(browser, case, **form)
    assert (refused["status"], refused["code"]) == (422, f"moderation.{code}")
    assert field in str(refused)
    assert [state_of(one) for one in (*photos, hers)] == ["active"] * 4
    assert about(mo) == ABOUT


@pytest.mark.spec("10.5")
def test_a_photo_that_goes_with_a_warning_is_told(
    mo: Member, staff: Colleague, photos: list[UUID], login: LogIn
) -> None:
    verdict = Verdict(Measure.WARNING, Rule.FAKE, facts=FACTS, photo_reason="not-yours")
    decide(mo, staff, verdict, kind=ItemKind.PHOTO_REPORT, subject_id=photos[1], priority=Priority.HIGH)
    assert [state_of(one) for one in photos] == ["active", "refused", "active"]
    (told,) = login(mo).get("/api/v1/cases").json["decisions"]
    assert (told["measure_text"], told["scope_text"], told["strikes_text"]) == (
        "A warning",
        "one of your photos (removed)",
        "",
    )


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("takes", ["takes_texts", "takes_name"])
def test_no_decision_that_finds_nothing_takes_anything_away(mo: Member, staff: Colleague, takes: str) -> None:
    taken: dict[str, Any] = {takes: True}
    with pytest.raises(DBAPIError, match="takes_for_a_reason"), transaction() as session:
        decisions._insert_decision(session, mo.id, Verdict(Measure.NONE, **taken))


class TestSecondPersonSaysNo:
    """A case comes back as it was: with why it is there, and with what was in it."""

    @pytest.mark.spec("10.5")
    def test_signals_and_what_they_rest_on_are_still_there(
        self, mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember
    ) -> None:
        ruth = make_member()
        seen = {"signals": [Signal.SHARED_DEVICE, Signal.MONEY_WORDS], "digest": b"of words"}
        wait(mo, ItemKind.RISK, **seen)
        with transaction() as session:
            signal = Signal.SHARED_DEVICE
            watching.note_signal(session, member_id=mo.id, signal=signal, matches=[Match(ruth.id)])
        decision_id = decide(mo, staff, _for_good())
        wait(mo, ItemKind.RISK, signals=[Signal.MONEY_WORDS])
        refuse(decision_id, colleague())
        before, again = items(mo, ItemKind.RISK)
        assert (before.state, again.state) == ("decided", "open")
        assert again.signals == ["money-words", "shared-device"]
        assert again.digest == before.digest
        with transaction(read_only=True) as session:
            matches = [queue_queries.list_matches(session, item.id) for item in (before, again)]
        assert [[(one.signal, one.other_id) for one in own] for own in matches] == [[("shared-device", ruth.id)]] * 2

    @pytest.mark.spec("10.5")
    def test_why_a_case_was_opened_is_still_there(
        self, mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole
    ) -> None:
        with transaction() as session:
            queue.open_case(session, member_id=mo.id, staff_id=staff.id, reason="Another site told us.")
        refuse(decide(mo, staff, _for_good(), kind=ItemKind.OPENED), colleague())
        _, seen = in_hand(staff_browser(staff), mo, ItemKind.OPENED)
        assert seen["opened"] == {"by": "Linden", "reason": "Another site told us."}

    @pytest.mark.spec("10.5", "10.6")
    def test_what_support_handed_over_is_still_there(
        self,
        mo: Member,
        staff: Colleague,
        colleague: MakeColleague,
        make_member: MakeMember,
        staff_browser: OpenConsole,
    ) -> None:
        ruth, linden = make_member(), colleague(Role.SUPPORT, name="Linden")
        with transaction() as session:
            complaint = make_complaint(session, ruth)
            handover.hand_over(
                session, complaint_id=complaint.id, member_id=mo.id, staff_id=linden.id, reason="He asks for money."
            )
        refuse(decide(mo, staff, _for_good(), kind=ItemKind.OPENED), colleague())
        _, seen = in_hand(staff_browser(staff), mo, ItemKind.OPENED)
        assert [(one["number"], one["reason"]) for one in seen["handed"]] == [(complaint.number, "He asks for money.")]

    @pytest.mark.spec("10.5")
    def test_the_reason_of_who_opened_another_case_meanwhile_stays(
        self, mo: Member, staff: Colleague, colleague: MakeColleague
    ) -> None:
        for reason in ("The first reason.", "The second one."):
            with transaction() as session:
                queue.open_case(session, member_id=mo.id, staff_id=staff.id, reason=reason)
            if reason.startswith("The first"):
                decision_id = decide(mo, staff, _for_good(), kind=ItemKind.OPENED)
        refuse(decision_id, colleague())
        with transaction(read_only=True) as session:
            kept = list(session.execute(select(OpenedCase.reason).where(OpenedCase.staff_id == staff.id)).scalars())
        assert sorted(kept) == ["The first reason.", "The second one."]

    @pytest.mark.spec("10.5")
    @pytest.mark.parametrize("goes_again", [False, True])
    def test_what_went_with_the_ban_is_seen_and_decided_anew(
        self,
        mo: Member,
        staff: Colleague,
        colleague: MakeColleague,
        photos: list[UUID],
        staff_browser: OpenConsole,
        goes_again: bool,
    ) -> None:
        takes = {"photo_ids": (photos[0],), "photo_reason": "not-you", "takes_texts": True}
        decision_id = decide(mo, staff, _for_good(**takes), kind=ItemKind.OPENED)
        refuse(decision_id, colleague())
        assert (state_of(photos[0]), about(mo)) == ("refused", "")
        browser = staff_browser(staff)
        case, seen = in_hand(browser, mo, ItemKind.OPENED)
        assert {photo["id"] for photo in seen["photos"]} == set(map(str, photos))
        assert seen["texts"]["about"] == ABOUT
        form = {**GOES, "photo_ids": [str(photos[0])], "takes_texts": True} if goes_again else {"measure": "none"}
        assert judge(browser, case, **form)["state"] == "decided"
        shown = ("refused", "") if goes_again else ("active", ABOUT)
        assert (state_of(photos[0]), about(mo)) == shown
        newest = browser.get(f"/ops/api/moderation.decisions?member_id={mo.id}&state=in-force").json["data"][0]
        lift(UUID(newest["id"]), staff)
        assert (state_of(photos[0]), about(mo)) == ("active", ABOUT)

    @pytest.mark.spec("10.5")
    def test_words_of_an_old_case_do_not_come_back_later(
        self, mo: Member, staff: Colleague, colleague: MakeColleague, photos: list[UUID]
    ) -> None:
        refuse(decide(mo, staff, _for_good(takes_texts=True), kind=ItemKind.OPENED), colleague())
        decide(mo, staff, Verdict(Measure.NONE), kind=ItemKind.OPENED)
        assert about(mo) == ABOUT
        with transaction() as session:
            profiles_api.update_profile(session, member_id=mo.id, changes={"about": ""})
        decide(mo, staff, Verdict(Measure.NONE), kind=ItemKind.OPENED)
        assert about(mo) == ""


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("rule", "priority", "hours"),
    [(Rule.EVASION, Priority.LOW, 24), (Rule.MINOR, Priority.LOW, 4), (Rule.EVASION, Priority.HIGH, 4)],
)
def test_a_ban_for_good_is_to_be_signed_in_time(
    mo: Member, staff: Colleague, staff_browser: OpenConsole, rule: Rule, priority: Priority, hours: int
) -> None:
    verdict = Verdict(Measure.PERMANENT_BAN, rule, facts=FACTS)
    row = row_of(decide(mo, staff, verdict, kind=ItemKind.OPENED, priority=priority))
    assert round((row.due_at - row.created_at).total_seconds() / 3600) == hours
    path = f"/ops/api/moderation.decisions?state=proposed&member_id={mo.id}&sort=due_at"
    assert [one["id"] for one in staff_browser(staff).get(path).json["data"]] == [str(row.id)]


def _without(photo_id: UUID) -> Verdict:
    return Verdict(Measure.REMOVE_CONTENT, Rule.PHOTO, facts=FACTS, photo_ids=(photo_id,), photo_reason="not-you")


def _for_good(**takes: Any) -> Verdict:
    return Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS, **takes)
