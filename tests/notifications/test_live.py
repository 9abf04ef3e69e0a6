"""The live stream against the real process: told at once, in order, after a gap without loss or repeat."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from redis.exceptions import RedisError
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.events import live
from app.kernel.events.live import Signal
from app.kernel.http.auth import Actor
from app.kernel.redis import redis
from modules.accounts.contracts import Member
from modules.messaging.service import conversations
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member
from tests.notifications.streaming import WAIT, LiveProcess, Tab, relay, send

LogIn = Callable[..., Client]
Open = Callable[..., Tab]
Couple = tuple[Any, Any]


def actor_of(member: Member) -> Actor:
    return Actor(site_id=member.site_id, language="en", network="", member_id=member.id)


@pytest.mark.spec("9.4")
def test_a_message_is_told_to_its_recipient_and_to_the_senders_other_browsers(couple: Couple, open_tab: Open) -> None:
    ada, ben = couple
    tabs = [open_tab(ada), open_tab(ben), open_tab(ben)]
    for tab in tabs:
        tab.reset()
    conversation_id = send(ada, ben)
    relay()
    told = {"topic": "message", "conversation_id": conversation_id, "from_id": str(ada.id)}
    assert [tab.signal() for tab in tabs] == [told] * 3


@pytest.mark.spec("9.4")
def test_after_a_gap_a_browser_is_told_what_it_missed_in_order_and_once(
    couple: Couple, log_in: LogIn, open_tab: Open
) -> None:
    ada, ben = couple
    browser = log_in(ben)
    tab = open_tab(ben, browser)
    tab.reset()
    send(ada, ben)
    relay()
    tab.signal()
    tab.close()
    for _ in range(3):
        send(ada, ben)
    relay()
    again = open_tab(ben, browser, after=tab.cursor)
    send(ada, ben)
    relay()
    told = [again.next() for _ in range(4)]
    assert [event["event"] for event in told] == ["signal"] * 4
    assert sorted(event["id"] for event in told) == [event["id"] for event in told]
    assert again.rest() == []


@pytest.mark.spec("9.4")
@pytest.mark.parametrize("beyond", ["18446744073709551616-0", "1-18446744073709551616"])
def test_a_made_up_cursor_stops_nobodys_stream(couple: Couple, open_tab: Open, beyond: str) -> None:
    """Redis takes no id beyond 64 bits."""
    ada, ben = couple
    tab = open_tab(ada)
    tab.reset()
    assert tab.cursor is not None
    open_tab(ben, after=f"{tab.cursor.partition('.')[0]}.{beyond}").reset()
    send(ben, ada)
    relay()
    assert tab.signal()["topic"] == "message"


def test_what_was_read_is_told_to_the_readers_other_browsers_and_to_the_writer(couple: Couple, open_tab: Open) -> None:
    ada, ben = couple
    conversation_id = send(ada, ben)
    relay()
    tabs = [open_tab(ada), open_tab(ben)]
    for tab in tabs:
        tab.reset()
    for _ in range(2):
        with transaction() as session:
            conversations.mark_read(session, actor=actor_of(ben), conversation_id=UUID(conversation_id), seq=1)
    relay()
    told = {"topic": "seen", "conversation_id": conversation_id, "by_id": str(ben.id), "seq": 1}
    assert [tab.signal() for tab in tabs] == [told] * 2
    assert tabs[0].rest() == [], "what was read before is no news"


def test_typing_is_signalled_and_not_repeated_after_a_gap(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    ada, ben = couple
    conversation_id = send(ada, ben)
    relay()
    browser = log_in(ben)
    tab = open_tab(ben, browser)
    tab.reset()
    answer = log_in(ada).post(f"/api/v1/conversations/{conversation_id}/typing")
    assert answer.status_code == 204
    event = tab.next()
    assert event == {"event": "signal", "data": {"topic": "typing", "conversation_id": conversation_id}}
    assert open_tab(ben, browser, after=tab.cursor).rest() == []


def test_who_comes_is_told_to_those_whom_they_wrote_with(couple: Couple, open_tab: Open) -> None:
    ada, ben = couple
    send(ada, ben)
    relay()
    tab = open_tab(ada)
    tab.reset()
    open_tab(ben).reset()
    told = tab.presence.get(timeout=WAIT)["data"]
    assert told == {"topic": "presence", "member_id": str(ben.id), "is_online": True}


@pytest.mark.spec("9.4")
def test_who_is_invisible_comes_unseen(couple: Couple, open_tab: Open, live_site: Site) -> None:
    ada, ben = couple
    with transaction() as session:
        cleo = make_member(session, site=live_site, name="Cleo")
    drain_now()
    for partner in (ben, cleo):
        send(ada, partner)
    with transaction() as session:
        profile.update_profile(session, member_id=ben.id, changes={"is_invisible": True})
    relay()
    tab = open_tab(ada)
    tab.reset()
    for partner in (ben, cleo):
        open_tab(partner).reset()
    seen = tab.presence.get(timeout=WAIT)["data"]
    tab.rest()
    assert (seen["member_id"], tab.presence.empty()) == (str(cleo.id), True), "Ben came before Cleo"


@pytest.mark.spec("4.10")
def test_likes_and_matches_are_told_to_both_sides(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    ada, ben = couple
    adas, bens = open_tab(ada), open_tab(ben)
    adas.reset()
    bens.reset()
    assert log_in(ada).post(f"/api/v1/members/{ben.id}/like").status_code == 200
    relay()
    assert bens.signal() == {"topic": "like", "from_id": str(ada.id)}
    assert adas.signal() == {"topic": "likes"}
    assert log_in(ben).post(f"/api/v1/members/{ada.id}/like").status_code == 200
    relay()
    assert adas.signal() == {"topic": "like", "from_id": str(ben.id)}
    assert adas.signal() == {"topic": "match", "member_id": str(ben.id)}
    assert [bens.signal(), bens.signal()] == [{"topic": "likes"}, {"topic": "match", "member_id": str(ada.id)}]


@pytest.mark.spec("6.7")
def test_nothing_crosses_a_block(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    ada, ben = couple
    conversation_id = send(ada, ben)
    relay()
    tab = open_tab(ben)
    tab.reset()
    send(ada, ben)
    with transaction() as session:
        conversations.mark_read(session, actor=actor_of(ada), conversation_id=UUID(conversation_id), seq=2)
    assert log_in(ben).post(f"/api/v1/members/{ada.id}/block").status_code == 204
    relay()
    assert log_in(ada).post(f"/api/v1/conversations/{conversation_id}/typing").status_code == 404
    topics = [told["topic"] for told in tab.rest()]
    assert topics == ["chats", "likes"], "Ben's own lists changed, and Ada is not there any more"


@pytest.mark.spec("6.7")
def test_what_happened_before_a_block_is_not_told_after_it(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    ada, ben = couple
    tabs = [open_tab(ada), open_tab(ben)]
    for tab in tabs:
        tab.reset()
    send(ada, ben)
    assert log_in(ben).post(f"/api/v1/members/{ada.id}/block").status_code == 204
    with transaction() as session:
        session.execute(text("DELETE FROM platform.outbox_event WHERE name = 'social.MemberBlocked'"))
    relay()
    assert [tab.rest() for tab in tabs] == [[], []]


def test_a_new_live_process_goes_on_where_the_last_one_was_killed(
    couple: Couple, log_in: LogIn, open_tab: Open, process: LiveProcess
) -> None:
    ada, ben = couple
    browser = log_in(ben)
    tab = open_tab(ben, browser)
    tab.reset()
    process.kill()
    assert tab.is_over.wait(WAIT)
    for _ in range(2):
        send(ada, ben)
    relay()
    process.start()
    again = open_tab(ben, browser, after=tab.cursor)
    assert [again.signal()["topic"] for _ in range(2)] == ["message"] * 2
    assert again.rest() == []


def lose_redis() -> None:
    """Cut off who listens in this process's database; tests beside this one have others of the same server."""
    own = str(redis().connection_pool.connection_kwargs["db"])
    listening = [one["id"] for one in redis().client_list(_type="pubsub") if one["db"] == own]
    assert sum(redis().client_kill_filter(_id=id) for id in listening) > 0


