"""What this process asks its database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import event

from app.kernel.db.engines import engine, reading_engine


@contextmanager
def noted(note: Callable[..., None], *, when: str = "before_cursor_execute") -> Iterator[None]:
    """Call `note` for each statement, with what SQLAlchemy's event of that name gives."""
    engines = (engine(), reading_engine())
    for one in engines:
        event.listen(one, when, note)
    try:
        yield
    finally:
        for one in engines:
            event.remove(one, when, note)
