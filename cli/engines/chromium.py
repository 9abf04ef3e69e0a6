"""A headless Chromium for tests: the one that is named, the system's, or one from a pinned package."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from cli.engines.node import node_env, npm
from cli.errors import CliError
from cli.paths import HEARTH

SOURCES = Path(__file__).parent / "chromium_package"
INSTALLED = HEARTH / "chromium"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome")

# The package unpacks into the folder for temporary files, so that folder is ours while it does.
UNPACK = """
import { inflate } from "@sparticuz/chromium";
const folder = "node_modules/@sparticuz/chromium/bin";
await inflate(`${folder}/chromium.br`);
await Promise.all(["fonts", "swiftshader", "al2023"].map((part) => inflate(`${folder}/${part}.tar.br`)));
"""
# It brings the libraries and fonts that a bare machine lacks.
LAUNCHER = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/al2023/lib
export LD_LIBRARY_PATH
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def find() -> Path | None:
    """The Chromium that is here already, or None."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    system = next(filter(None, map(shutil.which, SYSTEM_NAMES)), None)
    if system:
        return Path(system)
    return INSTALLED / "launch" if _stamp_is_current() else None


def ensure() -> Path:
    """The Chromium to test with, installed on first use (CliError when it cannot be)."""
    if found := find():
        return found
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (HEARTH / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _stamp_is_current():
            _install()
    return INSTALLED / "launch"


def _install() -> None:
    shutil.rmtree(INSTALLED)
    INSTALLED.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCES / name, INSTALLED / name)
    npm(["ci", "--ignore-scripts"], cwd=INSTALLED, log=HEARTH / "chromium.log")
    env = node_env({"TMPDIR": str(INSTALLED)})
    unpacked = subprocess.run(
        [HEARTH / "node/node", "--input-type=module", "--eval", UNPACK], cwd=INSTALLED, env=env, check=False
    )
    if unpacked.returncode:
        raise CliError("Chromium could not be unpacked; the reason is above.")
    shutil.rmtree(INSTALLED / "node_modules")
    (INSTALLED / "fonts/fonts.conf").write_text(FONTS.format(folder=INSTALLED / "fonts"))
    (INSTALLED / "launch").write_text(LAUNCHER)
    (INSTALLED / "launch").chmod(0o755)
    (INSTALLED / "stamp").write_text(_version())


def _stamp_is_current() -> bool:
    stamp = INSTALLED / "stamp"
    return stamp.exists() and stamp.read_text() == _version()


def _version() -> str:
    return (SOURCES / "package-lock.json").read_text()
