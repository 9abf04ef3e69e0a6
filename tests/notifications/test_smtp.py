"""A mail server that fails at each step: the mail is tried again with growing pauses, and goes out once."""

import re
import smtplib
from typing import Any

import pytest
from sqlalchemy import text

from app.kernel import jobs, metrics
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from app.registry import REDIS_KEYS
from app.relay import requeue
from modules.accounts.contracts import Member
from modules.notifications.contracts import NoticeType
from modules.notifications.handlers import sending
from modules.notifications.service import mails
from tests.fixture_types import LogIn, Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import (
    begin_quiet_hours,
    disabled,
    end_quiet_hours,
    let_the_wait_end,
    newest_mail,
    reported,
    send,
    subjects,
)
from tests.notifications.test_mails import states

HANDLER = "notifications.on_mail_queued"
STEPS = {
    "mail": "451 4.3.0 try again later",
    "rcpt": "450 4.2.1 this mailbox is busy",
    "data": "452 4.3.1 no room",
}


def entry(member: Member) -> Any:
    """Return the job that sends the member's newest mail."""
    mail_id = newest_mail(member)
    with transaction(read_only=True) as session:
        return session.execute(
            text(
                "SELECT i.event_id, i.attempts, i.error, i.done_at, i.failed_at, "
                "extract(epoch FROM i.next_try_at - now()) AS wait FROM platform.inbox_entry i "
                "JOIN platform.outbox_event o ON o.id = i.event_id "
                "WHERE i.handler = :handler AND o.payload ->> 'mail_id' = :id"
            ),
            {"handler": HANDLER, "id": str(mail_id)},
        ).one()


def again(member: Member) -> None:
    """Let the pause be over, as the relay sees it."""
    event_id = entry(member).event_id
    with transaction() as session:
        due = "UPDATE platform.inbox_entry SET next_try_at = now() - interval '1 second' WHERE event_id = :id"
        session.execute(text(due), {"id": event_id})
    requeue()
    jobs.run_entry(str(event_id), HANDLER)


