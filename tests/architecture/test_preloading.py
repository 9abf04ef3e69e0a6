"""What modules import only where they use it is there before a process that serves is asked for the first time."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.processes import READY, modules_of, threads_of
from tests.architecture.sources import ROOT, tree_of

# Only some applications need these, or few of their hours do, and each says so where it is imported.
BY_NEED = {"app.bootstrap", "app.kernel.files.s3", "app.live.asgi", "pillow_heif", "pywebpush"}


def inner_imports(file: Path) -> Iterator[str]:
    """Yield the modules that functions of a file import."""
    for function in ast.walk(tree_of(file)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module
                elif isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("process", sorted(READY))
def test_who_serves_has_loaded_what_functions_import(process: str) -> None:
    files = [path for folder in ("app", "modules") for path in (ROOT / folder).rglob("*.py")]
    wanted = {name for file in files for name in inner_imports(file)} - BY_NEED
    assert {"rq", "modules.billing.papers.service.pdf"} <= wanted, "the search finds them"
    assert wanted - modules_of(process) == set()


def test_no_import_starts_a_thread_so_that_the_web_server_may_fork_its_workers() -> None:
    assert threads_of("web") == {"1"}


def test_both_load_before_they_serve() -> None:
    for name, function in (("bootstrap.py", "create_app"), ("worker.py", "run_jobs")):
        [*functions] = [node for node in tree_of(ROOT / "app" / name).body if isinstance(node, ast.FunctionDef)]
        start = next(node for node in functions if node.name == function)
        assert "preload()" in [ast.unparse(statement) for statement in start.body]
