"""The test command: parts run side by side, what they take is shown, and what passed is remembered."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.dev.suites import command, passed, running
from cli.dev.suites.parts import PARTS, PYTEST, SIDE_BY_SIDE, Part
from cli.dev.suites.report import failures, report, status
from cli.dev.suites.running import Result, Task
from cli.paths import HEARTH, ROOT


def part(name: str, *scripts: str) -> Part:
    """A part that runs small Python programs."""
    return Part(name, f"the part {name}", [[sys.executable, "-c", script] for script in scripts])


def tasks(*parts: Part) -> list[Task]:
    return [Task(one, one.commands) for one in parts]


def run(folder: Path, *parts: Part) -> dict[str, Result]:
    results = running.run(tasks(*parts), {}, folder / "logs")
    return {one.task.part.name: one for one in results}


def test_two_parts_run_at_once_and_each_shows_its_output_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Each waits for the file that the other writes, so one after the other would never end.
    meet = "import pathlib, time\nown, other = map(pathlib.Path, {!r})\nown.touch()\n"
    meet += "while not other.exists(): time.sleep(0.01)"
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    results = run(tmp_path, part("a", meet.format((one, two)), "print('a1\\na2')"), part("b", meet.format((two, one))))
    assert {name: result.problem for name, result in results.items()} == {"a": "", "b": ""}
    assert "\na1\na2\na: passed" in capsys.readouterr().out


def test_what_fails_is_named_and_the_commands_behind_it_still_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    result = run(tmp_path, part("a", "raise SystemExit(3)", "print('still here')"))["a"]
    assert result.problem == "`python -c raise SystemExit(3)` ended with exit code 3".replace(
        "python", Path(sys.executable).name
    )
    assert "still here" in capfd.readouterr().out


def test_processor_seconds_are_those_of_the_part_and_its_children(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    results = run(tmp_path, part("busy", child), part("idle", "pass"))
    assert results["busy"].processor >= 0.3
    assert results["busy"].processor > results["idle"].processor


def test_programs_find_our_node_first(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, part("a", "import shutil; print(shutil.which('node'))"))
    assert str(HEARTH / "node/node") in capfd.readouterr().out


def test_a_part_is_narrowed_to_files(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Task] = []

    def note(tasks: list[Task], *_: object) -> list[Result]:
        ran.extend(tasks)
        return [Result(task) for task in tasks]

    monkeypatch.setattr(running, "run", note)
    monkeypatch.setattr(passed, "note", lambda *_, **__: pytest.fail("a part of a part is no pass"))
    for words in (["cli", "tests/cli/test_ports.py::test_a", "-x"], ["web", "src/lib/badge.test.ts"]):
        CliRunner().invoke(command.test, words, catch_exceptions=False)
    pytest_command, (*_, packages), npm = [one for task in ran for one in task.commands]
    assert [word for word in pytest_command if word.startswith(("tests", "-x"))] == [
        "tests/cli/test_ports.py::test_a",
        "-x",
    ]
    assert packages == "member-web"
    assert npm == ["npm", "--prefix", "member-web", "run", "test", "--", "src/lib/badge.test.ts"]


def test_a_stop_ends_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = tmp_path / "started"
    forever = f"import os, pathlib, time; pathlib.Path({str(started)!r}).write_text(str(os.getpid())); time.sleep(600)"

    def look(_seconds: float) -> None:
        if started.exists() and started.read_text():
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", look)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, part("a", forever))
    assert not Path(f"/proc/{started.read_text()}").exists()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout with two modules, their tests, and no pass on record."""
    for name in (
        "pyproject.toml",
        "docs/page.md",
        "modules/billing/api.py",
        "modules/messaging/api.py",
        "tests/billing/test_orders.py",
        "tests/journeys/test_money.py",
        "tests/conftest.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("first")
    real = (ROOT / "pyproject.toml").read_text()
    (tmp_path / "pyproject.toml").write_text(real)
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    monkeypatch.setattr(passed, "PASSED", tmp_path / ".hearth/passed.json")
    monkeypatch.setattr(passed, "WHOLE_PASSED", tmp_path / ".hearth/whole-passed")
    (tmp_path / ".gitignore").write_text(".hearth\n")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "First"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def pass_all(checkout: Path, *, is_everything: bool = True) -> str:
    tree = passed.tree_of_files()
    passed.note([Result(task) for task in tasks(*PARTS)], tree, is_everything=is_everything)
    return tree


def still_to_run(name: str) -> list[str] | None:
    """The tests that --changed would run of a part; None where it would run nothing."""
    [named] = [one for one in PARTS if one.name == name]
    task = passed.changed_task(named, passed.tree_of_files(), passed.read())
    return None if task is None else [word for word in task.commands[-1] if word.startswith("tests")]


def test_what_never_passed_runs_whole(checkout: Path) -> None:
    assert still_to_run("e2e") == ["tests/journeys"]


def test_nothing_runs_again_while_its_files_are_the_same(checkout: Path) -> None:
    pass_all(checkout)
    assert [still_to_run(one.name) for one in PARTS] == [None] * len(PARTS)
    (checkout / "docs/page.md").write_text("second")
    assert still_to_run("py") is None
    assert still_to_run("arch") == ["tests/architecture"]


def test_a_changed_test_runs_alone_and_only_in_its_part(checkout: Path) -> None:
    pass_all(checkout)
    (checkout / "tests/billing/test_orders.py").write_text("second")
    assert still_to_run("py") == ["tests/billing/test_orders.py"]
    pass_all(checkout)
    (checkout / "tests/journeys/test_money.py").write_text("second")
    assert still_to_run("e2e") == ["tests/journeys/test_money.py"]
    assert still_to_run("py") is None


def test_a_changed_module_runs_its_tests_and_those_of_the_modules_above(checkout: Path) -> None:
    pass_all(checkout)
    (checkout / "modules/billing/api.py").write_text("second")
    found = still_to_run("py") or []
    assert {"tests/billing", "tests/messaging", "tests/notifications", "tests/security"} <= set(found)
    assert not {"tests/accounts", "tests/sites"} & set(found)
    assert still_to_run("e2e") == ["tests/journeys"]


def test_what_every_test_stands_on_runs_all_of_them(checkout: Path) -> None:
    pass_all(checkout)
    (checkout / "tests/conftest.py").write_text("second")
    assert still_to_run("py") == ["tests"]


def test_a_whole_run_is_noted_with_its_tree(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert passed.is_clean()
    tree = pass_all(checkout)
    assert (checkout / ".hearth/whole-passed").read_text().split()[0] == tree
    status(PARTS, tree, passed.read())
    said = capsys.readouterr().out
    assert tree in said
    assert "never passed" not in said
    (checkout / "docs/page.md").write_text("second")
    assert not passed.is_clean()
    status(PARTS, passed.tree_of_files(), passed.read())
    assert f"passed for tree {tree[:12]}" in capsys.readouterr().out


def test_without_git_everything_runs_and_nothing_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    monkeypatch.setattr(passed, "PASSED", tmp_path / "passed.json")
    monkeypatch.setattr(command, "PARTS", (part("tiny", "pass"),))
    done = CliRunner().invoke(command.test, ["--data", str(tmp_path)])
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert not passed.PASSED.exists()
    asked = CliRunner().invoke(command.test, ["--changed"])
    assert "compare files by git" in asked.output


def test_a_run_with_a_failure_is_no_whole_run(checkout: Path) -> None:
    results = [Result(task) for task in tasks(*PARTS)]
    results[0].problem = "`pytest` ended with exit code 1"
    passed.note(results, passed.tree_of_files(), is_everything=True)
    assert not (checkout / ".hearth/whole-passed").exists()
    assert [one.part for one in passed.read()] == [one.name for one in PARTS[1:]]


def test_the_end_shows_each_part_and_the_slowest_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "py-0.xml").write_text(
        '<testsuites><testsuite><testcase file="tests/a.py" name="test_a" time="1.5"><properties>'
        '<property name="processor" value="0.25"/></properties></testcase>'
        '<testcase file="tests/a.py" name="test_b" time="2"><failure message="no"/></testcase></testsuite></testsuites>'
    )
    [good, bad] = [Result(task, wall=3, processor=2) for task in tasks(part("good"), part("bad"))]
    bad.problem, bad.log = "`pytest` ended with exit code 1", tmp_path / "bad.log"
    named = ["FAILED tests/a.py::test_b - no", " FAIL  src/a.test.ts > opens", "Error: no", "--- test: RED after 9 s"]
    bad.log.write_text("\n".join(["collecting", *named[:1], "\x1b[31m" + named[1] + "\x1b[0m", *named[2:], "the end"]))
    assert report([good, bad], [], 4.0, tmp_path) == 1
    said = capsys.readouterr().out
    assert [line.split() for line in said.splitlines() if line.startswith("tests/a.py")] == [
        ["tests/a.py", "3.5", "0.2"]
    ]
    assert said.splitlines()[-len(named) - 3 :] == [
        f"What failed in bad; the whole log: {bad.log}",
        *named,
        "",
        "1 passed, 1 failed",
    ]
    assert failures(tmp_path / "py-0.xml") == ["tests/a.py::test_b"]


@pytest.mark.parametrize(("words", "code"), [("this_machine", 0), ("nowhere", 1)], ids=["passes", "fails"])
def test_a_part_is_repeated_and_each_failure_names_its_seed(
    words: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = Part("tiny", "one test", [[*PYTEST, "tests/cli/test_no_internet.py", "-k", words]])
    monkeypatch.setattr(command, "PARTS", (tiny,))
    result = CliRunner().invoke(command.test, ["tiny", "--again", "1", "--data", str(tmp_path)])
    assert result.exit_code == code, result.output
    assert bool(re.search(r"^seed \d+: ", result.output, re.MULTILINE)) is bool(code)
    assert result.output.splitlines()[-1] == ("0 passed, 1 failed" if code else "1 passed, 0 failed")


def test_tests_of_one_group_run_in_one_worker(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_grouped.py").write_text(
        "import os, pathlib, pytest\n"
        "@pytest.mark.xdist_group('together')\n"
        "@pytest.mark.parametrize('number', range(6))\n"
        "def test_note(number):\n"
        "    pathlib.Path(f'{number}.txt').write_text(os.environ['PYTEST_XDIST_WORKER'])\n"
    )
    subprocess.run([*SIDE_BY_SIDE, "-p", "no:cacheprovider"], cwd=tmp_path, check=True, capture_output=True)
    workers = [path.read_text() for path in tmp_path.glob("*.txt")]
    assert len(workers) == 6
    assert len(set(workers)) == 1
