"""A file that mutants are made of, and the functions of it that run."""

import ast
import functools
import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutation.mutants import Change, changes, code_of


@dataclass(frozen=True)
class Source:
    """A file, its tree and code, and all changes that can be made to it."""

    path: str
    tree: ast.Module
    code: CodeType
    changes: list[Change]

    def put_in(self, change: Change) -> bool:
        """Put a change into the function that runs; False where its code cannot be exchanged."""
        module = importlib.import_module(self.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        function = live_function(module, change.function)
        with change.made():
            mutated = code_of(compile(self.tree, self.code.co_filename, "exec"), change.function)
        original = code_of(self.code, change.function)
        if function is None or mutated is None or function.__code__ != original:
            return False
        if mutated.co_freevars != original.co_freevars:
            return False
        # The function stays the same object, which others may have imported by its name.
        function.__code__ = mutated
        return True


@functools.cache
def read(path: str) -> Source:
    """Read a file of the working directory."""
    text = Path(path).read_text()
    tree = ast.parse(text)
    return Source(path, tree, compile(text, str(Path(path).absolute()), "exec"), list(changes(tree)))


def live_function(module: Any, name: str) -> FunctionType | None:
    """Return the function behind a qualified name, below whatever decorates it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found).get(part)
    while found is not None and not isinstance(found, FunctionType):
        if isinstance(found, property):
            found = found.fget
        else:
            inner = (getattr(found, name, None) for name in ("__func__", "__wrapped__", "func"))
            found = next((each for each in inner if each is not None), None)
    return inspect.unwrap(found) if found is not None else None
