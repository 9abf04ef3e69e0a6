"""Answers to a case by mail: what reaches the thread, and what is refused and counted."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine

from app.kernel import clock, jobs
from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.mail import incoming
from app.registry import MODULES
from modules.moderation.complaints.queries import get_complaint, list_complaints
from modules.moderation.complaints.service.mail_replies import ReplyOutcome
from modules.notifications.service.returns import receive_report
from tests.conftest import Client
from tests.factories.moderation import make_complaint
from tests.moderation.test_complaint_desk import act, case
from tests.notifications.conftest import Postman, postman  # noqa: F401 - a fixture
from tests.notifications.test_mails import text_of


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the installation take answers by mail."""
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


def address_of(complaint: Any) -> str:
    """Return where answers to a complaint are mailed to."""
    address = incoming.reply_address(complaint.id)
    assert address is not None
    return address


def take(content: bytes) -> str | None:
    with transaction() as session:
        return incoming.receive(session, content)


def newest_of(complaint: Any) -> str:
    """Return what was said last in a complaint."""
    with transaction(read_only=True) as session:
        return get_complaint(session, complaint.id).messages[-1].body


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
    assert "reply to this e-mail" in " ".join(text_of(mail).split())
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
@pytest.mark.parametrize(
    "quote",
    [
        "-----Original Message-----\nFrom: Hearthside\n\nWe looked.",
        "Von: Hearthside <{to}>\nGesendet: Montag, 23. November 2026 09:12\nAn: Robin\n\nWir haben nachgesehen.",
        "*De :* Hearthside\n*Envoyé :* lundi 23 novembre 2026\n*Objet :* 1042\n\nNous avons regardé.",
        "On Mon, 23 Nov 2026 at 09:12, Hearthside\n<{to}>\nwrote:\n\nWe looked.",
        "________________________________\nWe looked.",
        "____________\nFrom: Hearthside\nSent: Monday\nSubject: 1042\n\nWe looked.",
    ],
)
def test_what_a_mail_program_quotes_is_left_out(replies: None, complaint: Any, quote: str) -> None:
    to = address_of(complaint)
    assert (
        take(letter(to, f"From: where I sit, all is well.\nIt was in May.\n\n{quote.format(to=to)}\n"))
        is ReplyOutcome.TAKEN
    )
    said = newest_of(complaint)
    assert said.startswith("From: where I sit, all is well.\nIt was in May.")
    assert "looked" not in said
    assert "case+" not in said
    assert "nachgesehen" not in said
    assert "regardé" not in said


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("On 22 Nov 2026 Hearthside wrote:\n> When was it?\n\nOn the 3rd of May.\n", "On the 3rd of May."),
        ("On 22 Nov 2026 at 09:12, Hearthside <{to}>\nwrote:\n> When was it?\n\nIn May.\n", "In May."),
        ("Hello,\n> When?\nIn May.\n> Which one?\nThe blue one.\n", "Hello,\nIn May.\nThe blue one."),
        ("First:\n\n> When?\nIn May, as I said:\n> Which?\nBlue.\n", "First:\nIn May, as I said:\nBlue."),
        ("He wrote to me:\n> Go away.\nand then I left.\n", "He wrote to me:\nand then I left."),
        ("Den 22.11.2026 skrev Hearthside:\n> When?\nIn May.\n", "In May."),
        ("Hearthside a écrit\xa0:\n> When?\nIn May.\n", "In May."),
        ("Op zo 22 nov 2026 om 09:12 schreef\nHearthside:\n> When?\nIn May.\n", "In May."),
    ],
)
def test_words_below_and_between_what_is_quoted_are_kept(
    replies: None, complaint: Any, written: str, kept: str
) -> None:
    to = address_of(complaint)
    assert take(letter(to, written.format(to=to))) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == kept


