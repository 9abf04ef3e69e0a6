"""Progress reports for operations that take long."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
# Called with what is counted, how much is done, and the total (0 if unknown).
Progress = Callable[[str, int, int], None]


def silent(_what: str, _done: int, _total: int) -> None:
    """Report nothing."""


def counted(things: Iterable[T], what: str, total: int, progress: Progress, *, every: int = 1) -> Iterator[T]:
    """Yield things, and report progress after each, or after every `every` of them."""
    for done, thing in enumerate(things, 1):
        yield thing
        if done % every == 0:
            progress(what, done, total)
