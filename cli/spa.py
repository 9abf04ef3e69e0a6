"""The two front ends: their packages, and their builds."""

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.engines.node import node_script
from cli.engines.pnpm import pnpm
from cli.paths import HEARTH, ROOT

FRONT_ENDS = tuple(name for name in ("member-web", "ops-console") if (ROOT / name / "package.json").exists())
NOT_SOURCES = {"node_modules", "dist", "coverage"}


def stale() -> list[str]:
    """Return the front ends whose build is missing or older than their sources."""
    return [name for name in FRONT_ENDS if not _is_built(name)]


def ensure_packages(name: str) -> None:
    """Install a front end's packages unless they match its lock (CliError if that fails)."""
    with _locked(name):
        _install(name)


@click.command()
@click.option("--packages", "is_install", is_flag=True, help="Only install their packages.")
@click.argument("names", nargs=-1, type=click.Choice(FRONT_ENDS))
def build(is_install: bool, names: tuple[str, ...]) -> None:
    """Build the browser applications, or those named, whose sources have changed.

    \b
    Examples:
      hearth build
      hearth build member-web
      hearth build --packages
    """
    for name in names or FRONT_ENDS:
        if is_install:
            ensure_packages(name)
            continue
        with _locked(name):
            if not _is_built(name):
                _build(name)


@contextmanager
def _locked(name: str) -> Iterator[None]:
    HEARTH.mkdir(exist_ok=True)
    with (HEARTH / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(name: str) -> None:
    if not _has_packages(name):
        shutil.rmtree(ROOT / name / "node_modules", ignore_errors=True)
        pnpm(["install", "--frozen-lockfile", "--loglevel=error"], cwd=ROOT / name)


def _build(name: str) -> None:
    version = _version(name)
    _install(name)
    node_script("build", ROOT / name)
    _stamp(name).write_text(version)


def _has_packages(name: str) -> bool:
    wanted = ROOT / name / "pnpm-lock.yaml"
    found = ROOT / name / "node_modules/.pnpm/lock.yaml"  # pnpm's own record of what it installed
    return found.exists() and found.read_bytes() == wanted.read_bytes()


def _is_built(name: str) -> bool:
    stamp = _stamp(name)
    return (ROOT / name / "dist/index.html").exists() and stamp.exists() and stamp.read_text() == _version(name)


def _stamp(name: str) -> Path:
    return HEARTH / f"{name}.built"


def _version(name: str) -> str:
    digest = hashlib.sha256()
    # The console uses tokens, fonts, browser targets and compression of the members' application.
    shared = [*_sources(ROOT / "member-web/src/styles"), *_sources(ROOT / "member-web/build")]
    for path in sorted({*_sources(ROOT / name), *shared}):
        digest.update(f"{path}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_SOURCES or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path
