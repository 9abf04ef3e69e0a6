"""Every contract of import-linter refuses what it is there for: one forbidden import each, planted in a copy."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

# contract: (file, line that breaks it)
BREACHES = {
    "stack": ("app/kernel/clock.py", "import modules.sites.api"),
    "module-order": ("modules/sites/service/sites.py", "import modules.billing.contracts"),
    "module-privacy": ("modules/social/service/interactions.py", "import modules.profiles.models"),
    "module-anatomy": ("modules/sites/models.py", "import modules.sites.queries"),
    "subject-anatomy": ("modules/billing/ledger/models.py", "import modules.billing.ledger.queries"),
    "plain-python": ("modules/messaging/policies/writing.py", "import sqlalchemy"),
    "no-web-in-domain": ("modules/social/queries.py", "import flask"),
    "one-owner-per-vendor": ("modules/catalog/api.py", "import meilisearch"),
}
CONTRACTS = {
    contract["id"]: contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


def lint(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Check every contract on the sources in a folder."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of the sources, which were well, once every breach was planted in a copy of them."""
    folder = tmp_path_factory.mktemp("application")
    for name in ("app", "modules", "cli"):
        only_python = shutil.ignore_patterns("node_modules", "__pycache__", "texts", "locales")
        shutil.copytree(ROOT / name, folder / name, ignore=only_python)
    shutil.copy(ROOT / "pyproject.toml", folder)
    kept = lint(folder)
    assert kept.returncode == 0, kept.stdout + kept.stderr
    for name, line in BREACHES.values():
        with (folder / name).open("a") as file:
            file.write(f"\n{line}\n")
    said = lint(folder)
    assert said.returncode == 1, said.stdout + said.stderr
    return said.stdout


def test_every_contract_has_its_breach() -> None:
    assert list(BREACHES) == list(CONTRACTS)


@pytest.mark.spec("10.2")
@pytest.mark.parametrize("contract", BREACHES)
def test_one_forbidden_import_breaks_the_contract(broken: str, contract: str) -> None:
    name, line = BREACHES[contract]
    assert f"\n{CONTRACTS[contract]} BROKEN" in broken
    # What is wrong stands below the contract's name, which is underlined there, and ends where the next one begins.
    title = f"\n{CONTRACTS[contract]}\n{'-' * len(CONTRACTS[contract])}\n"
    reasons = broken.partition(title)[2].partition("\n---")[0]
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert f" {module} -> {line.removeprefix('import ')} (l." in reasons
