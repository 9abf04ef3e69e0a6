"""The sources of the application, each parsed once for all the tests that read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tree_of(path: Path) -> ast.Module:
    """Return what a Python file says; nobody may change it."""
    return ast.parse(path.read_text(encoding="utf-8"))
