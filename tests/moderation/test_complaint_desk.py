"""The complaints desk over HTTP: thread, notes, assignment, questions back, cases that staff open, answers by mail."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import jobs, mail_in
from app.kernel.config import config
from app.kernel.db import transaction
from app.registry import MODULES
from modules.moderation.contracts import Role
from modules.moderation.models import ComplaintRow
from modules.moderation.queries import get_complaint, list_complaints
from modules.moderation.service.mail_replies import Outcome
from tests.conftest import Client
from tests.factories.moderation import Colleague, make_complaint
from tests.notifications.conftest import Postman, postman  # noqa: F401 - a fixture
from tests.notifications.test_mails import text_of

DESK = "/ops/api/moderation.complaints"


def act(browser: Client, complaint_id: Any, action: str, **form: Any) -> Any:
    return browser.post(f"{DESK}/{complaint_id}/actions/{action}", form, key=uuid4().hex)


def case(browser: Client, complaint_id: Any) -> Any:
    return browser.get(f"{DESK}/{complaint_id}/views/case").json


@pytest.fixture
def complaint(make_member: Any, db: Any) -> Any:
    """A member's complaint."""
    member = make_member(language="nl")
    with db() as session:
        return make_complaint(session, member)


@pytest.fixture
def support(staff_browser: Callable[[Colleague], Client], colleague: Callable[..., Colleague]) -> Client:
    """A browser of support."""
    return staff_browser(colleague(Role.SUPPORT, name="Linden"))


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the house take answers by mail."""
    monkeypatch.setenv("HEARTH_REPLY_DOMAIN", "replies.example")
    config.cache_clear()
    jobs.install(MODULES)
    yield
    monkeypatch.undo()
    config.cache_clear()


def letter(to: str, words: str = "It was on the 3rd of May.", **headers: str) -> bytes:
    message = EmailMessage()
    for name, value in {"From": "ruth@example.org", "To": to, "Message-ID": f"<{uuid4().hex}@example.org>"}.items():
        message[name] = value
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words)
    return message.as_bytes()


def take(content: bytes) -> str | None:
    with transaction() as session:
        return mail_in.take(session, content)


def said_to(complaint_id: UUID, member_id: UUID) -> list[str]:
    with transaction(read_only=True) as session:
        (found,) = [one for one in list_complaints(session, member_id) if one.id == complaint_id]
    return [message.body for message in found.messages]


@pytest.mark.spec("10.6")
def test_a_note_stays_in_the_house(support: Client, make_member: Any, login: Any, db: Any) -> None:
    member = make_member()
    with db() as session:
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
    support: Client,
    make_member: Any,
    login: Any,
    db: Any,
    drain: Any,
    postman: Postman,  # noqa: F811
) -> None:
    member = make_member(language="nl")
    with db() as session:
        made = make_complaint(session, member)
    assert act(support, made.id, "ask", text="Op welke dag?").json["state"] == "waiting"
    drain()
    assert postman.to(member.email)[-1]["Subject"] == f"Een vraag over je klacht {made.number}"
    browser = login(member)
    path = f"/api/v1/complaints/{made.id}"
    assert browser.get(path).json["state"] == "waiting"
    assert browser.post(f"{path}/messages", {"text": "Op 3 mei."}, key=uuid4().hex).json["state"] == "open"


@pytest.mark.spec("10.6")
def test_a_complaint_is_given_to_those_who_may_answer_only(
    support: Client, complaint: Any, colleague: Callable[..., Colleague], staff_browser: Any
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
def test_staff_open_a_case_for_a_member_who_is_told(
    support: Client,
    make_member: Any,
    login: Any,
    drain: Any,
    postman: Postman,  # noqa: F811
) -> None:
    member = make_member(language="de")
    form = {"member_id": str(member.id), "topic": "payment", "text": "Wir haben zu viel abgebucht."}
    made = support.post(DESK, form, key=uuid4().hex)
    assert (made.status_code, made.json["state"], made.json["claimed_by"]) == (201, "waiting", "Linden")
    drain()
    assert made.json["number"] in text_of(postman.to(member.email)[-1])
    (own,) = login(member).get("/api/v1/cases").json["complaints"]
    assert [one["author"] for one in own["messages"]] == ["staff"]
    assert case(support, made.json["id"])["is_ours"] is True


@pytest.mark.spec("10.6")
def test_ready_answers_speak_the_members_language(support: Client, complaint: Any, make_member: Any, db: Any) -> None:
    with db() as session:
        session.execute(update(ComplaintRow).where(ComplaintRow.id == complaint.id).values(language="fi"))
    canned = {one["key"]: one for one in case(support, complaint.id)["canned"]}
    assert canned["looking"]["label"] == "We are looking into it"
    assert complaint.number in canned["looking"]["text"]
    assert canned["looking"]["text"].startswith("Kiitos")
    assert not any("{" in one["text"] for one in canned.values())


@pytest.mark.spec("10.6")
def test_an_answer_by_mail_reaches_the_thread_once(
    replies: None,
    support: Client,
    make_member: Any,
    db: Any,
    drain: Any,
    postman: Postman,  # noqa: F811
) -> None:
    member = make_member(language="en")
    with db() as session:
        made = make_complaint(session, member, text="I was charged twice.")
    drain()
    mail = postman.to(member.email)[-1]
    assert "answer this mail" in " ".join(text_of(mail).split())
    to = str(mail["Reply-To"])
    assert len(to.partition("@")[0]) <= 64
    act(support, made.id, "answer", text="We looked.")
    quoted = "It was on the 3rd of May.\n\nOn 22 Nov 2026 Hearthside wrote:\n> We looked.\n> Bye\n"
    content = letter(to.upper(), quoted)
    assert (take(content), take(content)) == (Outcome.TAKEN, Outcome.KNOWN)
    shown = case(support, made.id)
    assert (shown["state"], shown["messages"][-1]["is_mailed"]) == ("open", True)
    assert said_to(made.id, member.id) == ["I was charged twice.", "We looked.", "It was on the 3rd of May."]


@pytest.mark.spec("10.6")
def test_mails_that_are_no_answers_are_refused_and_counted(replies: None, complaint: Any) -> None:
    to = mail_in.reply_address(complaint.id)
    assert to is not None
    name, _, domain = to.partition("@")
    forged = f"{name[:-1]}{'0' if name[-1] != '0' else '1'}@{domain}"
    other = mail_in.reply_address(uuid4())
    assert other is not None
    tries = {
        "forged": letter(forged),
        "too-large": letter(to, "x" * 80 + "\n" + "word " * 60_000),
        "automatic": letter(to, Auto_Submitted="auto-replied"),
        "empty": letter(to, "> only what you said\n"),
    }
    before = {outcome: _counted(outcome) for outcome in tries}
    assert {outcome: take(content) for outcome, content in tries.items()} == {key: key for key in tries}
    assert take(letter(other)) == "forged"
    assert take(letter("case+nobody@replies.example")) == "forged"
    assert take(letter("hello@replies.example")) is None
    assert _counted("forged") == before["forged"] + 3
    assert _counted("automatic") == before["automatic"] + 1
    with transaction(read_only=True) as session:
        assert len(get_complaint(session, complaint.id).messages) == 1


@pytest.mark.spec("10.6")
def test_more_answers_in_a_day_than_a_person_writes_are_refused(
    replies: None, complaint: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modules.moderation.policies.MAILED_REPLIES_A_DAY", 2)
    to = mail_in.reply_address(complaint.id)
    assert to is not None
    assert [take(letter(to, f"Number {number}.")) for number in range(3)] == ["taken", "taken", "too-many"]


def test_without_a_domain_answers_go_to_support(make_member: Any, db: Any, drain: Any, postman: Postman) -> None:  # noqa: F811
    member = make_member(language="en")
    with db() as session:
        make_complaint(session, member)
    drain()
    mail = postman.to(member.email)[-1]
    assert "case+" not in str(mail["Reply-To"])
    assert "answer this mail" not in " ".join(text_of(mail).split())


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
    support: Client, complaint: Any, change: str
) -> None:
    act(support, complaint.id, "close", text="It is back.")
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(change), {"id": complaint.id})


def _counted(outcome: str) -> float:
    return mail_in.REPLIES.labels(outcome)._value.get()  # type: ignore[no-any-return]
