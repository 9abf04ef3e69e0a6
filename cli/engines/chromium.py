"""Headless Chromiums for tests: the configured one, the system's, or one from a pinned package; and an old one."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.engines.machine import SHARED_MEMORY
from cli.engines.node import node_env, node_home, npm
from cli.errors import CliError
from cli.paths import HEARTH

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHARED_MEMORY_ROOM = 1024  # MiB that must be free for the pictures of some dozen pages
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome")

UNPACK = """
import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
const folder = "node_modules/@sparticuz/chromium/bin/";
for (const name of readdirSync(folder).filter((name) => name.endsWith(".br")))
    await pipeline(createReadStream(folder + name), createBrotliDecompress(), createWriteStream(name.slice(0, -3)));
"""
# The package has libraries and fonts that a minimal system lacks.
LAUNCHER = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/{libraries}
export LD_LIBRARY_PATH
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Package:
    """A Chromium from npm, pinned by a lock file in `sources`; the other fields are folders inside the package."""

    sources: Path
    installed: Path
    libraries: str
    fonts: str

    def ensure(self) -> Path:
        """Return the program that starts it, installed on first use (CliError if that fails)."""
        self.installed.mkdir(parents=True, exist_ok=True)
        with self.installed.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.is_current():
                self._install()
        return self.installed / "launch"

    def is_current(self) -> bool:
        """Return whether the version in the lock file is installed."""
        stamp = self.installed / "stamp"
        return stamp.exists() and stamp.read_text() == self._version()

    def _install(self) -> None:
        shutil.rmtree(self.installed)
        self.installed.mkdir()
        for name in ("package.json", "package-lock.json"):
            shutil.copy(self.sources / name, self.installed / name)
        npm(["ci", "--ignore-scripts"], cwd=self.installed, log=self.installed.with_suffix(".log"))
        command = [str(HEARTH / "node/node"), "--input-type=module", "--eval", UNPACK]
        if subprocess.run(command, cwd=self.installed, env=node_env(), check=False).returncode:
            raise CliError("Chromium could not be unpacked; the reason is above.")
        for archive in self.installed.glob("*.tar"):
            # The graphics library must be in the program's folder.
            folder = self.installed if archive.stem == "swiftshader" else self.installed / archive.stem
            shutil.unpack_archive(archive, folder)
            archive.unlink()
        shutil.rmtree(self.installed / "node_modules")
        (self.installed / "chromium").chmod(0o755)
        (self.installed / "fonts.conf").write_text(FONTS.format(folder=self.installed / self.fonts))
        (self.installed / "launch").write_text(self._launcher())
        (self.installed / "launch").chmod(0o755)
        (self.installed / "stamp").write_text(self._version())

    def _launcher(self) -> str:
        return LAUNCHER.format(libraries=self.libraries)

    def _version(self) -> str:
        return (self.sources / "package-lock.json").read_text() + self._launcher()


HERE = Path(__file__).parent
PRESENT = Package(HERE / "chromium_package", HEARTH / "chromium", libraries="al2023/lib", fonts="fonts")
# The last one for Windows 7 and 8, and the oldest that the build supports (member-web/vite.config.ts).
OLD = Package(
    HERE / "chromium_109_package",
    HEARTH / "chromium-109",
    libraries="aws/lib:$here/../chromium/al2023/lib",  # it lacks NSPR, which the current one has
    fonts="aws/.fonts",
)


@contextmanager
def running(program: Path, *arguments: str) -> "Iterator[Browser]":
    """Run a Chromium under Playwright, with more arguments if needed: without the sandbox, which does not run as root,
    and with pages in shared memory if that is large enough; Playwright's default, files, costs a quarter more.
    """
    # Imported here because a production installation has no tools for tests.
    from playwright.sync_api import sync_playwright

    # Playwright's own Node needs a library that not every system has (libatomic).
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node_home() / "bin/node")
    has_room = SHARED_MEMORY.exists() and shutil.disk_usage(SHARED_MEMORY).free // 2**20 >= SHARED_MEMORY_ROOM
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", *arguments],
            ignore_default_args=["--disable-dev-shm-usage"] if has_room else None,
        )
        try:
            yield browser
        finally:
            browser.close()


def find() -> Path | None:
    """Return the Chromium that is already installed, or None."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    system = next(filter(None, map(shutil.which, SYSTEM_NAMES)), None)
    if system:
        return Path(system)
    return PRESENT.installed / "launch" if PRESENT.is_current() else None


def ensure() -> Path:
    """Return the Chromium for tests, installed on first use (CliError if that fails)."""
    return find() or PRESENT.ensure()


def ensure_old() -> Path:
    """Return Chromium 109, installed on first use (CliError if that fails)."""
    ensure()
    return OLD.ensure()
