"""Migrations know every table by themselves, whatever else the process that compares them has imported."""

import re
import subprocess
import sys

from cli.paths import ROOT

COUNT = "from app.kernel.db import Base; print(*sorted(Base.metadata.tables))"


def tables(source: str) -> list[str]:
    """The tables that a process knows after these imports."""
    command = [sys.executable, "-c", f"{source}\n{COUNT}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_what_migrations_compare_is_what_the_house_has() -> None:
    entrance = (ROOT / "migrations/env.py").read_text(encoding="utf-8")
    kernel = "\n".join(re.findall(r"^import app\.kernel\.\w+", entrance, re.MULTILINE))
    modules = re.findall(r'^    "(\w+)",$', entrance, re.MULTILINE)
    models = "\n".join(f"import modules.{name}.models" for name in modules)
    assert tables(f"{kernel}\n{models}") == tables("import app.bootstrap, app.worker")
