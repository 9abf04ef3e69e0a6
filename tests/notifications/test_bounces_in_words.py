"""Bounces of mail servers that know nothing of RFC 3464: what their words say of the address, and what they do not."""

from base64 import encodebytes

import pytest

from tests.conftest import drain_now
from tests.fixture_types import Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import Login, disabled, reported
from tests.notifications.test_return_paths import ALL_OFF, bounce, configure, return_path, take

__all__ = ["configure", "return_path"]

QMAIL = """Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bert@example.org>:
{says}

--- Below this line is a copy of the message.

Return-Path: <hello@example.org>
Subject: Alma wrote to you
Message-ID: <1@example.net>

No such user, 550 5.1.1, is what Alma calls her poem.
"""
EXIM = """This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bert@example.org
    SMTP error from remote mail server after {says}
"""
LATE = """Delivery to the following recipient has been delayed:

     bert@example.org

Message will be retried for 2 more day(s)

    450 4.2.1 user unknown for now
"""


def in_words(words: str, return_path: str, *headers: str) -> bytes:
    lines = ("From: MAILER-DAEMON@example.net", f"To: {return_path}", "Subject: failure notice", *headers)
    return ("\n".join(lines) + f"\n\n{words}").encode()


NO_SUCH_MAILBOX = {
    "a status": QMAIL.format(says="Sorry, no mailbox here by that name. vpopmail (#5.1.1)"),
    "a code": QMAIL.format(says="192.0.2.1 does not like recipient.\nRemote host said: 550 unknown recipient"),
    "a code and a status": QMAIL.format(says="Remote host said: 550 5.4.1 Recipient address rejected: Access denied"),
    "words alone": QMAIL.format(says="This user doesn't have a example.org account (bert@example.org) [-9]"),
    "a code after the recipient": EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 mailbox unavailable"),
    "a code that says little": EXIM.format(says="RCPT TO:<bert@example.org>:\n    554 user unknown"),
}
RETURNED = "Mail was returned to sender: not delivered.\n"
NO_SUCH_MAILBOX |= {
    "a return to its sender": RETURNED + EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 user unknown"),
    "a return to its sender with a code": RETURNED
    + EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 mailbox unavailable"),
}
FAILED_RECIPIENT = "X-Failed-Recipients: bert@example.org"


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("name", NO_SUCH_MAILBOX)
def test_words_that_say_that_nobody_is_there_stop_mails(name: str, return_path: str, pair: Pair, login: Login) -> None:
    assert take(in_words(NO_SUCH_MAILBOX[name], return_path, FAILED_RECIPIENT)) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


OTHERS = {
    "a full mailbox": (
        QMAIL.format(says="Sorry, your message cannot be delivered. This account is over quota."),
        "5.0",
    ),
    "a full mailbox with a status": (QMAIL.format(says="Remote host said: 552 5.2.2 mailbox full"), "5.2"),
    "no way there": (QMAIL.format(says="Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)"), "5.0"),
    "our sending": (EXIM.format(says="MAIL FROM:<hello@example.org>:\n    550 5.7.1 listed at bl.example"), "5.7"),
    "a refusal of spam with a code": (
        EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 JunkMail rejected"),
        "5.7",
    ),
    "our content": (EXIM.format(says="end of data:\n    550 this looks like spam"), "5.0"),
    "a code alone": (
        QMAIL.format(says="192.0.2.1 does not like recipient.\nRemote host said: 550 try another one"),
        "5.0",
    ),
    "our protocol": (EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 Syntax error in parameters"), "5.5"),
    "their name server": (EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 DNS lookup failed"), "5.4"),
    "no words": (QMAIL.format(says=""), "5.0"),
}


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("name", OTHERS)
def test_words_that_say_something_else_are_counted_and_stop_nothing(
    name: str, return_path: str, pair: Pair, login: Login
) -> None:
    words, kind = OTHERS[name]
    before = reported(kind)
    assert take(in_words(words, return_path, FAILED_RECIPIENT)) is None
    drain_now()
    assert (disabled(pair[1], login), reported(kind)) == ({}, before + 1)


NO_BOUNCE = {
    "a delay": LATE,
    "an answer of a machine": "I am away until Monday. If no such user can wait, 550 5.1.1, write to my colleague.",
    "nothing": "",
}


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("name", NO_BOUNCE)
def test_what_is_no_final_refusal_is_not_even_counted(name: str, return_path: str, pair: Pair, login: Login) -> None:
    before = [reported(kind) for kind in ("5.0", "5.1")]
    assert take(in_words(NO_BOUNCE[name], return_path)) is None
    drain_now()
    assert (disabled(pair[1], login), [reported(kind) for kind in ("5.0", "5.1")]) == ({}, before)


@pytest.mark.spec("8.7")
def test_words_are_read_however_they_are_coded(return_path: str, pair: Pair, login: Login) -> None:
    coded = encodebytes(NO_SUCH_MAILBOX["a status"].encode()).decode()
    assert take(in_words(coded, return_path, "Content-Transfer-Encoding: base64")) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(("before", "cause"), [(15 * 1024, "bounce"), (16 * 1024, None)])
def test_of_many_words_only_the_first_are_read(before: int, cause: str | None, return_path: str, pair: Pair) -> None:
    told = EXIM.format(says="RCPT TO:<bert@example.org>:\n    550 mailbox unavailable")
    lines = "It could not be delivered.\n" * before
    assert take(in_words(f"{lines[: before - 1]}\n{told}", return_path, FAILED_RECIPIENT)) == cause


@pytest.mark.spec("8.7")
def test_words_about_a_mail_that_they_do_not_name_are_not_believed(
    pair: Pair, postman: Postman, return_path: str, login: Login
) -> None:
    assert take(in_words(NO_SUCH_MAILBOX["a status"], "hello@example.org", FAILED_RECIPIENT)) is None
    quoting = NO_SUCH_MAILBOX["a status"].replace("<1@example.net>", str(postman.mails[0]["Message-ID"]))
    assert disabled(pair[1], login) == {}
    assert take(in_words(quoting, "hello@example.org", FAILED_RECIPIENT)) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
def test_a_report_is_read_by_its_fields_and_not_by_its_words(return_path: str, pair: Pair, login: Login) -> None:
    told = bounce(
        f"To: {return_path}\n{FAILED_RECIPIENT}", "Reporting-MTA: dns; example.net\n\nAction: delayed\nStatus: 4.4.7"
    )
    assert take(told.replace(b"Sorry.", NO_SUCH_MAILBOX["a status"].encode())) is None
    assert disabled(pair[1], login) == {}
