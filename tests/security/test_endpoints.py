"""Addresses that members give us, to which the server will send something, never lead into our own network."""

import pytest

from tests.factories.notifications import PUSH_KEYS as KEYS
from tests.fixture_types import LogIn, MakeMember

INSIDE = (
    "https://[::1",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://127.0.0.1./x",
    "https://127.1/x",
    "https://0x7f.1/x",
    "https://2130706433/x",
    "https://0177.0.0.0x1/x",
    "https://localhost./x",
    "https://db.internal./x",
    "https://user@169.254.169.254/latest",
    "https://metadata/x",
    "https://push.example.org/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://notfcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@example.org/x",
    "https://user@fcm.googleapis.com/x",
    "https://example.org\\@fcm.googleapis.com/x",
    "https://push.services.mozilla.com.example.org/x",
    "http://fcm.googleapis.com/x",
    "ftp://push.example.org/x",
    "//push.example.org/x",
)


@pytest.mark.spec("7.4")
@pytest.mark.parametrize("endpoint", INSIDE)
def test_a_push_endpoint_is_a_push_service(make_member: MakeMember, login: LogIn, endpoint: str) -> None:
    answer = login(make_member()).post("/api/v1/push-subscriptions", {"endpoint": endpoint, "keys": KEYS})
    assert (answer.status_code, answer.json["code"]) == (422, "notifications.push-endpoint")


@pytest.mark.spec("7.4")
def test_a_push_service_is_welcome(make_member: MakeMember, login: LogIn) -> None:
    for endpoint in ("https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com./x"):
        answer = login(make_member()).post("/api/v1/push-subscriptions", {"endpoint": endpoint, "keys": KEYS})
        assert answer.status_code == 204


@pytest.mark.parametrize(
    "keys",
    [
        {**KEYS, "p256dh": "B" * 87},
        {**KEYS, "p256dh": "Aw"},
        {**KEYS, "auth": "BTBZMqHH6r4T"},
        {**KEYS, "auth": "\u00e9" * 22},
    ],
)
def test_keys_that_nothing_can_be_encrypted_for_are_refused(
    make_member: MakeMember, login: LogIn, keys: dict[str, str]
) -> None:
    subscription = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "keys": keys}
    answer = login(make_member()).post("/api/v1/push-subscriptions", subscription)
    assert (answer.status_code, answer.json["code"]) == (422, "notifications.push-endpoint")
