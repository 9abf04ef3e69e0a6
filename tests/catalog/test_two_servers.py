"""Searches are answered while one of two search servers is away, slow, behind, or has lost its data."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import func, select, text
from urllib3 import Timeout

from app.kernel.config import config
from app.kernel.db.session import transaction
from cli.checks import _search
from cli.engines import meilisearch
from cli.engines.packages import ensure_programs
from cli.engines.servers import Engine
from cli.folder import DataFolder, write_private
from cli.search import search
from cli.supervisor import Supervisor
from modules.accounts.contracts import Member
from modules.catalog import search_index
from modules.catalog.models import ServerChange
from modules.catalog.search_index import Server
from modules.catalog.service import index, index_servers
from modules.profiles.service import profile
from tests.conftest import drain_now
from tests.factories.catalog import fill, find, is_whole, make_findable
from tests.factories.social import viewer_of
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole

pytestmark = pytest.mark.search_engine


@dataclass(frozen=True)
class Machine:
    """A Meilisearch process with its data."""

    engine: Engine
    url: str
    key: str
    data: Path

    def lose(self) -> None:
        """Delete its data, and start it again."""
        self.engine.kill()
        rmtree(self.data)
        self.engine.restart()


@pytest.fixture(scope="module")
def machines() -> Iterator[list[Machine]]:
    """Two machines with the same key."""
    program = ensure_programs().meilisearch
    if program is None:
        pytest.skip("there is no Meilisearch for this machine")
    secrets = {"postgres": "x", "redis": "x", "meilisearch": "the master key of both"}
    with ExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(prefix="hearth-test-")))
        place.chmod(0o711)  # the engine's user passes through
        folders = []
        for name in ("one", "other"):
            (place / name).mkdir()
            write_private(place / name / "secrets.json", json.dumps({"id": f"{place.name}-{name}", **secrets}))
            folders.append(stack.enter_context(DataFolder(place / name)))
        supervisor = stack.enter_context(Supervisor())
        started = [start(folder, program, supervisor) for folder in folders]
        supervisor.wait_ready([machine.engine.child for machine in started])
        yield started


def start(folder: DataFolder, program: Path, supervisor: Supervisor) -> Machine:
    (child,) = supervisor.launch(meilisearch.service(folder, program))
    data = folder.engine_folder("meilisearch") / "data.ms"
    return Machine(Engine(child, supervisor), meilisearch.url(folder), folder.secret("meilisearch"), data)


@pytest.fixture
def servers(machines: list[Machine], monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    """The servers of the installation, on these machines; what another test killed runs again."""
    for machine in machines:
        if not machine.engine.pid:
            machine.engine.restart()
    urls = tuple(machine.url for machine in machines)
    both = replace(config(), meili_urls=urls, meili_key=machines[0].key)
    monkeypatch.setattr(search_index, "config", lambda: both)
    monkeypatch.setenv("HEARTH_MEILI_KEY", both.meili_key)
    monkeypatch.setattr(index_servers, "LOOK_SECONDS", 0.0)
    search_index._server.cache_clear()
    return search_index.servers()


@pytest.fixture
def anna(servers: list[Server], make_member: MakeMember) -> Member:
    return make_findable(make_member, name="Anna")


@pytest.fixture
def bram(anna: Member, make_member: MakeMember) -> Member:
    return make_findable(make_member, name="Bram", gender="man", seeking_genders=["woman"])


def write(member: Member, about: str) -> None:
    with transaction() as session:
        profile.update_profile(session, member_id=member.id, changes={"about": about})
    drain_now()


def found(searcher: Member, words: str) -> tuple[str, list[str]]:
    """Return which engine found whom."""
    page = find(viewer_of(searcher), text=words)
    return page.engine, [card.name for card in page.results]


def waiting(server: Server) -> int:
    with transaction(read_only=True) as session:
        changes = select(func.count()).select_from(ServerChange).where(ServerChange.server == server.name)
        return session.execute(changes).scalar_one()


def answers_again(server: Server) -> None:
    """End the pause after a failure, as time does."""
    server.paused_until = 0.0


def run(*arguments: str) -> Result:
    return CliRunner().invoke(search, arguments, catch_exceptions=False)


BY_INDEX = ("meilisearch", ["Bram"])


@pytest.mark.spec("2.2")
@pytest.mark.parametrize("lost", [0, 1])
def test_a_server_that_lost_its_data_is_filled_again_while_the_other_one_answers(
    lost: int, machines: list[Machine], servers: list[Server], anna: Member, bram: Member
) -> None:
    other = 1 - lost
    machines[lost].engine.kill()
    assert found(anna, "Bram") == BY_INDEX
    write(bram, "I keep ostriches")
    assert servers[other].is_idle(within=60)
    assert found(anna, "ostriches") == BY_INDEX
    machines[lost].lose()
    answers_again(servers[lost])
    while not is_whole(servers[lost]):
        index.mend_loss()
        assert found(anna, "ostriches") == BY_INDEX
    fill(servers[lost])
    machines[other].engine.kill()
    assert found(anna, "ostriches") == BY_INDEX


@pytest.mark.spec("2.2")
def test_changes_wait_for_the_server_that_is_away_alone(
    machines: list[Machine], servers: list[Server], anna: Member, bram: Member
) -> None:
    machines[0].engine.kill()
    write(bram, "I keep ostriches")
    assert [waiting(server) for server in servers] == [1, 0]
    machines[0].engine.restart()
    answers_again(servers[0])
    fill(servers[0])
    assert [waiting(server) for server in servers] == [0, 0]
    assert all(report.is_equal for report in index.verify_index())


@pytest.mark.spec("2.2")
def test_where_both_are_away_postgres_answers(machines: list[Machine], anna: Member, bram: Member) -> None:
    for machine in machines:
        machine.engine.kill()
    assert found(anna, "Bram") == ("postgres", ["Bram"])


@pytest.mark.spec("2.2")
def test_a_server_that_is_behind_is_asked_only_where_no_other_one_answers(
    machines: list[Machine], servers: list[Server], anna: Member, bram: Member
) -> None:
    servers[0].remove([bram.id])
    assert servers[0].is_idle(within=60)
    assert found(anna, "Bram") == ("meilisearch", []), "the first is asked"
    note = "INSERT INTO catalog.server_change (member_id, server, changed_at) VALUES (:id, :server, now() - :ago)"
    with transaction() as session:
        values = {"id": bram.id, "server": servers[0].name, "ago": 2 * index_servers.STALE}
        session.execute(text(note), values)
    assert found(anna, "Bram") == BY_INDEX
    machines[1].engine.kill()
    assert found(anna, "Bram") == ("meilisearch", [])
    machines[1].engine.restart()
    answers_again(servers[1])
    fill(servers[0])
    assert found(anna, "Bram") == BY_INDEX


@pytest.mark.spec("2.2")
def test_a_server_that_does_not_come_on_is_waited_for_once(
    servers: list[Server], anna: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_index, "SEARCH_TIMEOUT", Timeout(connect=0.25, read=0.5))
    monkeypatch.setattr(search_index, "PAUSE_SECONDS", 3600.0)
    monkeypatch.setattr(search_index, "MAX_PAUSE_SECONDS", 3600.0)
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        slow = Server(servers[0].name, f"http://127.0.0.1:{hanging.getsockname()[1]}")
        monkeypatch.setattr(search_index, "servers", lambda: [slow, servers[1]])
        failures = []
        for _ in range(5):
            assert found(anna, "Bram") == BY_INDEX
            failures.append(slow.failures)
    assert failures == [1, 1, 1, 1, 1]


@pytest.mark.spec("10.10")
def test_staff_and_operators_read_which_server_is_away(
    machines: list[Machine],
    servers: list[Server],
    anna: Member,
    colleague: MakeColleague,
    staff_browser: OpenConsole,
) -> None:
    machines[0].engine.kill()
    is_well, seen, _ = _search()
    assert not is_well
    away, well = seen.split("; ")
    assert away.startswith(f"{servers[0].name}: Meilisearch does not respond")
    assert well.startswith(f"{servers[1].name}: Meilisearch 1.")
    told = staff_browser(colleague()).get("/ops/api/engines").json["engines"]
    assert {one["address"]: one["is_well"] for one in told if one["name"] == "search"} == {
        servers[0].name: False,
        servers[1].name: True,
    }


@pytest.mark.spec("2.2")
@pytest.mark.usefixtures("commands_here")
def test_commands_work_on_the_server_that_answers_and_name_the_one_that_is_away(
    machines: list[Machine], servers: list[Server], anna: Member, bram: Member
) -> None:
    machines[0].engine.kill()
    away = f"{servers[0].name} does not respond"
    built = run("reindex")
    assert (built.exit_code, built.stdout.splitlines()[0].startswith(away)) == (1, True)
    assert f"{servers[1].name} has " in built.stdout
    compared = run("verify")
    assert (compared.exit_code, away in compared.stdout) == (1, True)
    assert f"{servers[1].name} matches PostgreSQL" in compared.stdout
    machines[0].engine.restart()
    answers_again(servers[0])
    fill(servers[0])
    assert run("verify").exit_code == 0
