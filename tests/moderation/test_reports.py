"""Reports: with evidence of that moment, once while open, without a trace for whoever is not there."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from modules.media.contracts import Use
from modules.media.service.files import storage_key
from modules.moderation.contracts.reports import Outcome, ReportKind
from modules.moderation.reports.models import ReportRow
from modules.moderation.reports.service import reports
from modules.profiles.queries import people as profiles_queries
from modules.profiles.service import photos, profile
from tests.accounts.leaving import delete_now, erase_now
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import answer as answer_in
from tests.factories.messaging import write
from tests.factories.moderation import make_report
from tests.factories.profiles import add_photo, fill_profile
from tests.factories.social import block
from tests.fixture_types import CountQueries, LogIn, MakeColleague, MakeMember, Pair


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    """Ruth, who reports, and Mo."""
    ruth, mo = make_member(name="Ruth"), make_member(name="Mo")
    with transaction() as session:
        fill_profile(session, mo.id, headline="Send me a gift card")
    return ruth, mo


def report(browser: Client, **body: Any) -> Any:
    values = {"kind": "profile", "reason": "fake", **body}
    sent = {name: str(value) if isinstance(value, UUID) else value for name, value in values.items()}
    return browser.post("/api/v1/reports", sent, key=uuid4().hex)


def evidence(report_id: str) -> Any:
    with transaction(read_only=True) as session:
        return session.execute(select(ReportRow.evidence).where(ReportRow.id == UUID(report_id))).scalar_one()


@pytest.mark.spec("10.5")
def test_a_profile_is_kept_as_the_reporter_saw_it(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    answer = report(login(ruth), member_id=mo.id, words="These are somebody else's pictures.")
    assert (answer.status_code, answer.json["state"], answer.json["about"]) == (201, "open", "Mo")
    with transaction() as session:
        profile.update_profile(session, member_id=mo.id, changes={"headline": "All quite harmless"})
    kept, age = evidence(answer.json["id"]), clock.age_on(clock.today(), mo.date_of_birth)
    assert {name: kept[name] for name in ("name", "age", "city", "kind", "headline", "about")} == {
        "name": "Mo",
        "age": age,
        "city": "Utrecht",
        "kind": "member",
        "headline": "Send me a gift card",
        "about": "I repair old clocks.",
    }
    # A report hides nothing by itself.
    assert login(ruth).get(f"/api/v1/members/{mo.id}").status_code == 200


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(("reason", "days"), [("fake", 3), ("minor", 1), ("danger", 1)])
def test_where_somebody_may_come_to_harm_it_is_decided_within_a_day(
    pair: Pair, login: LogIn, reason: str, days: int
) -> None:
    ruth, mo = pair
    due_at = datetime.fromisoformat(report(login(ruth), member_id=mo.id, reason=reason).json["due_at"])
    assert timedelta(days=days, minutes=-5) < due_at - clock.now() < timedelta(days=days)


@pytest.mark.spec("10.5")
def test_the_files_of_a_reported_photo_stay_until_the_decision(
    pair: Pair, login: LogIn, colleague: MakeColleague
) -> None:
    ruth, mo = pair
    with transaction() as session:
        photo_id = add_photo(session, mo.id)
        folder = profiles_queries.find_photo_folder(session, photo_id)
    made = report(login(ruth), kind="photo", member_id=mo.id, photo_id=photo_id, reason="sexual").json
    assert evidence(made["id"])["photo"] == str(photo_id)
    with transaction() as session:
        photos.delete_photo(session, member_id=mo.id, photo_id=photo_id)
    drain_now()
    file = storage_key(Use.PROFILE, str(folder), "full")
    assert storage().find(file) is not None
    staff = colleague()
    with transaction() as session:
        reports.decide_report(
            session, report_id=UUID(made["id"]), staff_id=staff.id, outcome=Outcome.UPHELD, answer="It is gone."
        )
    drain_now()
    assert storage().find(file) is None


@pytest.mark.spec("10.5")
def test_a_message_is_reported_by_its_recipient_with_a_few_before_it(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    with transaction() as session:
        give_credits(session, member_id=mo.id, credits=100)
        conversation_id = write(session, sender=ruth, to=mo, body="Good evening").message.conversation_id
        for number in range(6):
            sent = answer_in(session, sender=mo, conversation_id=conversation_id, body=f"Card number {number}?")
        answer_in(session, sender=mo, conversation_id=conversation_id, body="Later words")
    made = report(login(ruth), kind="message", message_id=sent.message.id, reason="money")
    assert (made.status_code, made.json["about"]) == (201, "Mo")
    kept = evidence(made.json["id"])
    assert kept["message"]["body"] == "Card number 5?"
    assert [said["body"] for said in kept["before"]] == [f"Card number {n}?" for n in range(5)]
    assert "Later words" not in json.dumps(kept)


@pytest.mark.spec("10.5", "6.7")
def test_whoever_is_not_there_cannot_be_reported_and_all_look_alike(
    pair: Pair, login: LogIn, make_member: MakeMember
) -> None:
    ruth, mo = pair
    stranger = make_member()
    with transaction() as session:
        give_credits(session, member_id=ruth.id, credits=100)
        photo_id = add_photo(session, stranger.id)
        own = write(session, sender=ruth, to=stranger, body="Hello").message
    browser = login(ruth)
    block(mo, ruth)
    nobody = [
        report(browser, member_id=uuid4()),
        report(browser, member_id=ruth.id),
        report(browser, member_id=mo.id),
        report(browser),
        report(browser, kind="photo", member_id=stranger.id, photo_id=uuid4()),
        report(browser, kind="photo", member_id=stranger.id),
        report(browser, kind="photo", member_id=mo.id, photo_id=photo_id),
        report(browser, kind="message", message_id=own.id),
        report(browser, kind="message", message_id=uuid4()),
        report(login(mo), kind="message", message_id=own.id),
        report(browser, kind="message"),
    ]
    assert {(answer.status_code, answer.data) for answer in nobody} == {(404, nobody[0].data)}
    assert browser.get("/api/v1/reports").json == []


@pytest.mark.spec("10.5", "6.7")
@pytest.mark.parametrize("goes", ["blocks", "is blocked", "leaves"])
def test_whoever_blocks_or_leaves_does_not_escape_a_report_and_all_look_alike(
    pair: Pair, login: LogIn, goes: str
) -> None:
    ruth, mo = pair
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body="Send me a gift card").message
    browser = login(ruth)
    if goes == "leaves":
        delete_now(mo)
    else:
        block(*(pair[::-1] if goes == "blocks" else pair))
    assert browser.get(f"/api/v1/conversations/{sent.conversation_id}").status_code == 404
    made = report(browser, kind="message", message_id=sent.id, reason="money")
    assert (made.status_code, made.json["about"]) == (201, "Mo")
    assert set(made.json) == {*browser.get("/api/v1/reports").json[0]}
    assert evidence(made.json["id"])["message"]["body"] == "Send me a gift card"
    # They are out of each other's sight all the same.
    assert report(browser, member_id=mo.id).status_code == 404


@pytest.mark.spec("10.5", "4.2")
def test_of_whoever_was_erased_there_are_no_words_to_report(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body="Send me a gift card").message
    erase_now(mo)
    assert report(login(ruth), kind="message", message_id=sent.id).status_code == 404


@pytest.mark.spec("10.5", "4.9")
def test_a_message_that_one_took_off_ones_list_is_reported_no_more(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body="Send me a gift card").message
    browser = login(ruth)
    assert browser.delete(f"/api/v1/conversations/{sent.conversation_id}").status_code == 204
    assert report(browser, kind="message", message_id=sent.id).status_code == 404


@pytest.mark.spec("10.5")
def test_there_is_one_open_report_of_a_thing(pair: Pair, login: LogIn, colleague: MakeColleague) -> None:
    ruth, mo = pair
    browser = login(ruth)
    made = report(browser, member_id=mo.id).json
    again = report(browser, member_id=mo.id, reason="insult")
    assert (again.status_code, again.json["code"]) == (409, "moderation.already-reported")
    staff = colleague()
    with transaction() as session:
        reports.decide_report(
            session, report_id=UUID(made["id"]), staff_id=staff.id, outcome=Outcome.NOT_UPHELD, answer="All well."
        )
    assert report(browser, member_id=mo.id).status_code == 201
    mine = browser.get("/api/v1/reports").json
    assert [(one["state"], one["outcome"], one["answer"]) for one in mine] == [
        ("open", None, ""),
        ("decided", "not-upheld", "All well."),
    ]


@pytest.mark.spec("10.5", "6.7")
def test_reporting_can_block_in_the_same_step(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    assert report(login(ruth), member_id=mo.id, block=True).status_code == 201
    assert login(ruth).get(f"/api/v1/members/{mo.id}").status_code == 404
    assert login(mo).get(f"/api/v1/members/{ruth.id}").status_code == 404


def test_something_else_needs_words(pair: Pair, login: LogIn) -> None:
    ruth, mo = pair
    answer = report(login(ruth), member_id=mo.id, reason="other", words="  ")
    assert (answer.status_code, answer.json["code"]) == (422, "moderation.report-words-missing")
    assert answer.json["errors"][0]["pointer"] == "/words"


@pytest.mark.spec("10.5")
def test_a_members_reports_are_listed_in_one_statement(pair: Pair, login: LogIn, count_queries: CountQueries) -> None:
    ruth, mo = pair
    browser = login(ruth)
    report(browser, member_id=mo.id)
    # Who asks, and the reports.
    assert count_queries(lambda: browser.get("/api/v1/reports")) == 2


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE moderation.report SET evidence = \'{"headline": "harmless"}\' WHERE id = :id',
        "UPDATE moderation.report SET words = 'Nothing happened.' WHERE id = :id",
        "UPDATE moderation.report SET reporter_id = reported_id WHERE id = :id",
        "DELETE FROM moderation.report WHERE id = :id",
    ],
)
def test_a_report_stays_as_it_was_made(pair: Pair, statement: str) -> None:
    with transaction() as session:
        made = make_report(session, *pair, words="He asked for money.")
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(statement), {"id": made.id})


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("change", ["outcome = 'not-upheld'", "answer = 'Other words'", "decided_at = now()"])
def test_a_decision_stands(pair: Pair, colleague: MakeColleague, change: str) -> None:
    staff = colleague()
    with transaction() as session:
        made = make_report(session, *pair)
        reports.decide_report(session, report_id=made.id, staff_id=staff.id, outcome=Outcome.UPHELD, answer="We acted.")
    with pytest.raises(DBAPIError, match="a decision stands"), transaction() as session:
        session.execute(text(f"UPDATE moderation.report SET {change} WHERE id = :id"), {"id": made.id})


def test_erasure_empties_words_at_once_and_evidence_after_the_decision(pair: Pair, colleague: MakeColleague) -> None:
    ruth, mo = pair
    staff = colleague()
    with transaction() as session:
        made = make_report(session, ruth, mo, words="He asked for money.", kind=ReportKind.PROFILE)
        reports.erase_member(session, member_id=ruth.id)
        reports.erase_member(session, member_id=mo.id)
    assert evidence(str(made.id))["name"] == "Mo"
    with transaction() as session:
        reports.decide_report(session, report_id=made.id, staff_id=staff.id, outcome=Outcome.UPHELD, answer="We acted.")
        reports.erase_member(session, member_id=mo.id)
        assert session.execute(select(ReportRow.words).where(ReportRow.id == made.id)).scalar_one() == ""
    assert evidence(str(made.id)) == {}
