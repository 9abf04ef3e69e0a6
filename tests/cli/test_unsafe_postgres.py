"""PostgreSQL waits for no disk where a test throws the data away, and for every disk elsewhere."""

from pathlib import Path

import psycopg
import pytest

from cli.engines import postgres
from cli.engines.servers import engines
from cli.folder import DataFolder
from cli.paths import TEST_DATA


@pytest.mark.parametrize("asked", ["", "1"])
def test_a_throwaway_cluster_is_unsafe_only_where_that_is_asked(
    place: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setenv("HEARTH_UNSAFE_POSTGRES", asked)
    names = ("fsync", "synchronous_commit", "full_page_writes")
    with (
        engines(place / "data", only=["postgres"]) as urls,
        psycopg.connect(urls.database_url) as connection,
    ):
        found = {connection.execute(f"SHOW {name}").fetchone() for name in names}
    assert found == {("off",) if asked else ("on",)}


def test_no_other_folder_is_ever_unsafe(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_UNSAFE_POSTGRES", "1")
    with DataFolder(place / "data") as folder:
        assert postgres.is_unsafe(folder)
        monkeypatch.setattr("tempfile.gettempdir", lambda: str(TEST_DATA))
        assert not postgres.is_unsafe(folder)
