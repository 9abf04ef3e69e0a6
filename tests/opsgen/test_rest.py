"""From one declaration to its REST: the planted resource, on the real database, through the real edge."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from app.opsgen.catalogue import Catalogue
from app.opsgen.rest import register_ops_api
from modules.moderation import policies
from modules.moderation.contracts import Role
from modules.moderation.models import AuditEvent
from tests.conftest import Client
from tests.factories.moderation import Colleague
from tests.opsgen.planted import BOATS, PERMISSIONS, TABLE

Make = Callable[..., Colleague]
NEW = {"name": "Heron", "colour": "red", "built_on": "1985-05-17", "flags": ["nl"], "secret": "hush"}


@pytest.fixture(scope="session")
def app(_engines: None) -> Iterator[Any]:
    """A web application whose console knows boats alone."""
    from flask import Flask

    from app import bootstrap
    from app.kernel import db

    TABLE.create(db.engine())
    app = Flask("harbour")
    app.extensions["nudge"] = lambda: None
    register_ops_api(app, Catalogue([BOATS], permissions=PERMISSIONS))
    bootstrap.register_errors(app)
    bootstrap.register_edges(app)
    yield app
    TABLE.drop(db.engine())


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let finance sail: the table of permissions with rows for boats."""
    rows = {**policies.PERMISSIONS, Role.FINANCE: PERMISSIONS, Role.SUPPORT: frozenset({"harbour.boats.read"})}
    monkeypatch.setattr(policies, "PERMISSIONS", rows)


@pytest.fixture
def sailor(harbour: None, staff_browser: Any, colleague: Make) -> Client:
    return staff_browser(colleague(Role.FINANCE))


def test_a_record_is_created_listed_and_opened(sailor: Client, db: Any) -> None:
    name = f"Heron {uuid4().hex[:6]}"
    made = sailor.post("/ops/api/harbour.boats", {**NEW, "name": name}, key=uuid4().hex)
    assert made.status_code == 201
    boat = made.json
    assert {**boat, "id": None} == {
        "id": None,
        "name": name,
        "skipper": "R•••••",
        "length": 7,
        "colour": "red",
        "flags": ["nl"],
        "is_afloat": True,
        "sister_id": None,
        "built_on": "1985-05-17",
        "sunk_at": None,
        "remark": None,
    }
    assert sailor.get(f"/ops/api/harbour.boats/{boat['id']}").json == boat
    assert sailor.get(f"/ops/api/harbour.boats?name={name[-6:]}&is_afloat=true").json == {"data": [boat], "total": 1}
    with db(read_only=True) as session:
        event = select(AuditEvent.action, AuditEvent.detail).where(AuditEvent.record_id == boat["id"])
        action, detail = session.execute(event).one()
    assert action == "launch"
    assert detail["name"] == name
    assert "secret" not in detail


def test_a_form_is_checked_field_by_field(sailor: Client) -> None:
    answer = sailor.post("/ops/api/harbour.boats", {**NEW, "colour": "pink", "mast": 1}, key=uuid4().hex)
    assert answer.status_code == 422
    assert {e["pointer"]: e["code"] for e in answer.json["errors"]} == {
        "/colour": "field.choice",
        "/mast": "field.unknown",
    }


def test_an_action_acts_once_and_says_why(sailor: Client, db: Any) -> None:
    boat = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    path = f"/ops/api/harbour.boats/{boat['id']}/actions/sink"
    assert sailor.post(path, {"depth": 12}, key=uuid4().hex).json["errors"][0]["pointer"] == "/reason"
    sunk = sailor.post(path, {"depth": 12, "reason": "storm"}, key=uuid4().hex).json
    assert (sunk["is_afloat"], sunk["sunk_at"] is not None) == (False, True)
    with db(read_only=True) as session:
        found = select(AuditEvent.action, AuditEvent.reason, AuditEvent.detail).order_by(AuditEvent.at)
        events = session.execute(found.where(AuditEvent.record_id == boat["id"])).all()
    assert [tuple(event) for event in events][1:] == [("sink", "storm", {"depth": 12})]


def test_reading_gives_no_right_to_act(harbour: None, staff_browser: Any, colleague: Make) -> None:
    browser = staff_browser(colleague(Role.SUPPORT))
    assert browser.get("/ops/api/harbour.boats").status_code == 200
    assert browser.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).status_code == 403
    record = f"/ops/api/harbour.boats/{uuid4()}"
    assert browser.post(f"{record}/actions/sink", {}, key=uuid4().hex).status_code == 403
    assert browser.post(f"{record}/reveal", {"reason": "why not"}).status_code == 403
    stranger = staff_browser(colleague(Role.MODERATOR))
    assert stranger.get("/ops/api/harbour.boats").status_code == 403
