"""What push services answer, what becomes of it, and which hosts are never asked."""

import socket
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text

from app.kernel import clock, jobs
from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.events.outbox import InboxEntry, OutboxEvent
from app.kernel.redis import redis
from app.relay import requeue
from modules.accounts.contracts import Member
from modules.notifications import push
from modules.notifications.contracts import Push, PushAnswer, PushTarget
from modules.notifications.errors import PushEndpointRefused
from modules.notifications.models import PushSubscriptionRow
from modules.sites.contracts import Site
from tests.cli.test_supervisor import until
from tests.conftest import drain_now
from tests.fixture_types import Pair, Transaction
from tests.moderation.test_figures import numbers
from tests.notifications.notifying import begin_quiet_hours, end_quiet_hours, pair, send
from tests.notifications.push_service import Device, PushService
from tests.notifications.pushing import Subscribe, service, subscribe, wait_over

__all__ = ["pair", "service", "subscribe"]


def message_to(device: Device, **over: Any) -> Push:
    keys = device.subscription["keys"]
    values = {
        "target": PushTarget(device.endpoint, keys["p256dh"], keys["auth"]),
        "payload": {"kind": "message", "title": "Żółw 🐢"},
        "subject": "mailto:help@example.org",
        "topic": "message",
        "urgency": "high",
        "seconds": 60,
        **over,
    }
    return Push(**values)


def entries() -> list[Any]:
    """Return how the newest push messages stand: (attempts, seconds until the next try, is done, is given up)."""
    with transaction(read_only=True) as session:
        rows = session.execute(
            select(
                InboxEntry.attempts,
                text("extract(epoch FROM next_try_at - now())"),
                InboxEntry.done_at.is_not(None),
                InboxEntry.failed_at.is_not(None),
            )
            .join(OutboxEvent, OutboxEvent.id == InboxEntry.event_id)
            .where(OutboxEvent.name == "notifications.PushQueued")
            .order_by(OutboxEvent.seq.desc())
        )
        return list(rows)


def try_again() -> None:
    """Let the pause be over, and do what the relay and the workers do."""
    with transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now(), attempts = 0 WHERE done_at IS NULL"))
    redis().delete("mark:push-away:localhost")
    requeue()
    drain_now()


def targets(member: Member) -> list[str]:
    with transaction(read_only=True) as session:
        own = PushSubscriptionRow.member_id == member.id
        return list(session.execute(select(PushSubscriptionRow.endpoint).where(own)).scalars())


def counted(site: Site, db: Transaction) -> dict[str, int]:
    """Return what of today's push messages is in the figures of a site."""
    names = ("pushes", "browsers-gone", "pushes-lost")
    found = numbers(db, site)
    return {name: found[f"notifications.{name}"] for name in names if f"notifications.{name}" in found}


def test_a_message_arrives_whole_and_the_connection_serves_the_next(service: PushService) -> None:
    device = service.device()
    push._connection_pool.cache_clear()
    for _ in range(2):
        assert push.send(message_to(device)) is PushAnswer.TAKEN
    assert device.received == [{"kind": "message", "title": "Żółw 🐢"}] * 2
    pool = push._connection_pool("127.0.0.1", service.port, "localhost")
    assert (pool.num_requests, pool.num_connections) == (2, 1)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    gone, here = subscribe(reader), subscribe(reader)
    gone.answers = [status]
    send(writer, reader)
    wait_over(reader)
    assert (len(here.received), targets(reader)) == (1, [here.endpoint])


@pytest.mark.parametrize("status", [400, 403, 413, 301, 307])
def test_what_a_service_refuses_for_good_is_not_sent_again(
    status: int, pair: Pair, subscribe: Subscribe, service: PushService
) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    device.answer_headers = {"Location": f"{service.origin}/elsewhere"}
    send(writer, reader)
    wait_over(reader)
    assert service.tries == [device.path], "no redirect is followed"
    assert (entries()[0][2:], targets(reader)) == ((True, False), [device.endpoint])


