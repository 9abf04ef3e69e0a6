"""Answers to a case by mail: what reaches the thread, and what is refused and counted."""

from datetime import timedelta
from email.message import EmailMessage
from uuid import UUID, uuid4

import pytest
import time_machine

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.mail import incoming
from modules.moderation.complaints.queries import get_complaint, list_complaints
from modules.moderation.complaints.service.mail_replies import ReplyOutcome
from modules.moderation.contracts.complaints import Complaint
from modules.notifications.service.returns import receive_report
from tests.conftest import Client, drain_now
from tests.factories.moderation import make_complaint
from tests.fixture_types import MakeMember
from tests.moderation.test_complaint_desk import act, case
from tests.notifications.conftest import Postman, postman  # noqa: F401 - a fixture
from tests.notifications.test_mails import text_of


def letter(to: str, words: str = "It was on the 3rd of May.", **headers: str) -> bytes:
    message = EmailMessage()
    for name, value in {"From": "ruth@example.org", "To": to, "Message-ID": f"<{uuid4().hex}@example.org>"}.items():
        message[name] = value
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words)
    return message.as_bytes()


def address_of(complaint: Complaint) -> str:
    """Return where answers to a complaint are mailed to."""
    address = incoming.reply_address(complaint.id)
    assert address is not None
    return address


def take(content: bytes) -> str | None:
    with transaction() as session:
        return incoming.receive(session, content)


def newest_of(complaint: Complaint) -> str:
    """Return what was said last in a complaint."""
    with transaction(read_only=True) as session:
        return get_complaint(session, complaint.id).messages[-1].body


def said_to(complaint_id: UUID, member_id: UUID) -> list[str]:
    with transaction(read_only=True) as session:
        (found,) = [one for one in list_complaints(session, member_id) if one.id == complaint_id]
    return [message.body for message in found.messages]


@pytest.mark.spec("10.6")
def test_an_answer_by_mail_reaches_the_thread_once(
    replies: None, support: Client, make_member: MakeMember, postman: Postman
) -> None:
    member = make_member(language="en")
    with transaction() as session:
        made = make_complaint(session, member, text="I was charged twice.")
    drain_now()
    mail = postman.to(member.email)[-1]
    assert "reply to this email" in " ".join(text_of(mail).split())
    to = str(mail["Reply-To"])
    assert len(to.partition("@")[0]) <= 64
    act(support, made.id, "answer", text="We looked.")
    quoted = "It was on the 3rd of May.\n\nOn 22 Nov 2026 Hearthside wrote:\n> We looked.\n> Bye\n"
    content = letter(to.upper(), quoted)
    assert (take(content), take(content)) == (ReplyOutcome.TAKEN, ReplyOutcome.KNOWN)
    shown = case(support, made.id)
    assert (shown["state"], shown["messages"][-1]["is_mailed"]) == ("open", True)
    assert said_to(made.id, member.id) == ["I was charged twice.", "We looked.", "It was on the 3rd of May."]


@pytest.mark.spec("10.6")
def test_an_answer_is_kept_without_what_would_turn_the_words_round_it(replies: None, complaint: Complaint) -> None:
    said, kept = "Is it \u202eyaM fo 3\u202c?\u2028Yes\u200f!", "Is it yaM fo 3?\nYes\u200f!"
    assert take(letter(address_of(complaint), said)) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == kept


@pytest.mark.spec("10.6")
def test_what_hangs_on_an_answer_does_not_keep_its_words_away(replies: None, complaint: Complaint) -> None:
    to = incoming.reply_address(complaint.id)
    message = EmailMessage()
    message["To"], message["Message-ID"] = to, "<1@example.org>"
    message.set_content("Here is the picture.")
    message.add_attachment(b"\x89PNG" * 200_000, maintype="image", subtype="png", filename="it.png")
    assert take(message.as_bytes()) is ReplyOutcome.TAKEN
    assert to is not None
    assert take(letter(to, "word " * 60_000)) is ReplyOutcome.TAKEN
    with transaction(read_only=True) as session:
        *_, short, long = get_complaint(session, complaint.id).messages
    assert short.body == "Here is the picture."
    assert (len(long.body), long.body[-4:]) == (5000, " […]"[-4:])


