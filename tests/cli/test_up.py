"""`hearth up` as a person uses it: one command starts everything, one signal stops it, and nothing is left over."""

import json
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import psycopg
import pytest
import urllib3

from cli.up import welcome
from tests.cli.test_supervisor import until
from tests.running import Running, hearth, own_environment, running

SERVICES = ("postgres", "redis", "meilisearch", "mailbox", "simulator", "web", "live", "worker", "relay")
MOLLIE_KEY = "test_" + "a" * 30
KILLED = [
    ("valkey-server",),
    ("meilisearch",),
    ("postgres", "-D"),
    ("app.worker", "worker"),
    ("app.worker", "relay"),
    ("granian", "asgi"),
    ("cli", "simulator"),
]


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


def status(up: Running, path: str) -> int:
    """The answer of the web server."""
    return urllib3.request("GET", up.url + path, retries=False).status


def crash(up: Running, *words: str) -> None:
    """Kill the process whose command line holds these words, and wait until it is said that it is back."""
    before = up.output
    [process, *_] = [found for found in processes(up) if all(word in " ".join(found.cmdline()) for word in words)]
    process.kill()
    until(lambda: "died (signal 9), restarted in" in up.output[len(before) :], seconds=30)


@pytest.mark.spec("10.10")
def test_each_service_says_one_line(up: Running) -> None:
    lines = up.output.splitlines()
    for service in SERVICES:
        # A busy machine may say before that one is still starting.
        assert len([line for line in lines if line.startswith(f"{service} ") and " ready" in line]) == 1
    assert f"Hearthside answers on {up.url}" in up.output
    assert up.settings["HEARTH_MAILBOX_URL"] in up.output
    assert f"Payments are simulated on {up.settings['HEARTH_SIMULATOR_URL']}" in up.output


def test_health_and_readiness_answer(up: Running) -> None:
    assert status(up, "/healthz") == 200
    assert status(up, "/readyz") == 200
    assert urllib3.request("GET", up.settings["HEARTH_MAILBOX_URL"]).status == 200


def test_the_database_is_at_the_newest_version(up: Running) -> None:
    result = hearth("doctor", "--port", str(up.port), "--data", str(up.data))
    assert "migrations   well     newest version" in result.stdout
    assert f"port         well     {up.port} is ours" in result.stdout


@pytest.mark.parametrize("words", KILLED)
def test_a_service_that_is_killed_comes_back_and_it_is_said(up: Running, words: tuple[str, ...]) -> None:
    crash(up, *words)
    until(lambda: status(up, "/readyz") == 200, seconds=30)


def test_a_killed_web_server_comes_back(up: Running) -> None:
    crash(up, "granian")
    assert status(up, "/readyz") == 200


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


@pytest.mark.spec("10.10")
def test_where_the_operator_names_a_provider_nothing_is_simulated(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.running.own_environment", lambda: {**own_environment(), "HEARTH_MOLLIE_KEY": MOLLIE_KEY})
    with running(place / "data", "--empty") as started:
        assert status(started, "/readyz") == 200
        assert "simulat" not in started.output
        assert started.settings["HEARTH_MOLLIE_KEY"] == MOLLIE_KEY
        assert "HEARTH_MOLLIE_URL" not in started.settings


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_and_a_second_start_finds_all(
    up: Running, place: Path, number: signal.Signals
) -> None:
    with running(place / "data", "--empty") as first:
        own, settings = processes(first), first.settings
        assert status(first, "/readyz") == status(up, "/readyz") == 200
        assert first.stop(number) == 0
    assert first.output.endswith("stopped\n")
    assert not [process for process in own if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]
    assert status(up, "/readyz") == 200
    with running(place / "data", "--empty") as second:
        # The port is the only thing that was not asked to stay.
        its_own = {"HEARTH_PUBLIC_PORT": str(second.port), "HEARTH_NOTICE_URL": f"http://127.0.0.1:{second.port}"}
        assert second.settings == {**settings, **its_own}


def test_nothing_outlives_a_killed_hearth_and_its_folder_stays_usable(place: Path) -> None:
    with running(place / "data", "--empty") as first:
        own = processes(first)
        first.process.kill()
        first.process.wait()
        database = first.settings["HEARTH_DATABASE_URL"]
    with running(place / "data", "--empty") as second:
        with psycopg.connect(second.settings["HEARTH_DATABASE_URL"]) as connection:
            assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        assert second.settings["HEARTH_DATABASE_URL"].split("@")[0] == database.split("@")[0]
    until(lambda: not [left for left in own if left.is_running() and left.status() != psutil.STATUS_ZOMBIE])


def test_children_keep_to_this_machine(up: Running) -> None:
    for process in processes(up):
        for connection in process.net_connections("inet"):
            if connection.status == psutil.CONN_LISTEN:
                assert connection.laddr.ip == "127.0.0.1", process.cmdline()
    assert os.stat(up.data / "secret.key").st_mode & 0o077 == 0
