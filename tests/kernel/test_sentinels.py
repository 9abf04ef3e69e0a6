"""A Redis that Sentinels watch: its address, and what our processes do when another one becomes the master."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from sqlalchemy import select, text

from app import relay
from app.kernel import jobs
from app.kernel.config import ConfigError, config
from app.kernel.db.session import transaction
from app.kernel.events import outbox
from app.kernel.events.outbox import ScheduleRun
from app.kernel.redis import connect, redis
from app.kernel.sentinels import sentinel_address
from app.registry import MODULES
from cli.checks import _redis
from cli.paths import ROOT
from tests.sentinels import PATIENCE, WatchedRedis, until, watched_redis
from tests.settings import SetEnv

SCHEDULE = "notifications.remove_logged_out_browsers"


@pytest.mark.parametrize(
    ("url", "hosts", "service", "master"),
    [
        (
            "redis+sentinel://:key@one:26379,two:26380,three/mymaster/2",
            (("one", 26379), ("two", 26380), ("three", 26379)),
            "mymaster",
            "redis://:key@one:26379/2",
        ),
        (
            "rediss+sentinel://user:a%40b@[::1]:5000/my%20master?ssl_ca_certs=/ca.pem",
            (("::1", 5000),),
            "my master",
            "rediss://user:a%40b@[::1]:5000/0?ssl_ca_certs=/ca.pem",
        ),
    ],
)
def test_an_address_names_the_sentinels_and_the_master(
    url: str, hosts: tuple[tuple[str, int], ...], service: str, master: str, set_env: SetEnv
) -> None:
    address = sentinel_address(url)
    assert address is not None
    assert (address.hosts, address.service, address.url) == (hosts, service, master)
    set_env(HEARTH_REDIS_URL=url)
    assert config().redis_url == url


def test_an_address_of_one_redis_names_no_sentinels() -> None:
    assert [sentinel_address(url) for url in ("redis://one:6379/0", "unix:///run/redis.sock")] == [None, None]


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://:not-a-real-one@one:26379,two:26379",
        "redis+sentinel://:not-a-real-one@one:26379,,two/mymaster",
        "redis+sentinel://:not-a-real-one@one:port/mymaster",
        "redis+sentinel://:not-a-real-one@one:26379/mymaster/zero",
        "redis+sentinel://:not-a-real/one@one:26379/mymaster/0",
    ],
)
def test_an_address_of_sentinels_that_cannot_be_read_is_refused_without_its_password(url: str, set_env: SetEnv) -> None:
    set_env(HEARTH_REDIS_URL=url)
    with pytest.raises(ConfigError) as refused:
        config()
    assert "HEARTH_REDIS_URL cannot be read" in str(refused.value)
    assert "not-a-real" not in str(refused.value)


@pytest.fixture
def watched(tmp_path: Path, set_env: SetEnv) -> Iterator[WatchedRedis]:
    """A Redis of several machines, which this process and the test's programs use."""
    with watched_redis(tmp_path) as running:
        set_env(HEARTH_REDIS_URL=running.url)
        redis.cache_clear()
        yield running
        relay._listen_anew()
        redis.cache_clear()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_client_goes_on_at_the_new_master(watched: WatchedRedis, number: signal.Signals) -> None:
    client = connect(watched.url, socket_connect_timeout=1, socket_timeout=1)
    client.set("kept", "1")
    client.wait(1, 5000)
    old = watched.strike_master(number)
    until(lambda: client.set("written", "2"))
    assert [client.get("kept"), client.get("written")] == [b"1", b"2"]
    assert watched.master() != old


def test_a_relay_that_was_not_woken_listens_at_the_new_master(watched: WatchedRedis) -> None:
    relay._listen_anew()
    relay._wait_for_wake_up(0.1)
    old = watched.strike_master(signal.SIGSTOP)
    until(lambda: watched.master() != old)
    relay._listen_anew()

    def is_woken() -> bool:
        outbox.wake_relay()
        # A subscription that fails counts as woken, too.
        return relay._wait_for_wake_up(0.1) and relay._subscription is not None

    assert until(is_woken)


