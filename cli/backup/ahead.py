"""Reading and writing several files at a time: with a bucket, most of the time is waiting."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")
THREADS = 8


def ahead(work: Callable[[Given], Made], items: Iterable[Given]) -> Iterator[Made]:
    """Yield work(item) in the order of the items, a few ahead of the consumer but never all at once."""
    with ThreadPoolExecutor(THREADS) as threads:
        waiting: deque[Future[Made]] = deque()
        for item in items:
            waiting.append(threads.submit(work, item))
            if len(waiting) > THREADS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
