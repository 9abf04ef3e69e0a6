"""Fixtures for every suite: real engines, one migrated database a worker, a fresh site a test."""

import math
import os
import runpy
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import psycopg
import pytest
from argon2 import PasswordHasher
from hypothesis import settings
from sqlalchemy import delete, text

from cli.ports import free_port
from tests import engines, simulating
from tests.hooks import (  # noqa: F401 (pytest calls them)
    pytest_addoption,
    pytest_collection_finish,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_runtest_makereport,
    pytest_runtest_setup,
)
from tests.no_internet import no_internet  # noqa: F401 (a fixture for every test)
from tests.settings import set_env  # noqa: F401 (a fixture)

if TYPE_CHECKING:
    from flask import Flask

    from modules.accounts.contracts import Member
    from modules.moderation.contracts.staff import Role
    from modules.sites.contracts import Site
    from tests.factories.moderation import Colleague
    from tests.fixture_types import CountQueries, LogIn, MakeColleague, MakeMember, OpenConsole

# No test is timed: what is slow on a busy machine is not wrong.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

SIMULATOR_PORT = free_port()  # of this process; the settings name it before anybody asks for the simulator
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


@pytest.fixture(scope="session", autouse=True)
def _engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bool]:
    """Point this process at its own database, Redis number, index prefix and storage."""
    with engines.running() as urls, engines.own_redis(urls) as redis_url:
        database = f"test_{WORKER}_{uuid4().hex[:8]}"
        folder = tmp_path_factory.mktemp("hearth")
        (folder / "secret").write_bytes(os.urandom(32).hex().encode())
        base = urls["HEARTH_DATABASE_URL"].rsplit("/", 1)[0]
        os.environ.update(
            urls,
            HEARTH_DATABASE_URL=f"{base}/{database}",
            HEARTH_REDIS_URL=redis_url,
            HEARTH_MEILI_PREFIX=f"{database}_",
            HEARTH_STORAGE_URL=f"file://{folder}/storage",
            HEARTH_SMTP_URL=os.environ.get("HEARTH_SMTP_URL", "smtp://127.0.0.1:9"),
            HEARTH_SECRET_FILE=str(folder / "secret"),
            HEARTH_PAYMENT_PROVIDER="mollie",
            HEARTH_MOLLIE_URL=f"http://127.0.0.1:{SIMULATOR_PORT}",
            HEARTH_MOLLIE_KEY=simulating.KEY,
            HEARTH_MOLLIE_TOKEN=simulating.TOKEN,
        )
        from app.kernel import log
        from app.kernel.db.session import transaction
        from app.kernel.secrets.signing import HashKey, ensure_key, read_key
        from modules.accounts.identity.service import hashing
        from modules.catalog import search_index
        from modules.sites import queries as sites

        search_index.SEARCH_TIMEOUT = search_index.FEED_TIMEOUT  # on a busy machine a late answer is one, too
        sites.FRESH_SECONDS = math.inf  # else a test that takes long counts the statements that read its site again
        # What a password costs is tried with `real_hashing`; all others would only wait for it.
        hashing._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        hashing.NOBODYS_HASH = hashing.hash_password(uuid4().hex)
        log.configure()  # else a failing handler is drawn at length, which takes a second each
        remember_pictures()
        engines.create_database(urls["HEARTH_DATABASE_URL"], database)
        with transaction() as session:  # the copy's is sealed under another process's secret
            session.execute(delete(HashKey))
            ensure_key(session, is_new=True)
        read_key()  # else the first to need it sends a statement more than its test counts
        yield True
        from app.kernel.db.engines import disconnect
        from tests.registry import ensure_places_registered

        ensure_places_registered()

        disconnect()
        with psycopg.connect(urls["HEARTH_DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{database}" WITH (FORCE)')


def remember_pictures() -> None:
    """Decode a picture once in each use: tests send the same few many times, and each takes a process of its own."""
    from modules.media.images import rendering as images

    decode = images._decode

    @lru_cache(maxsize=32)
    def remembered(content: bytes, use: tuple[str, ...], *_settings: Any) -> images.Rendered:
        return decode(content, *use)

    def run(content: bytes, *use: str) -> images.Rendered:
        return remembered(content, use, images.DECODER, frozenset(images.ENVIRONMENT.items()), images.SECONDS)

    images._decode = run


@pytest.fixture(autouse=True)
def _known_keys(_engines: bool | None) -> Iterator[None]:
    """Look after each test at the keys of Redis, and take them away: no test is counted against the next one."""
    yield
    if _engines:
        from app.kernel.redis import redis
        from tests.registry import ensure_keys_registered

        try:
            ensure_keys_registered()
        finally:
            redis().flushdb()


@pytest.fixture(autouse=True, scope="module")
def _search_engine(request: pytest.FixtureRequest, _engines: bool | None) -> Iterator[None]:
    """Index members in Meilisearch only for modules marked `search_engine`: every change costs an indexing."""
    with pytest.MonkeyPatch.context() as patch:
        if _engines and not request.node.get_closest_marker("search_engine"):
            from app.kernel.config import config
            from modules.catalog import search_index

            patch.setattr(search_index, "config", lambda: replace(config(), meili_urls=()))
        yield


@pytest.fixture(autouse=True)
def _settled(_engines: bool | None) -> Iterator[None]:
    """Settle after each test what it left open in the outbox, drop the mails that wait for a time, and forget whom it
    deleted and by what those whom it banned are known again: no test runs or sends what another left, opens cases
    because of its pictures, or deletes its members.
    """
    yield
    if _engines:
        from app.kernel.db.session import transaction
        from app.kernel.files.storage import storage
        from modules.accounts.leaving.service.erasures import WAITING

        with transaction() as session:
            session.execute(text("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL"))
            settled = "UPDATE platform.inbox_entry SET done_at = now() WHERE done_at IS NULL AND failed_at IS NULL"
            session.execute(text(settled))
            waiting = "UPDATE notifications.mail SET state = 'dropped', not_before = NULL WHERE not_before IS NOT NULL"
            session.execute(text(waiting))
            forgotten = "WITH marks AS (DELETE FROM moderation.banned_mark) DELETE FROM moderation.banned_likeness"
            session.execute(text(forgotten))
        for name in [*storage().list_names(WAITING)]:
            storage().delete(f"{WAITING}/{name}")


@pytest.fixture(scope="session")
def _simulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[simulating.Simulator]:
    """Run the payment simulator where the settings say it is."""
    with simulating.simulating(tmp_path_factory.mktemp("simulator"), port=SIMULATOR_PORT) as running:
        yield running


@pytest.fixture
def simulator(_simulator: simulating.Simulator) -> Iterator[simulating.Simulator]:
    """The payment simulator, in which nothing goes wrong but what this test asks for."""
    yield _simulator
    _simulator.control("forget-faults")
    _simulator.control("retries", scale=1)


@pytest.fixture(scope="session")
def app(_engines: None) -> "Flask":
    """The web application."""
    from app.bootstrap import create_app

    return create_app()


@pytest.fixture
def real_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a password cost what it costs outside of tests."""
    from modules.accounts.identity.service import hashing

    real = runpy.run_path(hashing.__file__)
    for name in ("_hasher", "NOBODYS_HASH"):
        monkeypatch.setattr(hashing, name, real[name])


@pytest.fixture
def site(_engines: None) -> "Site":
    """A fresh site with a host of its own, so that no test sees another's people."""
    from app.kernel.db.session import transaction
    from tests.factories.sites import make_site

    with transaction() as opened:
        return make_site(opened)


class Client:
    """Flask's test client with the member app's headers, bound to one site."""

    def __init__(self, app: "Flask", host: str) -> None:
        self.http = app.test_client()
        self.host = host

    def open(self, path: str, *, method: str = "GET", key: str | None = None, **kwargs: Any) -> Any:
        """Send one request; `key` is the Idempotency-Key."""
        headers = {"X-Hearthside-Client": "web", **kwargs.pop("headers", {})}
        if key:
            headers["Idempotency-Key"] = key
        # Read and closed at once, as a server does with the files behind an answer.
        wanted = {"method": method, "headers": headers, "base_url": f"http://{self.host}", "buffered": True, **kwargs}
        return self.http.open(path, **wanted)

    def get(self, path: str, **kwargs: Any) -> Any:
        return self.open(path, method="GET", **kwargs)

    def post(self, path: str, json: Any = None, **kwargs: Any) -> Any:
        return self.open(path, method="POST", **({"json": json} if json is not None else {}), **kwargs)

    def put(self, path: str, json: Any = None, **kwargs: Any) -> Any:
        return self.open(path, method="PUT", json=json, **kwargs)

    def patch(self, path: str, json: Any = None, **kwargs: Any) -> Any:
        return self.open(path, method="PATCH", json=json, **kwargs)

    def delete(self, path: str, **kwargs: Any) -> Any:
        return self.open(path, method="DELETE", **kwargs)


@pytest.fixture
def client(app: "Flask", site: "Site") -> Client:
    """A visitor's browser on the test's site."""
    return Client(app, site.hosts[0])


@pytest.fixture
def make_member(site: "Site") -> "MakeMember":
    """Make a member of the test's site through the services; confirmed unless told otherwise."""
    from app.kernel.db.session import transaction
    from tests.factories.accounts import make_member as make

    def run(**over: Any) -> "Member":
        with transaction() as opened:
            member = make(opened, site=over.pop("site", site), **over)
        drain_now()
        return member

    return run


@pytest.fixture
def member(make_member: "MakeMember") -> "Member":
    """A member of the test's site."""
    return make_member()


@pytest.fixture
def login(app: "Flask", site: "Site") -> "LogIn":
    """Return a browser in which a member is logged in (through the service, without the cost of a password hash)."""
    from app.kernel.db.session import transaction
    from tests.factories.accounts import open_session

    def run(member: "Member") -> Client:
        browser = Client(app, site.hosts[0])
        with transaction() as opened:
            token = open_session(opened, member_id=member.id)
        browser.http.set_cookie("hearth_session", token, domain=site.hosts[0])
        return browser

    return run


@pytest.fixture
def browser(member: "Member", login: "LogIn") -> Client:
    """The member's browser."""
    return login(member)


@pytest.fixture
def colleague(_engines: None) -> "MakeColleague":
    """Make a staff member with roles; an admin unless told otherwise."""
    from app.kernel.db.session import transaction
    from tests.factories.moderation import make_staff

    def run(*roles: "Role", **over: Any) -> "Colleague":
        with transaction() as opened:
            return make_staff(opened, *roles, **over)

    return run


@pytest.fixture
def staff_browser(app: "Flask", site: "Site") -> "OpenConsole":
    """Return a browser in which a staff member is signed in."""
    from app.kernel.db.session import transaction
    from tests.factories.moderation import open_session
    from tests.staff_client import StaffClient

    def run(staff: "Colleague") -> Client:
        browser = StaffClient(app, site.hosts[0])
        with transaction() as opened:
            token = open_session(opened, staff)
        browser.http.set_cookie("hearth_staff", token, domain=site.hosts[0], path="/ops")
        return browser

    return run


@pytest.fixture
def commands_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands work on the engines of the test."""
    monkeypatch.setattr("cli.instance.use", lambda: None)


def drain_now() -> None:
    """Run everything that waits in the outbox, in this process."""
    from app.kernel import jobs
    from app.registry import MODULES
    from app.relay import drain

    jobs.install(MODULES)
    drain(limit_seconds=600)


@pytest.fixture
def count_queries(_engines: None) -> "CountQueries":
    """Count the statements that a call sends to Postgres."""
    from tests.statements import noted

    def run(call: Callable[[], Any]) -> int:
        seen: list[str] = []

        def note(_conn: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
            seen.append(statement)

        with noted(note):
            call()
        return len(seen)

    return run
