"""What stops mails: a press in the mail program, a report of a mail server, an address that nobody has."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from app.kernel.events.outbox import publish
from cli.dev.words.catalogue import MEMBER_WEB
from cli.paths import ROOT
from modules.accounts.contracts import Member
from modules.accounts.events import EmailChanged
from modules.notifications import policies, queries
from modules.notifications.contracts import Cause, MailType, NoticeType
from modules.notifications.service import returns, settings
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember, Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import SETTINGS, Login, disabled, newest_mail, send, subjects
from tests.notifications.test_account_mails import link_in
from tests.notifications.test_mails import html_of, states, text_of


@pytest.mark.spec("8.7")
def test_one_press_in_the_mail_program_unsubscribes(pair: Pair, login: Login, client: Client, postman: Postman) -> None:
    writer, reader = pair
    send(writer, reader)
    (mail,) = postman.to(reader.email)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://([^/]+?)(?::\d+)?(/api/v1/unsubscribe/\S+)>", str(mail["List-Unsubscribe"]))
    assert found is not None
    assert "/unsubscribe/new-message~" in text_of(mail)
    assert "/unsubscribe/new-message~" in html_of(mail)

    page = client.get(found[2])
    assert (page.status_code, page.headers["Location"]) == (303, found[2].removeprefix("/api/v1"))
    assert disabled(reader, login) == {}, "opening the address changes nothing"
    # As RFC 8058 has it: a form, no cookie, no header of ours.
    press = client.http.post(
        found[2],
        data="List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
        base_url=f"http://{client.host}",
    )
    assert press.status_code == 204
    assert disabled(reader, login) == {"message": "unsubscribe"}
    send(writer, reader)
    assert len(postman.to(reader.email)) == 1
    # The member can have them again.
    answer = login(reader).patch(SETTINGS, {"mail": {"message": True}}).get_json()
    assert answer["disabled"] == []
    assert disabled(reader, login) == {}


@pytest.mark.spec("8.7")
def test_the_page_names_every_mail_that_can_be_refused() -> None:
    page = json.loads((ROOT / MEMBER_WEB / "en/unsubscribe.json").read_text(encoding="utf-8"))
    assert set(page["kinds"]) == {*policies.OPTIONAL_MAILS, "other"}, "see `kinds` of unsubscribe.json in member-web"


@pytest.mark.parametrize("token", ["nothing", "new-message~", "new-message~AAAA", "activate~" + "A" * 43])
def test_a_forged_unsubscribe_link_changes_nothing(token: str, client: Client) -> None:
    answer = client.post(f"/api/v1/unsubscribe/{token}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "notifications.unsubscribe-link")


def test_a_link_stops_its_own_kind_only(make_member: MakeMember, client: Client, login: Login) -> None:
    member, other = make_member(), make_member()
    token = settings.unsubscribe_ticket(member.id, MailType.NEW_LIKE)
    swapped = token.replace("new-like", "new-message")
    assert client.post(f"/api/v1/unsubscribe/{swapped}").status_code == 404
    assert client.post(f"/api/v1/unsubscribe/{token}").status_code == 204
    assert disabled(member, login) == {"like": "unsubscribe"}
    assert disabled(other, login) == {}


def test_a_press_in_an_old_mail_leaves_no_trace_of_who_was_erased(client: Client, member: Member) -> None:
    erase_now(member)
    drain_now()
    ticket = settings.unsubscribe_ticket(member.id, MailType.NEW_MESSAGE)
    assert client.post(f"/api/v1/unsubscribe/{ticket}").status_code == 204
    with transaction(read_only=True) as session:
        assert queries.list_disabled(session, member.id) == ()


DSN = """From: MAILER-DAEMON@example.net
Content-Type: multipart/report; report-type={kind}; boundary="b"
MIME-Version: 1.0

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/{kind}

{fields}

--b
Content-Type: text/rfc822-headers

Subject: Alma wrote to you
Message-ID: {message_id}

--b--
"""
FAILED = "Reporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bert@example.org\nAction: failed\nStatus: 5.1.1"
DELAYED = "Reporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bert@example.org\nAction: delayed\nStatus: 4.4.7"
SPAM = "Feedback-Type: abuse\nUser-Agent: Example/1.0\nVersion: 1"


def report(kind: str, fields: str, message_id: str) -> bytes:
    """Return what a mail server says of a mail."""
    return DSN.format(kind=kind, fields=fields, message_id=message_id).encode()


def take(report: bytes) -> str | None:
    """Take in what a mail server says; returns why mails stop, if they do."""
    with transaction() as session:
        return returns.receive_report(session, report=report)


def bounce(mail: Any) -> str | None:
    """Have the server of a mail's address say that it has no such mailbox."""
    return take(report("delivery-status", FAILED, str(mail["Message-ID"])))


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("kind", "fields", "cause"),
    [
        ("delivery-status", FAILED, Cause.BOUNCE),
        ("feedback-report", SPAM, Cause.SPAM_REPORT),
        ("delivery-status", DELAYED, None),
    ],
)
def test_a_report_of_a_mail_server_stops_what_can_be_refused(
    kind: str, fields: str, cause: Cause | None, pair: Pair, login: Login, client: Client, postman: Postman
) -> None:
    writer, reader = pair
    send(writer, reader)
    assert take(report(kind, fields, str(postman.to(reader.email)[0]["Message-ID"]))) is cause
    assert disabled(reader, login) == (dict.fromkeys(NoticeType, str(cause)) if cause else {})
    client.post("/api/v1/password-reset", {"email": reader.email})
    drain_now()
    assert subjects(postman, reader)[-1] == "Choose a new password"


