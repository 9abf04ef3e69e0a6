"""What the console's first page tells of this moment: how the engines and the jobs are, and what waits on the desks."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from app import relay
from app.kernel import clock, jobs
from app.kernel.db.session import transaction
from app.kernel.events.outbox import Queue
from app.kernel.manifest import Schedule
from app.kernel.redis import redis
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.service import queue
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.moderation import make_complaint, make_decision
from tests.factories.profiles import make_fictional
from tests.factories.sites import disclose, set_site
from tests.fixture_types import MakeColleague, MakeMember
from tests.notifications.conftest import Postman, postman  # noqa: F401 - fixtures

pytestmark = pytest.mark.search_engine

Browser = Callable[..., Client]


def _away() -> None:
    raise ConnectionError("nobody answers")


@pytest.mark.spec("10.4")
def test_the_engines_answer_for_themselves(
    colleague: MakeColleague, staff_browser: Browser, monkeypatch: pytest.MonkeyPatch, postman: Postman
) -> None:
    browser = staff_browser(colleague())
    answer = browser.get("/ops/api/engines").json
    assert {one["name"]: one["is_well"] for one in answer["engines"]} == dict.fromkeys(
        ("database", "redis", "search", "storage", "queue", "mail"), True
    ) | {"workers": False}
    assert set(answer["waiting"]) == {"events", "seconds_behind", "duties", "duties_behind", "given_up"}
    monkeypatch.setattr(redis(), "ping", _away)
    wells = {one["name"]: one["is_well"] for one in browser.get("/ops/api/engines").json["engines"]}
    assert (wells["redis"], wells["database"]) == (False, True)
    assert staff_browser(colleague(Role.SUPPORT)).get("/ops/api/engines").status_code == 403


@pytest.mark.spec("10.4")
def test_the_engines_are_taken_away_as_a_table(colleague: MakeColleague, staff_browser: Browser) -> None:
    answer = staff_browser(colleague()).get("/ops/api/engines.csv")
    # Nobody listens where these tests send their mail to.
    rows = {row["name"]: row["state"] for row in csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig")))}
    assert {"database": "well", "search": "well", "given_up": "waiting", "mail": "away"}.items() <= rows.items()
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="engines-')
    assert staff_browser(colleague(Role.SUPPORT)).get("/ops/api/engines.csv").status_code == 403


@pytest.mark.spec("10.4")
def test_what_waits_on_the_desks_and_what_is_late_is_told(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = staff_browser(colleague(Role.MODERATOR))

    def waiting() -> dict[str, tuple[int, int]]:
        found = browser.get("/ops/api/waiting").json["queues"]
        return {one["queue"]: (one["waiting"], one["late"]) for one in found}

    before = waiting()
    assert set(before) == {"review", "signatures", "appeals", "complaints", "fiction", "refunds"}
    ruth, henk, ada, linden = make_member(), make_member(), make_member(), colleague()
    late = "UPDATE moderation.complaint SET due_at = now() - interval '1 hour' WHERE id = :id"
    with transaction() as session:
        queue.open_item(session, kind=ItemKind.RISK, subject_id=ruth.id, member_id=ruth.id)
        make_complaint(session, ruth)
        session.execute(text(late), {"id": make_complaint(session, ruth).id})
        make_decision(session, henk, linden, Verdict(Measure.PERMANENT_BAN, Rule.FRAUD))
    yesterday = clock.now() - timedelta(hours=25)
    monkeypatch.setattr(clock, "now", lambda: yesterday)
    with transaction() as session:
        make_decision(session, ada, linden, Verdict(Measure.PERMANENT_BAN, Rule.FRAUD))
    monkeypatch.undo()
    after = waiting()
    gone = {name: (after[name][0] - before[name][0], after[name][1] - before[name][1]) for name in after}
    assert gone == {
        "review": (1, 0),
        "signatures": (2, 1),
        "appeals": (0, 0),
        "complaints": (2, 1),
        "fiction": (0, 0),
        "refunds": (0, 0),
    }


@pytest.mark.spec("10.4", "5.8")
def test_what_waits_for_a_writer_is_told(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    def waiting() -> int:
        found = browser.get("/ops/api/waiting").json["queues"]
        return next(int(one["waiting"]) for one in found if one["queue"] == "fiction")

    browser, ruth = staff_browser(colleague(Role.MODERATOR)), make_member()
    before = waiting()
    with transaction() as session:
        disclose(session, site)
        vera = make_fictional(session, site=sites_api.get_site(session, site.id))
        give_credits(session, member_id=ruth.id, credits=100)
    with transaction() as session:
        write(session, sender=ruth, to=vera, is_acknowledged=True)
    assert waiting() == before + 1
    set_site(site, fictional_enabled=False)
    assert waiting() == before


@pytest.mark.spec("10.4")
def test_how_the_last_run_of_a_job_went_is_told(
    colleague: MakeColleague, staff_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "accounts.remove_expired_exports"
    browser = staff_browser(colleague())

    def told() -> dict[str, Any]:
        found: list[dict[str, Any]] = browser.get("/ops/api/engines").json["jobs"]
        return next(one for one in found if one["name"] == name)

    relay.run_now(name)
    assert (told()["failures"], told()["milliseconds"] is not None) == (0, True)

    def remove_expired_exports() -> None:
        _away()

    remove_expired_exports.__module__ = "modules.accounts.jobs"
    monkeypatch.setitem(jobs._schedules, name, Schedule(remove_expired_exports, 3600))
    for _ in range(2):
        with pytest.raises(ConnectionError):
            relay.run_now(name)
    assert told()["failures"] == 2
    rows = csv.DictReader(io.StringIO(browser.get("/ops/api/engines.csv").data.decode("utf-8-sig")))
    assert [(row["state"], row["failures"]) for row in rows if row["name"] == name] == [("failed", "2")]
    monkeypatch.undo()
    relay.run_now(name)
    assert told()["failures"] == 0


@pytest.mark.spec("10.4")
def test_a_worker_that_works_is_seen_and_one_that_ended_is_missed(
    colleague: MakeColleague, staff_browser: Browser
) -> None:
    browser = staff_browser(colleague())

    def is_well() -> bool:
        engines = browser.get("/ops/api/engines").json["engines"]
        return next(bool(one["is_well"]) for one in engines if one["name"] == "workers")

    slow, other = jobs.make_worker([Queue.SLOW]), jobs.make_worker([one for one in Queue if one is not Queue.SLOW])
    assert not is_well()
    other.register_birth()
    assert not is_well(), "nobody works on what takes long"
    slow.register_birth()
    assert is_well()
    other.register_death()
    assert not is_well()


@pytest.mark.spec("10.4")
def test_a_job_that_is_queued_and_never_ends_is_late(colleague: MakeColleague, staff_browser: Browser) -> None:
    name = "accounts.remove_expired_exports"
    browser = staff_browser(colleague())

    def is_late() -> bool:
        return next(bool(one["is_late"]) for one in browser.get("/ops/api/engines").json["jobs"] if one["name"] == name)

    relay.run_now(name)
    assert not is_late()
    long_ago = "UPDATE platform.schedule SET finished_at = now() - interval '3 days', last_run_at = now()"
    with transaction() as session:
        session.execute(text(f"{long_ago} WHERE name = :name"), {"name": name})
    assert is_late()
    rows = csv.DictReader(io.StringIO(browser.get("/ops/api/engines.csv").data.decode("utf-8-sig")))
    assert [row["state"] for row in rows if row["name"] == name] == ["late"]
    with transaction() as session:
        session.execute(text("DELETE FROM platform.schedule WHERE name = :name"), {"name": name})
    assert is_late()
    relay.run_now(name)
    assert not is_late()


@pytest.mark.spec("10.4")
def test_what_nobody_has_tried_is_behind(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    browser = staff_browser(colleague())
    drain_now()
    ruth = make_member()
    with transaction() as session:
        make_complaint(session, ruth)
    while relay.dispatch():
        pass
    aged = "UPDATE platform.outbox_event SET occurred_at = now() - interval '10 minutes' WHERE id IN (SELECT event_id"
    untried = "FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL AND attempts = 0)"
    with transaction() as session:
        session.execute(text(f"{aged} {untried}"))
    assert browser.get("/ops/api/engines").json["waiting"]["duties_behind"] >= 600
    drain_now()
    assert browser.get("/ops/api/engines").json["waiting"]["duties_behind"] < 600
