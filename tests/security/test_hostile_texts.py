"""Texts and mails that are made to be slow: what they cost grows with their length, and not with its square."""

from collections.abc import Callable
from email.message import Message
from typing import Any

import pytest

from app.kernel.db.session import transaction
from app.kernel.mail import incoming
from app.kernel.text.words import on_one_line, opaque_string
from modules.messaging.errors import MessageTooLong
from modules.messaging.policies.writing import clean_note
from modules.moderation.complaints.service import mail_replies
from modules.moderation.complaints.service.mail_replies import ReplyOutcome
from modules.notifications.service.returns import receive_report
from tests.growth import ensure_linear
from tests.moderation.conftest import replies

__all__ = ["replies"]


def note(text: str) -> None:
    with pytest.raises(MessageTooLong):
        clean_note(text, max_length=50)


@pytest.mark.spec("3.2", "5.1")
@pytest.mark.parametrize("clean", [note, on_one_line, opaque_string])
@pytest.mark.parametrize("run", ["\u0301\u0327", "\u0344\u0327", "\u0f73", "a\u0301\u0327", "é\u00ad\u00ad"], ids=ascii)
def test_a_row_of_accents_or_joiners_costs_no_more_than_other_text(clean: Callable[[str], Any], run: str) -> None:
    ensure_linear(lambda length: clean("é" + (run * length)[:length] + "é"))


def test_joiners_between_letters_cost_no_more_than_other_text() -> None:
    ensure_linear(lambda length: on_one_line("é" + "\u00ad" * length + "é"))


HOSTILE_HEADERS = {
    "recipients": "To: {}",
    "a type": "Content-Type: text/plain; a={}\nTo: someone@example.org",
    "a boundary": "Content-Type: multipart/mixed; boundary={}\nTo: someone@example.org",
}


@pytest.mark.spec("8.7", "10.6")
@pytest.mark.parametrize("headers", HOSTILE_HEADERS.values(), ids=HOSTILE_HEADERS.keys())
@pytest.mark.parametrize("run", ['";', ";", "case+", "a", "(", "=?utf-8?q?a?= "])
def test_a_strangers_header_costs_no_more_than_any_text(replies: None, headers: str, run: str) -> None:
    def read(length: int) -> None:
        mail = f"{headers.format(chr(34) + (run * length)[:length])}\n\nhello\n".encode()
        with transaction() as session:
            assert incoming.receive(session, mail) in (None, ReplyOutcome.FORGED)
            assert receive_report(session, report=mail) is None

    ensure_linear(read)


@pytest.mark.spec("8.7", "10.6")
def test_parts_inside_parts_without_end_are_not_read() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (at, at) for at in range(51))
    with pytest.raises(ValueError, match="too many parts"):
        incoming.parse(nested, Message)
    assert incoming.parse(nested[:1000], Message).is_multipart()


def test_of_a_large_mail_the_beginning_is_read() -> None:
    mail = incoming.parse(b"Subject: hello\n\n" + b"x" * 10_000_000, Message)
    assert len(str(mail.get_payload())) < incoming.MAX_READ_BYTES


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("line", ["-", "a", "2000 ", "case+", "a@", " ", "From: "])
def test_a_long_line_of_an_answer_costs_no_more_than_any_text(line: str) -> None:
    def read(length: int) -> None:
        long = (line * length)[:length]
        mail_replies._strip_quotes([long, f"{long} at 9:12:", "> When?", f"{long}x", "x"])

    ensure_linear(read)
