"""What a page says by itself to browsers in which the application does not start."""

import re
from pathlib import Path

import pytest

from app.kernel.http.spa import NOTICES_MARK
from app.kernel.i18n import LOCALES
from app.pages.old_browsers import SCRIPT, SCRIPT_HASH, notices_of
from tests.conftest import Client
from tests.sites.test_head import door

__all__ = ["door"]


@pytest.mark.spec("2.31")
@pytest.mark.parametrize("language", LOCALES)
def test_every_language_tells_old_browsers_and_those_without_scripts(language: str) -> None:
    html = notices_of("Hearthside", language)
    told, without = re.findall(r"<p [^>]*>([^<]+)</p>", html)
    assert "Hearthside" in told
    assert "Safari" in told
    assert "JavaScript" in without
    assert re.search(r'<p id="too-old"[^>]* hidden>', html), "only the script shows it"
    if language != "en":
        assert html != notices_of("Hearthside", "en")


@pytest.mark.spec("2.31")
def test_the_script_is_the_one_that_the_policy_lets_through(door: Client, tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text(page.read_text().replace('<div id="root">', f'{NOTICES_MARK}<div id="root">'))
    answer = door.get("/login")
    html = answer.get_data(as_text=True)
    assert f"<script>{SCRIPT}</script>" in html
    assert SCRIPT_HASH in answer.headers["Content-Security-Policy"]


def test_the_oldest_browsers_can_read_the_script() -> None:
    assert not re.search(r"=>|\b(const|let)\b|`|\?\.", SCRIPT)
