"""kill -9 of every process under writers: nothing acknowledged is lost, nothing is double, every wallet adds up."""

import json
from collections import Counter
from typing import Any

from tests.faults.installation import Installation, Notes
from tests.faults.people import GIVEN, MESSAGE

PAIRS = 6
KILLED = ("postgres", "redis", "worker", "slow-worker", "relay", "live", "web", "proxy")
PROGRESS = 20  # acknowledged messages between two kills
BACK_IN = 180.0  # seconds until everybody writes again after a kill; a busy machine is slow, not wrong
STALLED_IN = 120.0  # seconds without any event handled; a lost job is queued again after 30


def test_nothing_acknowledged_is_lost_or_double_when_processes_are_killed(
    installation: Installation, cycles: int
) -> None:
    plan = json.loads(installation.run("tests.faults.people", str(PAIRS)))
    notes, plan_file = Notes(installation.place / "notes.jsonl"), installation.place / "plan.json"
    screens = Notes(installation.place / "screens.jsonl")
    ports = {"port": installation.port, "live_port": int(installation.env["HEARTH_LIVE_PORT"])}
    plan_file.write_text(json.dumps({**plan, **ports, "notes": str(notes.path), "screens": str(screens.path)}))

    listeners = installation.start("tests.faults.listeners", str(plan_file))
    writers = installation.start("tests.faults.writers", str(plan_file))
    try:
        installation.wait(lambda: notes.count() >= PROGRESS, BACK_IN, "the first messages")
        for _ in range(cycles):
            for name in KILLED:
                kill_and_go_on(installation, notes, name)
    finally:
        plan_file.with_suffix(".stop").touch()
        installation.wait(lambda: writers.poll() is not None, BACK_IN, "the writers end")

    assert_kept(installation, notes.read())
    assert_paid(installation, [who["member"] for who in plan["writers"]])
    assert_drained(installation)
    plan_file.with_suffix(".quiet").touch()
    installation.wait(lambda: listeners.poll() is not None, 2 * BACK_IN, "the screens are quiet")
    assert_shown(installation, screens.read(), plan["writers"])


def kill_and_go_on(installation: Installation, notes: Notes, name: str) -> None:
    """Kill a process while everybody writes, and wait until it is back and messages are acknowledged again."""
    child = installation.children[name]
    victim = child.pid
    child.kill()
    installation.wait(lambda: child.is_ready and child.pid not in (0, victim), BACK_IN, f"{name} is back")
    acknowledged = notes.count()
    installation.wait(lambda: notes.count() >= acknowledged + PROGRESS, BACK_IN, f"messages after {name} died")


def assert_kept(installation: Installation, notes: list[dict[str, Any]]) -> None:
    """Each acknowledged message is there, under the id that was told; each key led to one message at most."""
    refused = [note for note in notes if "refused" in note]
    assert refused == [], "only answers that are worth another try may come from a crash"
    written = installation.ask("SELECT body, id::text FROM messaging.message WHERE body <> 'Hello!'")
    times = Counter(body for body, _ in written)
    acknowledged = {note["ack"]: note["message"] for note in notes if "ack" in note}
    assert len(acknowledged) > 0
    assert {key for key in acknowledged if times[key] == 0} == set(), "acknowledged and lost"
    assert {key for key, number in times.items() if number > 1} == set(), "written twice"
    ids = dict(written)
    assert {key for key, message in acknowledged.items() if ids[key] != message} == set(), "another id than was told"
    assert set(times) <= {note["try"] for note in notes if "try" in note}
    gaps = installation.ask(
        "SELECT c.id FROM messaging.conversation c JOIN messaging.message m ON m.conversation_id = c.id"
        " GROUP BY c.id HAVING count(*) <> c.last_seq OR max(m.seq) <> c.last_seq"
    )
    assert gaps == []


def assert_paid(installation: Installation, members: list[str]) -> None:
    """Each message was paid once, each wallet is what was given less its messages, and the ledger adds up."""
    spends = "SELECT count(*) FROM billing.ledger_tx WHERE reason = 'message'"
    assert installation.ask(spends) == installation.ask("SELECT count(*) FROM messaging.message")
    wallets = installation.ask(
        "SELECT a.owner_id::text,"
        " a.balance + %s * (SELECT count(*) FROM messaging.message m WHERE m.sender_id = a.owner_id)"
        " FROM billing.ledger_account a WHERE a.owner_id = ANY(%s::uuid[])",
        MESSAGE,
        members,
    )
    signup = installation.ask("SELECT signup_credits FROM sites.site")[0][0]
    assert dict(wallets) == dict.fromkeys(members, GIVEN + signup)
    assert installation.run("cli", "ledger", "audit", "--json") == "[]\n"


def assert_drained(installation: Installation) -> None:
    """Every event reaches every handler, once."""
    installation.drain(STALLED_IN)
    assert installation.ask("SELECT handler, error FROM platform.inbox_entry WHERE failed_at IS NOT NULL") == []
    sent = installation.ask("SELECT count(*) FROM platform.outbox_event WHERE name = 'messaging.MessageSent'")
    assert sent == installation.ask("SELECT count(*) FROM messaging.message")


def assert_shown(installation: Installation, notes: list[dict[str, Any]], members: list[dict[str, str]]) -> None:
    """Every screen shows every message once and in order, only by what it was told; nothing was told twice."""
    assert [note for note in notes if "refused" in note] == []
    told = Counter((note["to"], note["told"]) for note in notes if "told" in note)
    assert {news for news, times in told.items() if times > 1} == set(), "told twice"
    assert len(told) > len(members)
    screens = {note["screen"]: note for note in notes if "screen" in note}
    for who in members:
        messages = installation.ask(
            "SELECT seq, id::text FROM messaging.message WHERE conversation_id = %s ORDER BY seq", who["conversation"]
        )
        assert [tuple(line) for line in screens[who["member"]]["shown"]] == messages
    unread = (
        "SELECT p.member_id::text, p.unread, count(m.id) FROM messaging.participant p LEFT JOIN messaging.message m"
        " ON m.conversation_id = p.conversation_id AND m.sender_id = p.partner_id AND m.seq > p.read_seq GROUP BY 1, 2"
    )
    for member, counted, waiting in installation.ask(unread):
        assert screens[member]["unread"] == counted == waiting
