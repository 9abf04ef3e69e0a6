"""What push services answer, what becomes of it, and which hosts are never asked."""

import socket
from typing import Any

import pytest
from sqlalchemy import select, text

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from modules.accounts.contracts import Member
from modules.notifications import jobs, push
from modules.notifications.contracts import Push, PushAnswer, PushTarget
from modules.notifications.errors import PushEndpointRefused
from modules.notifications.models import PushSubscriptionRow
from modules.notifications.service import push_sending
from modules.sites.contracts import Site
from tests.cli.test_supervisor import until
from tests.conftest import drain_now
from tests.fixture_types import Pair
from tests.moderation.test_figures import numbers
from tests.notifications.notifying import begin_quiet_hours, end_quiet_hours, send
from tests.notifications.push_service import Device, PushService
from tests.notifications.pushing import Subscribe, wait_over
from tests.settings import SetEnv


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


def pauses(member: Member) -> list[float]:
    """Return in how many seconds the push messages are tried again that a member's browsers have still to get."""
    with transaction(read_only=True) as session:
        pause = text(
            "SELECT extract(epoch FROM next_try_at - now()) FROM notifications.unsent_push WHERE member_id = :id"
        )
        return [float(one) for one in session.execute(pause, {"id": member.id}).scalars()]


def try_again() -> None:
    """Let the pause be over, and send what waits."""
    with transaction() as session:
        session.execute(text("UPDATE notifications.unsent_push SET next_try_at = now()"))
    redis().delete("mark:push-away:localhost")
    jobs.send_pushes()
    drain_now()


def let_hours_pass(*, hours: int) -> None:
    """Move into the past when what waits was released."""
    with transaction() as session:
        passed = text("UPDATE notifications.unsent_push SET queued_at = queued_at - :hours * interval '1 hour'")
        session.execute(passed, {"hours": hours})


def targets(member: Member) -> list[str]:
    with transaction(read_only=True) as session:
        own = PushSubscriptionRow.member_id == member.id
        return list(session.execute(select(PushSubscriptionRow.endpoint).where(own)).scalars())


def counted(site: Site) -> dict[str, int]:
    """Return what of today's push messages is in the figures of a site."""
    names = ("pushes", "browsers-gone", "pushes-lost")
    found = numbers(site)
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
    assert (pauses(reader), targets(reader)) == ([], [device.endpoint])


@pytest.mark.parametrize("status", [406, 408, 425, 429, 500, 503, 413])
def test_a_service_that_is_busy_is_asked_again(status: int, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    device.answer_headers = {"Retry-After": "120"}
    send(writer, reader)
    wait_over(reader)
    (pause,) = pauses(reader)
    assert 100 < pause <= 120
    assert device.received == []
    try_again()
    assert (device.titles(), pauses(reader)) == (["Alma sent you a message"], [])


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
    assert (device.titles(), pauses(reader)) == (["Alma sent you a message"], [])


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
    (pause,) = pauses(reader)
    assert device.received == []
    assert left - 100 < pause <= left
    end_quiet_hours(reader)
    try_again()
    assert device.titles() == ["Alma sent you a message"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_gone_whatever_wait_is_named(status: int, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [status]
    device.answer_headers = {"Retry-After": "120"}
    send(writer, reader)
    wait_over(reader)
    assert targets(reader) == []


def test_it_is_given_up_after_a_day_and_not_before(pair: Pair, subscribe: Subscribe, site: Site) -> None:
    writer, reader = pair
    device = subscribe(reader)
    device.answers = [500] * 20
    send(writer, reader)
    wait_over(reader)
    let_hours_pass(hours=23)
    try_again()
    (pause,) = pauses(reader)
    assert 3500 < pause <= 3600, "the pauses grow to an hour"
    let_hours_pass(hours=2)
    tries = len(device.answers)
    try_again()
    assert (pauses(reader), len(device.answers)) == ([], tries)
    assert counted(site) == {"pushes-lost": 1}


def test_what_push_services_say_is_counted_once(pair: Pair, subscribe: Subscribe, site: Site) -> None:
    writer, reader = pair
    for answers in ([201], [410], [403], [503]):
        subscribe(reader).answers = answers
    send(writer, reader)
    wait_over(reader)
    assert counted(site) == {"pushes": 1, "browsers-gone": 1, "pushes-lost": 1}
    try_again()
    assert counted(site) == {"pushes": 2, "browsers-gone": 1, "pushes-lost": 1}


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
    devices = [subscribe(reader) for _ in range(push_sending.THREADS + 2)]
    service.awake.clear()
    send(writer, reader)
    wait_over(reader)
    until(lambda: bool(service.tries), seconds=30)
    assert len(service.tries) <= push_sending.THREADS, "no further one is tried while the service does not answer"
    assert len(pauses(reader)) == len(devices)
    service.awake.set()
    # From now on it answers, and a busy machine has the time for it.
    monkeypatch.setattr(push, "READ_TIMEOUT", patience)
    push._connection_pool.cache_clear()
    try_again()
    assert all(one.received for one in devices), "the service answers again, and is told everything"
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
    service: PushService, pair: Pair, subscribe: Subscribe, set_env: SetEnv
) -> None:
    writer, reader = pair
    subscribe(reader)
    set_env(HEARTH_PUSH_HOSTS="")
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
