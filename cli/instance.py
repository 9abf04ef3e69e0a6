"""The settings of a running Hearthside, so that other commands find it."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from app.kernel.config import ConfigError, postgresql_url
from cli.errors import CliError
from cli.folder import write_private
from cli.paths import DATA

FILE = "environment.json"


def publish(data: Path, settings: Mapping[str, str]) -> None:
    """Store the HEARTH_ settings of the Hearthside that runs on `data`."""
    own = {name: value for name, value in settings.items() if name.startswith("HEARTH_")}
    write_private(data / FILE, json.dumps(own, indent=2))


def withdraw(data: Path) -> None:
    """Remove the settings of a Hearthside that stops."""
    (data / FILE).unlink(missing_ok=True)


def use(data: Path | None = None) -> None:
    """Set this process's settings to those of the Hearthside that runs on `data` (default: HEARTH_DATA or
    .hearth/data).

    Variables of the environment take precedence. Raises CliError if no database is known, or its address is invalid.
    """
    folder = data or Path(os.environ.get("HEARTH_DATA", DATA))
    settings = folder / FILE
    if settings.exists():
        for name, value in json.loads(settings.read_text()).items():
            os.environ.setdefault(name, value)
    if "HEARTH_DATABASE_URL" not in os.environ:
        raise CliError(f"nothing runs on {folder}; start it with `hearth up`, or set HEARTH_DATABASE_URL.")
    take_database_url()


def take_database_url() -> None:
    """Convert the environment's HEARTH_DATABASE_URL to the form postgresql://; raises CliError."""
    try:
        os.environ["HEARTH_DATABASE_URL"] = postgresql_url(os.environ["HEARTH_DATABASE_URL"])
    except ConfigError as error:
        raise CliError(f"{error}.") from None