def test_a_stream_goes_on_where_redis_was_lost(couple: Couple, open_tab: Open) -> None:
    ada, ben = couple
    tab = open_tab(ben)
    tab.reset()
    for number in range(6):
        send(ada, ben)
        if number % 2 == 0:
            lose_redis()
        relay()
        tab.signal()
    assert tab.rest() == []


def test_a_browser_that_does_not_read_is_let_go(couple: Couple, open_tab: Open) -> None:
    _, ben = couple
    awake, asleep = open_tab(ben), open_tab(ben, reads=False)
    awake.reset()
    for _ in range(60):
        live.announce([(uuid4(), Signal(ben.id, "user", {"ballast": "x" * 20_000})) for _ in range(50)])
        for _ in range(50):
            awake.signal()
    asleep.read()
    assert asleep.is_over.wait(WAIT)
    assert asleep.told.qsize() < 3000
    assert not awake.is_over.is_set()


@pytest.mark.parametrize("forget", ["flush", "unknown"])
def test_a_place_that_is_not_known_leads_to_a_reset(couple: Couple, log_in: LogIn, open_tab: Open, forget: str) -> None:
    ada, ben = couple
    browser = log_in(ben)
    tab = open_tab(ben, browser)
    tab.reset()
    send(ada, ben)
    relay()
    tab.signal()
    cursor = tab.cursor
    if forget == "flush":
        redis().flushdb()
    else:
        cursor = "00000000.1-1"
    again = open_tab(ben, browser, after=cursor)
    again.reset()
    send(ada, ben)
    relay()
    assert again.signal()["topic"] == "message"
    assert tab.signal()["topic"] == "message", "who was there all the time is told as before"


