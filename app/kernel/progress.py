"""Telling whoever waits how far something is that takes long."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
# Is told (what, done, of how many; 0 when nobody knows).
Progress = Callable[[str, int, int], None]


def silent(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def counted(things: Iterable[T], what: str, total: int, progress: Progress, *, every: int = 1) -> Iterator[T]:
    """Yield things, and tell after each, or after `every` so many, how many are done."""
    for done, thing in enumerate(things, 1):
        yield thing
        if done % every == 0:
            progress(what, done, total)