@pytest.mark.spec("8.7")
def test_a_report_about_a_mail_that_is_not_ours_is_not_believed(pair: Pair, login: Login, postman: Postman) -> None:
    writer, reader = pair
    send(writer, reader)
    forged = f"<{newest_mail(reader).hex}.{'0' * 32}@example.org>"
    for message_id in (forged, "<no-mail@example.org>"):
        assert take(report("delivery-status", FAILED, message_id)) is None
    assert disabled(reader, login) == {}


@pytest.mark.spec("8.7")
def test_an_address_that_the_server_does_not_know_is_a_bounce_and_not_tried_again(
    pair: Pair, login: Login, postman: Postman
) -> None:
    writer, reader = pair
    postman.unknown.add(reader.email)
    send(writer, reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


def test_another_address_brings_bounced_mail_back_but_not_what_was_stopped(login: Login, member: Member) -> None:
    with transaction() as session:
        settings.disable_mail(session, member_id=member.id, types=[NoticeType.LIKE], cause=Cause.UNSUBSCRIBE)
        settings.disable_mail(session, member_id=member.id, types=NoticeType, cause=Cause.BOUNCE)
        publish(session, EmailChanged(member_id=member.id, changed_at="2026-11-22T00:00:00Z"))
    drain_now()
    assert disabled(member, login) == {"like": "unsubscribe"}


def new_address() -> str:
    return f"{uuid4().hex[:12]}@example.org"


def change_address(browser: Client, email: str) -> None:
    """Ask for another address."""
    assert browser.post("/api/v1/email-change", {"email": email, "password": PASSWORD}).status_code == 202
    drain_now()


def confirm_address(client: Client, asked: Any) -> None:
    """Follow the link that was mailed to another address."""
    assert client.post("/api/v1/email-change/confirm", {"token": link_in(asked, "/mail-change/do")}).status_code == 200
    drain_now()


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(("kind", "fields"), [("delivery-status", FAILED), ("feedback-report", SPAM)])
def test_what_becomes_of_a_mail_to_a_mistyped_new_address_does_not_stop_those_to_the_present_one(
    kind: str, fields: str, pair: Pair, login: Login, postman: Postman
) -> None:
    writer, reader = pair
    change_address(login(reader), mistyped := new_address())
    (asked,) = postman.to(mistyped)
    assert take(report(kind, fields, str(asked["Message-ID"]))) is None
    assert disabled(reader, login) == {}
    send(writer, reader)
    assert subjects(postman, reader)[-1] == "Alma sent you a message"


def test_a_new_address_that_its_server_does_not_know_does_not_stop_mails_to_the_present_one(
    pair: Pair, login: Login, postman: Postman
) -> None:
    _, reader = pair
    postman.unknown.add(unknown := new_address())
    change_address(login(reader), unknown)
    assert ("email-change", "dropped") in states(reader.id)
    assert disabled(reader, login) == {}


@pytest.mark.spec("8.7")
def test_a_bounce_that_comes_after_the_change_of_an_address_is_about_the_old_one(
    pair: Pair, login: Login, client: Client, postman: Postman
) -> None:
    writer, reader = pair
    send(writer, reader)
    change_address(login(reader), email := new_address())
    earlier = postman.to(reader.email)
    assert [str(mail["Subject"]) for mail in earlier] == [
        "Alma sent you a message",
        "Your email address is about to change",
    ]
    (asked,) = postman.to(email)
    confirm_address(client, asked)
    assert [bounce(mail) for mail in earlier] == [None, None]
    assert disabled(reader, login) == {}
    assert bounce(asked) is Cause.BOUNCE, "that one went to the present address"


@pytest.mark.spec("8.7")
def test_a_bounce_counts_where_the_change_of_the_address_was_undone_before_it_was_made(
    pair: Pair, login: Login, client: Client, postman: Postman
) -> None:
    writer, reader = pair
    send(writer, reader)
    change_address(login(reader), new_address())
    sent, warned = postman.to(reader.email)
    kept = client.post("/api/v1/email-change/undo", {"token": link_in(warned, "/mail-change/undo")})
    assert kept.json == {"email": reader.email}
    assert bounce(sent) is Cause.BOUNCE, "the address has never changed"


@pytest.mark.spec("8.7")
def test_a_bounce_that_comes_after_an_undone_change_is_about_the_address_in_between(
    pair: Pair, login: Login, client: Client, postman: Postman
) -> None:
    writer, reader = pair
    change_address(login(reader), email := new_address())
    (warned,), (asked,) = postman.to(reader.email), postman.to(email)
    confirm_address(client, asked)
    send(writer, reader)
    client.post("/api/v1/email-change/undo", {"token": link_in(warned, "/mail-change/undo")})
    assert bounce(postman.to(email)[-1]) is None
    assert disabled(reader, login) == {}
