"""What modules import only where they use it is there before a process that serves is asked for the first time."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.paths import ROOT

# Only some houses need these, or few of their hours do, and each says so where it is imported.
BY_NEED = {"app.kernel.s3", "pillow_heif", "pywebpush"}
SERVING = {
    "web": "import app.bootstrap\napp.bootstrap.preload()",
    "worker": "import app.worker\napp.worker.preload()",
}


def inner_imports(file: Path) -> Iterator[str]:
    """Yield the modules that functions of a file import."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module
                elif isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("process", sorted(SERVING))
def test_who_serves_has_loaded_what_functions_import(process: str) -> None:
    files = [path for folder in ("app", "modules") for path in (ROOT / folder).rglob("*.py")]
    wanted = {name for file in files for name in inner_imports(file)} - BY_NEED
    assert {"rq", "modules.billing.service.pdf"} <= wanted, "the search finds them"
    source = f"{SERVING[process]}\nimport sys\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert wanted - set(said.split()) == set()


def test_both_load_before_they_serve() -> None:
    for name in ("bootstrap.py", "worker.py"):
        [*functions] = [
            node for node in ast.parse((ROOT / "app" / name).read_text()).body if isinstance(node, ast.FunctionDef)
        ]
        start = next(function for function in functions if function.name in ("create_app", "main"))
        assert "preload()" in [ast.unparse(statement) for statement in start.body]
