"""Answers to a case by mail: what reaches the thread, and what is refused and counted."""

from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.kernel import jobs, mail_in
from app.kernel.config import config
from app.kernel.db import transaction
from app.registry import MODULES
from modules.moderation.queries import get_complaint, list_complaints
from modules.moderation.service.mail_replies import Outcome
from tests.conftest import Client
from tests.factories.moderation import make_complaint
from tests.moderation.test_complaint_desk import act, case
from tests.notifications.conftest import Postman, postman  # noqa: F401 - a fixture
from tests.notifications.test_mails import text_of


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
@pytest.mark.parametrize(
    "quote",
    [
        "-----Original Message-----\nFrom: Hearthside\n\nWe looked.",
        "Von: Hearthside <{to}>\nGesendet: Montag, 23. November 2026 09:12\nAn: Robin\n\nWir haben nachgesehen.",
        "*De :* Hearthside\n*Envoyé :* lundi 23 novembre 2026\n\nNous avons regardé.",
        "On Mon, 23 Nov 2026 at 09:12, Hearthside\n<{to}>\nwrote:\n\nWe looked.",
        "________________________________\nWe looked.",
    ],
)
def test_what_a_mail_program_quotes_is_left_out(replies: None, complaint: Any, db: Any, quote: str) -> None:
    to = mail_in.reply_address(complaint.id)
    assert to is not None
    assert (
        take(letter(to, f"From: where I sit, all is well.\nIt was in May.\n\n{quote.format(to=to)}\n")) is Outcome.TAKEN
    )
    with db(read_only=True) as session:
        said = get_complaint(session, complaint.id).messages[-1].body
    assert said.startswith("From: where I sit, all is well.\nIt was in May.")
    assert "looked" not in said
    assert "case+" not in said
    assert "nachgesehen" not in said
    assert "regardé" not in said


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


def _counted(outcome: str) -> float:
    return mail_in.REPLIES.labels(outcome)._value.get()  # type: ignore[no-any-return]
