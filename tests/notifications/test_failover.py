"""Streams when Redis fails over to its replica: nobody misses a signal, or they are told to read everything again."""

import signal
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from app.kernel.config import config
from app.kernel.events import live
from app.kernel.events.live import Entry, Signal
from app.kernel.redis import redis
from app.live.stream import Stream
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.notifications.streaming import LiveProcess, Tab, live_process
from tests.sentinels import WatchedRedis, until, watched_redis

Open = Callable[..., Tab]
Couple = tuple[Any, Any]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedRedis]:
    """A Redis of several machines, which this process and the live process use."""
    with watched_redis(tmp_path_factory.mktemp("redis")) as running, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEARTH_REDIS_URL", running.url)
        config.cache_clear()
        redis.cache_clear()
        yield running
        patch.undo()
        config.cache_clear()
        redis.cache_clear()


@pytest.fixture(scope="module")
def process(watched: WatchedRedis, live_site: Site) -> Iterator[LiveProcess]:
    """The live process."""
    with live_process() as running:
        yield running


def announce(member: Member, topic: str) -> bool:
    live.announce([(uuid4(), Signal(member.id, topic))])
    return True


def test_open_streams_are_reset_after_a_failover_and_go_on(
    couple: Couple, open_tab: Open, log_in: Callable[[Any], Client], watched: WatchedRedis
) -> None:
    ada, ben = couple
    browser = log_in(ada)
    open_all_the_time, away = open_tab(ben), open_tab(ada, browser)
    for tab in (open_all_the_time, away):
        tab.reset()
    away.close()
    hung = watched.strike_master(signal.SIGSTOP)
    until(lambda: watched.master() != hung)
    until(lambda: announce(ben, "written-meanwhile"))
    # By then its connection may still lead to the server that hangs, where nothing is published any more.
    open_all_the_time.reset()
    announce(ben, "afterwards")
    told: list[str] = []
    while told[-1:] != ["afterwards"]:
        told.append(open_all_the_time.signal()["topic"])
    assert told in (["afterwards"], ["written-meanwhile", "afterwards"]), "what came before the reset is read anew"
    again = open_tab(ada, browser, after=away.cursor)
    again.reset()
    watched.servers[hung].send_signal(signal.SIGCONT)


def test_what_an_earlier_connection_held_back_does_not_hide_what_comes_after() -> None:
    """The clock of the lost server may have been ahead."""
    stream = Stream(uuid4(), uuid4(), None)
    stream.deliver("aaaaaaaa", Entry("9-0", '{"topic":"lost"}'))
    stream.hold()
    stream.reset("bbbbbbbb", "5-0")
    stream.deliver("bbbbbbbb", Entry("6-0", '{"topic":"message"}'))
    assert stream.cursor == ("bbbbbbbb", "6-0")


def test_a_browser_comes_back_while_redis_fails_over(couple: Couple, open_tab: Open, watched: WatchedRedis) -> None:
    _, ben = couple
    until(watched.is_whole)
    watched.strike_master()
    tab = open_tab(ben)
    tab.reset()
    until(lambda: announce(ben, "afterwards"))
    assert tab.signal()["topic"] == "afterwards"
