"""The complaints desk over HTTP: thread, notes, assignment, questions back, cases that staff open, answers by mail."""

from datetime import date, timedelta
from itertools import groupby
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import clock, i18n
from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.moderation.complaints.models import ComplaintRow
from modules.moderation.contracts.complaints import Complaint, Topic
from modules.moderation.contracts.staff import Role
from modules.moderation.service.complaint_desk import CANNED
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.moderation import audit_about, make_complaint, seen_in
from tests.factories.sites import disclose, make_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.notifications.conftest import Postman, postman  # noqa: F401 - a fixture
from tests.notifications.test_case_mails import links_of
from tests.notifications.test_mails import text_of

DESK = "/ops/api/moderation.complaints"


def act(browser: Client, complaint_id: Any, action: str, **form: Any) -> Any:
    """Do something with a complaint; who says something has read all that was said, unless told otherwise."""
    if action in ("answer", "ask", "close") and "seen" not in form:
        with transaction(read_only=True) as session:
            form["seen"] = seen_in(session, complaint_id)
    return browser.post(f"{DESK}/{complaint_id}/actions/{action}", form, key=uuid4().hex)


def case(browser: Client, complaint_id: Any) -> Any:
    return browser.get(f"{DESK}/{complaint_id}/views/case").json


def change(complaint: Complaint, **values: Any) -> None:
    with transaction() as session:
        session.execute(update(ComplaintRow).where(ComplaintRow.id == complaint.id).values(**values))


@pytest.mark.spec("10.6")
def test_a_note_stays_with_the_staff(support: Client, login: LogIn, member: Member) -> None:
    with transaction() as session:
        made = make_complaint(session, member, text="I was charged twice.")
    assert act(support, made.id, "note", text="Second time this month.").json["state"] == "open"
    assert [(one["author"], one["by"]) for one in case(support, made.id)["messages"]] == [
        ("complainant", None),
        ("note", "Linden"),
    ]
    seen = login(member)
    assert "Second time" not in seen.get(f"/api/v1/complaints/{made.id}").text
    assert "Second time" not in seen.get("/api/v1/cases").text


@pytest.mark.spec("10.6")
def test_support_asks_back_and_the_answer_opens_it_again(
    support: Client, make_member: MakeMember, login: LogIn, postman: Postman
) -> None:
    member = make_member(language="nl")
    with transaction() as session:
        made = make_complaint(session, member)
    assert act(support, made.id, "ask", text="Op welke dag?").json["state"] == "waiting"
    drain_now()
    assert postman.to(member.email)[-1]["Subject"] == f"Een vraag over je klacht {made.number}"
    browser = login(member)
    path = f"/api/v1/complaints/{made.id}"
    assert browser.get(path).json["state"] == "waiting"
    assert browser.post(f"{path}/messages", {"text": "Op 3 mei."}, key=uuid4().hex).json["state"] == "open"


