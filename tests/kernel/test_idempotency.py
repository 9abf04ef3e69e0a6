"""Idempotency keys as a browser sees them: one effect, one answer."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from tests.conftest import Client
from tests.fixture_types import MakeMember
from tests.kernel.conftest import Make, count_bells, go_on, inside
from tests.racing import HANGS

ONCE = "/api/bells/once"


def ring(browser: Client, key: str | None, **over: Any) -> Any:
    return browser.post(ONCE, {"bell_id": str(uuid4()), **over}, **({"key": key} if key else {}))


def is_stored(key: str) -> bool:
    with transaction(read_only=True) as session:
        found = session.execute(text("SELECT 1 FROM platform.idempotency_key WHERE key = :key"), {"key": key})
        return found.one_or_none() is not None


def test_a_repeat_gets_the_same_answer_and_has_no_effect(ringer: Make) -> None:
    browser, key, bell = ringer(), uuid4().hex, str(uuid4())
    first = ring(browser, key, bell_id=bell)
    assert first.status_code == 201
    assert "Idempotent-Replay" not in first.headers
    again = ring(browser, key, bell_id=bell)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotent-Replay"] == "true"
    assert count_bells(bell) == 1
    with transaction(read_only=True) as session:
        events = "SELECT count(*) FROM platform.outbox_event WHERE payload ->> 'bell_id' = :bell"
        assert session.execute(text(events), {"bell": bell}).scalar_one() == 1


def test_another_body_under_the_same_key_is_refused(ringer: Make) -> None:
    browser, key, other = ringer(), uuid4().hex, str(uuid4())
    assert ring(browser, key).status_code == 201
    answer = ring(browser, key, bell_id=other)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency.key-reused")
    assert count_bells(other) == 0


def test_a_key_of_one_path_is_refused_at_another(ringer: Make, make_member: MakeMember) -> None:
    browser, key, body = ringer(), uuid4().hex, {"body": "Hello"}
    partners = make_member(), make_member()
    assert browser.post(f"/api/v1/members/{partners[0].id}/messages", body, key=key).status_code == 201
    answer = browser.post(f"/api/v1/members/{partners[1].id}/messages", body, key=key)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency.key-reused")


@pytest.mark.parametrize("key", [None, "short", "x" * 201])
def test_a_key_is_needed(ringer: Make, key: str | None) -> None:
    bell = str(uuid4())
    answer = ring(ringer(), key, bell_id=bell)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency.key-missing")
    assert count_bells(bell) == 0


def test_the_key_of_another_member_is_another_key(ringer: Make) -> None:
    key, bells = uuid4().hex, [str(uuid4()), str(uuid4())]
    answers = [ring(ringer(), key, bell_id=bell) for bell in bells]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json["by"] != answers[1].json["by"]
    assert "Idempotent-Replay" not in answers[1].headers
    assert count_bells(*bells) == 2


def test_a_failed_request_leaves_no_key_and_may_be_tried_again(ringer: Make) -> None:
    browser, key, bell = ringer(), uuid4().hex, str(uuid4())
    assert ring(browser, key, bell_id=bell, fails=True).status_code == 409
    assert count_bells(bell) == 0
    assert not is_stored(key)
    assert ring(browser, key, bell_id=bell).status_code == 201
    assert count_bells(bell) == 1
    assert is_stored(key)


def test_a_refused_body_leaves_no_key(ringer: Make) -> None:
    browser, key = ringer(), uuid4().hex
    assert ring(browser, key, times=99).status_code == 422
    assert not is_stored(key)
    assert ring(browser, key).status_code == 201


def test_a_copy_of_a_running_request_is_told_so_at_once(ringer: Make) -> None:
    browser, key, bell = ringer(), uuid4().hex, str(uuid4())
    inside.clear()
    go_on.clear()
    answers: list[Any] = []
    first = threading.Thread(target=lambda: answers.append(ring(browser, key, bell_id=bell, waits=True)))
    first.start()
    assert inside.wait(HANGS)
    copy = ring(browser, key, bell_id=bell, waits=True)
    go_on.set()
    first.join()
    assert (copy.status_code, copy.json["code"]) == (409, "idempotency.still-running")
    assert answers[0].status_code == 201
    assert count_bells(bell) == 1
    assert ring(browser, key, bell_id=bell, waits=True).headers["Idempotent-Replay"] == "true"
