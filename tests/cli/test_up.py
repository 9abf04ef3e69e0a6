"""`hearth up` as a person uses it: one command starts everything, one signal stops it, and nothing is left over."""

import json
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import psycopg
import pytest

from cli.up import welcome
from tests import prepared
from tests.asking import ask
from tests.cli.test_imports import loaded
from tests.cli.test_supervisor import until
from tests.running import Running, hearth, running

pytestmark = pytest.mark.xdist_group("up")  # one Hearthside for all of these

SERVICES = (
    *("postgres", "redis", "meilisearch", "mailbox", "simulator"),
    *("web", "live", "worker", "slow-worker", "relay", "proxy"),
)
# What runs the application; the others are other programs, or print for who reads.
LOGGING = ("web", "live", "worker", "slow-worker", "relay")
MOLLIE_KEY = "test_" + "a" * 30
KILLED = (
    "valkey-server",
    "meilisearch",
    "postgres",
    "worker",
    "slow-worker",
    "relay",
    "live",
    "simulator",
    "nginx",
    "web",
)


@pytest.fixture(scope="module")
def up() -> Iterator[Running]:
    """One Hearthside without the demo."""
    folder = Path(tempfile.mkdtemp(prefix="hearth-up-"))
    folder.chmod(0o755)
    with running(folder / "data", "--empty") as started:
        yield started
    shutil.rmtree(folder)


def processes(up: Running) -> list[psutil.Process]:
    """Everything that it started."""
    return psutil.Process(up.process.pid).children(recursive=True)


def matching(candidates: Iterable[psutil.Process], predicate: Callable[[psutil.Process], bool]) -> list[psutil.Process]:
    """Return the processes that match; one that ends while it is asked does not."""
    found = []
    for process in candidates:
        with suppress(psutil.NoSuchProcess):
            if predicate(process):
                found.append(process)
    return found


def alive(those: list[psutil.Process]) -> list[psutil.Process]:
    """Which of these processes still run."""
    return matching(those, lambda one: one.is_running() and one.status() != psutil.STATUS_ZOMBIE)


def is_open_to_others(process: psutil.Process) -> bool:
    """Whether another machine could reach it."""
    listening = [one for one in process.net_connections("inet") if one.status == psutil.CONN_LISTEN]
    return any(one.laddr.ip != "127.0.0.1" for one in listening)


def status(up: Running, path: str) -> int:
    """The answer of the web server."""
    return ask("GET", up.url + path).status


def crash(up: Running, name: str) -> None:
    """Kill the service whose process has this name, and wait until it is said that it is back."""
    before = up.output
    [process] = matching(psutil.Process(up.process.pid).children(), lambda one: one.name() == name)
    process.kill()
    until(lambda: "died (signal 9), restarted in" in up.output[len(before) :])


@pytest.mark.spec("10.10")
def test_each_service_says_one_line(up: Running) -> None:
    lines = up.output.splitlines()
    for service in SERVICES:
        # A busy machine may say before that one is still starting.
        assert len([line for line in lines if line.startswith(f"{service} ") and " ready" in line]) == 1
    assert f"Hearthside answers on {up.url}" in up.output
    assert up.settings["HEARTH_MAILBOX_URL"] in up.output
    assert f"Payment simulator: {up.settings['HEARTH_SIMULATOR_URL']}" in up.output


def test_a_list_of_sites_imports_no_other_module(up: Running) -> None:
    assert loaded(["site", "list"], env={"HEARTH_DATA": str(up.data)}) == {"sqlalchemy"}


def test_health_and_readiness_answer(up: Running) -> None:
    assert status(up, "/healthz") == 200
    assert status(up, "/readyz") == 200
    assert ask("GET", up.settings["HEARTH_MAILBOX_URL"]).status == 200


def test_the_database_is_at_the_newest_version(up: Running) -> None:
    result = hearth("doctor", "--port", str(up.port), "--data", str(up.data))
    assert "migrations   well     newest version" in result.stdout
    for check in ("workers", "relay", "mail", "push", "payments", "companies"):
        assert f"{check:<13}well" in result.stdout
    assert f"port         well     {up.port} is ours" in result.stdout


@pytest.mark.spec("10.10")
def test_an_engine_that_is_behind_is_named_and_is_not_missing(up: Running) -> None:
    result = hearth("doctor", "--port", str(up.port), "--data", str(up.data), "--json")
    rows = {row["check"]: row for row in json.loads(result.stdout)}
    for check in ("database", "Redis", "nginx"):
        is_behind = " is behind: " in rows[check]["seen"]
        assert (rows[check]["is_well"], rows[check]["is_behind"]) == (True, is_behind)
        assert bool(rows[check]["mend"]) == is_behind


