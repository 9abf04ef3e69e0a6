"""The figures of a process are for whoever runs the machine."""

from collections.abc import Iterator

import pytest

from app.kernel import metrics
from app.kernel.config import config
from cli.ports import free_port
from tests.asking import ask


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A port on loopback where figures are served until the process ends."""
    port = free_port()
    monkeypatch.setenv("HEARTH_METRICS_PORT", str(port))
    config.cache_clear()
    metrics.serve()
    yield port
    monkeypatch.undo()
    config.cache_clear()


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]", "hearthside.localhost"])
def test_they_are_told_to_who_names_this_machine(port: int, host: str) -> None:
    answer = ask("GET", f"http://127.0.0.1:{port}/metrics", headers={"Host": host.format(port=port)})
    assert answer.status == 200
    assert b"hearth_requests_total" in answer.data


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""])
def test_they_are_not_told_to_a_page_that_names_another(port: int, host: str) -> None:
    answer = ask("GET", f"http://127.0.0.1:{port}/metrics", headers={"Host": host})
    assert answer.status == 403
    assert b"hearth_" not in answer.data
