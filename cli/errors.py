"""The one error that commands raise for what a person can put right."""

from typing import IO, Any

import click


class CliError(click.ClickException):
    """One sentence that says what is wrong and what to do; the command ends with exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"hearth: {self.message}", err=True, file=file)