@pytest.mark.parametrize("step", STEPS)
def test_a_refusal_for_now_is_tried_again_with_growing_pauses(step: str, pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    postman.answers[step] = [STEPS[step]] * 3
    send(writer, reader)
    pauses = [entry(reader).wait]
    for _ in range(2):
        again(reader)
        pauses.append(entry(reader).wait)
    assert states(reader.id) == [("new-message", "queued")]
    assert sorted(pauses) == pauses
    assert pauses[0] <= 2 < 4 < pauses[2] <= 8, pauses
    again(reader)
    assert len(postman.to(reader.email)) == 1
    assert states(reader.id) == [("new-message", "sent")]
    assert entry(reader).done_at is not None


def test_a_mail_that_was_refused_until_quiet_hours_waits_for_their_end(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    postman.refuse = 1
    send(writer, reader)
    begin_quiet_hours(reader)
    again(reader)
    assert subjects(postman, reader) == []
    assert states(reader.id) == [("new-message", "queued")]
    end_quiet_hours(reader)
    let_the_wait_end(reader)
    assert subjects(postman, reader) == ["Alma sent you a message"]


def test_a_server_that_hangs_up_is_tried_again(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    postman.answers["data"] = ["close"]
    send(writer, reader)
    assert entry(reader).error.startswith("NotAccepted: SMTPServerDisconnected")
    again(reader)
    assert len(postman.to(reader.email)) == 1


@pytest.mark.spec("4.2")
def test_what_is_noted_of_a_refusal_names_no_address(
    pair: Pair, postman: Postman, capfd: pytest.CaptureFixture[str]
) -> None:
    writer, reader = pair
    postman.answers["rcpt"] = [f"450 4.2.0 <{reader.email}> is greylisted"]
    send(writer, reader)
    assert entry(reader).error == "NotAccepted: SMTPRecipientsRefused: 450 4.2.0 <<address>> is greylisted"
    assert reader.email not in "".join(capfd.readouterr())
    again(reader)
    assert len(postman.to(reader.email)) == 1


def test_it_is_given_up_in_the_end_and_says_why(pair: Pair, postman: Postman) -> None:
    """Nobody is told that a mail was sent which was not; the entry names the server's words for whoever operates."""
    writer, reader = pair
    postman.answers["data"] = ["554 5.6.0 we do not like this mail"] * 99
    send(writer, reader)
    event_id = entry(reader).event_id
    with transaction() as session:
        # Two days later.
        late = "UPDATE platform.inbox_entry SET attempts = :tries WHERE handler = :handler AND event_id = :id"
        values = {"tries": sending.on_mail_queued.attempts - 2, "handler": HANDLER, "id": event_id}
        session.execute(text(late), values)
    again(reader)
    assert 3500 < entry(reader).wait <= 3600
    assert entry(reader).failed_at is None
    again(reader)
    found = entry(reader)
    assert found.attempts == sending.on_mail_queued.attempts
    assert found.failed_at is not None
    assert "we do not like this mail" in found.error
    assert states(reader.id) == [("new-message", "queued")]
    assert postman.mails == []


@pytest.mark.spec("8.7")
def test_what_a_server_dislikes_about_the_mail_is_no_bounce(pair: Pair, postman: Postman, login: LogIn) -> None:
    writer, reader = pair
    postman.answers["rcpt"] = ["550 5.7.1 we take nothing from this network"]
    postman.answers["data"] = ["554 5.6.0 we do not like this mail"]
    send(writer, reader)
    again(reader)
    assert disabled(reader, login) == {}
    again(reader)
    assert len(postman.to(reader.email)) == 1


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    "answer",
    [
        "550 5.2.2 this mailbox is full",
        "550 5.3.2 we take no mails",
        "554 5.4.1 we know no way there",
        "550 5.4.6 the mail goes in circles",
        "554 we do not want it",
    ],
)
def test_a_mail_that_its_reader_never_gets_is_dropped_and_counted_once_and_is_no_bounce(
    answer: str, pair: Pair, postman: Postman, login: LogIn
) -> None:
    writer, reader = pair
    kind = kind_of(answer)
    before = reported(kind)
    postman.answers["rcpt"] = [answer]
    send(writer, reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert entry(reader).done_at is not None
    again(reader)
    assert (disabled(reader, login), reported(kind)) == ({}, before + 1)
    assert postman.mails == []


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("rcpt", "553 5.1.8 we do not know your domain"),
        ("rcpt", "550 5.1.20 multiple From addresses"),
        ("rcpt", "550 5.1.90 you have mailed enough today"),
        ("rcpt", "550 5.1.0 Sender denied"),
        ("rcpt", "554 5.7.1 we do not relay for you"),
        ("rcpt", "550-5.7.1 not from 5.1.1.1\r\n550 5.7.1 ask us why"),
        ("mail", "550 sender rejected"),
        ("mail", "553 5.1.1 there is no such sender"),
        ("mail", "550 5.7.23 your SPF did not pass"),
        ("data", "550 5.7.26 your DKIM did not pass"),
        ("data", "550 this is spam"),
        ("data", "550 5.4.1 not this one"),
    ],
)
def test_a_final_refusal_of_our_sending_is_tried_again_and_counted_once(
    step: str, answer: str, pair: Pair, postman: Postman, login: LogIn
) -> None:
    writer, reader = pair
    kind = kind_of(answer)
    before, told = reported(kind), kinds_told()
    postman.answers[step] = [answer] * 2
    send(writer, reader)
    again(reader)
    assert (disabled(reader, login), reported(kind)) == ({}, before + 1)
    assert kinds_told() == told
    again(reader)
    assert len(postman.to(reader.email)) == 1


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("550 relay not permitted", "5.7"),
        ("550 High probability of spam", "5.7"),
        ("550 Rejected because 192.0.2.1 is in a black list at bl.example", "5.7"),
        ("550 Administrative prohibition - envelope blocked", "5.7"),
        ("550 SPF: 192.0.2.1 is not allowed to send mail from example.org", "5.7"),
        ("553 sorry, your envelope sender is in my badmailfrom list", "5.1"),
        ("550 Sender verify failed", "5.1"),
        ("550 <hello@example.org>: Sender address rejected: User unknown", "5.1"),
        ("550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record", "5.1"),
        ("550 The sender address bounce@example.org does not exist", "5.1"),
        ("550 Could not resolve sender domain", "5.1"),
        ("550 Dynamic IP addresses are not accepted", "5.7"),
        ("550 Rejected by header based Anti-Spoofing", "5.7"),
        ("550 Suspicious message refused", "5.7"),
        ("550 Domain frequency limited", "5.7"),
        ("550-Requested action not taken: mailbox unavailable\r\n550 Failure sending mail. Try again later", "5.7"),
        ("553 sorry, that domain isn't in my list of allowed rcpthosts", "5.7"),
        ("550 The user you are trying to contact is receiving mail too quickly", "5.2"),
        ("550 User has exhausted allowed storage space", "5.2"),
        ("550 account is inactive", "5.2"),
        ("550 mailbox is full", "5.2"),
        ("550 Mailbox quota exceeded", "5.2"),
        ("550 message too large", "5.3"),
    ],
)
def test_a_code_without_a_status_is_no_bounce_where_its_words_say_something_else(
    answer: str, kind: str, pair: Pair, postman: Postman, login: LogIn
) -> None:
    writer, reader = pair
    before = reported(kind)
    postman.answers["rcpt"] = [answer]
    send(writer, reader)
    assert (disabled(reader, login), reported(kind)) == ({}, before + 1)
    assert states(reader.id) == [("new-message", "queued" if kind in ("5.1", "5.7") else "dropped")]


