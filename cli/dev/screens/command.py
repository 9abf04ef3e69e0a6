"""`hearth screens`: pictures of every screen of the members' site, and axe's findings on them."""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, Error

from cli.dev.screens import axe
from cli.dev.screens.look import Installation, Look, Visit, visit
from cli.dev.screens.sheet import write_sheets
from cli.dev.screens.table import SCREENS, Screen, choose
from cli.engines.chromium import ensure, running
from cli.errors import CheckFailed, CliError
from cli.paths import ROOT
from cli.ports import free_port
from cli.supervisor import interruptible

START_SECONDS = 600.0
MEMBERS = "80"
# Below this width, in pixels, pictures are from a phone.
NARROW = 600
WIDTHS = (390, 1280)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--port", type=int, help="Port of a running installation; without it, a new one is started and stopped.")
@click.option(
    "--data", type=click.Path(path_type=Path), help="Data folder of the running installation, for its logins."
)
@click.option("--only", multiple=True, help="Screens whose names start with this (repeatable).")
@click.option("--language", "languages", multiple=True, default=("en",), show_default=True, help="Or all.")
@click.option("--width", "widths", multiple=True, type=int, default=WIDTHS, show_default=True)
@click.option("--dark", is_flag=True, help="The dark colours.")
@click.option("--both", is_flag=True, help="Light and dark.")
@click.option("--niche", type=click.IntRange(1, 7), help="The theme of this niche, in place of the site's own.")
@click.option("--text", type=click.Choice(["large", "larger"]), help="Larger text, as a member can choose it.")
@click.option("--full", is_flag=True, help="Whole pages, not only what fits a window.")
@click.option("--axe", is_flag=True, help="Look for what WCAG 2.2 AA forbids, too.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Browsers, a language each.")
@click.option("--list", "is_list", is_flag=True, help="Only print the table of screens.")
def screens(
    folder: Path,
    port: int | None,
    data: Path | None,
    only: tuple[str, ...],
    languages: tuple[str, ...],
    widths: tuple[int, ...],
    dark: bool,
    both: bool,
    niche: int | None,
    text: str | None,
    full: bool,
    axe: bool,
    jobs: int,
    is_list: bool,
) -> None:
    """Take screenshots of every screen, and write them with contact sheets to FOLDER.

    Pages that scroll sideways and labels that are cut are reported; exit with 1 if there are any.

    \b
    Examples:
      hearth screens shots                                   all screens, on a new installation
      hearth screens shots --port 8080 --only chat           those of the chat, of the installation on port 8080
      hearth screens shots --language de --dark --axe        in German, dark, checked by axe
      hearth screens shots --niche 7 --text larger --width 320

    A screen is a row in cli/dev/screens/table.py.
    """
    chosen = choose(only)
    if not chosen:
        raise CliError(f"no screen begins with {' or '.join(only)}; `hearth screens . --list` names them.")
    if is_list:
        for one in chosen:
            click.echo(f"{one.name:<28} {one.who:<8} {one.site:<11} {one.path}")
        return
    shades = (False, True) if both else (dark,)
    folder.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    with interruptible(), running_installation(port, data) as found, ProcessPoolExecutor(jobs) as pool:
        tongues = found.languages() if "all" in languages else languages
        looks = {tongue: [Look(*one, niche, text) for one in product(widths, (tongue,), shades)] for tongue in tongues}
        tour = partial(show_screens, found, chosen=chosen, folder=folder, is_full=full, has_axe=axe)
        for part in pool.map(tour, looks.values()):
            problems += part
    count = len(tongues) * len(widths) * len(shades)
    summary = f"{len(chosen)} screens in {count} looks, {len(problems)} problems"
    (folder / "report.txt").write_text("\n".join([summary, *problems]) + "\n")
    if problems:
        raise CheckFailed(f"{summary}; they are in {folder / 'report.txt'}.")
    click.echo(f"{summary}.")


