"""How commands end: what `hearth --help` and docs/daily-work.md say of exit codes is what happens."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli import main as command_line
from cli.errors import EXIT_CODES
from cli.main import COMMANDS
from cli.paths import ROOT
from tests.running import hearth, own_environment, told

NEW = ("member", "create", "--site", "hearthside", "--email", "robin@example.org", "--name", "Robin")


def test_the_help_and_the_docs_say_the_same() -> None:
    said = " ".join(told("--help").stdout.split())
    written = " ".join((ROOT / "docs/daily-work.md").read_text(encoding="utf-8").split())
    for code, meaning in EXIT_CODES.items():
        assert f"{code} {meaning}" in said
        assert f"| {code} | {meaning} |" in written


@pytest.mark.spec("10.10")
def test_what_is_done_ends_with_0_and_what_is_refused_with_2() -> None:
    assert hearth("site", "--help").returncode == 0
    refused = hearth("site", "nonsense")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


@pytest.mark.spec("10.10")
def test_a_check_that_finds_something_ends_with_1(place: Path) -> None:
    env = {**own_environment(), "HEARTH_DATABASE_URL": "postgresql://hearth@127.0.0.1:9/hearth"}
    found = subprocess.run(
        [ROOT / "hearth", "doctor", "--data", place], env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == 1, found.stdout
    assert "to fix" in found.stdout
    told = subprocess.run(
        [ROOT / "hearth", "doctor", "--data", place, "--json"], env=env, capture_output=True, text=True, check=False
    )
    checks = {one["check"]: one for one in json.loads(told.stdout)}
    assert told.returncode == 1
    assert (checks["Python"]["is_well"], checks["Python"]["mend"]) == (True, None)
    assert checks["database"]["is_well"] is False
    assert checks["database"]["mend"] == "start everything with `./hearth up`"


@pytest.mark.spec("10.10")
def test_what_differs_ends_with_1_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.console.definitions.drift", lambda *_: ["messages.gen.ts"])
    monkeypatch.setattr(sys, "argv", ["hearth", "ops", "generate", "--check"])
    with pytest.raises(SystemExit) as ended:
        command_line.run()
    assert ended.value.code == 1
    assert capfd.readouterr().err.splitlines() == [
        "hearth: messages.gen.ts differ from the declarations; run `hearth ops generate`."
    ]


@pytest.mark.spec("10.10")
def test_a_question_that_nobody_answers_ends_with_130() -> None:
    command = [str(ROOT / "hearth"), *NEW, "--born", "1985-05-17"]
    ended = subprocess.run(
        command, env=own_environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 130, ended.stderr


# For who develops the installation, or starts it.
TOOLS = {
    "up",
    "dev",
    "test",
    "build",
    "engines",
    "openapi",
    "ops",
    "bench",
    "demo",
    "screens",
    "words",
    "mailbox",
    "simulator",
}


def test_the_docs_name_every_subject_of_daily_work() -> None:
    written = (ROOT / "docs/daily-work.md").read_text(encoding="utf-8")
    assert [name for name in set(COMMANDS) - TOOLS if not re.search(rf"\bhearth {name}\b", written)] == []
