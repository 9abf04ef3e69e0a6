"""An operator sees what waits and what was given up, and lets it be tried again."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app import relay
from app.kernel import jobs
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import MAX_ATTEMPTS, Event, handles, publish
from app.kernel.manifest import Manifest
from tests.commands import Hearth, hearth  # noqa: F401 - a fixture


class KettleBoiled(Event):
    """An event of this test."""

    kettle_id: UUID


poured: list[UUID] = []
is_broken = False


@handles(KettleBoiled)
def pour(_: Session, event: KettleBoiled) -> None:
    """Pour, unless the spout is blocked."""
    if is_broken:
        raise OSError("the spout is blocked")
    poured.append(event.kettle_id)


@handles(KettleBoiled)
def whistle(_: Session, event: KettleBoiled) -> None:
    """Always work."""


@pytest.fixture(autouse=True)
def _quiet() -> None:
    """Nothing of other tests waits, and the kettle's handlers are known."""
    jobs.install([Manifest(name="kernel", folder=Path(), handlers=(pour, whistle))])
    with transaction() as session:
        session.execute(text("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL"))
        settled = "UPDATE platform.inbox_entry SET done_at = now(), failed_at = NULL"
        session.execute(text(f"{settled} WHERE done_at IS NULL OR failed_at IS NOT NULL"))
    poured.clear()


def boil() -> UUID:
    """Let something happen, and return its event."""
    kettle = uuid4()
    with transaction() as session:
        publish(session, KettleBoiled(kettle_id=kettle))
        found = "SELECT id FROM platform.outbox_event WHERE payload->>'kettle_id' = :kettle"
        return UUID(str(session.execute(text(found), {"kettle": str(kettle)}).scalar_one()))


def give_up(event_id: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pouring fail until it is given up."""
    with monkeypatch.context() as broken:
        broken.setattr(f"{__name__}.is_broken", True)
        relay.drain()
        for _ in range(MAX_ATTEMPTS - 1):
            jobs.run_entry(str(event_id), pour.name)


def listed(hearth: Hearth, *words: str) -> list[dict[str, Any]]:
    code, said = hearth("outbox", "list", "--json", *words)
    assert code == 0
    found: list[dict[str, Any]] = json.loads(said)
    return found


@pytest.mark.spec("10.10")
def test_what_waits_and_what_was_given_up_is_listed_with_its_error(
    hearth: Hearth, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = boil()
    (new,) = listed(hearth)
    assert (new["event"], new["event_id"], new["handler"]) == ("kernel.KettleBoiled", str(first), None)
    give_up(first, monkeypatch)
    second = boil()
    assert [(one["event_id"], one["handler"]) for one in listed(hearth)] == [
        (str(first), pour.name),
        (str(second), None),
    ]
    (failed,) = listed(hearth, "--failed")
    assert (failed["attempts"], failed["error"]) == (MAX_ATTEMPTS, "OSError: the spout is blocked")
    assert failed["given_up_at"]
    assert listed(hearth, "--handler", whistle.name) == []
    assert "OSError: the spout is blocked" in hearth("outbox", "list")[1]


@pytest.mark.parametrize("which", ["event", "handler", "all"])
def test_what_was_given_up_is_tried_again_and_what_was_done_is_not(
    hearth: Hearth, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    done, event_id = boil(), boil()
    relay.dispatch()
    jobs.run_entry(str(done), pour.name)
    give_up(event_id, monkeypatch)
    words = {"event": ("--event", str(event_id)), "handler": ("--handler", pour.name), "all": ("--all",)}[which]
    assert hearth("outbox", "retry", *words, "--dry-run") == (0, "1 would be retried.\n")
    assert len(listed(hearth, "--failed")) == 1
    assert hearth("outbox", "retry", *words, "--yes") == (0, "1 will be retried in a moment.\n")
    assert listed(hearth, "--failed") == []
    relay.drain()
    assert len(poured) == 2
    assert listed(hearth) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("retry",), "choose what to retry"),
        (("retry", "--all", "--handler", pour.name), "choose what to retry"),
        (("retry", "--all"), "no such job was given up"),
        (("retry", "--event", str(uuid4())), "no such job was given up"),
        (("retry", "--handler", "kernel.nobody"), "there is no handler kernel.nobody"),
        (("list", "--handler", "kernel.nobody"), "there is no handler kernel.nobody"),
        (("list", "--limit", "0"), "0 is not in the range"),
    ],
)
def test_a_command_that_makes_no_sense_says_what_to_do(hearth: Hearth, words: tuple[str, ...], reason: str) -> None:
    code, said = hearth("outbox", *words)
    assert code == 2
    assert reason in said
    assert said.count("\n") == 1
