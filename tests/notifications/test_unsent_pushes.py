"""Push messages are sent from their table: each once, by whichever worker comes first, and again if it died."""

from typing import Any

import pytest
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish
from modules.accounts.contracts import Member
from modules.notifications import jobs, push
from modules.notifications.contracts import NoticeType, Push, PushAnswer
from modules.notifications.events import PushQueued
from modules.notifications.service import push_sending, pushes, subscriptions
from modules.notifications.service.unsent import UnsentPush
from tests.conftest import drain_now
from tests.fixture_types import MakeMember, Pair
from tests.notifications.notifying import send
from tests.notifications.push_service import PushService
from tests.notifications.pushing import Subscribe, wait_over, waits
from tests.racing import race


def make_due(member: Member) -> None:
    with transaction() as session:
        due = "UPDATE notifications.push_notice SET due_at = now() WHERE member_id = :id"
        session.execute(text(due), {"id": member.id})


def end_lease(member: Member) -> None:
    with transaction() as session:
        ended = "UPDATE notifications.unsent_push SET next_try_at = now() WHERE member_id = :id"
        session.execute(text(ended), {"id": member.id})


@pytest.mark.spec("7.4")
def test_workers_that_send_at_the_same_moment_send_each_push_once(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    devices = [subscribe(reader) for _ in range(10)]
    send(writer, reader)
    make_due(reader)
    assert race([jobs.send_pushes] * 4) == [None] * 4
    assert [len(one.received) for one in devices] == [1] * 10


def has_due() -> bool:
    with transaction(read_only=True) as session:
        return pushes.has_due(session)


def test_the_relay_knows_when_a_push_is_to_be_released_sent_or_retried(
    pair: Pair, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    subscribe(reader)
    send(writer, reader)
    assert not has_due(), "it is sent three seconds later"
    make_due(reader)
    assert has_due()
    with monkeypatch.context() as killed:
        killed.setattr(push_sending, "send_due", lambda: None)
        jobs.send_pushes()
    assert has_due(), "it is released and not sent"
    jobs.send_pushes()
    assert not has_due()


def test_a_push_comes_again_in_the_place_of_the_first_when_its_worker_dies(
    pair: Pair, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    device = subscribe(reader)

    def die(*_: Any, **__: Any) -> None:
        raise RuntimeError("killed")

    send(writer, reader)
    with monkeypatch.context() as killed, pytest.raises(RuntimeError, match="killed"):
        killed.setattr(subscriptions, "record_answer", die)
        wait_over(reader)
    wait_over(reader)
    assert len(device.received) == 1, "it may still be sending"
    end_lease(reader)
    wait_over(reader)
    assert device.titles() == ["Alma sent you a message"] * 2
    assert [headers["Topic"] for headers in device.headers] == ["message"] * 2
    end_lease(reader)
    wait_over(reader)
    assert len(device.received) == 2


def test_a_message_that_comes_while_a_push_is_sent_is_pushed_later(
    pair: Pair, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    device, send_push = subscribe(reader), push.send

    def send_and_get_another(message: Push) -> PushAnswer:
        answer = send_push(message)
        send(writer, reader)
        return answer

    send(writer, reader)
    with monkeypatch.context() as busy:
        busy.setattr(push, "send", send_and_get_another)
        wait_over(reader)
    assert (device.titles(), waits(reader)) == (["Alma sent you a message"], ["message"])


def test_a_push_that_cannot_be_written_holds_up_no_other(
    pair: Pair, make_member: MakeMember, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    other = make_member(name="Cleo")
    first, second = subscribe(reader), subscribe(other)
    write_push = pushes.write_push

    def write_some(session: Session, one: UnsentPush) -> Push | None:
        if one.member_id == reader.id:
            raise KeyError("a text")
        return write_push(session, one)

    for member in (reader, other):
        send(writer, member)
        make_due(member)
    with monkeypatch.context() as broken:
        broken.setattr(pushes, "write_push", write_some)
        jobs.send_pushes()
    assert (len(first.received), len(second.received)) == (0, 1)
    end_lease(reader)
    wait_over(reader)
    assert (len(first.received), len(second.received)) == (1, 1)


def test_what_the_previous_version_queued_is_sent_once(pair: Pair, subscribe: Subscribe, service: PushService) -> None:
    writer, reader = pair
    device = subscribe(reader)
    send(writer, reader)
    with transaction() as session:
        # As the previous version released it.
        released = (
            "UPDATE notifications.push_notice SET due_at = NULL, sent_at = now(), version = 2 WHERE member_id = :id"
        )
        session.execute(text(released), {"id": reader.id})
        own = text("SELECT id FROM notifications.push_subscription WHERE member_id = :id")
        browser = session.execute(own, {"id": reader.id}).scalar_one()
        now = clock.now().isoformat()
        publish(session, *(PushQueued(reader.id, browser, NoticeType.MESSAGE, version, now) for version in (2, 1)))
    drain_now()
    jobs.send_pushes()
    assert device.titles() == ["Alma sent you a message"]
    assert len(service.tries) == 1