def test_sentinels_that_are_away_are_passed_over(watched: WatchedRedis) -> None:
    first, *_ = watched.sentinels.values()
    first.kill()
    first.wait()
    client = connect(watched.url, socket_timeout=5)
    assert client.ping()
    watched.fail_over()
    assert until(client.ping)


def test_doctor_and_wake_ups_find_the_master(watched: WatchedRedis) -> None:
    assert _redis()[0] is True
    listening = redis().pubsub(ignore_subscribe_messages=True)
    listening.subscribe(outbox.WAKE_UP_CHANNEL)
    listening.get_message(timeout=PATIENCE)
    outbox.wake_relay()
    assert until(lambda: listening.get_message(timeout=1))["channel"] == outbox.WAKE_UP_CHANNEL.encode()


def test_where_redis_is_away_nobody_waits_for_it_again_so_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.kernel.redis.PAUSE_SECONDS", 600)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        url = f"redis://127.0.0.1:{server.getsockname()[1]}"
        client = connect(url, is_patient=False, socket_timeout=0.1, retry=Retry(NoBackoff(), 0))
        tries = []
        for _ in range(3):
            with pytest.raises(RedisError):
                client.ping()
            tries.append(count_connections(server))
    assert tries == [1, 0, 0]


def count_connections(server: socket.socket) -> int:
    """Return how many connections were made since the last count."""
    for number in count():
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return number
    raise AssertionError


def ended_at() -> Any:
    with transaction(read_only=True) as session:
        return session.execute(select(ScheduleRun.finished_at).where(ScheduleRun.name == SCHEDULE)).scalar_one()


def queue_schedule() -> bool:
    with transaction() as session:
        session.execute(text("UPDATE platform.schedule SET finished_at = NULL WHERE name = :name"), {"name": SCHEDULE})
    jobs.enqueue_schedule(SCHEDULE)
    return True


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_worker_goes_on_at_the_new_master_and_ends_when_it_is_told_to(
    watched: WatchedRedis, number: signal.Signals
) -> None:
    jobs.install(MODULES)
    with transaction() as session:
        row = "INSERT INTO platform.schedule (name, last_run_at) VALUES (:name, now()) ON CONFLICT DO NOTHING"
        session.execute(text(row), {"name": SCHEDULE})
    worker = subprocess.Popen([sys.executable, "-m", "app.worker", "worker"], cwd=ROOT, env={**os.environ})
    try:
        queue_schedule()
        until(ended_at)
        old = watched.strike_master(number)
        until(lambda: watched.master() != old)
        until(queue_schedule)
        until(ended_at)
        assert worker.poll() is None, "nobody had to start it again"
        worker.terminate()
        assert worker.wait(PATIENCE) == 0
    finally:
        worker.kill()
        worker.wait()


def test_a_worker_waits_for_a_redis_that_is_away_at_its_start(watched: WatchedRedis) -> None:
    jobs.install(MODULES)
    sentinels = list(watched.sentinels.values())
    for sentinel in sentinels:
        sentinel.send_signal(signal.SIGSTOP)
    argv = [sys.executable, "-m", "app.worker", "worker"]
    worker = subprocess.Popen(argv, cwd=ROOT, env={**os.environ}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert worker.stdout is not None
        while b"Redis away" not in (line := worker.stdout.readline()):
            assert line, "it ended"
        for sentinel in sentinels:
            sentinel.send_signal(signal.SIGCONT)
        until(lambda: not jobs_without_worker())
    finally:
        worker.kill()
        worker.communicate()


def jobs_without_worker() -> str:
    try:
        jobs.ensure_workers()
    except jobs.NoWorker as left:
        return str(left).replace("slow", "").strip(", ")
    return ""
