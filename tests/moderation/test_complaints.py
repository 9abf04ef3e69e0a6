"""Complaints of members and visitors: taken in, answered, closed, opened again, and nobody else's business."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.mail import links
from app.kernel.secrets.signing import sign
from modules.accounts.contracts import Member
from modules.moderation.complaints.models import ComplaintRow
from modules.moderation.complaints.service import complaints
from modules.moderation.queue.service.numbers import ALPHABET
from tests.conftest import Client
from tests.factories.moderation import make_complaint
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember

WORDS = "I was charged twice in May, and nobody answers the telephone."


def form(seconds_ago: int = 60) -> str:
    opened = str(int(clock.now().timestamp()) - seconds_ago)
    return f"{opened}.{sign('complaint form', opened)}"


def a_complaint(**over: Any) -> dict[str, Any]:
    return {"topic": "payment", "text": WORDS, "email": f"{uuid4().hex[:12]}@example.org", "form": form(), **over}


def send(browser: Client, **over: Any) -> Any:
    return browser.post("/api/v1/complaints", a_complaint(**over), key=uuid4().hex)


def days_from_now(moment: str) -> float:
    return (datetime.fromisoformat(moment) - clock.now()) / timedelta(days=1)


@pytest.mark.spec("2.10", "10.6")
def test_a_visitor_complains_and_reads_it_with_the_key_only(client: Client) -> None:
    assert client.get("/api/v1/complaints/form").json["form"].count(".") == 1
    answer = send(client)
    made = answer.json
    assert (answer.status_code, made["state"], made["topic"]) == (201, "open", "payment")
    assert re.fullmatch(f"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", made["number"])
    assert [(said["author"], said["body"]) for said in made["messages"]] == [("complainant", WORDS)]
    assert 6.9 < days_from_now(made["due_at"]) < 7
    path = f"/api/v1/complaints/{made['id']}"
    assert client.get(f"{path}?key={made['key']}").json["number"] == made["number"]
    for wrong in ("", "?key=", f"?key={'0' * 32}", f"?key={links.key_of('/complaints/another')}", "?key=%E2%82%AC"):
        assert client.get(path + wrong).status_code == 404, wrong
    assert client.get(f"/api/v1/complaints/{uuid4()}?key={made['key']}").status_code == 404


@pytest.mark.spec("2.10")
def test_a_complaint_is_taken_in_once_for_its_key(client: Client) -> None:
    body, key = a_complaint(), uuid4().hex
    first, again = (client.post("/api/v1/complaints", body, key=key) for _ in range(2))
    assert first.json == again.json
    assert client.post("/api/v1/complaints", body).json["code"] == "idempotency.key-missing"


@pytest.mark.spec("2.10")
@pytest.mark.parametrize(
    ("over", "code", "pointer"),
    [
        ({"email": ""}, "moderation.complaint-address-missing", "/email"),
        ({"email": "nobody"}, "accounts.email-invalid", "/email"),
        ({"text": "too short"}, "invalid", "/text"),
        ({"topic": "weather"}, "invalid", "/topic"),
    ],
)
def test_what_is_missing_is_pointed_at(client: Client, over: dict[str, str], code: str, pointer: str) -> None:
    answer = send(client, **over)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert answer.json["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("website", "seconds_ago"),
    [("https://cheap.example", 60), ("", 1), ("", 3 * 86_400)],
    ids=["the trap", "too fast", "too old"],
)
def test_what_a_machine_sends_is_refused_and_said(client: Client, website: str, seconds_ago: int) -> None:
    answer = send(client, website=website, form=form(seconds_ago))
    assert (answer.status_code, answer.json["code"]) == (422, "moderation.complaint-looks-automatic")


def test_a_form_that_is_not_ours_is_refused(client: Client) -> None:
    for wrong in ("", "nonsense", form().replace(".", "0."), f"{form()}0", ".", "٣.0"):
        assert send(client, form=wrong).json["code"] == "moderation.complaint-looks-automatic", wrong


def test_nobody_fills_a_strangers_mailbox(client: Client) -> None:
    email = f"{uuid4().hex[:12]}@example.org"
    assert [send(client, email=email).status_code for _ in range(3)] == [201, 201, 201]
    assert send(client, email=email.upper()).status_code == 429


@pytest.mark.spec("2.10", "10.6")
def test_a_member_needs_no_form_and_finds_their_complaints_again(
    count_queries: Callable[..., int], member: Member, browser: Client
) -> None:
    answer = browser.post("/api/v1/complaints", {"topic": "other", "text": WORDS}, key=uuid4().hex)
    assert answer.status_code == 201
    with transaction() as session:
        make_complaint(session, member)
    listed: list[Any] = []
    statements = count_queries(lambda: listed.append(browser.get("/api/v1/complaints")))
    assert [one["topic"] for one in listed[0].json] == ["payment", "other"]
    # Who asks, the complaints, and what was said in all of them.
    assert statements == 3


@pytest.mark.spec("2.10")
def test_a_complaint_is_not_for_others(make_member: MakeMember, login: LogIn, client: Client) -> None:
    ruth, henk = make_member(), make_member()
    with transaction() as session:
        made = make_complaint(session, ruth)
    path = f"/api/v1/complaints/{made.id}"
    assert login(ruth).get(path).status_code == 200
    assert login(henk).get(path).status_code == client.get(path).status_code == 404
    reply = {"text": "Mine now."}
    assert login(henk).post(f"{path}/messages", reply, key=uuid4().hex).status_code == 404
    assert login(henk).get("/api/v1/complaints").json == []


@pytest.mark.spec("1.12", "2.10")
def test_another_site_knows_nothing_of_a_complaint(app: Flask, client: Client) -> None:
    made = send(client).json
    with transaction() as session:
        other = make_site(session)
    path = f"/api/v1/complaints/{made['id']}?key={made['key']}"
    assert client.get(path).status_code == 200
    assert Client(app, other.hosts[0]).get(path).status_code == 404


@pytest.mark.spec("10.6")
def test_staff_answer_and_the_complainant_opens_it_again(
    make_member: MakeMember, login: LogIn, colleague: MakeColleague
) -> None:
    member, staff = make_member(), colleague()
    browser = login(member)
    with transaction() as session:
        made = make_complaint(session, member)
        complaints.answer_complaint(session, complaint_id=made.id, staff_id=staff.id, text="We looked.")
    path = f"/api/v1/complaints/{made.id}"
    seen = browser.get(path).json
    assert (seen["state"], [said["author"] for said in seen["messages"]]) == ("answered", ["complainant", "staff"])
    assert "staff_id" not in str(seen)
    opened = browser.post(f"{path}/messages", {"text": "Look again, please."}, key=uuid4().hex).json
    assert opened["state"] == "open"
    assert 6.9 < days_from_now(opened["due_at"]) < 7
    with transaction() as session:
        complaints.answer_complaint(
            session, complaint_id=made.id, staff_id=staff.id, text="You get it back.", is_closed=True
        )
    closed = browser.get(path).json
    assert (closed["state"], closed["closed_at"] is not None) == ("closed", True)


@pytest.mark.spec("10.6")
def test_a_closed_complaint_opens_again_for_a_while(
    make_member: MakeMember, login: LogIn, colleague: MakeColleague
) -> None:
    member, staff = make_member(), colleague()
    with transaction() as session:
        made = make_complaint(session, member)
        complaints.answer_complaint(session, complaint_id=made.id, staff_id=staff.id, text="Done.", is_closed=True)
    browser, path = login(member), f"/api/v1/complaints/{made.id}/messages"
    assert browser.post(path, {"text": "No."}, key=uuid4().hex).json["closed_at"] is None
    with transaction() as session:
        complaints.answer_complaint(session, complaint_id=made.id, staff_id=staff.id, text="Done.", is_closed=True)
        long_ago = clock.now() - timedelta(days=61)
        session.execute(update(ComplaintRow).where(ComplaintRow.id == made.id).values(closed_at=long_ago))
    answer = browser.post(path, {"text": "Still no."}, key=uuid4().hex)
    assert (answer.status_code, answer.json["code"]) == (409, "moderation.complaint-over")


def test_who_waits_does_not_wait_longer_for_writing_again(login: LogIn, member: Member) -> None:
    with transaction() as session:
        made = make_complaint(session, member)
        soon = clock.now() + timedelta(days=1)
        session.execute(update(ComplaintRow).where(ComplaintRow.id == made.id).values(due_at=soon))
    again = login(member).post(f"/api/v1/complaints/{made.id}/messages", {"text": "Hello?"}, key=uuid4().hex).json
    assert days_from_now(again["due_at"]) < 1


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moderation.complaint_message SET body = 'Never mind.' WHERE complaint_id = :id",
        "UPDATE moderation.complaint_message SET author = 'staff' WHERE complaint_id = :id",
        "DELETE FROM moderation.complaint_message WHERE complaint_id = :id",
    ],
)
def test_what_was_said_stays(statement: str, member: Member) -> None:
    with transaction() as session:
        made = make_complaint(session, member)
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(statement), {"id": made.id})


def test_an_erased_members_words_are_emptied_and_the_case_stays(
    make_member: MakeMember, colleague: MakeColleague
) -> None:
    member, staff = make_member(), colleague()
    with transaction() as session:
        made = make_complaint(session, member)
        complaints.answer_complaint(session, complaint_id=made.id, staff_id=staff.id, text="Dear Robin, we looked.")
    with transaction() as session:
        complaints.erase_member(session, member_id=member.id)
        said = session.execute(
            text("SELECT body FROM moderation.complaint_message WHERE complaint_id = :id ORDER BY created_at"),
            {"id": made.id},
        )
        assert list(said.scalars()) == ["", ""]
