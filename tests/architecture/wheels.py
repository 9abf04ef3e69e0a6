"""Writes wheels.txt: the wheels of requirements.lock that fit the Pythons and platforms that we promise.

    uv pip compile --universal --python-version 3.11 --extra dev --constraint requirements.lock \
        --format pylock.toml -o /tmp/pylock.toml pyproject.toml
    python -m tests.architecture.wheels /tmp/pylock.toml

Run it after every change of the lock, which has hashes but does not say of which files they are.
"""

import re
import sys
import tomllib
from pathlib import Path

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

from cli.install import GLIBC
from cli.paths import ROOT

LISTED = Path(__file__).with_name("wheels.txt")
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
PLATFORMS = ("Linux x86_64", "Linux aarch64", "macOS arm64")
# What is published as a source only, all of it pure Python, which pip builds without a compiler.
SOURCES = {"dkimpy", "http-ece", "pyvips"}
# What the lock names for Windows.
NOT_OURS = {"colorama"}


def pins() -> dict[str, tuple[str, set[str]]]:
    """Return the version and hashes of each package of the lock that is to have a wheel."""
    found = {}
    lock = (ROOT / "requirements.lock").read_text()
    for entry in re.split(r"^(?=\w)", lock, flags=re.MULTILINE):
        if match := re.match(r"([\w.-]+)==([^\s;\\]+)", entry):
            found[str(canonicalize_name(match[1]))] = (match[2], set(re.findall(r"sha256:([0-9a-f]{64})", entry)))
    return {name: pin for name, pin in found.items() if name not in SOURCES | NOT_OURS}


def fitting(python: tuple[int, int], platform: str) -> set[Tag]:
    """Return the tags of the wheels that a Python takes on a platform."""
    system, machine = platform.split()
    linux = [f"manylinux_{GLIBC[0]}_{minor}_{machine}" for minor in range(5, GLIBC[1] + 1)]
    tags = (
        [*linux, *(f"manylinux{year}_{machine}" for year in (1, 2010, 2014))]
        if system == "Linux"
        else list(mac_platforms((14, 0), machine))
    )
    interpreter = f"cp{python[0]}{python[1]}"
    return {*cpython_tags(python, platforms=tags), *compatible_tags(python, interpreter, platforms=tags)}


def main(listing: Path) -> None:
    """Write the list from a listing of every file of the same versions."""
    wanted = set().union(*(fitting(python, platform) for python in PYTHONS for platform in PLATFORMS))
    lines = []
    for package in tomllib.loads(listing.read_text())["packages"]:
        for wheel in package.get("wheels", ()) if package["name"] in pins() else ():
            file = wheel["url"].rsplit("/", 1)[1]
            if parse_wheel_filename(file)[3] & wanted:
                lines.append(f"{wheel['hashes']['sha256']}  {file}\n")
    LISTED.write_text("".join(sorted(lines, key=lambda line: line.split()[1].lower())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
