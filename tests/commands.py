"""Commands in this process, as an operator types them."""

from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from cli.errors import CliError
from cli.main import run as run_hearth

Hearth = Callable[..., tuple[int, str]]


def run(command: click.Command, *arguments: str, typed: str | None = None) -> str:
    """Run a command and return what it printed; raises what it raises."""
    done = CliRunner().invoke(command, arguments, input=typed, catch_exceptions=False, standalone_mode=False)
    assert done.exit_code == 0, done.output
    return done.output


def refusal(command: click.Command, *arguments: str) -> str:
    """Run a command that must be refused and return its one line."""
    with pytest.raises(CliError) as refused:
        run(command, *arguments)
    return refused.value.message


@pytest.fixture
def hearth(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Hearth:
    """Run one command line; returns its exit code and what it said."""

    def call(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["hearth", *words])
        with pytest.raises(SystemExit) as end:
            run_hearth()
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out + said.err

    return call
