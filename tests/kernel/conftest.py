"""An application of its own with planted routes, so that the kernel's edges are tried without a module's rules."""

from collections.abc import Callable
from pathlib import Path
from threading import Event as Flag
from typing import Any
from uuid import UUID

import pytest
from flask.app import Flask
from flask_smorest.fields import Upload
from marshmallow import fields
from sqlalchemy import text

from app.kernel import log
from app.kernel.db.session import Session, current_session
from app.kernel.errors import Conflict
from app.kernel.events.outbox import Event, handles, publish
from app.kernel.http.auth import Access, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.http.schema import FormIn, In, Text, between
from app.kernel.manifest import Manifest
from app.registry import MODULES
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.fixture_types import MakeMember
from tests.racing import HANGS

Make = Callable[..., Any]


class BellRung(Event):
    """An event of the planted routes."""

    bell_id: UUID


class BellCracked(Conflict):
    code = "conflict"


class BellIn(In):
    bell_id = fields.UUID(required=True)
    note = Text(min=2, max=20)
    times = fields.Integer(validate=between(1, 5))
    fails = fields.Boolean(load_default=False)
    waits = fields.Boolean(load_default=False)
    days = fields.List(fields.Date())
    # Of the name of a place where values are sent.
    path = Text(max=20)


class SoundIn(FormIn):
    file = Upload(required=True)
    is_loud = fields.Boolean(load_default=False)
    words = fields.String(load_default="")


class SofterIn(In):
    """Asks for nothing that has to be said."""

    softer = fields.Boolean(load_default=False)


# Set by a request that waits inside its transaction, and by the test that lets it go on.
inside, go_on = Flag(), Flag()


@handles(BellRung)
def on_bell_rung(_session: Session, event: BellRung) -> None:
    """Say so in the log."""
    log.get("test").info("bell heard", bell_id=str(event.bell_id))


def _ring(body: dict[str, Any]) -> dict[str, Any]:
    session = current_session()
    session.execute(text("INSERT INTO bell VALUES (:id)"), {"id": body["bell_id"]})
    publish(session, BellRung(bell_id=body["bell_id"]))
    if body["waits"]:
        inside.set()
        assert go_on.wait(HANGS)
    if body["fails"]:
        raise BellCracked()
    return {"rung": str(body["bell_id"]), "by": str(current_actor().member_id)}


def _blueprint() -> ApiBlueprint:
    blp = ApiBlueprint("bells")
    blp.url_prefix = "/api/bells"

    class RungOut(In):
        rung = fields.String()
        by = fields.String()

    blp.post("/once", op=Operation(idempotent=True))(blp.arguments(BellIn)(blp.response(201, RungOut)(_ring)))

    @blp.post("", op=Operation(access=Access.PUBLIC))
    @blp.arguments(BellIn)
    @blp.response(201)
    def ring(body: dict[str, Any]) -> dict[str, Any]:
        return _ring(body)

    @blp.post("/sounds", op=Operation(access=Access.PUBLIC))
    @blp.arguments(SoundIn, location="files")
    @blp.response(201)
    def keep_sound(form: dict[str, Any]) -> dict[str, Any]:
        return {"bytes": len(form["file"].stream.read()), "is_loud": form["is_loud"]}

    @blp.post("/wishes", op=Operation(access=Access.PUBLIC))
    @blp.arguments(SofterIn)
    @blp.response(201)
    def wish(form: dict[str, Any]) -> dict[str, Any]:
        return form

    @blp.get("/writes", op=Operation(access=Access.PUBLIC))
    def write_by_get() -> str:
        current_session().execute(text("INSERT INTO bell VALUES (gen_random_uuid())"))
        return ""

    @blp.post("/alarms", op=Operation(access=Access.PUBLIC, beacon=True, any_host=True))
    @blp.response(204)
    def ring_alarm() -> None:
        """For programs that know none of our sites."""

    @blp.get("/crash", op=Operation(access=Access.PUBLIC))
    def crash() -> str:
        raise ZeroDivisionError("the clapper of bell 7 at /srv/bells")

    return blp


@pytest.fixture(scope="session")
def belfry(_engines: None, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application with one more module, planted for these tests, and with small front ends."""
    from app import bootstrap
    from app.kernel.db.session import transaction
    from tests.front_ends import small_front_ends

    planted = Manifest(name="bells", folder=Path(__file__).parent, blueprints=(_blueprint(),), handlers=(on_bell_rung,))
    with transaction() as session:
        session.execute(text("CREATE TABLE IF NOT EXISTS bell (id uuid PRIMARY KEY)"))
    with small_front_ends(tmp_path_factory.mktemp("front-ends")) as patch:
        patch.setattr(bootstrap, "MODULES", (*MODULES, planted))
        return bootstrap.create_app()


@pytest.fixture
def ringer(belfry: Flask, site: Site, make_member: MakeMember) -> Make:
    """Return a browser of a new member in the application with the planted routes."""
    from app.kernel.db.session import transaction
    from tests.factories.accounts import open_session

    def run(**over: Any) -> Client:
        member = make_member(**over)
        with transaction() as session:
            token = open_session(session, member_id=member.id)
        browser = Client(belfry, site.hosts[0])
        browser.http.set_cookie("hearth_session", token, domain=site.hosts[0])
        return browser

    return run


@pytest.fixture
def passer_by(belfry: Flask, site: Site) -> Client:
    """A visitor's browser there."""
    return Client(belfry, site.hosts[0])


def count_bells(*ids: Any) -> int:
    """Return how many of these bells were rung, or of all."""
    from app.kernel.db.session import transaction

    with transaction(read_only=True) as session:
        which, values = (" WHERE id = ANY(:ids)", {"ids": list(ids)}) if ids else ("", {})
        return int(session.execute(text(f"SELECT count(*) FROM bell{which}"), values).scalar_one())
