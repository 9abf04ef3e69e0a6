"""Decisions: with reasons, signed by two where they are for good, enforced where people act, and open to objection."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Feature, Member
from modules.moderation import jobs
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.decisions.policies.decisions import STRIKES_COUNT_FOR
from modules.moderation.decisions.queries.decisions import count_strikes, lock_decisions
from modules.moderation.decisions.service import decisions, fraud
from modules.moderation.queue.service import queue
from modules.moderation.service.export import export_member
from modules.moderation.staff.models import AuditEvent
from modules.profiles import api as profiles_api
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.moderation import Colleague, make_decision, make_report
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_queue import empty_queue, items, only
from tests.racing import wait_for_a_lock

FACTS = "On 18 November two messages asked for a gift card of 200 euro."
WARNING = Verdict(Measure.WARNING, Rule.SPAM, facts=FACTS)
FOR_GOOD = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS)
KEPT_FROM = {
    "messages": "sending messages",
    "photos": "adding photos",
    "likes": "sending likes",
    "profile": "changing your profile",
}
A_WEEK = Verdict(Measure.TIMED_BAN, Rule.INSULT, facts=FACTS, days=7)


def decide(member: Member, staff: Colleague, verdict: Verdict, **item: Any) -> UUID:
    with transaction() as session:
        return make_decision(session, member, staff, verdict, **item)


def countersign(decision_id: UUID, by: Colleague) -> None:
    with transaction() as session:
        decisions.countersign(session, decision_id=decision_id, staff_id=by.id)


def refuse(decision_id: UUID, by: Colleague) -> None:
    """Refuse the second signature of a decision."""
    with transaction() as session:
        decisions.refuse(session, decision_id=decision_id, staff_id=by.id)


def lift(decision_id: UUID, by: Colleague, reason: str = "a mistake") -> None:
    with transaction() as session:
        decisions.lift(session, decision_id=decision_id, staff_id=by.id, reason=reason)


def row_of(decision_id: UUID) -> Any:
    with transaction(read_only=True) as session:
        return session.execute(select(*DecisionRow.__table__.columns).where(DecisionRow.id == decision_id)).one()


def strikes(member: Member) -> int:
    with transaction(read_only=True) as session:
        return count_strikes(session, member.id, within=STRIKES_COUNT_FOR)


def log_in(client: Client, member: Member) -> Any:
    address = ".".join(["10", *(str(byte) for byte in uuid4().bytes[:3])])
    given = {"email": member.email, "password": PASSWORD}
    return client.post("/api/v1/session", given, environ_base={"REMOTE_ADDR": address})


def act(browser: Client, resource: str, record_id: Any, action: str, **form: Any) -> Any:
    return browser.post(f"/ops/api/moderation.{resource}/{record_id}/actions/{action}", form, key=uuid4().hex)


@pytest.mark.spec("10.5", "4.3")
def test_photos_are_shown_or_refused_from_the_queue(mo: Member, staff: Colleague, staff_browser: OpenConsole) -> None:
    empty_queue()
    with transaction() as session:
        fill_profile(session, mo.id)
        good, bad = (add_photo(session, mo.id, approved=False) for _ in range(2))
    drain_now()
    browser = staff_browser(staff)
    items_of = {one.subject_id: one for one in items(mo, ItemKind.PHOTO)}

    def judge(photo_id: UUID, **form: Any) -> Any:
        item = items_of[photo_id]
        version = act(browser, "review", item.id, "claim", version=item.version).json["version"]
        return act(browser, "review", item.id, "decide", version=version, **form)

    assert judge(good, measure="none").json["state"] == "decided"
    refusal = {"measure": "remove-content", "rule": "photo"}
    assert judge(bad, **refusal).json["code"] == "moderation.measure-unfit"
    decided = act(browser, "review", items_of[bad].id, "decide", version=1, photo_reason="not-you", **refusal)
    assert (decided.json["state"], decided.json["decided_by"]) == ("decided", "Linden")
    with transaction(read_only=True) as session:
        shown = {one: profiles_api.find_review_photo(session, one).status for one in (good, bad)}
        moved = "name IN ('profiles.PhotoActivated', 'profiles.PhotoRefused') AND payload->>'photo_id' = ANY(:ids)"
        found = text(f"SELECT payload->>'photo_id', name FROM platform.outbox_event WHERE {moved}")
        told = {tuple(row) for row in session.execute(found, {"ids": [str(good), str(bad)]})}
    assert shown == {good: "active", bad: "refused"}
    assert told == {(str(good), "profiles.PhotoActivated"), (str(bad), "profiles.PhotoRefused")}
    assert act(browser, "review", items_of[bad].id, "decide", version=2, **refusal).status_code == 409


@pytest.mark.spec("10.5")
def test_what_the_desk_shows_is_what_the_member_reads(
    mo: Member, staff: Colleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    with transaction() as session:
        fill_profile(session, mo.id)
        bad = add_photo(session, mo.id, approved=False)
    drain_now()
    browser, item = staff_browser(staff), only(mo, ItemKind.PHOTO)
    photo = browser.get(f"/ops/api/profiles.photos/{bad}").json
    assert "-blur" in photo["blurred"]
    version = act(browser, "review", item.id, "claim", version=item.version).json["version"]
    words = act(browser, "review", item.id, "evidence").json
    verdict = {"measure": "remove-content", "rule": "photo", "photo_reason": "no-person"}
    act(browser, "review", item.id, "decide", version=version, **verdict)
    (told,) = login(mo).get("/api/v1/cases").json["decisions"]
    assert told["facts"] == words["photo_reasons"]["no-person"]
    assert told["facts"].startswith("There’s no one in this photo.")
    assert told["measure_text"] == words["measures"]["remove-content"]
    assert told["rule_text"] == words["reasons"]["photo"]["rule"]


@pytest.mark.spec("10.5", "10.6")
def test_who_signs_second_sees_what_the_first_saw_and_the_members_see_that(
    mo: Member,
    staff: Colleague,
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    make_member: MakeMember,
    login: LogIn,
) -> None:
    ruth = make_member(name="Ruth")
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body="Could you buy me a gift card of 200 euro?").message
        about: dict[str, Any] = {"kind": ReportKind.MESSAGE, "member_id": None, "thing_id": sent.id}
        make_report(session, ruth, mo, words="He asks for money.", **about)
    item = {"kind": ItemKind.MESSAGE_REPORT, "subject_id": sent.id}
    decision_id = decide(mo, staff, FOR_GOOD, **item)
    robin = colleague(Role.MODERATOR, name="Robin")
    seen = act(staff_browser(robin), "decisions", decision_id, "evidence").json
    (report,) = seen["reports"]
    assert (report["words"], report["evidence"]["message"]["id"]) == ("He asks for money.", str(sent.id))
    assert (seen["is_own"], seen["member"]["name"], seen["kind"]) == (False, "Mo", "message-report")
    assert seen["marked"][str(sent.id)][0]["is_known"] is True
    assert len(login(ruth).get("/api/v1/staff-access").json["accesses"]) == 1
    assert act(staff_browser(staff), "decisions", decision_id, "evidence").json["is_own"] is True
    for role in (Role.SUPPORT, Role.FINANCE):
        assert act(staff_browser(colleague(role)), "decisions", decision_id, "evidence").status_code == 403


@pytest.mark.spec("10.5")
def test_a_member_reads_the_reasons_and_the_reporter_whether_a_rule_was_broken(
    mo: Member, staff: Colleague, make_member: MakeMember, login: LogIn
) -> None:
    ruth = make_member(name="Ruth", language="en")
    with transaction() as session:
        make_report(session, ruth, mo)
    verdict = Verdict(Measure.STRIKE, Rule.INSULT)
    decision_id = decide(mo, staff, verdict, kind=ItemKind.MEMBER_REPORT)
    (told,) = login(mo).get("/api/v1/cases").json["decisions"]
    assert (told["id"], told["rule"], told["measure"], told["strikes"]) == (str(decision_id), "insult", "strike", 1)
    assert told["facts"] == "You insulted or threatened someone, or spread hatred."
    assert (told["is_automated"], told["can_appeal"], told["ends_at"]) == (False, True, None)
    (report,) = login(ruth).get("/api/v1/cases").json["reports"]
    assert (report["outcome"], report["answer"]) == (
        "upheld",
        "Thank you for your report. You were right: our guidelines were broken, and we’ve acted on it.",
    )
    assert "strike" not in str(report)
    assert "Ruth" not in str(told)
    assert login(make_member()).get(f"/api/v1/cases/{decision_id}").status_code == 404


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        ({"measure": "warning"}, "rule-missing"),
        ({"measure": "warning", "rule": "spam", "facts": "Spam."}, "facts-missing"),
        ({"measure": "timed-ban", "rule": "spam"}, "days-missing"),
        ({"measure": "timed-ban", "rule": "spam", "days": 366}, "days-missing"),
        ({"measure": "feature-limit", "rule": "spam", "days": 3}, "features-missing"),
        ({"measure": "remove-content", "rule": "spam"}, "content-missing"),
        ({"measure": "none", "takes_texts": True}, "measure-unfit"),
    ],
)
def test_a_decision_says_all_that_it_has_to(
    mo: Member, staff: Colleague, staff_browser: OpenConsole, verdict: dict[str, Any], code: str
) -> None:
    with transaction() as session:
        queue.open_item(session, kind=ItemKind.RISK, subject_id=mo.id, member_id=mo.id)
    browser, item = staff_browser(staff), only(mo, ItemKind.RISK)
    version = act(browser, "review", item.id, "claim", version=item.version).json["version"]
    refused = act(browser, "review", item.id, "decide", version=version, **verdict)
    assert (refused.status_code, refused.json["code"]) == (422, f"moderation.{code}")


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("feature", ["messages", "photos", "likes", "profile"])
def test_who_is_kept_from_something_is_told_why_until_it_ends(
    mo: Member, staff: Colleague, make_member: MakeMember, login: LogIn, feature: str
) -> None:
    ruth, browser = make_member(), login(mo)
    with transaction() as session:
        fill_profile(session, ruth.id)
        conversation_id = write(session, sender=mo, to=ruth).message.conversation_id

    def attempt() -> Any:
        if feature == "messages":
            path = f"/api/v1/conversations/{conversation_id}/messages"
            return browser.post(path, {"body": "Hello again"}, key=uuid4().hex)
        if feature == "likes":
            return browser.post(f"/api/v1/members/{ruth.id}/like", key=uuid4().hex)
        if feature == "profile":
            return browser.patch("/api/v1/profile", {"headline": "Something new"})
        with pytest.raises(Exception, match="feature-limited") as refused, transaction() as session:
            add_photo(session, mo.id)
        return refused.value

    verdict = Verdict(Measure.FEATURE_LIMIT, Rule.SPAM, facts=FACTS, days=3, features=(Feature(feature),))
    decision_id = decide(mo, staff, verdict)
    (statement,) = browser.get("/api/v1/cases").json["decisions"]
    assert statement["measure_text"] == "Some features are limited for a while"
    assert (statement["scope_text"], statement["strikes_text"]) == (KEPT_FROM[feature], "1 strike, for a year")
    answer = attempt()
    told = answer.extra if feature == "photos" else answer.json
    assert (told["reason"], told["rule"]) == (feature, "spam")
    assert told["statement"].startswith(f"/cases/{decision_id}?key=")
    if feature != "photos":
        assert (answer.status_code, told["code"]) == (403, "accounts.feature-limited")
        lift(decision_id, staff)
        assert attempt().status_code < 300


@pytest.mark.spec("10.5", "9.1")
def test_a_ban_for_good_waits_for_another_signature_and_then_ends_every_session(
    mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn, client: Client
) -> None:
    browser = login(mo)
    decision_id = decide(mo, staff, FOR_GOOD)
    assert (row_of(decision_id).state, browser.get("/api/v1/me").status_code) == ("proposed", 200)
    assert browser.get("/api/v1/cases").json["decisions"] == []
    assert act(staff_browser(staff), "decisions", decision_id, "countersign").json["code"] == "moderation.own-signature"
    other = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    assert act(other, "decisions", decision_id, "countersign").json["second_by"] == "Robin"
    assert act(other, "decisions", decision_id, "countersign").json["code"] == "moderation.decision-over"
    assert browser.get("/api/v1/me").status_code == 403
    refused = log_in(client, mo)
    assert (refused.status_code, refused.json["code"]) == (403, "accounts.banned")
    assert (refused.json["rule"], refused.json["until"]) == ("fraud", None)
    # The statement opens without a login, so that who is banned can read it and object.
    assert client.get(f"/api/v1{refused.json['statement']}").json["facts"] == FACTS
    assert client.get(f"/api/v1/cases/{decision_id}").status_code == 404


@pytest.mark.spec("10.5")
def test_a_second_person_can_say_no_and_the_case_waits_again(
    mo: Member, staff: Colleague, colleague: MakeColleague
) -> None:
    decision_id, other = decide(mo, staff, FOR_GOOD), colleague()
    refuse(decision_id, other)
    assert row_of(decision_id).state == "refused"
    assert [one.state for one in items(mo, ItemKind.RISK)] == ["decided", "open"]
    row, takes_nothing = AuditEvent, {"photo_ids": [], "takes_texts": False, "takes_name": False}
    decided = {"measure": "permanent-ban", "rule": "fraud", "features": [], "days": None, **takes_nothing}
    with transaction(read_only=True) as session:
        written = select(row.action, row.staff_id, row.detail).where(row.record_id == str(decision_id))
        found = session.execute(written.order_by(row.at)).all()
    assert found == [("decide", staff.id, decided), ("refuse", other.id, {})]


@pytest.mark.spec("10.5")
def test_whoever_decides_waits_for_whoever_decides_about_the_same_member(mo: Member, staff: Colleague) -> None:
    decide(mo, staff, WARNING)
    with ThreadPoolExecutor(1) as pool:
        with transaction() as session:
            lock_decisions(session, mo.id)
            deciding = pool.submit(decide, mo, staff, FOR_GOOD)
            wait_for_a_lock(unless=deciding.done)
            assert not deciding.done(), "it went by"
        assert row_of(deciding.result()).state == "proposed"


@pytest.mark.spec("10.5")
def test_a_ban_for_a_time_ends_by_itself(mo: Member, staff: Colleague, login: LogIn) -> None:
    decision_id = decide(mo, staff, A_WEEK)
    row = row_of(decision_id)
    assert row.ends_at == row.in_force_at + timedelta(days=7)
    assert login(mo).get("/api/v1/me").status_code == 403
    with transaction() as session:
        session.execute(text("UPDATE moderation.decision SET ends_at = now() WHERE id = :id"), {"id": decision_id})
    jobs.end_due()
    drain_now()
    assert (row_of(decision_id).state, login(mo).get("/api/v1/me").status_code) == ("ended", 200)


@pytest.mark.spec("10.5")
def test_credits_paid_to_a_cheat_come_back_once_and_all_are_told(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    ruth, ada = make_member(name="Ruth"), make_member(name="Ada")
    with transaction() as session:
        for one in (ruth, ada, mo):
            give_credits(session, member_id=one.id, credits=100)
        write(session, sender=ruth, to=mo)
        write(session, sender=mo, to=ada)

    def balances() -> list[int]:
        return [login(one).get("/api/v1/credits").json["balance"] for one in (ruth, ada)]

    paid = balances()
    decision_id, other = decide(mo, staff, FOR_GOOD), colleague()
    countersign(decision_id, other)
    drain_now()
    returned = balances()
    assert (returned[0] > paid[0], returned[1]) == (True, paid[1])
    with transaction() as session:
        fraud.return_credits(session, removed_id=mo.id)
    drain_now()
    assert balances() == returned
    with transaction(read_only=True) as session:
        told = "SELECT count(*) FROM notifications.mail WHERE type = 'fraud-notice' AND params->>'removed_id' = :id"
        assert session.execute(text(told), {"id": str(mo.id)}).scalar_one() == 2
        (notice,) = fraud.list_notices(session, ruth.id)
        copied = export_member(session, ruth.id, "en").data["notices"]
    notices = [login(one).get("/api/v1/cases").json["notices"] for one in (ruth, ada)]
    assert [[(it["about"], it["credits"]) for it in own] for own in notices] == [
        [("Mo", returned[0] - paid[0])],
        [("Mo", 0)],
    ]
    assert copied == [{"at": notice.at, "about": "Mo", "credits": returned[0] - paid[0], "withdrawn_at": None}]
