"""The console's page: below /ops, with a policy that fits it alone."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import bootstrap
from app.kernel.http.spa import Spa
from app.pages.old_browsers import SCRIPT_HASH
from app.pages.serving import register_pages

PAGE = '<html lang="en"><meta property="csp-nonce" nonce="__CSP_NONCE__"><!--hearth:head--></html>'


@pytest.fixture
def browser(tmp_path: Path, _engines: None) -> FlaskClient:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/index-1a2b.js").write_text("1")
    app = Flask("pages", static_folder=None)
    bootstrap.register_errors(app)
    bootstrap.register_edges(app)
    register_pages(app, member_web=Spa(tmp_path / "none"), ops_console=Spa(tmp_path))
    return app.test_client()


@pytest.mark.parametrize(
    "path", ["/ops", "/ops/", "/ops/login", "/ops/accounts.members", "/ops/accounts.members/1/show"]
)
def test_every_address_below_ops_is_the_console(browser: FlaskClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.text


def test_each_page_has_a_nonce_of_its_own_for_styles_and_none_for_scripts(browser: FlaskClient) -> None:
    nonces = set()
    for _ in range(2):
        answer = browser.get("/ops/")
        policy = answer.headers["Content-Security-Policy"]
        (nonce,) = re.findall(r"'nonce-([\w-]{43})'", policy)
        assert f'nonce="{nonce}"' in answer.text
        assert f"script-src 'self' {SCRIPT_HASH};" in policy
        assert "unsafe" not in policy
        nonces.add(nonce)
    assert len(nonces) == 2


def test_files_of_the_build_are_kept_and_others_are_not_there(browser: FlaskClient) -> None:
    with browser.get("/ops/assets/index-1a2b.js") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
    assert browser.get("/ops/assets/gone.js").status_code == 404
    assert browser.get("/ops/api/no/such/thing").status_code == 404
