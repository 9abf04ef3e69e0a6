"""What the application is built on: each named library is locked, and is what runs in its place."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

# Where each library of the server does its work.
SERVER = {
    "flask": "app/bootstrap.py",
    "flask-smorest": "app/kernel/http/requests",
    "sqlalchemy": "modules/*/models*",
    "alembic": "migrations/versions",
    "psycopg": "app/kernel/db/session",
    "rq": "app",
    "redis": "app/kernel",
    "pywebpush": "modules/notifications",
    "meilisearch": "modules/catalog/search_index.py",
}
# What the front ends import, each from its own lock.
FRONT_ENDS = {
    "member-web": ("react", "vite", "react-router", "i18next"),
    "ops-console": ("react", "vite", "react-admin"),
}


def sources(place: str, suffix: str) -> str:
    """Return the code of a file, a folder, or all that a pattern names."""
    found = [path for one in (place, f"{place}.py") for path in ROOT.glob(one)]
    files = [file for path in found for file in ([path] if path.is_file() else path.rglob(suffix))]
    return "\n".join(file.read_text() for file in files)


def names_of(requirements: list[str]) -> set[str]:
    return {re.split(r"[=\[<>~ ]", one, maxsplit=1)[0] for one in requirements}


@pytest.mark.spec("10.3")
@pytest.mark.parametrize(("library", "place"), SERVER.items())
def test_the_server_is_built_on_what_was_asked_for(library: str, place: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert library in names_of(project["dependencies"])
    assert re.search(rf"^{library}==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    package = library.replace("-", "_")
    # A driver is named in an address only.
    used = rf"^\s*(from|import) {package}\b|\+{package}://"
    assert re.search(used, sources(place, "*.py"), re.MULTILINE), place


@pytest.mark.spec("10.3")
@pytest.mark.parametrize(("front_end", "library"), [(name, one) for name, all_ in FRONT_ENDS.items() for one in all_])
def test_the_front_ends_are_built_on_what_was_asked_for(front_end: str, library: str) -> None:
    home: Path = ROOT / front_end
    package = json.loads((home / "package.json").read_text())
    wanted = {**package["dependencies"], **package["devDependencies"]}
    assert f"\n  {library}@{wanted[library]}:\n" in (home / "pnpm-lock.yaml").read_text()
    if library == "vite":
        assert re.search(r"\bvite build\b", package["scripts"]["build"])
        return
    assert f"from '{library}'" in sources(f"{front_end}/src", "*.ts*"), library