@pytest.mark.spec("10.6")
def test_a_complaint_is_given_to_those_who_may_answer_only(
    support: Client, complaint: Complaint, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    robin, mo = colleague(Role.SUPPORT, name="Robin"), colleague(Role.MODERATOR, name="Mo")
    shown = case(support, complaint.id)
    named = {one["name"] for one in shown["colleagues"]}
    assert "Robin" in named
    assert str(mo.id) not in {one["id"] for one in shown["colleagues"]}
    assert act(support, complaint.id, "assign", to=str(mo.id)).json["code"] == "moderation.staff-cannot-answer"
    assert act(support, complaint.id, "assign", to=str(uuid4())).json["code"] == "moderation.staff-cannot-answer"
    assert act(support, complaint.id, "assign", to=str(robin.id)).json["claimed_by"] == "Robin"
    assert act(support, complaint.id, "answer", text="Mine?").json["code"] == "moderation.case-claimed"
    theirs = staff_browser(robin)
    assert case(theirs, complaint.id)["is_mine"] is True
    assert act(theirs, complaint.id, "close", text="It is back.").json["state"] == "closed"
    assert act(support, complaint.id, "assign").json["code"] == "moderation.case-closed"


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("action", ["answer", "ask", "close"])
def test_nobody_answers_over_words_that_they_have_not_read(
    support: Client, login: LogIn, action: str, member: Member
) -> None:
    with transaction() as session:
        made = make_complaint(session, member)
    seen = case(support, made.id)["messages"][-1]["id"]
    login(member).post(f"/api/v1/complaints/{made.id}/messages", {"text": "It was thrice."}, key=uuid4().hex)
    act(support, made.id, "note", text="A note is no news to who answers.")
    for read in (seen, str(uuid4())):
        refused = act(support, made.id, action, text="Twice, indeed.", seen=read)
        assert (refused.status_code, refused.json["code"]) == (409, "moderation.written-again")
    shown = case(support, made.id)
    assert (shown["state"], shown["messages"][1]["body"]) == ("open", "It was thrice.")
    assert act(support, made.id, action, text="Thrice, indeed.", seen=shown["messages"][1]["id"]).status_code == 200


@pytest.mark.spec("10.6")
def test_staff_open_a_case_for_a_member_who_is_told(
    support: Client, make_member: MakeMember, login: LogIn, postman: Postman
) -> None:
    member = make_member(language="de")
    form = {"member_id": str(member.id), "topic": "payment", "text": "Wir haben zu viel abgebucht."}
    made = support.post(DESK, form, key=uuid4().hex)
    assert (made.status_code, made.json["state"], made.json["claimed_by"]) == (201, "waiting", "Linden")
    drain_now()
    assert made.json["number"] in text_of(postman.to(member.email)[-1])
    (own,) = login(member).get("/api/v1/cases").json["complaints"]
    assert [one["author"] for one in own["messages"]] == ["staff"]
    assert case(support, made.json["id"])["is_ours"] is True


@pytest.mark.spec("10.6")
def test_staff_open_a_case_for_an_address_without_an_account_which_answers_by_its_key(
    support: Client, client: Client, site: Site, postman: Postman
) -> None:
    email = f"vera.{uuid4().hex[:8]}@example.org"
    words = {"topic": "payment", "text": "Sie haben uns heute angerufen."}
    form = {"site_id": str(site.id), "email": email, "language": "de", **words}
    key = uuid4().hex
    made = support.post(DESK, form, key=key)
    assert (made.status_code, made.json["state"], made.json["member_id"]) == (201, "waiting", None)
    assert support.post(DESK, form, key=key).json["id"] == made.json["id"]
    drain_now()
    (mail,) = postman.to(email)
    said = f"Jemand aus unserem Team hat dir geschrieben. Deine Beschwerde hat die Nummer {made.json['number']}"
    assert said in text_of(mail)
    (link,) = links_of(mail)
    path, _, secret = link.partition("?key=")
    assert [one["author"] for one in client.get(f"/api/v1{link}").json["messages"]] == ["staff"]
    assert client.get(f"/api/v1{path}").status_code == 404
    answered = client.post(f"/api/v1{path}/messages?key={secret}", {"text": "Danke!"}, key=uuid4().hex)
    assert answered.json["state"] == "open"
    shown = case(support, made.json["id"])
    assert (shown["person"], shown["decisions"], shown["conversations"]) == (None, [], [])


def complain_as_visitor(client: Client, email: str) -> Any:
    form = client.get("/api/v1/complaints/form").json["form"]
    with time_machine.travel(clock.now() + timedelta(seconds=10)):
        body = {"topic": "person", "text": "I cannot log in any more.", "email": email, "form": form}
        return client.post("/api/v1/complaints", body, key=uuid4().hex).json


@pytest.mark.spec("10.6", "2.10")
def test_who_wrote_without_logging_in_is_known_by_their_address_to_the_desk_alone(
    support: Client, client: Client, make_member: MakeMember
) -> None:
    member = make_member(name="Ada")
    with transaction() as session:
        earlier = make_complaint(session, member)
    made = complain_as_visitor(client, member.email.upper())
    shown = case(support, made["id"])
    assert (shown["person"]["id"], shown["person"]["name"], shown["is_matched"]) == (str(member.id), "Ada", True)
    assert (shown["id"], shown["number"]) == (made["id"], made["number"])
    about = {"id": str(earlier.id), "number": earlier.number, "topic": "payment", "state": "open", "is_proven": True}
    assert shown["others"] == [{**about, "created_at": earlier.created_at.isoformat()}]
    listed = support.get(f"{DESK}/{made['id']}").json
    assert (listed["member_id"], listed["matched_id"]) == (None, str(member.id))
    assert support.get(f"{DESK}/{earlier.id}").json["matched_id"] is None
    stranger = complain_as_visitor(client, f"{uuid4().hex[:8]}@example.org")
    assert support.get(f"{DESK}/{stranger['id']}").json["matched_id"] is None
    assert made.keys() == stranger.keys()
    path = f"/api/v1/complaints/{made['id']}?key={made['key']}"
    assert str(member.id) not in client.get(path).text
    with transaction() as session:
        far = make_site(session)
    elsewhere = make_member(site=far)
    theirs = complain_as_visitor(client, elsewhere.email)["id"]
    assert (case(support, theirs)["person"], support.get(f"{DESK}/{theirs}").json["matched_id"]) == (None, None)


@pytest.mark.spec("10.6", "10.4")
def test_the_address_of_a_visitor_is_shown_for_a_reason_that_is_written_down(
    support: Client, client: Client, complaint: Complaint, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    email = f"{uuid4().hex[:8]}@example.org"
    made = complain_as_visitor(client, email)
    assert email not in support.get(f"{DESK}/{made['id']}/views/case").text
    moderator = staff_browser(colleague(Role.MODERATOR))
    assert act(moderator, made["id"], "address", reason="The answer came back.").status_code == 403
    assert act(support, made["id"], "address", reason="The answer came back.").json == {"email": email}
    assert act(support, complaint.id, "address", reason="The answer came back.").status_code == 404
    assert [one.reason for one in audit_about(made["id"]) if one.action == "address"] == ["The answer came back."]


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("given", [[], ["member"], ["email"], ["site"], ["member", "site", "email"]])
def test_a_case_is_opened_for_exactly_one(
    support: Client, make_member: MakeMember, site: Site, given: list[str]
) -> None:
    every = {
        "member": {"member_id": str(make_member().id)},
        "site": {"site_id": str(site.id)},
        "email": {"email": "vera@example.org"},
    }
    form = {"topic": "other", "text": "We called you.", **{k: v for name in given for k, v in every[name].items()}}
    answer = support.post(DESK, form, key=uuid4().hex)
    if given == ["member"]:
        assert answer.status_code == 201
    else:
        assert (answer.status_code, answer.json["code"]) == (422, "moderation.case-for-nobody")


@pytest.mark.spec("10.6")
def test_ready_answers_speak_the_members_language(support: Client, complaint: Complaint) -> None:
    change(complaint, language="fi")
    canned = {one["key"]: one for one in case(support, complaint.id)["canned"]}
    assert canned["looking"]["label"] == "Being reviewed"
    assert complaint.number in canned["looking"]["text"]
    assert canned["looking"]["text"].startswith("Kiitos")
    assert not any("{" in one["text"] for one in canned.values())


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("topic", Topic)
def test_ready_answers_for_the_topic_come_first_and_general_ones_next(
    support: Client, complaint: Complaint, topic: Topic
) -> None:
    change(complaint, topic=topic)
    shown = case(support, complaint.id)["canned"]
    in_turn = [each for each, _ in groupby(one["topic"] for one in shown)]
    assert in_turn[:2] == [topic, None]
    assert set(in_turn) == {*Topic, None}
    assert len(in_turn) == len(set(in_turn))


@pytest.mark.spec("1.5", "10.6")
@pytest.mark.parametrize("language", i18n.LOCALES)
def test_every_ready_answer_is_whole_in_every_language(
    support: Client, complaint: Complaint, site: Site, language: str
) -> None:
    with transaction() as session:
        disclose(session, site)
    change(complaint, language=language)
    canned = {one["key"]: one["text"] for one in case(support, complaint.id)["canned"]}
    assert canned.keys() == {key for key, _, _ in CANNED}
    assert [key for key in canned if not i18n.speaks(language, f"moderation.canned.{key}")] == []
    assert [text for text in canned.values() if "{" in text or "}" in text] == []
    assert site.name in canned["fictional"]


@pytest.mark.spec("3.2", "10.6")
def test_only_a_site_with_fictional_profiles_explains_its_word_for_them(
    support: Client, complaint: Complaint, site: Site
) -> None:
    change(complaint, language=site.domain_language)
    assert "fictional" not in {one["key"] for one in case(support, complaint.id)["canned"]}
    with transaction() as session:
        disclose(session, site)
    canned = {one["key"]: one["text"] for one in case(support, complaint.id)["canned"]}
    assert "“Story”" in canned["fictional"]


@pytest.mark.spec("10.6")
def test_support_says_until_when_a_complaint_is_answered_and_never_for_a_day_that_is_over(
    support: Client, complaint: Complaint, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    today = clock.today()
    later = act(support, complaint.id, "due", day=(today + timedelta(days=20)).isoformat())
    assert (later.status_code, later.json["due_at"][:10]) == (200, (today + timedelta(days=20)).isoformat())
    assert case(support, complaint.id)["due_day"] == (today + timedelta(days=20)).isoformat()
    for day in (today - timedelta(days=2), today + timedelta(days=61), date.max):
        assert act(support, complaint.id, "due", day=day.isoformat()).status_code == 422
    assert case(support, complaint.id)["due_at"][:16] == later.json["due_at"][:16]
    moderator = staff_browser(colleague(Role.MODERATOR))
    assert act(moderator, complaint.id, "due", day=today.isoformat()).status_code == 403
    assert [one.action for one in audit_about(complaint.id)].count("due") == 1
    act(support, complaint.id, "close", text="It is back.")
    assert act(support, complaint.id, "due", day=today.isoformat()).json["code"] == "moderation.case-closed"


@pytest.mark.spec("10.6")
def test_the_day_is_that_of_the_site(support: Client, make_member: MakeMember) -> None:
    with transaction() as session:
        far = make_site(session, timezone="America/New_York")
    member = make_member(site=far, language="en")
    with transaction() as session:
        made = make_complaint(session, member)
    day = clock.today() + timedelta(days=20)
    assert act(support, made.id, "due", day=day.isoformat()).status_code == 200
    shown = case(support, made.id)
    # Midnight there is the next morning here.
    assert (shown["due_at"][:10], shown["due_day"]) == ((day + timedelta(days=1)).isoformat(), day.isoformat())
    assert any(formats.day("en", day) in one["text"] for one in shown["canned"])


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE moderation.complaint SET state = 'waiting', closed_at = NULL WHERE id = :id",
        "UPDATE moderation.complaint SET state = 'open', closed_at = NULL WHERE id = :id",
        "INSERT INTO moderation.complaint_message (id, complaint_id, author, body) "
        "VALUES (gen_random_uuid(), :id, 'note', 'x')",
        "INSERT INTO moderation.complaint_message (id, complaint_id, author, body, origin) "
        "SELECT gen_random_uuid(), :id, 'complainant', 'x', '\\x01' FROM generate_series(1, 2)",
    ],
)
def test_the_database_keeps_what_is_closed_closed_and_notes_signed(
    support: Client, complaint: Complaint, change: str
) -> None:
    act(support, complaint.id, "close", text="It is back.")
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(change), {"id": complaint.id})
