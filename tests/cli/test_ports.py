"""A port that was chosen is nobody else's, long before its server binds it."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from cli import ports
from cli.folder import DataFolder

CHOOSING = "from cli.ports import free_port; print(free_port(), flush=True); input()"


def test_one_process_never_chooses_a_port_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    draw, first = random.choice, ports.free_port()
    drawn = iter([first, first - 1])
    monkeypatch.setattr(random, "choice", lambda among: next(drawn, None) or draw(among))
    with DataFolder(tmp_path / "data") as folder:
        metrics = folder.choose_port("metrics", count=4)
    assert next(drawn, None) is None, "both were drawn"
    assert first not in range(metrics, metrics + 4)


def test_a_port_is_its_choosers_as_long_as_that_process_lives() -> None:
    argv = [sys.executable, "-c", CHOOSING]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        taken = int(other.stdout.readline())
        assert ports.is_free(taken), "its server has not been started"
        assert not ports.reserve(taken)
        other.kill()
    assert ports.reserve(taken)
