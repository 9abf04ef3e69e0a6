"""The review queue: what comes into it, and what a moderator sees of it."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.service import sessions
from modules.moderation.contracts.queue import ItemKind, Priority, Signal
from modules.moderation.contracts.reports import ReportKind, ReportReason
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.service import evidence
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.queue.service import queue, watching
from modules.profiles import api as profiles_api
from modules.profiles.service import photos
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.moderation import make_report
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole

ASKS = "Could you buy me a gift card of 200 euro?"
OPENER = "Hello there, what a lovely smile you have in that picture!"


def items(member: Member, *kinds: ItemKind) -> list[Any]:
    """Return what was ever put into the queue of a member, the oldest first."""
    row = ReviewItemRow
    about = select(*row.__table__.columns).where(row.member_id == member.id).order_by(row.opened_at)
    with transaction(read_only=True) as session:
        found = session.execute(about).all()
    return [one for one in found if not kinds or one.kind in kinds]


def only(member: Member, kind: ItemKind) -> Any:
    (one,) = items(member, kind)
    return one


def empty_queue() -> None:
    """Take what other tests left off the queue."""
    with transaction() as session:
        gone = "state = 'gone', closed_at = now(), claimed_by = NULL, claimed_until = NULL, version = version + 1"
        session.execute(text(f"UPDATE moderation.review_item SET {gone} WHERE closed_at IS NULL"))


@pytest.mark.spec("10.5", "4.3")
def test_a_new_photo_waits_and_is_off_the_queue_once_it_is_decided_or_gone(ada: Member) -> None:
    with transaction() as session:
        first, second = (add_photo(session, ada.id, approved=False) for _ in range(2))
    drain_now()
    waiting = items(ada, ItemKind.PHOTO)
    assert {one.subject_id for one in waiting} == {first, second}
    assert {
        (one.state, one.priority, round((one.due_at - one.opened_at).total_seconds() / 3600)) for one in waiting
    } == {("open", Priority.LOW, 4)}
    with transaction() as session:
        profiles_api.approve_photo(session, photo_id=first)
        photos.delete_photo(session, member_id=ada.id, photo_id=second)
    drain_now()
    assert {one.state for one in items(ada, ItemKind.PHOTO)} == {"gone"}


@pytest.mark.spec("10.5")
def test_words_of_a_profile_wait_once_and_again_when_they_change(ada: Member) -> None:
    def say(**words: Any) -> None:
        with transaction() as session:
            profiles_api.update_profile(session, member_id=ada.id, changes=words)
        drain_now()

    say(gender="woman")
    assert items(ada, ItemKind.PROFILE_TEXT) == []
    say(headline="Walks and books")
    say(gender="man")
    first = only(ada, ItemKind.PROFILE_TEXT)
    say(about="I sing in a choir.")
    assert only(ada, ItemKind.PROFILE_TEXT).version == first.version + 1
    with transaction() as session:
        queue.settle(session, kind=ItemKind.PROFILE_TEXT, subject_id=ada.id)
    say(gender="woman")
    assert len(items(ada, ItemKind.PROFILE_TEXT)) == 1
    say(about="I dance.")
    assert [one.state for one in items(ada, ItemKind.PROFILE_TEXT)] == ["gone", "open"]


@pytest.mark.spec("10.5")
def test_reports_of_one_thing_are_one_item_as_urgent_as_the_worst(ada: Member, make_member: MakeMember) -> None:
    one, other = make_member(), make_member()
    with transaction() as session:
        made = [make_report(session, one, ada), make_report(session, other, ada, reason=ReportReason.DANGER)]
    item = only(ada, ItemKind.MEMBER_REPORT)
    assert (item.priority, item.due_at, item.version) == (Priority.HIGH, made[1].due_at, 1)


@pytest.mark.spec("10.5", "10.7")
@pytest.mark.parametrize(("age", "signal"), [(1, Signal.NEW_ASKS_MONEY), (90, Signal.MONEY_WORDS)])
def test_who_asks_for_money_is_looked_at_and_a_new_account_first(
    make_member: MakeMember, age: int, signal: Signal
) -> None:
    mo, ruth = make_member(signup_at=clock.now() - timedelta(days=age)), make_member()
    with transaction() as session:
        write(session, sender=mo, to=ruth, body="Good evening, how was your day?")
    drain_now()
    assert items(mo, ItemKind.RISK) == []
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body=ASKS)
    drain_now()
    item = only(mo, ItemKind.RISK)
    urgency = Priority.HIGH if signal is Signal.NEW_ASKS_MONEY else Priority.MEDIUM
    assert (item.signals, item.message_id, item.priority) == ([signal], sent.message.id, urgency)
    # The words were delivered: a sign decides nothing.
    assert items(ruth) == []


@pytest.mark.spec("10.5")
def test_the_same_first_words_to_many_are_noticed_once_a_day_and_short_greetings_are_not(
    ada: Member, make_member: MakeMember
) -> None:
    people = [make_member() for _ in range(11)]
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=500)
        for one in people[:5]:
            write(session, sender=ada, to=one, body="Hello!")
    drain_now()
    for number, one in enumerate(people[5:10]):
        assert items(ada, ItemKind.RISK) == []
        with transaction() as session:
            write(session, sender=ada, to=one, body=f"{OPENER} ({number})")
        drain_now()
    assert only(ada, ItemKind.RISK).signals == ["alike-openers"]
    with transaction() as session:
        queue.settle(session, kind=ItemKind.RISK, subject_id=ada.id)
        write(session, sender=ada, to=people[10], body=f"{OPENER} (10)")
    drain_now()
    assert [one.state for one in items(ada, ItemKind.RISK)] == ["gone"]


@pytest.mark.spec("10.5")
def test_a_browser_of_many_accounts_is_a_risk_and_one_of_a_banned_account_an_evasion(make_member: MakeMember) -> None:
    people = [make_member() for _ in range(3)]
    with transaction() as session:
        for one in people:
            sessions.open_session(session, member_id=one.id, device=people[0].id.hex)
        watching.watch_device(session, member_id=people[0].id)
    assert only(people[0], ItemKind.RISK).signals == ["shared-device"]
    with transaction() as session:
        banned = update(MemberRow).where(MemberRow.id == people[1].id)
        session.execute(banned.values(status=MemberStatus.BANNED))
        watching.watch_device(session, member_id=people[2].id)
        watching.watch_device(session, member_id=people[1].id)
    assert only(people[2], ItemKind.EVASION).signals == ["banned-device"]
    assert items(people[1]) == []


def act(browser: Client, item_id: Any, action: str, **form: Any) -> Any:
    return browser.post(f"/ops/api/moderation.review/{item_id}/actions/{action}", form, key=uuid4().hex)


@pytest.mark.spec("10.5", "10.6")
def test_a_moderator_takes_the_next_case_sees_it_and_the_member_sees_that(
    staff_browser: OpenConsole, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    empty_queue()
    ruth, mo = make_member(name="Ruth"), make_member(name="Mo", language="de")
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body=ASKS).message
        about: dict[str, Any] = {"kind": ReportKind.MESSAGE, "member_id": None, "thing_id": sent.id}
        made = make_report(session, ruth, mo, reason=ReportReason.MONEY, **about)
    linden, robin = (staff_browser(colleague(Role.MODERATOR, name=name)) for name in ("Linden", "Robin"))
    taken = linden.post("/ops/api/moderation.review", {"kinds": ["message-report"]}, key=uuid4().hex)
    assert (taken.status_code, taken.json["claimed_by"], taken.json["state"]) == (201, "Linden", "claimed")
    item_id = taken.json["id"]
    # Nobody reads along who has not taken it on.
    assert act(robin, item_id, "evidence").json["code"] == "moderation.case-not-claimed"
    assert login(mo).get("/api/v1/staff-access").json["accesses"] == []
    seen = act(linden, item_id, "evidence").json
    assert seen["reports"][0]["evidence"]["message"]["body"] == ASKS
    assert seen["marked"][str(sent.id)] == [{"text": ASKS, "is_known": True}]
    assert (seen["member"]["name"], seen["kind"]) == ("Mo", "message-report")
    assert seen["scopes"]["account"] == "dein ganzes Konto"
    told = {}
    for one in (ruth, mo):
        (access,) = login(one).get("/api/v1/staff-access").json["accesses"]
        assert access["role"] == "moderator"
        assert "Linden" not in str(access)
        told[one.id] = (access["kind"], access["number"])
    # Whom the report was about learns that somebody looked, and not that there was a report, nor in which conversation.
    assert told == {ruth.id: ("own-report", made.number), mo.id: ("case", None)}
    assert str(sent.conversation_id) not in login(mo).get("/api/v1/staff-access").text
    assert act(linden, item_id, "release", version=taken.json["version"]).json["state"] == "open"
    assert staff_browser(colleague(Role.SUPPORT)).get("/ops/api/moderation.review").status_code == 403


@pytest.mark.spec("10.6")
def test_words_out_of_a_conversation_stand_nowhere_but_in_the_queue(
    staff_browser: OpenConsole, colleague: MakeColleague, make_member: MakeMember
) -> None:
    ruth, mo = make_member(), make_member()
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body=ASKS).message
        made = make_report(session, ruth, mo, kind=ReportKind.MESSAGE, member_id=None, thing_id=sent.id)
    shown = staff_browser(colleague(Role.ADMIN)).get(f"/ops/api/moderation.reports/{made.id}")
    assert shown.json["evidence"] is None
    assert ASKS not in shown.text


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "statement",
    ["UPDATE moderation.conversation_access SET role = 'admin'", "DELETE FROM moderation.conversation_access"],
)
def test_that_somebody_read_stays_written(colleague: MakeColleague, make_member: MakeMember, statement: str) -> None:
    mo, ruth, staff = make_member(), make_member(), colleague()
    with transaction() as session:
        write(session, sender=mo, to=ruth, body=ASKS)
    drain_now()
    item = only(mo, ItemKind.RISK)
    with transaction() as session:
        queue.claim_item(session, item_id=item.id, staff_id=staff.id, version=item.version)
        assert evidence.open_evidence(session, item_id=item.id, staff_id=staff.id)["message"]["body"] == ASKS
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(statement))


@pytest.mark.spec("10.5")
def test_a_reported_photo_is_shown_blurred_and_sharp_even_when_its_owner_deleted_it(
    colleague: MakeColleague, make_member: MakeMember, staff_browser: OpenConsole
) -> None:
    ruth, mo, staff = make_member(), make_member(), colleague()
    with transaction() as session:
        fill_profile(session, mo.id)
        photo_id = add_photo(session, mo.id)
        make_report(session, ruth, mo, kind=ReportKind.PHOTO, member_id=mo.id, thing_id=photo_id)
        photos.delete_photo(session, member_id=mo.id, photo_id=photo_id)
    item = only(mo, ItemKind.PHOTO_REPORT)
    with transaction() as session:
        queue.claim_item(session, item_id=item.id, staff_id=staff.id, version=item.version)
        shown = evidence.open_evidence(session, item_id=item.id, staff_id=staff.id)["photo"]
    assert shown["status"] == "deleted"
    browser = staff_browser(staff)
    assert [browser.get(shown[twin]).status_code for twin in ("full", "blurred")] == [200, 200]
    assert "blurred" in shown["blurred"]


@pytest.mark.spec("10.5")
def test_the_photos_of_a_reported_profile_are_shown_even_when_its_owner_deleted_one(
    colleague: MakeColleague, make_member: MakeMember, staff_browser: OpenConsole
) -> None:
    ruth, mo, staff = make_member(), make_member(), colleague()
    with transaction() as session:
        fill_profile(session, mo.id)
        kept, gone = (add_photo(session, mo.id) for _ in range(2))
        make_report(session, ruth, mo)
        photos.delete_photo(session, member_id=mo.id, photo_id=gone)
    item = only(mo, ItemKind.MEMBER_REPORT)
    with transaction() as session:
        queue.claim_item(session, item_id=item.id, staff_id=staff.id, version=item.version)
        (report,) = evidence.open_evidence(session, item_id=item.id, staff_id=staff.id)["reports"]
    assert {UUID(photo["id"]): photo["status"] for photo in report["photos"]} == {kept: "active", gone: "deleted"}
    browser = staff_browser(staff)
    assert {browser.get(photo["blurred"]).status_code for photo in report["photos"]} == {200}
