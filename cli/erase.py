"""`hearth erase`: what is erased stays erased."""

import click

from app.kernel import jobs
from cli import instance
from cli.work import refusals
from modules.accounts import api


@click.group()
def erase() -> None:
    """Keep erased members erased, also after a backup was restored.

    \b
    Examples:
      hearth erase reapply
    """


@erase.command()
def reapply() -> None:
    """Erase everybody again who was erased after the backup was made; run it before the doors open."""
    instance.use()
    with refusals():
        count = api.reapply_erasures()
    jobs.nudge()
    click.echo(f"{count} members were erased again." if count else "Nobody who was erased has come back.")
