"""Exit codes, and the errors of commands that a person can fix."""

from collections.abc import Mapping
from typing import IO, Any

import click

from app.kernel.secrets.redaction import redact

# Shown by `hearth --help` and in docs/daily-work.md.
EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "done, but a check found a problem, or the server that was tested refused",
    2: "not done: an error message says why and what to do",
    130: "not done: stopped by Ctrl-C, or a prompt was answered with no",
}


class CliError(click.ClickException):
    """One sentence with the problem and what to do; the command ends with exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"hearth: {redact(self.message)}", err=True, file=file)


class CheckFailed(CliError):
    """One sentence with the result of a check; the command ends with exit code 1."""

    exit_code = 1