@pytest.mark.parametrize("name", KILLED)
def test_a_service_that_is_killed_comes_back_and_it_is_said(up: Running, name: str) -> None:
    crash(up, name)
    until(lambda: status(up, "/readyz") == 200)


def test_each_line_of_a_log_is_one_event(up: Running) -> None:
    """After starts, kills and returns; the server's own lines, too."""
    said = {name: (up.data / "logs" / f"{name}.log").read_text().splitlines() for name in LOGGING}
    assert [name for name in ("web", "live") if not said[name]] == []
    events = [json.loads(line) for lines in said.values() for line in lines]
    assert [event for event in events if not {"event", "level", "timestamp"} <= event.keys()] == []


@pytest.mark.spec("10.10")
def test_a_second_start_on_the_same_folder_is_refused(up: Running) -> None:
    result = hearth("up", "--port", str(up.port + 1), "--data", str(up.data), "--empty")
    assert result.returncode == 2
    assert result.stderr == (
        f"hearth: {up.data} is in use by process {up.process.pid}; stop it or choose another --data.\n"
    )
    assert status(up, "/readyz") == 200
    assert (up.data / "environment.json").exists()


@pytest.mark.spec("10.10")
def test_a_taken_port_is_refused(place: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        result = hearth("up", "--port", str(port), "--data", str(place / "data"), "--empty")
    assert result.returncode == 2
    assert result.stderr == (
        f"hearth: port {port} is in use by another program; stop it or choose another with --port.\n"
    )


@pytest.mark.parametrize(
    ("ops_host", "console"),
    [
        ("", "kind.localhost:8080"),
        ("staff.localhost", "staff.localhost:8080"),
        ("staff.localhost:81", "staff.localhost:81"),
    ],
)
def test_the_logins_of_the_demo_are_named_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ops_host: str, console: str
) -> None:
    login = {"email": "mo@example.org", "password": "p", "who": "Mo", "address": "http://kind.localhost"}
    logins = [login, {**login, "address": "http://kind.localhost/ops"}]
    (tmp_path / "demo-logins.json").write_text(json.dumps(logins))
    stack: Any = SimpleNamespace(port=8080, folder=SimpleNamespace(path=tmp_path))
    welcome(stack, {"HEARTH_MAILBOX_URL": "", "HEARTH_OPS_HOST": ops_host})
    said = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "mo@example.org" in line]
    assert said == ["http://kind.localhost:8080", f"http://{console}/ops"]


@pytest.mark.spec("10.10")
def test_however_it_ends_nothing_is_left_and_the_next_start_finds_all(up: Running) -> None:
    """Ctrl-C, a signal and a crash, one after the other; then the operator names a provider of payments."""
    kept: dict[str, str] = {}
    with prepared.copied(members=0) as data:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with running(data, "--empty") as started:
                own = processes(started)
                # The port is the only thing that was not asked to stay.
                its_own = {
                    "HEARTH_PUBLIC_PORT": str(started.port),
                    "HEARTH_NOTICE_URL": f"http://127.0.0.1:{started.port}",
                }
                assert started.settings == {**(kept or started.settings), **its_own}
                kept = started.settings
                assert status(started, "/readyz") == status(up, "/readyz") == 200
                assert started.stop(number) == (-number if number == signal.SIGKILL else 0)
            if number == signal.SIGKILL:
                until(lambda own=own: not alive(own))
            else:
                assert started.output.endswith("stopped\n")
                assert not alive(own)
            assert status(up, "/readyz") == 200
        with running(data, "--empty", settings={"HEARTH_MOLLIE_KEY": MOLLIE_KEY}) as last:
            with psycopg.connect(last.settings["HEARTH_DATABASE_URL"]) as connection:
                assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
            assert last.settings["HEARTH_DATABASE_URL"].split("@")[0] == kept["HEARTH_DATABASE_URL"].split("@")[0]
            assert status(last, "/readyz") == 200
            assert "simulat" not in last.output
            assert last.settings["HEARTH_MOLLIE_KEY"] == MOLLIE_KEY
            assert "HEARTH_MOLLIE_URL" not in last.settings


def test_children_keep_to_this_machine(up: Running) -> None:
    assert matching(processes(up), is_open_to_others) == []
    assert os.stat(up.data / "secret.key").st_mode & 0o077 == 0


def test_a_process_that_ends_while_it_is_asked_is_passed_over() -> None:
    def outlives_the_question(process: psutil.Process) -> bool:
        process.terminate()
        process.wait()
        return process.status() == psutil.STATUS_SLEEPING

    with psutil.Popen(["sleep", "60"]) as process:
        assert matching([process], outlives_the_question) == []
