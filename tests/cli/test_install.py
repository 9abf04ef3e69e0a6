"""What `./hearth` does on first use, and the one line that it says where it cannot."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from cli import install, uv
from cli.paths import HEARTH, ROOT

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty lock, into which nothing is installed yet."""
    (tmp_path / "requirements.lock").touch()
    for name, path in {
        "ROOT": "",
        "LOCK": "requirements.lock",
        "VENV": ".venv",
        "STAMP": ".venv/hearth-lock",
        "LOG": ".hearth/install.log",
    }.items():
        monkeypatch.setattr(install, name, tmp_path / path)
    return tmp_path


def refusal(capfd: pytest.CaptureFixture[str]) -> str:
    """Install, and return the last line that is said when that is refused."""
    with pytest.raises(SystemExit) as ended:
        install.main()
    assert ended.value.code == 2
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) <= 2
    return lines[-1]


def python_that_fails(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system's Python fail at everything."""
    python = place / "python3"
    python.write_text("#!/bin/sh\necho No module named ensurepip\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))


def test_it_makes_what_the_lock_names_once_and_says_what_the_index_does_not_have(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    install.main()
    assert (checkout / ".venv/bin/python").exists()
    assert (checkout / ".venv/hearth-lock").read_bytes() == b""
    assert "installing" in capfd.readouterr().err
    install.main()
    assert capfd.readouterr().err == ""
    (checkout / "requirements.lock").write_text(f"./nothing.whl --hash=sha256:{'0' * 64}\n")
    assert refusal(capfd) == (
        f"hearth: the Python packages could not be installed; the reason is at the end of {install.LOG}"
    )
    assert "nothing" in install.LOG.read_text()
    assert not install.STAMP.exists()


def test_without_the_venv_module_it_says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    python_that_fails(checkout, monkeypatch)
    assert refusal(capfd) == (
        "hearth: python3 could not create .venv; install its venv module (on Debian: python3-venv) and run this again."
    )


@pytest.mark.parametrize("free", [2**20, install.NEEDED - 1], ids=["none", "too little"])
def test_a_full_disk_is_named_before_anything_is_made(
    checkout: Path, free: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**40, 2**40, free))
    assert f"the disk of {checkout} is full" in refusal(capfd)
    assert not (checkout / ".venv").exists()


def test_a_disk_that_fills_up_meanwhile_is_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    python_that_fails(checkout, monkeypatch)
    left = iter([2**40, 0])
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**40, 2**40, next(left)))
    assert f"the disk of {checkout} is full" in refusal(capfd)


@pytest.mark.parametrize(
    ("version", "named"),
    [(None, "another C library"), ("glibc 2.27", "glibc 2.27"), ("glibc 2.28", ""), ("glibc 2.41", "")],
)
def test_a_c_library_that_no_wheel_fits_is_refused(
    checkout: Path, version: str | None, named: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def confstr(name: str) -> str:
        if version is None:
            raise ValueError("unrecognized configuration name")
        return version

    monkeypatch.setattr(os, "confstr", confstr)
    if named:
        assert refusal(capfd) == f"hearth: the packages need glibc 2.28 or newer; this system has {named}."
    else:
        install.ensure_glibc()


def test_a_folder_that_is_not_ours_is_named(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (checkout / ".hearth").touch()
    assert refusal(capfd) == f"hearth: File exists: {checkout / '.hearth'}"


def test_no_locale_decides_how_files_are_read(checkout: Path) -> None:
    shutil.copy(ROOT / "hearth", checkout / "hearth")
    python = checkout / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nexec python3 -c "import sys; print(sys.flags.utf8_mode, sys.stdout.encoding)"\n')
    python.chmod(0o755)
    (checkout / ".venv/hearth-lock").touch()
    env = {**os.environ, "LC_ALL": "en_US.ISO-8859-1"}
    said = subprocess.run([checkout / "hearth"], env=env, capture_output=True, text=True, check=True)
    assert said.stdout == "1 utf-8\n"


def test_uv_takes_packages_from_where_the_persons_pip_would(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_CERT", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", *(variable for variable, _ in uv.TOLD.values())):
        monkeypatch.delenv(name, raising=False)
    (place / "pip.conf").write_text(
        "[global]\nindex-url = https://mirror.test/simple\ncert = /global.pem\nextra-index-url = https://one.test/a=b\n"
        "  https://two.test\n[install]\ncert = /install.pem\n[list]\ncert = /list.pem\n"
    )
    monkeypatch.setenv("PIP_CONFIG_FILE", str(place / "pip.conf"))
    monkeypatch.setenv("PIP_FIND_LINKS", "/wheels https://files.test")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://uvs.own.test")
    told = uv.environment(sys.executable)
    assert {name: told[name] for name, _ in uv.TOLD.values()} == {
        "UV_DEFAULT_INDEX": "https://uvs.own.test",
        "UV_INDEX": "https://one.test/a=b https://two.test",
        "UV_FIND_LINKS": "/wheels,https://files.test",
        "SSL_CERT_FILE": "/install.pem",
    }
    monkeypatch.delenv("UV_DEFAULT_INDEX")
    assert uv.environment(sys.executable)["UV_DEFAULT_INDEX"] == "https://mirror.test/simple"


def test_without_a_word_for_pip_uv_is_told_nothing() -> None:
    assert uv.translated("") == {}
    assert uv.translated("global.index='no'\nglobal.timeout='9'\n:env:.no-input='1'\n") == {}


def test_uv_keeps_what_it_fetches_in_the_checkout_where_the_home_is_closed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("UV_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(place))
    assert "UV_CACHE_DIR" not in uv.environment(sys.executable)
    monkeypatch.setenv("HOME", "/proc/nobody")
    assert uv.environment(sys.executable)["UV_CACHE_DIR"] == str(HEARTH / "uv")
