"""The command itself: it says what it can do, and refuses in one line."""

import inspect
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from cli import openapi
from cli.backup.command import backup, restore
from cli.main import COMMANDS, main
from cli.paths import ROOT
from tests.running import hearth, told


@pytest.mark.spec("10.10")
def test_help_names_every_command() -> None:
    result = told("--help")
    assert result.returncode == 0
    assert all(f"  {name} " in result.stdout for name in COMMANDS)


# What answers with things, and so answers programs, too: what there is, or what was made or became of it.
TELLING = {"list", "show", "values", "bounces", "bundles", "foreign", "sources"}
MAKING = {"create", "give", "grant", "take", "sync"}
# What answers with a finding does, too (below); but not these, whose finding is no answer to a program.
FINDS_FOR_PEOPLE = {
    "hearth test": "what the suites say",
    "hearth engines": "what the program says that it runs",
    "hearth openapi": "names the files of the checkout to commit",
    "hearth ops generate": "the same",
    "hearth screens": "pictures, and a report beside them",
    "hearth mail pictures": "pictures, and what is wrong with each",
}


def leaves(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield (path, command) of everything that a command can be told to do."""
    below: dict[str, click.Command] = getattr(command, "commands", {})
    for name, one in below.items():
        yield from leaves(one, f"{path} {name}")
    if not below:
        yield path, command


def options(command: click.Command) -> set[str]:
    return {word for one in command.params for word in one.opts}


def finds(command: click.Command) -> bool:
    """Say whether a command may end with exit code 1, by what it is written in."""
    return any(re.search(r"\bCheckFailed\(|\bsys\.exit\(", written) for written in sources(command.callback, set()))


def sources(function: Any, seen: set[Any]) -> Iterator[str]:
    """Yield what a function is written in, and those of its file that it calls."""
    function = inspect.unwrap(function)
    seen.add(function)
    yield inspect.getsource(function)
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if inspect.isfunction(called) and called.__module__ == function.__module__ and called not in seen:
            yield from sources(called, seen)


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    command = main.get_command(main.make_context("hearth", [name]), name)
    assert command is not None
    assert re.search(rf"\n *hearth {name}\b", (command.help or "").partition("Examples:")[2])
    for path, leaf in leaves(command, f"hearth {name}"):
        examples = f"{leaf.help}\n{leaf.epilog}".partition("Examples:")[2]
        assert re.search(rf"\n *{path}\b", examples), f"{path} shows no example of its own"
        is_asked = path.split()[-1] in TELLING | MAKING or (finds(leaf) and path not in FINDS_FOR_PEOPLE)
        assert "--json" in options(leaf) or not is_asked, f"{path} answers no program"


@pytest.mark.spec("10.10")
def test_what_finds_something_is_known_by_what_it_is_written_in() -> None:
    found = set()
    for name in COMMANDS:
        command = main.get_command(main.make_context("hearth", [name]), name)
        assert command is not None
        found |= {path for path, leaf in leaves(command, f"hearth {name}") if finds(leaf)}
    assert found >= {*FINDS_FOR_PEOPLE, "hearth doctor", "hearth db check", "hearth keys reseal", "hearth push test"}


@pytest.mark.spec("10.10")
def test_every_command_shows_its_help_where_nothing_runs(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.instance.DATA", place)
    refused = {}
    for name in COMMANDS:
        command = main.get_command(main.make_context("hearth", [name]), name)
        assert command is not None
        for path, _ in leaves(command, name):
            result = told(*path.split(), "--help")
            if result.returncode or not result.stdout.startswith(f"Usage: hearth {path} "):
                refused[path] = result.stderr
    assert refused == {}


@pytest.mark.spec("10.10")
def test_a_migration_is_written_where_nothing_runs(place: Path) -> None:
    result = hearth("db", "revision", "-m", "Add x", settings={"HEARTH_DATA": str(place)})
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("hearth: the migrations already make all that the models and the SQL files declare")


@pytest.mark.spec("10.10")
def test_packages_are_installed_before_types_are_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(openapi, "ensure_packages", done.append)
    monkeypatch.setattr(openapi, "node_script", lambda script, _folder: done.append(script))
    openapi._generate_types()
    assert done == ["member-web", "api:generate", "api:generate-console"]


# What only reads or adds, is undone by another command, waits for a second person, or is said with an id and a sum.
AT_ONCE = {
    "": "up dev test doctor build engines openapi backup bench screens mailbox simulator",
    "db": "check revision",
    "site": "list show create",
    "site company": "list create set",
    "page": "list show set values",
    "member": "list show create confirm sessions export reactivate unban",
    "erase": "list verify",
    "invitation": "list",
    "lander": "list set bounces",
    "credits": "show",
    "shop": "bundles set",
    "discount": "list give",
    "order": "list show sync refunds reject foreign explain",
    "complaint": "list show",
    "direct-debit batch": "list show export",
    "direct-debit": "refunds block unblock",
    "ledger": "audit settlements explain",
    "icebreaker": "list add",
    "figures": "show",
    "jobs": "list run",
    "outbox": "list",
    "search": "reindex verify",
    "mail": "list test dkim pictures",
    "push": "keys test",
    "photos": "list refuse",
    "staff": "list create roles languages enable",
    "audit": "list",
    "ops": "generate",
    "words": "check new sample sheet take",
    "demo": "fill code",
}


@pytest.mark.spec("10.10")
def test_what_cannot_be_taken_back_asks_and_what_changes_much_can_be_tried() -> None:
    asks: set[str] = set()
    at_once: set[str] = set()
    for name in COMMANDS:
        command = main.get_command(main.make_context("hearth", [name]), name)
        assert command is not None
        for path, leaf in leaves(command, name):
            (asks if options(leaf) & {"--yes", "--dry-run"} else at_once).add(path)
    assert at_once == {f"{group} {leaf}".strip() for group, them in AT_ONCE.items() for leaf in them.split()}
    assert {"member erase", "credits take", "direct-debit batch release", "order reconcile"} <= asks


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "No such command 'nonsense'. See `hearth --help`."),
        (["up", "--prot", "1"], "No such option: --prot"),
        (["up", "--port", "70000"], "Invalid value for '--port'"),
        (["test", "nonsense"], "there is no part nonsense; choose from arch, py"),
        (["test", "-k", "ledger"], "name the one part that -k is for"),
        (["test", "tests/cli/test_hearth.py"], "name the one part that tests/cli/test_hearth.py is of"),
        (["test", "py", "tests/nowhere.py"], "there is no tests/nowhere.py."),
        (["mail", "dkim", "../../x", "--folder", "keys"], "'../../x' is not a domain, such as evergreen.example"),
        (["order", "reconcile", "--since", "0001-01-01"], "'0001-01-01' is not between 1900 and 2200"),
        (["db", "--data", "nowhere", "check"], "nothing runs on nowhere; start it with `hearth up`"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    result = told(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hearth: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_engine_that_does_not_answer_is_one_line(place: Path) -> None:
    env = {**os.environ, "HEARTH_DATABASE_URL": "postgresql://hearth@127.0.0.1:9/hearth"}
    result = subprocess.run([ROOT / "hearth", "db", "check"], env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("hearth: PostgreSQL did not respond (")
    assert result.stderr.count("\n") == 1


def test_it_runs_from_anywhere_and_through_a_link(place: Path) -> None:
    (place / "link").symlink_to(ROOT / "hearth")
    result = subprocess.run([place / "link", "--help"], cwd=place, capture_output=True, text=True, check=False)
    assert result.stdout.startswith("Usage: hearth")


def test_without_python_it_says_so(place: Path) -> None:
    shutil.copy(ROOT / "requirements.lock", place / "requirements.lock")
    script = (ROOT / "hearth").read_text()
    (place / "hearth").write_text(script.replace("/usr/bin/python3", f"{place}/no-system/python3"))
    (place / "hearth").chmod(0o755)
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
    [("docs_say_the_same", 0, "1 passed, 0 failed"), ("nowhere", 1, "0 passed, 1 failed")],
    ids=["one", "none"],
)
def test_a_suite_in_which_nothing_ran_has_failed(words: str, code: int, line: str, tmp_path: Path) -> None:
    # This very file is left out, so that the inner run can never come back here.
    arguments = ("cli", "--ignore=tests/cli/test_hearth.py", "-k", words, "-n", "0")
    result = hearth("test", "--data", str(tmp_path), *arguments, timeout=120)
    assert result.returncode == code
    assert f"tests/cli --ignore=tests/cli/test_hearth.py -k {words}" in result.stdout
    assert result.stdout.splitlines()[-1] == line


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("command", [backup, restore], ids=["backup", "restore"])
def test_backups_are_made_of_and_put_into_the_installation_that_is_meant(
    command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HEARTH_DATA names the installation for every command; --data comes before it."""
    file = tmp_path / "monday.backup"
    file.touch()
    monkeypatch.setenv("HEARTH_DATA", str(tmp_path / "meant"))
    assert command.make_context("hearth", [str(file)]).params["data"] == tmp_path / "meant"
    said = ["--data", str(tmp_path / "other"), str(file)]
    assert command.make_context("hearth", said).params["data"] == tmp_path / "other"
