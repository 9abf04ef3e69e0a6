"""Returns that a mail server tells over HTTP: believed only when they are signed, fresh and new."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.kernel.config import ConfigError, config
from modules.notifications.contracts import NoticeType
from modules.notifications.service import return_notices
from tests.conftest import Client
from tests.notifications.conftest import Postman
from tests.notifications.telling import SETTINGS, Login, disabled, newest_mail, pair, send
from tests.notifications.test_stopped_mails import DELAYED, FAILED, report

__all__ = ["pair"]

PATH = "/api/v1/mail-returns"
KEY = b"a key that the mail server and we share"
Tell = Callable[..., Any]


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the house take notices."""
    monkeypatch.setenv("HEARTH_RETURNS_KEY", KEY.decode())
    config.cache_clear()
    yield
    monkeypatch.undo()
    config.cache_clear()


@pytest.fixture
def tell(key: None, client: Client) -> Tell:
    """Send a notice as a mail server does: no cookie, no header of our pages."""

    def run(body: bytes | dict[str, str], *, by: bytes = KEY, at: float = 0.0, mime: str = "", **headers: str) -> Any:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        timestamp = str(int(time.time() + at))
        signed = {
            "Hearth-Timestamp": timestamp,
            "Hearth-Signature": return_notices.sign_notice(by, content, timestamp),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        mime = mime or ("message/rfc822" if isinstance(body, bytes) else "application/json")
        return client.http.post(PATH, data=content, content_type=mime, headers=signed, base_url=f"http://{client.host}")

    return run


@pytest.fixture
def mailed(pair: Any, postman: Postman) -> tuple[Any, str]:
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
    late = tell(report("delivery-status", "delivery-status", DELAYED, message_id))
    assert late.get_json() == {"cause": None, "reply": None}
    assert disabled(reader, login) == {}
    assert tell(report("delivery-status", "delivery-status", FAILED, message_id)).get_json() == {
        "cause": "bounce",
        "reply": None,
    }
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


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
    how: dict[str, Any], mailed: tuple[Any, str], tell: Tell, login: Login
) -> None:
    reader, message_id = mailed
    answer = tell({"message_id": message_id, "kind": "bounce"}, **how)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "forbidden")
    assert disabled(reader, login) == {}


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


def test_a_short_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_RETURNS_KEY", "short")
    config.cache_clear()
    with pytest.raises(ConfigError, match="fewer than 32"):
        config()
    monkeypatch.undo()
    config.cache_clear()