def kind_of(answer: str) -> str:
    """Return the class and subject that an answer names, 5.0 where it names none."""
    found = re.search(r"5\.\d", answer[4:])
    return found[0] if found else "5.0"


def kinds_told() -> set[str]:
    return {sample.labels["kind"] for metric in metrics.MAIL_REPORTS.collect() for sample in metric.samples}


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("rcpt", "550 nobody of that name"),
        ("rcpt", "550 5.1.10 no mail for this domain"),
        ("rcpt", "501 5.1.3 what?"),
        ("rcpt", "550 5.4.1 Recipient address rejected: Access denied. [AM5.prod.protection.outlook.com]"),
        ("rcpt", "550 5.5.0 Requested action not taken: mailbox unavailable"),
        # GMX and WEB.DE, which send no status, of a mailbox that does not exist.
        ("rcpt", "550 Requested action not taken: mailbox unavailable"),
        ("data", "550 5.1.1 there is no such mailbox"),
        ("data", "554 5.1.6 this mailbox has moved"),
        ("rcpt", "550 #5.1.0 Address rejected."),
        ("data", "554 delivery error: dd This user doesn't have a yahoo.com account (bert@yahoo.com) [-9]"),
    ],
)
def test_an_address_of_nobody_is_a_bounce(step: str, answer: str, pair: Pair, postman: Postman, login: LogIn) -> None:
    writer, reader = pair
    postman.answers[step] = [answer]
    send(writer, reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


def test_what_is_remembered_of_a_refused_mail_has_a_line_of_its_own_in_the_registry(
    pair: Pair, postman: Postman
) -> None:
    writer, reader = pair
    postman.answers["data"] = ["554 5.7.1 not from you"]
    send(writer, reader)
    keys: list[Any] = redis().keys(f"*{newest_mail(reader)}:5.7")
    (key,) = keys
    days, known = redis().ttl(key) / 86400, [name for name in REDIS_KEYS if key.startswith(name.encode())]
    assert (round(days), known) == (30, ["mail-report:"])
    assert "30 days" in REDIS_KEYS["mail-report:"]


def test_a_death_between_the_servers_answer_and_our_note_sends_the_same_mail_again(
    pair: Pair, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can know whether the server had it: so it comes with the same Message-ID, by which mail programs tell."""
    writer, reader = pair

    def die(*_: Any, **__: Any) -> None:
        raise RuntimeError("the power went out")

    with monkeypatch.context() as patch:
        patch.setattr(mails, "record_sent", die)
        send(writer, reader)
    assert states(reader.id) == [("new-message", "queued")]
    again(reader)
    first, second = postman.to(reader.email)
    assert first["Message-ID"] == second["Message-ID"]
    assert states(reader.id) == [("new-message", "sent")]
    # Once it is noted, no repeat of the job sends it a third time.
    event_id = entry(reader).event_id
    with transaction() as session:
        undo = "UPDATE platform.inbox_entry SET done_at = NULL WHERE event_id = :id AND handler = :handler"
        session.execute(text(undo), {"id": event_id, "handler": HANDLER})
    again(reader)
    assert len(postman.to(reader.email)) == 2


def test_no_server_at_all_is_tried_again(pair: Pair, postman: Postman, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, reader = pair

    def refuse(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError("nobody listens")

    with monkeypatch.context() as patch:
        patch.setattr(smtplib.SMTP, "connect", refuse)
        send(writer, reader)
    assert states(reader.id) == [("new-message", "queued")]
    again(reader)
    assert len(postman.to(reader.email)) == 1