CASES = Path(__file__).parents[1] / "cases/mail-in"
THEIR_ADDRESS = b"case+aaaaaaaaaaaaaaaaaaaaaaaaaa00000000000000000000000000000000@replies.example"


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("answer-*.eml")))
def test_of_an_answer_as_mail_programs_send_it_the_own_words_arrive(
    replies: None, complaint: Any, name: str, ending: bytes
) -> None:
    to = address_of(complaint)
    content = (CASES / name).read_bytes().replace(THEIR_ADDRESS, to.encode())
    assert take(content.replace(b"\n", ending)) is ReplyOutcome.TAKEN
    said = newest_of(complaint)
    assert said == (CASES / name).with_suffix(".expected.txt").read_text().strip()


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "words",
    [
        "From: 3 October\nTo: 17 October\nI was away.",
        "De: 3 octobre\nÀ: 17 octobre\nJ'étais en voyage.",
        "Od: 3 października\nDo: 17 października\nByłem w podróży.",
        "--- What I paid ---\nThree times 10 euros.",
        "What I paid:\n\nDate: 3 October\nAmount: 10 euros",
        "I wrote to {to} before.\nNobody answered.",
        "Two things are missing:\n\nThese two:\n\nThe first and the second.",
        "From: 3 October I was away\nDate: 17 October I came back\nI was charged twice.",
        "From: my bank\nSubject: your letter\nI paid twice.",
        "From: my bank\nSubject: your letter\n\nI paid twice.",
        "Von: Alice\nAn: Bob\nBetreff: Geld\nSo it was.",
        "From: Alice\nTo: Bob\nSubject: money",
        "Please write to me at my other address, not to {to}:\nrobin@example.org",
        "Please write to me at my other address, not to\n{to}:\n\nrobin@example.org",
        "--- What I paid ---\nFrom: May\nTo: June",
        "I was there at 21:40.\nI wrote to {to} before.",
        "First.\n____________\nSecond.",
        "I have three points:",
    ],
)
@pytest.mark.parametrize("quote", ["", "\n\nOn 26 Nov 2026 at 09:12, Hearthside <{to}> wrote:\n\n> We looked.\n"])
def test_own_words_that_look_like_a_quote_are_kept(replies: None, complaint: Any, words: str, quote: str) -> None:
    to = address_of(complaint)
    assert take(letter(to, (words + quote).format(to=to))) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == words.format(to=to)


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "quote",
    [
        "Fra: Hearthside <{to}>\nSendt: 26. november 2026 09:12\nTil: Robin\nEmne: 1042\n\nquoted",
        "Lähettäjä: Hearthside\nLähetetty: torstai 26. marraskuuta 2026\nAihe: 1042\n\nquoted",
        "Data: 26/11/2026 09:12\nDa: Hearthside\nOggetto: 1042\n\nquoted",
        "El jue, 26 nov 2026 a las 09:12, Hearthside (<\n{to}>) escribió:\n\n> quoted",
        "Den tors 26 nov. 2026 kl 09:12 skrev Hearthside <\n{to}>:\n\n> quoted",
        "On Thu, 26 Nov 2026 at 09:12,\nHearthside <{to}> wrote:\n\n> quoted",
        "On Thu, 26 Nov 2026 at 09:12, the team of Hearthside\nwrote:\n\n> quoted",
        "------- Original Message -------\nOn 26 Nov 2026 at 09:12, Hearthside <{to}> wrote:\n\n> quoted",
        "-------- Original Message --------\n\nFrom: Hearthside\nDate: 26/11/2026\n\nquoted",
        "-----Original-Nachricht-----\n\nBetreff: 1042\nVon: Hearthside\n\nquoted",
        "-------- Message d'origine --------\n\n\nDe : Hearthside\n\nquoted",
        "-------- Alkuperäinen viesti --------\n \nLähettäjä: Hearthside\n\nquoted",
        "-------- Videresendt --------\n\nFra: Hearthside <{to}>\n\nquoted",
        "---- On Thu, 26 Nov 2026 09:12:00 +0100 Hearthside <{to}> wrote ----\n\nquoted",
        "From: Hearthside <\n{to}>\nSent: 26 November 2026\n\nquoted",
        "Op do 26 nov 2026 om 09:12 schreef\nHearthside <{to}>:\n\n> quoted",
    ],
)
def test_what_leads_to_a_quote_goes_with_it(replies: None, complaint: Any, quote: str) -> None:
    to = address_of(complaint)
    assert take(letter(to, f"It was in May.\n\n{quote.format(to=to)}\n")) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == "It was in May."


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("own", ["It was at 21:40", "It was on 26 Nov 2026 at 21:40", "Amount: 10 euros"])
@pytest.mark.parametrize(
    "lead",
    [
        "Hearthside wrote:",
        "Hearthside <{to}> wrote:",
        '"hearthside" <{to}> wrote:',
        "From: Hearthside <{to}>\nTo: Robin\n",
    ],
)
def test_own_words_right_above_what_leads_to_a_quote_are_kept(
    replies: None, complaint: Any, own: str, lead: str
) -> None:
    to = address_of(complaint)
    assert take(letter(to, f"{own}\n{lead.format(to=to)}\n> When?\n")) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == own