def test_an_event_that_is_announced_twice_is_told_once(couple: Couple, open_tab: Open) -> None:
    ada, ben = couple
    tab = open_tab(ben)
    tab.reset()
    send(ada, ben)
    relay()
    with transaction() as session:
        own = "name LIKE '%MessageSent' AND payload->>'recipient_id' = :id"
        forgotten = f"UPDATE platform.outbox_event SET dispatched_at = NULL WHERE {own} RETURNING id"
        events = list(session.execute(text(forgotten), {"id": str(ben.id)}).scalars())
        session.execute(text("DELETE FROM platform.inbox_entry WHERE event_id = ANY(:events)"), {"events": events})
    relay()
    send(ada, ben)
    relay()
    assert [told["topic"] for told in [tab.signal(), tab.signal()]] == ["message", "message"]
    assert tab.rest() == []


def test_an_event_counts_as_handed_out_only_once_it_was_told(
    couple: Couple, open_tab: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = couple
    tab = open_tab(ben)
    tab.reset()
    send(ada, ben)
    with monkeypatch.context() as away:
        away.setattr(live, "redis", _away)
        with pytest.raises(RedisError):
            relay()
    relay()
    assert tab.signal()["topic"] == "message"


def _away() -> None:
    raise RedisError("Redis is away")


def test_a_question_that_fails_costs_its_signals_and_nothing_else(
    couple: Couple, open_tab: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from modules.messaging import api

    ada, ben = couple
    tab = open_tab(ben)
    tab.reset()
    send(ada, ben)
    with monkeypatch.context() as broken:
        broken.setattr(api, "find_present_partner", lambda session, **_: session.execute(text("SELECT 1 / 0")))
        relay()
    with transaction() as session:
        waiting = session.execute(text("SELECT count(*) FROM platform.outbox_event WHERE dispatched_at IS NULL"))
        assert waiting.scalar_one() == 0
    send(ada, ben)
    relay()
    assert tab.signal()["topic"] == "message"
    assert tab.rest() == []


@pytest.mark.spec("7.8")
def test_whoever_is_logged_out_elsewhere_is_told_and_only_they(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    _, ben = couple
    here, there = log_in(ben), log_in(ben)
    kept, ended = open_tab(ben, here), open_tab(ben, there)
    kept.reset()
    ended.reset()
    sessions = here.get("/api/v1/sessions").get_json()
    other = next(one["id"] for one in sessions if not one["is_current"])
    assert here.delete(f"/api/v1/sessions/{other}").status_code == 204
    relay()
    assert ended.signal() == {"topic": "logout"}
    assert ended.is_over.wait(WAIT)
    assert not kept.is_over.is_set()
    assert kept.rest() == []
    assert open_tab(ben, there).status == 403


def test_only_the_sites_own_pages_open_a_stream(couple: Couple, log_in: LogIn, open_tab: Open, live_site: Site) -> None:
    _, ben = couple
    assert open_tab(ben, origin="https://elsewhere.example").status == 403
    assert open_tab(ben, origin=f"http://evil.{live_site.hosts[0]}").status == 403
    assert open_tab(ben, origin="", **{"Sec-Fetch-Site": "same-site"}).status == 403
    assert open_tab(ben, origin="", **{"Sec-Fetch-Site": "same-origin"}).status == 200
    allowed = open_tab(ben)
    assert allowed.headers["access-control-allow-origin"] == f"http://{live_site.hosts[0]}"
    assert allowed.headers["access-control-allow-credentials"] == "true"


def test_a_visitor_has_no_stream(app: Flask, live_site: Site, open_tab: Open) -> None:
    assert open_tab(None, Client(app, live_site.hosts[0])).status == 403


def test_a_members_eleventh_stream_takes_the_place_of_the_oldest(couple: Couple, log_in: LogIn, open_tab: Open) -> None:
    _, ben = couple
    browser = log_in(ben)
    tabs = [open_tab(ben, browser) for _ in range(11)]
    assert tabs[0].is_over.wait(WAIT)
    for tab in tabs[1:]:
        tab.reset()
    assert not any(tab.is_over.is_set() for tab in tabs[1:])


def test_the_page_says_where_its_stream_is(
    couple: Couple, log_in: LogIn, process: LiveProcess, live_site: Site
) -> None:
    _, ben = couple
    page = log_in(ben).get("/api/v1/me")
    address = f"http://{live_site.hosts[0]}:{process.port}"
    assert f"connect-src 'self' {address};" in page.headers["Content-Security-Policy"]
