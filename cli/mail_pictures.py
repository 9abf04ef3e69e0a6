"""`hearth mail pictures`: every mail in every language, rendered by a browser.

The mails come from tests/notifications/test_every_mail.py, which triggers everything that is mailed about, on
temporary engines.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from app.kernel.i18n import LOCALES
from cli.engines.chromium import ensure, running
from cli.engines.servers import engines
from cli.errors import CheckFailed, CliError
from cli.paths import ROOT
from cli.supervisor import interruptible
from modules.notifications.contracts import MailType

TEST = "tests/notifications/test_every_mail.py::test_every_mail_in_every_language"
SHEET_HEIGHT = 900
PHONE = 480


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--type", "type_", type=click.Choice([str(one) for one in MailType]), help="Only this type of email.")
@click.option("--language", type=click.Choice(["all", *LOCALES]), default="all", show_default=True)
@click.option("--dark", is_flag=True, help="As in an email program in dark mode.")
@click.option("--width", type=click.IntRange(280, 1600), default=680, show_default=True, help="Width in pixels.")
def pictures(out: Path, type_: str | None, language: str, dark: bool, width: int) -> None:
    """Render every email in every language to OUT, with a sheet of all languages for each type.

    Fails if a type has no sample, or if an email is incomplete. Takes a few minutes.
    """
    out.mkdir(parents=True, exist_ok=True)
    result = _write(out)
    if not (out / "gallery.json").exists():
        raise CliError("no email was written; the reason is above.")
    samples = [
        one
        for one in json.loads((out / "gallery.json").read_text())
        if type_ in (None, one["type"]) and language in ("all", one["language"])
    ]
    _draw(out, samples, dark=dark, width=width)
    click.echo(f"{len(samples)} emails are in {out}, with a sheet for each type.")
    if result:
        raise CheckFailed("some emails have errors; the reason is above.")


def _write(out: Path) -> int:
    (out / "gallery.json").unlink(missing_ok=True)
    with interruptible(), tempfile.TemporaryDirectory() as data, engines(Path(data)) as urls:
        env = {**os.environ, **urls.environment(), "HEARTH_MAIL_GALLERY": str(out.resolve())}
        argv = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", TEST]
        return subprocess.run(argv, env=env, cwd=ROOT, check=False).returncode


def _draw(out: Path, samples: list[dict[str, str]], *, dark: bool, width: int) -> None:
    # Imported here because a production installation has no tools for tests, but signs mails.
    from cli.dev.screens.sheet import write_sheets

    sheets: dict[str, list[tuple[str, Path]]] = {}
    with running(ensure()) as browser:
        page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme="dark" if dark else "light")
        for one in samples:
            page.goto((out / one["file"]).resolve().as_uri())
            picture = (out / one["file"]).with_suffix(".png")
            page.screenshot(path=picture, full_page=True)
            sheets.setdefault(f"{one['type']}-{one['number']}", []).append((one["language"], picture))
    for name, drawn in sheets.items():
        write_sheets(out, name, drawn, is_narrow=width <= PHONE, height=SHEET_HEIGHT)
