"""Whatever is given to a command, it answers or refuses in one line; nothing ends in a traceback."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import click
import pytest

from cli import instance
from cli import main as command_line
from modules.sites.contracts import Site
from tests.cli.test_hearth import leaves
from tests.fixture_types import MakeMember

# What works on a running installation; the rest starts processes, builds files or reads a folder.
SUBJECTS = [
    *("site", "page", "member", "erase", "invitation", "lander", "credits", "shop", "discount", "order"),
    *("complaint", "audit"),
    *("direct-debit", "ledger", "icebreaker", "figures", "jobs", "outbox", "search", "mail", "push", "photos", "staff"),
]
# These start a browser, or ask another server.
NOT_HERE = {"mail pictures", "push test", "order sync", "search reindex"}
HUGE = "99999999999999999999"
NO_TEXT = "\udcff@x.example"  # what Python makes of a byte that is no UTF-8


def nobody_types(_prompt: str) -> str:
    raise EOFError


def extremes(parameter: click.Parameter) -> list[str]:
    """Return values for a parameter that nobody means."""
    if isinstance(parameter.type, click.types.IntParamType | click.types.IntRange):
        return [HUGE, f"-{HUGE}", str(2**31 - 1)]
    if isinstance(parameter.type, click.DateTime):
        return ["0001-01-01", "9999-12-31"]
    return [NO_TEXT, HUGE, "../../x"] if isinstance(parameter.type, click.types.StringParamType) else []


def plausible(parameter: click.Parameter, site: Site, member: Any, file: Path) -> str:
    """Return a value for a parameter that somebody could mean."""
    kind = parameter.type
    if isinstance(kind, click.Choice):
        return str(kind.choices[0])
    if isinstance(kind, click.DateTime):
        return "2026-11-24"
    if isinstance(kind, click.Path):
        return str(file)
    if isinstance(kind, click.types.UUIDParameterType):
        return str(uuid4())
    if isinstance(kind, click.types.IntParamType | click.types.IntRange):
        return "1"
    named = {"site": site.key, "key": site.key, "member": member.email, "who": member.email, "country": "NL"}
    return named.get(parameter.name or "", "evergreen")


def spelled(parameter: click.Parameter, value: str) -> list[str]:
    return [max(parameter.opts, key=len), value] if isinstance(parameter, click.Option) else [value]


def calls(path: str, leaf: click.Command, **known: Any) -> Iterator[list[str]]:
    """Yield the words of calls of a command, of which each has one value that nobody means."""
    takes = [one for one in leaf.params if not getattr(one, "is_flag", False)]
    for odd in takes:
        for value in extremes(odd):
            options: list[str] = []
            rest: list[str] = []
            for one in takes:
                if one is odd or one.required:
                    words = spelled(one, value if one is odd else plausible(one, **known))
                    (options if isinstance(one, click.Option) else rest).extend(words)
            yes = ["--yes"] if any("--yes" in one.opts for one in leaf.params) else []
            # After `--`, for a value may begin with a minus.
            yield [*path.split(), *yes, *options, "--", *rest]


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_value_ends_in_a_traceback(
    subject: str, site: Site, make_member: MakeMember, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setattr(instance, "use", lambda *_: None)
    monkeypatch.setattr(click.termui, "hidden_prompt_func", nobody_types)
    monkeypatch.chdir(tmp_path)
    member, file = make_member(), tmp_path / "file"
    file.write_text("nothing")
    command = command_line.main.get_command(command_line.main.make_context("hearth", [subject]), subject)
    assert command is not None
    for path, leaf in leaves(command, subject):
        for words in calls(path, leaf, site=site, member=member, file=file) if path not in NOT_HERE else ():
            monkeypatch.setattr(sys, "argv", ["hearth", *words])
            with pytest.raises(SystemExit) as ended:
                command_line.run()
            said = capfd.readouterr()
            assert ended.value.code in (None, 0, 1, 2, 130), words
            assert "Traceback" not in said.err, words
            if ended.value.code == 2:
                refusal = said.err.rstrip("\n").splitlines()[-1]
                assert refusal.startswith("hearth: "), (words, said.err)
    assert [one.name for one in tmp_path.parent.iterdir() if one.name.startswith("x")] == []