def show_screens(installation: Installation, looks: Sequence[Look], **options: Any) -> list[str]:
    """Show the screens in a new browser, once for each width; returns a line for every problem."""
    with running(ensure()) as browser:
        parts = [list(part) for _, part in groupby(looks, key=lambda look: look.width)]
        return [line for part in parts for line in walk(installation, browser, part, **options)]


def walk(
    installation: Installation,
    browser: Browser,
    looks: Sequence[Look],
    chosen: Sequence[Screen] = SCREENS,
    folder: Path | None = None,
    *,
    is_full: bool = False,
    has_axe: bool = True,
) -> list[str]:
    """Show the screens; returns a line for every problem, and for every screen that did not appear.

    The looks differ in light and dark only: a screen is opened once for all of them.
    """
    problems: list[str] = []
    pictures: dict[str, list[tuple[str, Path]]] = {look.name: [] for look in looks}

    def report(screen: Screen, look: Look, found: list[str]) -> None:
        for line in [f"{screen.name} {look.name}: {one}" for one in found]:
            problems.append(line)
            click.echo(line, err=True)

    def examine(visitor: Visit, screen: Screen, look: Look) -> list[str]:
        visitor.switch_scheme(look)
        if folder is not None:
            path = folder / f"{screen.name}-{look.name}.png"
            visitor.picture(path, is_full=is_full)
            pictures[look.name].append((screen.name, path))
        return axe.problems(visitor.page) if has_axe else axe.misfits(visitor.page)

    shown = [one for one in chosen if one.is_at(looks[0].width)]
    ordered = sorted(shown, key=lambda one: (one.site, one.who))
    for (site, who), part in groupby(ordered, key=lambda one: (one.site, one.who)):
        with visit(installation, browser, looks[0], who=who, site=site) as visitor:
            for screen in part:
                look = looks[0]
                try:
                    visitor.show(screen)
                    for look in looks:
                        report(screen, look, examine(visitor, screen, look))
                except (Error, CliError) as error:
                    report(screen, look, [f"did not come: {str(error).splitlines()[0]}"])
    if folder is not None:
        for look in looks:
            for sheet in write_sheets(folder, look.name, pictures[look.name], is_narrow=look.width < NARROW):
                click.echo(str(sheet))
    return problems


@contextmanager
def running_installation(port: int | None, data: Path | None) -> Iterator[Installation]:
    """Yield the installation on `port`, or one that is started for this block."""
    if port is not None:
        if data is None:
            data = Path(os.environ.get("HEARTH_DATA", ROOT / ".hearth" / "data"))
        yield Installation(port, read_logins(data))
        return
    with tempfile.TemporaryDirectory(prefix="hearth-screens-") as name:
        # The engines' own user passes through.
        Path(name).chmod(0o755)
        data, port = Path(name) / "data", free_port()
        with started(data, port):
            yield Installation(port, read_logins(data))


def read_logins(data: Path) -> list[dict[str, str]]:
    """Return the logins of an installation's demo; CliError if there is none."""
    file = data / "demo-logins.json"
    if not file.exists():
        raise CliError(f"{data} has no demo; give the --data folder of the installation on --port.")
    logins: list[dict[str, str]] = json.loads(file.read_text())
    return logins


@contextmanager
def started(data: Path, port: int) -> Iterator[None]:
    """Run `hearth up` on a data folder beside this command; CliError if it does not start."""
    output = data.with_name("up.log")
    command = [str(ROOT / "hearth"), "up", "--port", str(port), "--data", str(data), "--members", MEMBERS]
    with output.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, start_new_session=True)
    try:
        end = time.monotonic() + START_SECONDS
        while "Ctrl-C stops everything" not in output.read_text():
            if process.poll() is not None or time.monotonic() > end:
                raise CliError(f"the installation did not start: {output.read_text()[-400:]}")
            time.sleep(0.2)
        yield
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
