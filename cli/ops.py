"""`hearth ops`: the staff's console."""

import click

from cli.errors import CheckFailed, CliError
from cli.paths import ROOT

GENERATED = ROOT / "ops-console/src/generated"


@click.group()
def ops() -> None:
    """Generate the staff's console.

    \b
    Examples:
      hearth ops generate
      hearth ops generate --check
    """


@ops.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if the files differ from the declarations.")
def generate(check: bool) -> None:
    """Generate the console's screens from the declarations in modules/*/ops.py."""
    from app.console import definitions
    from app.console.catalogue import Catalogue, DeclarationError
    from app.registry import MODULES, RESOURCES
    from modules.moderation import api as moderation_api

    try:
        catalogue = Catalogue(RESOURCES, permissions=moderation_api.KNOWN_PERMISSIONS)
        files = definitions.generate(catalogue, [figure for manifest in MODULES for figure in manifest.figures])
    except DeclarationError as error:
        raise CliError(f"the console cannot be generated: {error}.") from error
    if not check:
        definitions.write(GENERATED, files)
        click.echo(f"Wrote {len(files)} files for {len(RESOURCES)} resources.")
    elif changed := definitions.drift(GENERATED, files):
        raise CheckFailed(f"{', '.join(changed)} differ from the declarations; run `hearth ops generate`.")
    else:
        click.echo("The console's screens are up to date.")
