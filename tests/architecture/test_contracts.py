"""Every contract of import-linter refuses what it is there for: one forbidden import each, planted in a copy."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.test_house import ROOT

# contract: (file, line that breaks it)
BREACHES = {
    "stack": ("app/kernel/clock.py", "import modules.sites.api"),
    "module-order": ("modules/sites/service/sites.py", "import modules.billing.contracts"),
    "module-privacy": ("modules/social/service/__init__.py", "import modules.profiles.models"),
    "module-anatomy": ("modules/accounts/models.py", "import modules.accounts.queries"),
    "plain-python": ("modules/messaging/policies/__init__.py", "import sqlalchemy"),
    "no-web-in-domain": ("modules/social/queries.py", "import flask"),
    "one-owner-per-vendor": ("modules/catalog/api.py", "import meilisearch"),
}


def lint(folder: Path, contract: str) -> "subprocess.CompletedProcess[str]":
    """Check one contract on the sources in a folder."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--contract", contract]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, apart from the originals."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("app", "modules", "cli"):
        only_python = shutil.ignore_patterns("node_modules", "__pycache__", "texts", "locales")
        shutil.copytree(ROOT / name, folder / name, ignore=only_python)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_has_its_breach() -> None:
    ids = [
        line.split('"')[1] for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("id = ")
    ]
    assert list(BREACHES) == ids


@pytest.mark.spec("10.2")
@pytest.mark.parametrize("contract", BREACHES)
def test_one_forbidden_import_breaks_the_contract(copy: Path, contract: str) -> None:
    name, line = BREACHES[contract]
    kept = lint(copy, contract)
    assert kept.returncode == 0, kept.stdout + kept.stderr
    file = copy / name
    source = file.read_text()
    file.write_text(f"{source}\n{line}\n")
    try:
        broken = lint(copy, contract)
    finally:
        file.write_text(source)
    assert broken.returncode == 1, broken.stdout + broken.stderr
    assert "1 broken" in broken.stdout
    assert line.removeprefix("import ").split(".")[-1] in broken.stdout
