"""`hearth doctor`: what is missing, and how to fix it."""

import sys
from pathlib import Path

import click

from cli.paths import DATA
from cli.work import json_option


@click.command()
@click.option("--port", type=int, default=8080, show_default=True, help="Port to check for `hearth up`.")
@click.option("--data", type=click.Path(path_type=Path), default=DATA, show_default=".hearth/data", help="Data folder.")
@json_option
def doctor(port: int, data: Path, as_json: bool) -> None:
    """Check this machine, this checkout and what runs on --data; exit code 1 if something is missing.

    An engine with a newer release is shown as behind, which is no failure.
    In a container, where there is no checkout, only what the settings name is checked.

    \b
    Examples:
      hearth doctor
      hearth doctor --json
    """
    from cli.checks import check_all

    sys.exit(0 if check_all(port, data, as_json=as_json) else 1)