@pytest.mark.parametrize("status", [406, 408, 425, 429, 500, 503, 413])
def test_a_service_that_is_busy_is_asked_again(status: int, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    device.answer_headers = {"Retry-After": "120"}
    send(writer, reader)
    wait_over(reader)
    (attempts, pause, is_done, is_given_up) = entries()[0]
    assert (attempts, is_done, is_given_up) == (1, False, False)
    assert 100 < pause <= 120
    assert device.received == []
    try_again()
    assert (device.titles(), entries()[0][2]) == (["Alma wrote to you"], True)


@pytest.mark.parametrize("status", [406, 408, 425])
def test_a_service_that_asks_for_patience_need_not_say_for_how_long(
    status: int, pair: Pair, subscribe: Subscribe
) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    send(writer, reader)
    wait_over(reader)
    assert device.received == []
    try_again()
    assert (device.titles(), entries()[0][2]) == (["Alma wrote to you"], True)


def test_what_a_service_took_no_sooner_than_in_quiet_hours_waits_for_their_end(
    pair: Pair, subscribe: Subscribe
) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [503]
    send(writer, reader)
    wait_over(reader)
    left = (begin_quiet_hours(reader) - clock.now()).total_seconds()
    try_again()
    (_, pause, is_done, _) = entries()[0]
    assert (device.received, is_done) == ([], False)
    assert left - 100 < pause <= left
    end_quiet_hours(reader)
    try_again()
    assert device.titles() == ["Alma wrote to you"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_gone_whatever_wait_is_named(status: int, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    device.answer_headers = {"Retry-After": "120"}
    send(writer, reader)
    wait_over(reader)
    assert targets(reader) == []


def test_it_is_given_up_after_a_day_and_not_before(
    pair: Pair, subscribe: Subscribe, site: Site, db: Transaction
) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [500] * 20
    send(writer, reader)
    wait_over(reader)
    for _ in range(14):
        with transaction() as session:
            session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now() WHERE done_at IS NULL"))
            session.execute(text("UPDATE platform.inbox_entry SET attempts = 30 WHERE done_at IS NULL"))
        requeue()
        with transaction(read_only=True) as session:
            waiting = select(InboxEntry.event_id, InboxEntry.handler).where(InboxEntry.done_at.is_(None))
            found = session.execute(waiting.where(InboxEntry.handler == "notifications.on_push_queued")).all()
        for row in found:
            jobs.run_entry(str(row.event_id), row.handler)
    assert entries()[0][2:] == (False, False)
    with transaction() as session:
        yesterday = (datetime.now(UTC) - timedelta(hours=25)).isoformat()
        session.execute(
            text(
                "UPDATE platform.outbox_event SET payload = payload || jsonb_build_object('queued_at', :at ::text) "
                "WHERE name = 'notifications.PushQueued' AND payload->>'member_id' = :id"
            ),
            {"at": yesterday, "id": str(reader.id)},
        )
    tries = len(device.answers)
    try_again()
    assert (entries()[0][2], len(device.answers)) == (True, tries)
    assert counted(site, db) == {"pushes-lost": 1}


def test_what_push_services_say_is_counted_once(pair: Pair, subscribe: Subscribe, site: Site, db: Transaction) -> None:
    writer, reader = pair
    for answers in ([201], [410], [403], [503]):
        subscribe(reader).answers = answers
    send(writer, reader)
    wait_over(reader)
    assert counted(site, db) == {"pushes": 1, "browsers-gone": 1, "pushes-lost": 1}
    try_again()
    assert counted(site, db) == {"pushes": 2, "browsers-gone": 1, "pushes-lost": 1}


def test_a_later_message_takes_the_place_of_one_that_waits(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [503]
    send(writer, reader)
    wait_over(reader)
    with transaction() as session:
        session.execute(text("UPDATE notifications.push_notice SET sent_at = now() - interval '3 minutes'"))
    send(writer, reader)
    wait_over(reader)
    try_again()
    assert device.titles() == ["2 new messages"]


def test_a_service_that_hangs_is_left_alone_for_a_while(
    pair: Pair, subscribe: Subscribe, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    patience = push.READ_TIMEOUT
    monkeypatch.setattr(push, "READ_TIMEOUT", 0.3)
    push._connection_pool.cache_clear()
    slow, other = subscribe(reader), subscribe(reader)
    service.awake.clear()
    send(writer, reader)
    wait_over(reader)
    until(lambda: bool(service.tries), seconds=30)
    assert len(service.tries) == 1, "the second is not tried while the service does not answer"
    assert {one[2] for one in entries()[:2]} == {False}
    service.awake.set()
    # From now on it answers, and a busy machine has the time for it.
    monkeypatch.setattr(push, "READ_TIMEOUT", patience)
    push._connection_pool.cache_clear()
    try_again()
    assert slow.received, "the service answers again, and is told everything"
    assert other.received
    push._connection_pool.cache_clear()


def test_a_service_with_a_strange_certificate_is_told_nothing(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = service.device()
    push._connection_pool.cache_clear()
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(push.PushServiceUnavailable):
        push.send(message_to(device))
    assert service.tries == []
    redis().delete("mark:push-away:localhost")
    push._connection_pool.cache_clear()


INSIDE = "127.0.0.1 10.0.0.7 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1"
INSIDE_6 = "::1 fe80::1%eth0 fd00::1 ::ffff:127.0.0.1 2002:7f00:1::"


@pytest.mark.parametrize("address", [*INSIDE.split(), *INSIDE_6.split()])
def test_a_push_services_name_that_leads_into_our_network_is_not_asked(
    address: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is looked up once, and what was checked is what is connected to: a second answer changes nothing."""
    asked: list[str] = []

    def lie(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", lie)
    device = service.device()
    keys = device.subscription["keys"]
    outside = PushTarget("https://fcm.googleapis.com/fcm/send/abc", keys["p256dh"], keys["auth"])
    with pytest.raises(push.PushServiceUnavailable, match="our own network"):
        push.send(message_to(device, target=outside))
    assert asked == ["fcm.googleapis.com"]


def test_a_host_that_is_not_allowed_any_more_is_not_asked(
    service: PushService, pair: Pair, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    subscribe(reader)
    monkeypatch.setenv("HEARTH_PUSH_HOSTS", "")
    config.cache_clear()
    send(writer, reader)
    wait_over(reader)
    assert (service.tries, targets(reader)) == ([], [])


def test_an_operator_may_name_push_services() -> None:
    own = ("push.example.org", "inner.example:8443", "*.push.example")
    assert push.ensure_endpoint("https://push.example.org/x", own) == ("push.example.org", 443, True)
    assert push.ensure_endpoint("https://inner.example:8443/x", own).port == 8443
    assert push.ensure_endpoint("https://a.push.example/x", own).is_ours
    assert not push.ensure_endpoint("https://updates.push.services.mozilla.com/wpush/v2/x", own).is_ours
    for wrong in ("https://inner.example/x", "https://push.example.org:8443/x", "https://push.example/x"):
        with pytest.raises(PushEndpointRefused):
            push.ensure_endpoint(wrong, own)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        (None, 0),
        ("", 0),
        ("90", 90),
        ("-5", 0),
        ("86400", 3600),
        ("1e9", 0),
        ("nan", 0),
        ("soon", 0),
        ("Sat, 01 Jan 2000 00:00:00 GMT", 0),
        ("Fri, 01 Jan 2100 00:00:00 GMT", 3600),
    ],
)
def test_how_long_a_service_wants_us_to_wait(said: str | None, seconds: float) -> None:
    assert push._retry_seconds(said) == seconds
