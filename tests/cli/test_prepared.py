"""The data folder that tests copy is made once, however many ask, and anew where the sources changed."""

import fcntl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import prepared


@pytest.fixture
def made(place: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were made, which hold no more than a file."""
    made: list[Path] = []

    def make(command: list[str], *, check: bool, **_: object) -> object:
        folder = Path(command[3])
        with (folder.parent / f"{command[4]}.lock").open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
        made.append(folder)
        (folder / "logs").mkdir(parents=True)
        (folder / "ports.json").touch()
        (folder / "secrets.json").write_text(f"of {len(made)}")
        return type("Done", (), {"returncode": 0})

    run = prepared.subprocess.run
    monkeypatch.setattr(
        prepared.subprocess, "run", lambda argv, **more: (run if argv[0] == "cp" else make)(argv, **more)
    )
    monkeypatch.setenv("HEARTH_TEST_PREPARED", str(place / "prepared"))
    return made


def test_many_who_ask_at_once_copy_one_folder(place: Path, made: list[Path]) -> None:
    copies = [place / f"copy-{number}" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda copy: prepared.copy_of(0, copy), copies))
    assert len(made) == 1
    assert [(copy / "secrets.json").read_text() for copy in copies] == ["of 1"] * 8
    assert not any((copy / "ports.json").exists() for copy in copies), "a copy has ports of its own"
    with prepared.copied(members=1):
        assert len(made) == 2, "another size is another folder"


def test_what_was_made_of_other_sources_goes(place: Path, made: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    for digest in ("former", "later", "later"):
        monkeypatch.setattr(prepared, "_digest", lambda digest=digest: digest)
        with prepared.copied(members=0) as data:
            assert (data / "secrets.json").read_text() == f"of {len(made)}"
    assert len(made) == 2
    assert [path.name for path in (place / "prepared").glob("0-*")] == ["0-later"]