# What nobody's mail program writes, and anybody may send.
BROKEN = {
    "an address that does not end": b"To: <",
    "two addresses, one begun": b"To: @, <",
    "a number of the mail that does not end": b"To: hello@example.org\nMessage-ID: <[",
    "a type of no kind": b'To: hello@example.org\nContent-Type: ;;="\nContent-Disposition: ;x',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_mail_is_none_of_ours_and_harms_nothing(replies: None, name: str) -> None:
    content = BROKEN[name] + b"\n\nWords.\n"
    assert take(content) is None
    with transaction() as session:
        assert receive_report(session, report=content) is None


BODIES = {
    "surrogates": b"Content-Type: text/plain; charset=utf-7\n\n+2AA-",
    "a page that is none": b"Content-Type: text/html\n\n<![abc]><p>Words.</p>",
    "an unknown alphabet": b"Content-Type: text/plain; charset=klingon\n\nWords.",
    "parts within parts": b"".join(b"Content-Type: multipart/x; boundary=%d\n\n--%d\n" % (n, n) for n in range(2_000)),
}


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("name", BODIES)
def test_a_broken_answer_is_taken_or_its_sender_is_told(
    replies: None, make_member: MakeMember, postman: Postman, name: str
) -> None:
    member = make_member(language="en")
    with transaction() as session:
        made = make_complaint(session, member)
    drain_now()
    to = incoming.reply_address(made.id)
    outcomes = [take(f"To: {to}\nMessage-ID: <[{number}\n".encode() + BODIES[name]) for number in range(2)]
    drain_now()
    told = [str(mail["Subject"]) for mail in postman.to(member.email)][1:]
    lost = [f"We couldn’t add your reply to {made.number}"]
    assert told == (lost if outcomes[0] is ReplyOutcome.UNREADABLE else [])
    assert set(outcomes) <= {ReplyOutcome.TAKEN, ReplyOutcome.UNREADABLE}


@pytest.mark.spec("10.6")
def test_whoever_answers_in_vain_is_told_once_a_day(
    replies: None, make_member: MakeMember, support: Client, postman: Postman
) -> None:
    member = make_member(language="en")
    with transaction() as session:
        made = make_complaint(session, member)
    drain_now()
    to = address_of(made)
    assert {take(letter(to, "> only what you said\n")) for _ in range(3)} == {ReplyOutcome.EMPTY}
    drain_now()
    (lost,) = postman.to(member.email)[1:]
    assert "couldn’t read any text from you" in " ".join(text_of(lost).split())
    act(support, made.id, "close", text="That is all.")
    drain_now()
    with time_machine.travel(clock.now() + timedelta(days=61), tick=True):
        assert take(letter(to, "One more thing.")) is ReplyOutcome.OVER
        drain_now()
    assert "closed a long time ago" in " ".join(text_of(postman.to(member.email)[-1]).split())


@pytest.mark.spec("10.6")
def test_mails_that_are_no_answers_are_refused_and_counted(replies: None, complaint: Complaint) -> None:
    to = address_of(complaint)
    name, _, domain = to.partition("@")
    forged = f"{name[:-1]}{'0' if name[-1] != '0' else '1'}@{domain}"
    other = incoming.reply_address(uuid4())
    assert other is not None
    tries = {
        "forged": letter(forged),
        "automatic": letter(to, Auto_Submitted="auto-replied"),
        "empty": letter(to, "> only what you said\n"),
    }
    before = {outcome: _counted(outcome) for outcome in tries}
    assert {outcome: take(content) for outcome, content in tries.items()} == {key: key for key in tries}
    picture = EmailMessage()
    picture["To"] = to
    picture.set_content(b"\x89PNG", maintype="image", subtype="png")
    assert (take(letter(to, Precedence="Bulk")), take(picture.as_bytes())) == ("automatic", "empty")
    assert take(letter(other)) == "forged"
    assert take(letter("case+nobody@replies.example")) == "forged"
    assert take(letter("hello@replies.example")) is None
    assert _counted("forged") == before["forged"] + 3
    assert _counted("automatic") == before["automatic"] + 2
    with transaction(read_only=True) as session:
        assert len(get_complaint(session, complaint.id).messages) == 1


@pytest.mark.spec("10.6")
def test_more_answers_in_a_day_than_a_person_writes_are_refused(
    replies: None, complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modules.moderation.complaints.policies.MAILED_REPLIES_A_DAY", 2)
    to = address_of(complaint)
    assert [take(letter(to, f"Number {number}.")) for number in range(3)] == ["taken", "taken", "too-many"]


def test_without_a_domain_answers_go_to_support(make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en")
    with transaction() as session:
        make_complaint(session, member)
    drain_now()
    mail = postman.to(member.email)[-1]
    assert "case+" not in str(mail["Reply-To"])
    assert "reply to this email" not in " ".join(text_of(mail).split())


def _counted(outcome: str) -> float:
    return incoming.REPLIES.labels(outcome)._value.get()
