"""Staff browsers, and a console that knows only the planted resources."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from app import bootstrap
from app.console.catalogue import Catalogue
from app.console.rest import register_ops_api
from app.kernel.db.engines import engine
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies import permissions as policies
from tests.conftest import Client
from tests.console.planted import PERMISSIONS, REPAIRS_TABLE, RESOURCES, TABLE
from tests.fixture_types import MakeColleague, OpenConsole


@pytest.fixture(scope="session")
def app(_engines: None) -> Iterator[Any]:
    """A web application whose console knows boats and their repairs alone."""
    for table in (TABLE, REPAIRS_TABLE):
        table.create(engine())
    app = Flask("harbour")
    register_ops_api(app, Catalogue(RESOURCES, permissions=PERMISSIONS))
    bootstrap.register_errors(app)
    bootstrap.register_edges(app)
    yield app
    for table in (TABLE, REPAIRS_TABLE):
        table.drop(engine())


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let finance sail and see the figures: the table of permissions with rows for boats."""
    sailing = PERMISSIONS | policies.NUMBERS
    rows = {**policies.PERMISSIONS, Role.FINANCE: sailing, Role.SUPPORT: frozenset({"harbour.boats.read"})}
    monkeypatch.setattr(policies, "PERMISSIONS", rows)


@pytest.fixture
def sailor(harbour: None, staff_browser: OpenConsole, colleague: MakeColleague) -> Client:
    browser: Client = staff_browser(colleague(Role.FINANCE))
    return browser
