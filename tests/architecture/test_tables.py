"""Migrations know every table by themselves, whatever else the process that compares them has imported."""

import re

from tests.architecture.processes import TABLES, lines_of, tables_of_the_house
from tests.architecture.sources import ROOT


def test_what_migrations_compare_is_what_the_house_has() -> None:
    entrance = (ROOT / "migrations/env.py").read_text(encoding="utf-8")
    kernel = "\n".join(re.findall(r"^import app\.kernel\.\w+", entrance, re.MULTILINE))
    modules = re.findall(r'^    "(\w+)",$', entrance, re.MULTILINE)
    models = "\n".join(f"import modules.{name}.models" for name in modules)
    assert lines_of(f"{kernel}\n{models}\n{TABLES}") == [tables_of_the_house()]
