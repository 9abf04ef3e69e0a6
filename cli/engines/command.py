"""`hearth engines`: run a command with its own engines."""

import os
import subprocess
import sys
from pathlib import Path

import click

from cli.engines.servers import engines
from cli.paths import ROOT, TEST_DATA
from cli.supervisor import interruptible


@click.command("engines", context_settings={"ignore_unknown_options": True})
@click.option(
    "--data", type=click.Path(path_type=Path), default=TEST_DATA / "engines", show_default=".hearth/test/engines"
)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def engines_command(data: Path, command: tuple[str, ...]) -> None:
    """Run COMMAND with its own PostgreSQL, Redis and Meilisearch on --data, at HEARTH_*_URL.

    \b
    Examples:
      hearth engines --data .hearth/mine python -m pytest tests/billing
    """
    with interruptible(), engines(data) as urls:
        programs = ROOT / ".venv/bin"
        path = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
        result = subprocess.run(command, env={**os.environ, **path, **urls.environment()}, check=False)
    sys.exit(result.returncode)
