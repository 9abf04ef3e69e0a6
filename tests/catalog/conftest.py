"""A town's worth of people on a site of their own."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.bench.population import fill


@pytest.fixture(scope="module")
def crowd(_engines: None) -> Any:
    """The id of a site with 500 members, listed and indexed."""
    from app.kernel.db import transaction
    from modules.catalog import search_index
    from modules.catalog.service import index
    from tests.factories.sites import make_site

    with transaction() as session:
        site, elsewhere = make_site(session), make_site(session)
    for home, count, seed in ((site, 500, 1), (elsewhere, 200, 2)):
        fill(os.environ["HEARTH_DATABASE_URL"], site_id=home.id, countries=("NL", "BE"), count=count, seed=seed)
    index.rebuild_index()
    search_index.wait_until_done()
    return site.id


@pytest.fixture
def index_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Point the adapter at a port where nobody listens."""
    from dataclasses import replace

    from app.kernel.config import config
    from modules.catalog import search_index

    dead = replace(config(), meili_url="http://127.0.0.1:9")
    monkeypatch.setattr(search_index, "config", lambda: dead)
    monkeypatch.setattr(search_index, "_resting_until", 0.0)
    yield
    search_index._resting_until = 0.0
