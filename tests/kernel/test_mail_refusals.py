"""What final answers of mail servers say: of the reader's address, or of anything else."""

import time

import pytest

from app.kernel.mail.refusals import NO_MAILBOX, refusal_of

NO_SUCH_MAILBOX = [
    "550 5.1.1 <bert@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
    "550 <bert@example.org>: Recipient address rejected: User unknown in local recipient table",
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 to check it",
    "550 5.4.1 Recipient address rejected: Access denied. [HE1EUR.prod.protection.outlook.com]",
    "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "550 Requested action not taken: mailbox unavailable",
    "554 delivery error: dd This user doesn't have a example.org account (bert@example.org) [-9]",
    "550 #5.1.0 Address rejected.",
    "550 No such user here",
    "550 no such recipient",
    "550 No such person at this address",
    "550 Unknown user",
    "553 sorry, no mailbox here by that name",
    "550 unrouteable address",
    "550 User bert not known here, but user not found",
    "550 Invalid recipient <bert@example.org>",
    "551 User not local",
    "550 Mailbox not found",
    "550 Addressee unknown",
    "550 This account has been deleted: account deleted",
    "550 That mailbox no longer exists",
    "550 bert is not a known user on this system",
    "550 Empf\u00e4nger unbekannt",
    "550 Utilisateur inconnu",
    "550 there is nobody of that name",
    "550 5.1.1 User unknown at mail.antispam-policy.example",
    "550 User not listed in the directory",
    "501 5.1.3 what?",
    "554 5.1.6 the mailbox has moved",
    "556 5.1.10 this domain takes no mail",
]
OTHERS = [
    ("501 Syntax error in parameters or arguments", "5.0"),
    ("550 Syntax error in parameters", "5.5"),
    ("553 Syntax error: invalid recipient address", "5.5"),
    ("550 5.1.3 Syntax error in parameters", "5.5"),
    ("550 Command rejected: bad sequence of commands", "5.5"),
    ("550 Unrecognized command", "5.5"),
    ("550 bare LF received after DATA", "5.5"),
    ("550 Bare newlines are not taken here", "5.5"),
    ("550 Protocol error", "5.5"),
    ("550 Line too long", "5.5"),
    ("550 Must issue a STARTTLS command first", "5.5"),
    ("550 SMTPUTF8 is needed for this mailbox", "5.5"),
    ("550 Recipient address rejected: need fully-qualified address", "5.5"),
    ("550 5.5.2 Syntax error, user unknown", "5.5"),
    ("550 DNS lookup failed", "5.4"),
    ("550 DNS error while looking for the recipient: user unknown", "5.4"),
    ("550 5.1.2 DNS lookup failed", "5.4"),
    ("550 Domain does not resolve", "5.4"),
    ("550 Host unknown", "5.4"),
    ("550 Recipient address rejected: Domain not found", "5.4"),
    ("550 No MX for your domain", "5.4"),
    ("550 Unrouteable mail domain", "5.4"),
    ("550 Name server said: address does not exist", "5.4"),
    ("550 Mail loop found", "5.4"),
    ("554 too many hops", "5.0"),
    ("550 Could not connect to the next server", "5.4"),
    ("550 The next server timed out", "5.4"),
    ("550 unsupported encoding", "5.6"),
    ("550 Unsupported content transfer encoding", "5.6"),
    ("550 Malformed MIME part", "5.6"),
    ("550 Attachments of this kind are refused", "5.6"),
    ("550 Missing header: Date", "5.6"),
    ("550 Not RFC 5322 compliant", "5.6"),
    ("550 Your message has content that we do not take", "5.6"),
    ("554 5.6.0 malformed mail", "5.6"),
    ("550 Mailbox unavailable for policy reasons", "5.7"),
    ("550 Mailbox unavailable: too many complaints about your network", "5.7"),
    ("550 Refused for abuse; user unknown", "5.7"),
    ("550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using bl.example", "5.7"),
    ("550 5.7.26 the mail is unauthenticated", "5.7"),
    ("550 5.1.1 Message rejected as spam", "5.7"),
    ("550 Bulk mail is unwelcome here", "5.7"),
    ("550 Recipient address rejected: Greylisted", "5.7"),
    ("550 relaying denied", "5.7"),
    ("550 Sender address <hello@example.org> does not exist", "5.1"),
    ("550 Unknown sender", "5.1"),
    ("553 Invalid sender: no such user", "5.1"),
    ("550 Sender verify failed: no such user", "5.1"),
    ("550 5.1.0 Sender denied", "5.1"),
    ("550 5.1.1 Sender address rejected: user unknown", "5.1"),
    ("550 return path does not exist: user unknown", "5.1"),
    ("550 5.1.0 <hello@example.org>", "5.1"),
    ("552 5.2.2 mailbox full", "5.2"),
    ("550 over quota", "5.2"),
    ("550 This mailbox is disabled", "5.2"),
    ("550 5.2.1 the mailbox is disabled", "5.2"),
    ("550 message too large", "5.3"),
    ("550 5.3.4 message too big", "5.3"),
    ("550 Requested action not taken", "5.0"),
    ("550 Rejected", "5.0"),
    ("550 Denied, see http://user-unknown.example/mailbox-not-found", "5.0"),
    ("550 Internal error", "5.0"),
    ("550 try another one", "5.0"),
    ("550 ", "5.0"),
    ("554 Transaction failed", "5.0"),
]


def refusal(answer: str) -> str:
    return refusal_of(int(answer[:3]), answer[4:])


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("answer", NO_SUCH_MAILBOX)
def test_an_answer_that_names_an_unknown_mailbox_is_about_the_address(answer: str) -> None:
    assert refusal(answer) == NO_MAILBOX


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(("answer", "kind"), OTHERS)
def test_an_answer_about_sender_protocol_dns_content_or_policy_is_not_about_the_address(answer: str, kind: str) -> None:
    assert refusal(answer) == kind


@pytest.mark.parametrize("part", ["a.b-", "x@", "5.1.", "user ", "sender a ", "not a ", "address a a a ", "postfach "])
def test_a_long_answer_is_read_in_time_that_grows_with_its_length(part: str) -> None:
    started = time.process_time()
    refusal_of(550, part * (100_000 // len(part)))
    assert time.process_time() - started < 3