@pytest.mark.spec("10.6")
def test_an_answer_is_kept_without_what_would_turn_the_words_round_it(replies: None, complaint: Any) -> None:
    said, kept = "Is it \u202eyaM fo 3\u202c?\u2028Yes\u200f!", "Is it yaM fo 3?\nYes\u200f!"
    assert take(letter(address_of(complaint), said)) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == kept


@pytest.mark.spec("10.6")
def test_what_hangs_on_an_answer_does_not_keep_its_words_away(replies: None, complaint: Any, db: Any) -> None:
    to = incoming.reply_address(complaint.id)
    message = EmailMessage()
    message["To"], message["Message-ID"] = to, "<1@example.org>"
    message.set_content("Here is the picture.")
    message.add_attachment(b"\x89PNG" * 200_000, maintype="image", subtype="png", filename="it.png")
    assert take(message.as_bytes()) is ReplyOutcome.TAKEN
    assert to is not None
    assert take(letter(to, "word " * 60_000)) is ReplyOutcome.TAKEN
    with db(read_only=True) as session:
        *_, short, long = get_complaint(session, complaint.id).messages
    assert short.body == "Here is the picture."
    assert (len(long.body), long.body[-4:]) == (5000, " […]"[-4:])


@pytest.mark.spec("10.6")
def test_of_a_page_the_words_arrive_without_its_head_and_what_it_quotes(replies: None, complaint: Any) -> None:
    message = EmailMessage()
    message["To"], message["Message-ID"] = incoming.reply_address(complaint.id), "<1@example.org>"
    quoted = "<p>It was in May.</p><blockquote>We looked.</blockquote><div>Thank you!</div>"
    page = f"<html><head><title>Your case</title></head><body>{quoted}</body></html>"
    message.set_content(page, subtype="html")
    assert take(message.as_bytes()) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == "It was in May.\n\nThank you!"


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
    replies: None,
    make_member: Any,
    db: Any,
    drain: Any,
    postman: Postman,  # noqa: F811
    name: str,
) -> None:
    member = make_member(language="en")
    with db() as session:
        made = make_complaint(session, member)
    drain()
    to = incoming.reply_address(made.id)
    outcomes = [take(f"To: {to}\nMessage-ID: <[{number}\n".encode() + BODIES[name]) for number in range(2)]
    drain()
    told = [str(mail["Subject"]) for mail in postman.to(member.email)][1:]
    lost = [f"We could not process your reply to {made.number}"]
    assert told == (lost if outcomes[0] is ReplyOutcome.UNREADABLE else [])
    assert set(outcomes) <= {ReplyOutcome.TAKEN, ReplyOutcome.UNREADABLE}


@pytest.mark.spec("10.6")
def test_whoever_answers_in_vain_is_told_once_a_day(
    replies: None,
    make_member: Any,
    support: Client,
    db: Any,
    drain: Any,
    postman: Postman,  # noqa: F811
) -> None:
    member = make_member(language="en")
    with db() as session:
        made = make_complaint(session, member)
    drain()
    to = address_of(made)
    assert {take(letter(to, "> only what you said\n")) for _ in range(3)} == {ReplyOutcome.EMPTY}
    drain()
    (lost,) = postman.to(member.email)[1:]
    assert "no text of yours" in " ".join(text_of(lost).split())
    act(support, made.id, "close", text="That is all.")
    drain()
    with time_machine.travel(clock.now() + timedelta(days=61), tick=True):
        assert take(letter(to, "One more thing.")) is ReplyOutcome.OVER
        drain()
    assert "closed a long time ago" in " ".join(text_of(postman.to(member.email)[-1]).split())


@pytest.mark.spec("10.6")
def test_mails_that_are_no_answers_are_refused_and_counted(replies: None, complaint: Any) -> None:
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
    replies: None, complaint: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modules.moderation.complaints.policies.MAILED_REPLIES_A_DAY", 2)
    to = address_of(complaint)
    assert [take(letter(to, f"Number {number}.")) for number in range(3)] == ["taken", "taken", "too-many"]


def test_without_a_domain_answers_go_to_support(make_member: Any, db: Any, drain: Any, postman: Postman) -> None:  # noqa: F811
    member = make_member(language="en")
    with db() as session:
        make_complaint(session, member)
    drain()
    mail = postman.to(member.email)[-1]
    assert "case+" not in str(mail["Reply-To"])
    assert "reply to this e-mail" not in " ".join(text_of(mail).split())


def _counted(outcome: str) -> float:
    return incoming.REPLIES.labels(outcome)._value.get()  # type: ignore[no-any-return]
