"""Small front ends in place of the built ones, which are not there where only the server is tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.kernel.config import config

PAGE = (
    '<html lang="en"><head><title>{title}</title><!--hearth:head--></head>'
    '<script type="application/json"><!--hearth:boot--></script>'
)
TITLES = {"member-web": "Hearthside", "ops-console": "Hearthside ops"}


@contextmanager
def small_front_ends(root: Path) -> Iterator[pytest.MonkeyPatch]:
    """Let an application that is made meanwhile serve one small page for each front end."""
    for name, title in TITLES.items():
        (root / name / "dist").mkdir(parents=True)
        (root / name / "dist" / "index.html").write_text(PAGE.format(title=title))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEARTH_STATIC_ROOT", str(root))
        config.cache_clear()
        yield patch
    config.cache_clear()
