"""Thousands of events while every handler fails at random: each effect is there once, nothing is given up wrongly."""

import json
from collections import Counter
from email.parser import BytesHeaderParser
from pathlib import Path

import pytest
from redis import Redis

from tests.faults.installation import Installation
from tests.faults.storm import is_poisoned
from tests.property_runs import is_long

EVENTS = 10_000 if is_long() else 400
STALLED_IN = 120.0  # seconds without any event handled
ENOUGH = 60  # duties after which a handler must have failed at least once


@pytest.fixture
def storm(bare_installation: Installation) -> Installation:
    """An installation through which so many events went in a storm."""
    stop = bare_installation.place / "stop"
    storm = bare_installation.start("tests.faults.storm", str(stop), output=bare_installation.place / "storm.log")
    try:
        crowd = bare_installation.start("tests.faults.crowd", str(EVENTS))
        bare_installation.wait(lambda: crowd.poll() is not None, 60 + EVENTS, "everybody did something")
        assert crowd.returncode == 0
        bare_installation.drain(STALLED_IN)
    finally:
        stop.touch()
        storm.wait(60)
    ((duties, failures),) = bare_installation.ask("SELECT count(*), sum(attempts) FROM platform.inbox_entry")
    print(f"{duties} duties failed {failures} times; {stop.read_text()}")
    return bare_installation


def test_every_effect_is_there_once_when_handlers_fail_at_random(storm: Installation) -> None:
    assert storm.ask("SELECT count(*) >= %s FROM platform.outbox_event", EVENTS) == [(True,)]
    assert_handed_out(storm)
    assert_given_up_rightly(storm)
    assert_done_once(storm)
    assert_everybody_failed(storm)
    assert_told_once(storm)
    assert_installation_in_order(storm)


def assert_handed_out(installation: Installation) -> None:
    """Every handler of every event has its duty."""
    missing = installation.ask(
        "SELECT event.name, duty.handler, count(*) FROM platform.outbox_event event"
        " JOIN storm.duty ON duty.event = event.name"
        " LEFT JOIN platform.inbox_entry entry ON entry.event_id = event.id AND entry.handler = duty.handler"
        " WHERE entry.event_id IS NULL GROUP BY 1, 2"
    )
    assert missing == []


def assert_given_up_rightly(installation: Installation) -> None:
    """What can never be done is given up after twelve tries, and nothing else is."""
    duties = installation.ask("SELECT event_id::text, handler FROM platform.inbox_entry")
    never = {duty for duty in duties if is_poisoned(*duty)}
    given_up = installation.ask(
        "SELECT event_id::text, handler, attempts FROM platform.inbox_entry WHERE failed_at IS NOT NULL"
    )
    assert {(event_id, handler) for event_id, handler, _ in given_up} == never
    assert len(never) > 0
    assert {attempts for _, _, attempts in given_up} == {12}


def assert_done_once(installation: Installation) -> None:
    """A managed handler has its effect once; one that asks a network has it at least once."""
    done = installation.ask(
        "SELECT handler, managed,"
        " (SELECT count(*) FROM storm.effect WHERE effect.event_id = entry.event_id AND effect.handler = entry.handler)"
        " FROM platform.inbox_entry entry JOIN storm.duty USING (handler) WHERE failed_at IS NULL"
    )
    wrong = Counter((handler, times) for handler, managed, times in done if times != 1 and (managed or times == 0))
    assert wrong == {}


def assert_everybody_failed(installation: Installation) -> None:
    """A check that cannot fail is none: every handler that had enough to do failed now and then."""
    tries = "SELECT handler, sum(attempts) FROM platform.inbox_entry GROUP BY handler HAVING count(*) >= %s"
    failed = dict(installation.ask(tries, ENOUGH))
    assert len(failed) >= 1
    assert [handler for handler, times in failed.items() if times == 0] == []


def assert_told_once(installation: Installation) -> None:
    """Every message was told once to both sides' browsers, whatever became of the relays; who left apart."""
    with Redis.from_url(installation.env["HEARTH_REDIS_URL"], decode_responses=True) as redis:
        told = Counter(
            (name[6:-1], signal["conversation_id"], signal["from_id"])
            for name in redis.scan_iter("live:{*}", _type="stream")
            for _, entry in redis.xrange(name)
            if (signal := json.loads(entry["s"] or "{}")).get("topic") == "message"
        )
    written = installation.ask(
        "SELECT p.member_id::text, conversation_id::text, m.sender_id::text, count(*)"
        "  FROM messaging.message m JOIN messaging.participant p USING (conversation_id)"
        " WHERE NOT EXISTS"
        " (SELECT FROM accounts.member WHERE id IN (p.member_id, p.partner_id) AND deleted_at IS NOT NULL)"
        " GROUP BY 1, 2, 3"
    )
    assert len(written) > 0
    assert [line for line in written if told[line[:3]] != line[3]] == []


def assert_installation_in_order(installation: Installation) -> None:
    """What members see of all this: credits, mails, photos and the search are as if nothing had failed."""
    assert installation.run("cli", "ledger", "audit", "--json") == "[]\n"
    grants = "SELECT count(*) FROM billing.ledger_tx WHERE reason = 'signup'"
    assert installation.ask(grants) == installation.ask("SELECT count(*) FROM accounts.member")
    assert_announced_once(installation)
    assert installation.ask("SELECT DISTINCT status FROM messaging.photo WHERE status = 'processing'") == []
    assert_mailed(installation)
    installation.run("cli", "search", "verify")


def assert_announced_once(installation: Installation) -> None:
    """Every message was announced once, but for photos still to be processed when somebody was erased.

    They went with their sender, or back to the sender of one who was erased.
    """
    told = installation.ask(
        "SELECT payload->>'message_id' FROM platform.outbox_event WHERE name = 'messaging.MessageSent'"
    )
    assert [each for each, times in Counter(told).items() if times > 1] == []
    untold = installation.ask(
        "SELECT m.id::text, photo.status, sender.status = 'erased' OR m.refunded_at IS NOT NULL"
        "  FROM messaging.message m"
        "  JOIN accounts.member sender ON sender.id = m.sender_id"
        "  LEFT JOIN messaging.photo ON photo.message_id = m.id"
        " WHERE m.id::text <> ALL(%s)",
        [each for (each,) in told],
    )
    assert [each for each in untold if each[1:] != ("removed", True)] == []
    print(f"{len(told)} messages announced; {len(untold)} photos gone with an erased member before they arrived")


def assert_mailed(installation: Installation) -> None:
    """Every mail was sent, has lost its sense, or waits for its hour; a second copy has the same Message-ID."""
    waiting = "SELECT count(*) FROM notifications.mail WHERE state = 'queued' AND not_before IS NULL"
    assert installation.ask(waiting) == [(0,)]
    ids = [_message_id(path) for path in (installation.place / "data" / "mailbox").glob("*.eml")]
    ((sent,),) = installation.ask("SELECT count(*) FROM notifications.mail WHERE state = 'sent'")
    assert len(set(ids)) >= sent > 0
    print(f"{sent} mails sent, {len(ids) - len(set(ids))} of them arrived twice")


def _message_id(path: Path) -> str:
    with path.open("rb") as file:
        return str(BytesHeaderParser().parse(file)["Message-ID"])
