"""Mails about complaints, reports and decisions: a number, and a link without login; words only of a decision."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Feature
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import Outcome
from modules.moderation.decisions.policies.decisions import STRIKES
from modules.moderation.reports.service import reports
from tests.conftest import Client, drain_now
from tests.factories.moderation import make_complaint, make_decision, make_report, make_staff
from tests.fixture_types import MakeMember
from tests.moderation.test_complaints import a_complaint
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import html_of, text_of


def links_of(mail: Any) -> list[str]:
    return re.findall(r"https?://[^/\s]+(/complaints\S*)", text_of(mail))


@pytest.mark.spec("2.10", "10.6")
@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("en", "We’ve received your complaint {}"),
        ("nl", "We hebben je klacht {} ontvangen"),
        ("de", "Deine Beschwerde {} ist angekommen"),
    ],
)
def test_a_visitor_is_mailed_a_link_that_works_without_login(
    client: Client, postman: Postman, language: str, subject: str
) -> None:
    client.http.set_cookie("language", language, domain=client.host)
    body = a_complaint(text="My private words about a payment.")
    made = client.post("/api/v1/complaints", body, key=uuid4().hex).json
    drain_now()
    (mail,) = postman.to(body["email"])
    assert mail["Subject"] == subject.format(made["number"])
    assert str(mail["To"]) == body["email"]
    (link,) = links_of(mail)
    path, _, key = link.partition("?key=")
    assert client.get(f"/api/v1{path}?key={key}").json["number"] == made["number"]
    assert "private words" not in text_of(mail) + html_of(mail)
    with transaction() as session:
        staff = make_staff(session)
        complaint_id = UUID(made["id"])
        complaints.answer_complaint(session, complaint_id=complaint_id, staff_id=staff.id, text="Our secret answer.")
        complaints.answer_complaint(
            session, complaint_id=complaint_id, staff_id=staff.id, text="Closed now.", is_closed=True
        )
    drain_now()
    assert len(postman.to(body["email"])) == 3
    for later in postman.to(body["email"])[1:]:
        assert links_of(later) == [link]
        assert made["number"] in str(later["Subject"])
        assert "secret answer" not in text_of(later)


@pytest.mark.spec("10.6")
def test_a_member_is_mailed_once_for_each_answer(make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en")
    with transaction() as session:
        made, staff = make_complaint(session, member), make_staff(session)
        complaints.answer_complaint(session, complaint_id=made.id, staff_id=staff.id, text="We looked.")
    drain_now()
    subjects = [str(mail["Subject"]) for mail in postman.to(member.email)]
    assert subjects == [f"We’ve received your complaint {made.number}", f"We’ve answered your complaint {made.number}"]


@pytest.mark.spec("10.5")
def test_a_reporter_is_told_of_receipt_and_decision_and_the_reported_of_nothing(
    make_member: MakeMember, postman: Postman
) -> None:
    ruth, mo = make_member(name="Ruth", language="en"), make_member(name="Mo", language="en")
    with transaction() as session:
        made = make_report(session, ruth, mo)
    drain_now()
    with transaction() as session:
        reports.decide_report(
            session, report_id=made.id, staff_id=make_staff(session).id, outcome=Outcome.UPHELD, answer="We acted."
        )
    drain_now()
    received, decided = postman.to(ruth.email)
    assert received["Subject"] == f"We’ve received your report {made.number}"
    assert decided["Subject"] == f"Our decision on your report {made.number}"
    assert links_of(decided) == ["/complaints"]
    assert postman.to(mo.email) == []


REMOVED = "text in your profile (removed)"
FACTS = "On 18 November three people reported the same insults."


@pytest.mark.spec("10.5", "2.10")
@pytest.mark.parametrize(
    ("verdict", "subject", "covers", "has_end"),
    [
        (Verdict(Measure.WARNING, Rule.SPAM, FACTS), "A decision about your account", None, False),
        (Verdict(Measure.REMOVE_CONTENT, Rule.FAKE, FACTS, takes_texts=True), "A decision", REMOVED, False),
        (Verdict(Measure.STRIKE, Rule.FAKE, FACTS, takes_texts=True), "A decision", REMOVED, False),
        (
            Verdict(Measure.FEATURE_LIMIT, Rule.INSULT, FACTS, days=7, features=(Feature.MESSAGES, Feature.LIKES)),
            "A decision",
            "sending messages, sending likes",
            True,
        ),
        (
            Verdict(Measure.TIMED_BAN, Rule.INSULT, FACTS, days=30, takes_texts=True),
            "Your account is suspended",
            f"your whole account, {REMOVED}",
            True,
        ),
    ],
)
def test_a_decision_is_mailed_as_the_whole_statement_of_reasons(
    make_member: MakeMember, postman: Postman, verdict: Verdict, subject: str, covers: str | None, has_end: bool
) -> None:
    member = make_member(language="en")
    with transaction() as session:
        make_decision(session, member, make_staff(session), verdict, kind=ItemKind.PROFILE_TEXT)
    drain_now()
    (mail,) = postman.to(member.email)
    assert str(mail["Subject"]).startswith(subject)
    words, page = text_of(mail), html_of(mail)
    told = (f"What happened: {FACTS}", "A member of our team, not a machine", "within 180 days. Another member")
    for one in (*told, *((covers,) if covers else ())):
        assert one in words
        assert one in page
    assert ("What it covers" in words) is (covers is not None)
    assert ("Until" in words) is has_end
    assert ("Counts as" in words) is (verdict.measure in STRIKES)


@pytest.mark.spec("10.5")
def test_words_of_a_decision_stand_in_no_event_and_in_no_row_of_the_mails(make_member: MakeMember) -> None:
    member = make_member(language="en")
    with transaction() as session:
        make_decision(session, member, make_staff(session), Verdict(Measure.WARNING, Rule.SPAM, FACTS))
    drain_now()
    with transaction() as session:
        kept = session.execute(
            text("SELECT payload::text FROM platform.outbox_event UNION SELECT params::text FROM notifications.mail")
        )
        assert not [row for row in kept.scalars() if "same insults" in row]
