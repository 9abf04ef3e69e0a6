"""The command itself: it says what it can do, and refuses in one line."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.main import COMMANDS, main
from cli.paths import ROOT
from tests.running import hearth


@pytest.mark.spec("10.10")
def test_help_names_every_command() -> None:
    result = hearth("--help")
    assert result.returncode == 0
    assert all(f"  {name} " in result.stdout for name in COMMANDS)


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    command = main.get_command(main.make_context("hearth", [name]), name)
    assert command is not None
    assert re.search(rf"\n *hearth {name}\b", (command.help or "").partition("Examples:")[2])


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "No such command 'nonsense'. See `hearth --help`."),
        (["up", "--prot", "1"], "No such option: --prot"),
        (["up", "--port", "70000"], "Invalid value for '--port'"),
        (["test", "nonsense"], "there is no part nonsense; the parts are arch, py"),
        (["test", "-k", "ledger"], "name the one part that -k is for"),
        (["db", "--data", "nowhere", "check"], "nothing runs on nowhere; start it with `hearth up`"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    result = hearth(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hearth: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_engine_that_does_not_answer_is_one_line(place: Path) -> None:
    env = {**os.environ, "HEARTH_DATABASE_URL": "postgresql://hearth@127.0.0.1:9/hearth"}
    result = subprocess.run([ROOT / "hearth", "db", "check"], env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("hearth: PostgreSQL did not answer (")
    assert result.stderr.count("\n") == 1


def test_it_runs_from_anywhere_and_through_a_link(place: Path) -> None:
    (place / "link").symlink_to(ROOT / "hearth")
    result = subprocess.run([place / "link", "--help"], cwd=place, capture_output=True, text=True, check=False)
    assert result.stdout.startswith("Usage: hearth")


def test_without_python_it_says_so(place: Path) -> None:
    for name in ("hearth", "requirements.lock"):
        shutil.copy(ROOT / name, place / name)
    tools = place / "bin"
    tools.mkdir()
    for tool in ("sh", "dirname", "readlink", "cmp", "mkdir"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    result = subprocess.run([place / "hearth"], env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == (
        "hearth: Python 3.11 or newer is needed and was not found; install it and run this again.\n"
    )


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [("this_machine", 0, "1 passed, 0 failed"), ("nowhere", 1, "0 passed, 1 failed")],
    ids=["one", "none"],
)
def test_a_suite_in_which_nothing_ran_has_failed(words: str, code: int, line: str) -> None:
    # This very file is left out, so that the inner run can never come back here.
    result = hearth("test", "cli", "--ignore=tests/cli/test_hearth.py", "-k", words, timeout=120)
    assert result.returncode == code
    assert f"== cli: pytest -q --reruns 1 -rR tests/cli --ignore=tests/cli/test_hearth.py -k {words}" in result.stdout
    assert result.stdout.splitlines()[-1] == line
