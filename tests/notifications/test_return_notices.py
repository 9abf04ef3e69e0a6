"""Returns that a mail server tells over HTTP: believed only when they are signed, fresh and new."""

import json
import re
import time
from base64 import b64decode, encodebytes
from collections.abc import Callable
from pathlib import Path
from quopri import decodestring, encodestring
from typing import Any

import pytest

from app.kernel import clock
from app.kernel.config import ConfigError, config
from modules.notifications.contracts import NoticeType
from modules.notifications.service import return_notices
from tests.conftest import Client, drain_now
from tests.fixture_types import Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import SETTINGS, Login, disabled, newest_mail, reported, send
from tests.notifications.test_stopped_mails import DELAYED, FAILED, report
from tests.settings import SetEnv

PATH = "/api/v1/mail-returns"
KEY = b"a key that the mail server and we share"
Tell = Callable[..., Any]


@pytest.fixture
def key(set_env: SetEnv) -> None:
    """Let the application take notices."""
    set_env(HEARTH_RETURNS_KEY=KEY.decode())


@pytest.fixture
def tell(key: None, client: Client) -> Tell:
    """Send a notice as a mail server does: no cookie, no header of our pages."""

    def run(body: bytes | dict[str, str], *, by: bytes = KEY, at: float = 0.0, mime: str = "", **headers: str) -> Any:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        timestamp = str(int(clock.now().timestamp() + at))
        signed = {
            "Hearth-Timestamp": timestamp,
            "Hearth-Signature": return_notices.sign_notice(by, content, timestamp),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        mime = mime or ("message/rfc822" if isinstance(body, bytes) else "application/json")
        return client.http.post(PATH, data=content, content_type=mime, headers=signed, base_url=f"http://{client.host}")

    return run


@pytest.fixture
def mailed(pair: Pair, postman: Postman) -> tuple[Any, str]:
    """Somebody who was mailed, and the Message-ID of that mail."""
    writer, reader = pair
    send(writer, reader)
    return reader, str(postman.to(reader.email)[0]["Message-ID"])


@pytest.mark.spec("8.7", "2.56")
@pytest.mark.parametrize(("kind", "cause"), [("bounce", "bounce"), ("complaint", "spam-report")])
def test_a_signed_notice_stops_what_can_be_refused_and_the_member_is_warned(
    kind: str, cause: str, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    answer = tell({"message_id": message_id, "kind": kind})
    assert (answer.status_code, answer.get_json()) == (200, {"cause": cause, "reply": None})
    assert disabled(reader, login) == dict.fromkeys(NoticeType, cause)


@pytest.mark.spec("8.7")
def test_a_report_may_come_as_it_is(mailed: tuple[Any, str], tell: Tell, login: Login) -> None:
    reader, message_id = mailed
    late = tell(report("delivery-status", DELAYED, message_id))
    assert late.get_json() == {"cause": None, "reply": None}
    assert disabled(reader, login) == {}
    assert tell(report("delivery-status", FAILED, message_id)).get_json() == {
        "cause": "bounce",
        "reply": None,
    }
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


CASES = Path(__file__).parents[1] / "cases/mail-in"
THEIR_ID = b"0123456789abcdef0123456789abcdef.0123456789abcdef0123456789abcdef@hearthside.example"
CODINGS = {b"base64": (b64decode, encodebytes), b"quoted-printable": (decodestring, encodestring)}


def case(name: str, message_id: str) -> bytes:
    """Return the report of a file about our mail, in the coding that the file has."""
    ours = message_id.strip("<>").encode()

    def code_again(part: re.Match[bytes]) -> bytes:
        decode, encode = CODINGS[part[2]]
        return part[1] + encode(decode(part[3]).replace(THEIR_ID, ours))

    coded = re.compile(rb"(Content-Transfer-Encoding: (base64|quoted-printable)\n\n)(.*?)(?=\n--)", re.DOTALL)
    return coded.sub(code_again, (CASES / name).read_bytes()).replace(THEIR_ID, ours)


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("bounce-*.eml")))
def test_a_bounce_is_recognised_however_its_parts_are_coded(
    name: str, ending: bytes, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    told = tell(case(name, message_id).replace(b"\n", ending)).get_json()
    assert told == {"cause": "bounce", "reply": None}
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


KINDS = {"report-not-spam.eml": "not-spam"} | {
    path.name: path.name[8:11] for path in sorted(CASES.glob("refused-*.eml"))
}


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("name", KINDS)
def test_what_says_nothing_of_the_address_stops_nothing_and_is_counted_once(
    name: str, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    before = reported(KINDS[name])
    for ending in (b"\n", b"\r\n"):
        told = tell(case(name, message_id).replace(b"\n", ending)).get_json()
        assert told == {"cause": None, "reply": None}
    drain_now()
    assert (disabled(reader, login), reported(KINDS[name])) == ({}, before + 1)


REFUSALS = [
    ("Status: 5.1.10", None),
    ("Status: 5.1.8\nDiagnostic-Code: smtp; 553 5.1.8 we do not know your domain", "5.1"),
    ("Status: 5.2.1\nDiagnostic-Code: smtp; 550 5.2.1 too many mails for this mailbox", "5.2"),
    ("Status: 5.4.1", "5.4"),
    ("Status: 5.4.1\nDiagnostic-Code: smtp; 550 5.4.1 Recipient address rejected: Access denied", None),
    ("Status: 5.4.1\nDiagnostic-Code: smtp; 554 5.4.1 no answer", "5.4"),
    ("Status: 5.1.1\nDiagnostic-Code: smtp; 550\n 5.7.26 SPF of the sender did not pass", "5.7"),
    ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 there is nobody of that name", None),
    ("Status: 5.0.0\nDiagnostic-Code: smtp;550-5.1.1 there is nobody of that name", None),
    ("Status: 5.0.0\nDiagnostic-Code: smtp; 554 not from 5.1.1.1", "5.0"),
    ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 JunkMail rejected - mx [192.0.2.1] is in an RBL", "5.7"),
    ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 mailbox unavailable", None),
    ("Status: 5.0.0\nDiagnostic-Code: smtp; 554 No such user here", None),
    ("Status: 5.1.0\nDiagnostic-Code: smtp; 550 5.1.0 Sender denied", "5.1"),
    ("Status: 5.0.0", "5.0"),
    ("Status: 5.99.1", "5.0"),
]


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(("fields", "kind"), REFUSALS)
def test_mails_stop_only_when_there_is_no_such_mailbox(
    fields: str, kind: str | None, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    before = reported(kind or "5.7")
    told = FAILED.replace("Status: 5.1.1", fields)
    answer = tell(report("delivery-status", told, message_id)).get_json()
    drain_now()
    assert answer["cause"] == (None if kind else "bounce")
    assert disabled(reader, login) == ({} if kind else dict.fromkeys(NoticeType, "bounce"))
    assert reported(kind or "5.7") == before + bool(kind)


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded", "delayed"])
def test_an_address_is_right_when_one_of_its_mailboxes_takes_mails(
    action: str, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    told = f"{FAILED}\n\nFinal-Recipient: rfc822; other@example.net\nAction: {action}\nStatus: 2.0.0"
    assert tell(report("delivery-status", told, message_id)).get_json()["cause"] is None
    assert disabled(reader, login) == {}


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("type", "kind", "is_complaint"),
    [("Abuse", "abuse", True), ("fraud", "fraud", True), ("virus", "virus", False), ("made-up", "other", False)],
)
def test_only_abuse_and_fraud_are_complaints_and_fraud_is_told_to_the_operator(
    type: str, kind: str, is_complaint: bool, mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    before = reported(kind)
    told = tell(report("feedback-report", f"Feedback-Type: {type}\nVersion: 1", message_id))
    drain_now()
    assert told.get_json()["cause"] == ("spam-report" if is_complaint else None)
    assert disabled(reader, login) == (dict.fromkeys(NoticeType, "spam-report") if is_complaint else {})
    assert reported(kind) == before + (kind != "abuse")


def test_a_notice_that_is_told_again_changes_nothing(mailed: tuple[Any, str], tell: Tell, login: Login) -> None:
    reader, message_id = mailed
    notice = {"message_id": message_id, "kind": "bounce"}
    at = str(int(time.time()))
    signature = return_notices.sign_notice(KEY, json.dumps(notice).encode(), at)
    same = {"Hearth_Timestamp": at, "Hearth_Signature": signature}
    assert tell(notice, **same).get_json() == {"cause": "bounce", "reply": None}
    wanted = {"mail": dict.fromkeys(NoticeType, True)}
    assert login(reader).patch(SETTINGS, wanted).get_json()["disabled"] == []
    assert tell(notice, **same).get_json() == {"cause": None, "reply": None}
    assert disabled(reader, login) == {}


@pytest.mark.parametrize(
    "how",
    [
        {"by": b"another key that is as long as ours is"},
        {"at": -301},
        {"at": 301},
        {"Hearth_Timestamp": ""},
        {"Hearth_Timestamp": "soon"},
        {"Hearth_Timestamp": "²"},
        {"Hearth_Signature": ""},
        {"Hearth_Signature": "é"},
    ],
)
def test_what_is_not_signed_now_by_our_key_is_refused(
    how: dict[str, Any], mailed: tuple[Any, str], tell: Tell, login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, message_id = mailed
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    answer = tell({"message_id": message_id, "kind": "bounce"}, **how)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "forbidden")
    assert disabled(reader, login) == {}


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"message_id": ' + b"9" * 5_000 + b"}",
        b'{"message_id": "\\ud800", "kind": "bounce"}',
        '{"message_id": "é", "kind": "bounce"}'.encode("latin-1"),
        '{"message_id": "é"}'.encode("utf-16"),
    ],
    ids=lambda body: str(body[:20]),
)
def test_a_signed_notice_that_cannot_be_read_is_refused(body: bytes, tell: Tell) -> None:
    answer = tell(body, mime="application/json")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid")


def test_a_signed_mail_of_parts_within_parts_is_refused_where_nobody_can_read_it(tell: Tell) -> None:
    depth = 20_000
    parts = (f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n".encode() for n in range(depth))
    answer = tell(b"".join(parts))
    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid")


def test_a_signature_is_for_one_body(mailed: tuple[Any, str], tell: Tell) -> None:
    _, message_id = mailed
    at = str(int(time.time()))
    other = return_notices.sign_notice(KEY, b"{}", at)
    notice = {"message_id": message_id, "kind": "bounce"}
    assert tell(notice, Hearth_Timestamp=at, Hearth_Signature=other).status_code == 403


def test_a_message_id_that_we_did_not_sign_is_not_believed(mailed: tuple[Any, str], tell: Tell, login: Login) -> None:
    reader, _ = mailed
    for message_id in (f"<{newest_mail(reader).hex}.{'0' * 32}@example.org>", "<no-mail@example.org>", "", "\n<a@b>"):
        assert tell({"message_id": message_id, "kind": "bounce"}).get_json() == {"cause": None, "reply": None}
    assert disabled(reader, login) == {}


@pytest.mark.parametrize(
    "body", [{"kind": "bounce"}, {"message_id": "<a@b>"}, {"message_id": "<a@b>", "kind": "love"}, {"message_id": 1}]
)
def test_words_that_mean_nothing_are_refused(body: dict[str, Any], tell: Tell) -> None:
    assert tell(body).status_code == 422
    assert tell(b"no json", mime="application/json").status_code == 422
    assert tell(b"[]", mime="application/json").status_code == 422


def test_without_a_key_there_is_nothing_there(client: Client) -> None:
    answer = client.http.post(PATH, data=b"{}", base_url=f"http://{client.host}")
    assert answer.status_code == 404


def test_a_short_key_is_refused(set_env: SetEnv) -> None:
    set_env(HEARTH_RETURNS_KEY="short")
    with pytest.raises(ConfigError, match="fewer than 32"):
        config()
