"""The examples of the help texts can be typed on the demo as they stand there."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import click
import pytest

from cli.dev.demo.sites import TEXTS
from cli.main import COMMANDS, main

KEYS = set(json.loads(TEXTS.read_text(encoding="utf-8")))
# A site that is made has another key than those that are there.
MAKES = "hearth site create"
# What a reader has instead of an id that is cut short.
SHORT = re.compile(r"\b[0-9a-f]{4}\.\.\.")
SOME_ID = str(UUID(int=1))


def below(command: click.Command) -> dict[str, click.Command]:
    found: dict[str, click.Command] = getattr(command, "commands", {})
    return found


def helps(command: click.Command) -> Iterator[str]:
    """Yield the help texts of a command and of all below it."""
    yield f"{command.help}\n{command.epilog}"
    for one in below(command).values():
        yield from helps(one)


def examples(subjects: dict[str, click.Command]) -> Iterator[str]:
    """Yield every example as one line."""
    for text in (text for command in subjects.values() for text in helps(command)):
        for line in re.sub(r"\\\n *", "", text).splitlines():
            if line.strip().startswith("hearth "):
                yield line.strip()


def sites_in(line: str, subjects: dict[str, click.Command]) -> tuple[str, set[str]]:
    """Return which command an example is of, and the sites that it names, as an option or as an argument."""
    # After two spaces comes a remark.
    words = shlex.split(SHORT.sub(SOME_ID, line.split("  ")[0]))[1:]
    path, command, commands = "hearth", click.Command("hearth"), subjects
    while words and words[0] in commands:
        path, command = f"{path} {words[0]}", commands[words.pop(0)]
        commands = below(command)
    try:
        given = command.make_context(path, words).params
    except click.UsageError as refused:
        pytest.fail(f"{line}: {refused.format_message()}")
    return path, {given[one.name] for one in command.params if one.name and is_site(one) and given[one.name]}


def is_site(param: click.Parameter) -> bool:
    return "--site" in param.opts or (isinstance(param, click.Argument) and param.name in ("site", "key"))


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give what a reader has: the files that are named, and answers to questions."""
    for kind in (click.Path, click.File):
        monkeypatch.setattr(kind, "convert", lambda _self, value, _param, _context: Path(value))
    monkeypatch.setattr(click.Option, "prompt_for_value", lambda _self, _context: "what they think of")


@pytest.mark.spec("10.10")
def test_every_example_can_be_typed_and_names_sites_of_the_demo() -> None:
    subjects = {name: main.get_command(main.make_context("hearth", [name]), name) for name in COMMANDS}
    known = {name: command for name, command in subjects.items() if command is not None}
    named: dict[str, set[str]] = {}
    for line in examples(known):
        path, sites = sites_in(line, known)
        named.setdefault(path, set()).update(sites)
    assert named.pop(MAKES) == {"warm"}
    strange = {path: sites - KEYS for path, sites in named.items() if sites - KEYS}
    assert strange == {}
    assert named["hearth member list"] == {"hearthside"}, "options are read"
    assert named["hearth page set"] == {"evergreen"}, "and so are arguments"
