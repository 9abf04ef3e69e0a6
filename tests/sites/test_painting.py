"""A visitor's page holds what it shows; a member's never does, and a page without a painter is served all the same."""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app.kernel.http.spa import Spa
from app.pages.painting import CACHE_SECONDS, SCRIPT, Painter, style_hashes
from app.pages.serving import REACT_ARIA_STYLE
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeMember
from tests.sites.test_head import door  # noqa: F401

# A painter as small as can be: it writes down whose page it is.
TINY = """
globalThis.paint = (facts) => {
  const painting = {};
  const { path, boot } = JSON.parse(facts);
  (async () => {
    await null;
    painting.html = `<h1>${boot.language} ${path}</h1><i style="left:0%"></i>`;
  })();
  return painting;
};
"""
NEVER = "globalThis.paint = () => { (async () => { await null; for (;;); })(); return {}; };"
REFUSES = "globalThis.paint = () => ({ error: 'No answer came along.' });"


@pytest.fixture
def painter(app: Flask, door: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Give the small build of the front end a script that paints, and return what takes it."""
    spa = app.extensions["painter"]._spa
    mine = Painter(spa)
    monkeypatch.setitem(app.extensions, "painter", mine)
    script: Path = spa.folder / SCRIPT
    script.parent.mkdir()
    built(spa.folder)

    def paints_with(code: str) -> None:
        script.write_text(code)
        mine.paint("/", {})
        until = time.monotonic() + 30
        while mine._engine is None and time.monotonic() < until:
            time.sleep(0.02)

    return paints_with


def shown(browser: Client, path: str) -> str:
    """Return what stands in a page before any script has run."""
    answer = browser.get(path)
    assert answer.status_code == 200
    found = re.search(r'<div id="root"(?: data-painted)?>(.*?)</div>', answer.get_data(as_text=True))
    assert found
    return found[1]


def built(folder: Path, chunks: Mapping[str, Any] | None = None) -> None:
    """Write what the build of the front end says that it holds."""
    (folder / ".vite").mkdir(exist_ok=True)
    starter = {"src/after-paint.ts": {"file": "assets/after-paint.js"}}
    (folder / ".vite" / "manifest.json").write_text(json.dumps({**starter, **(chunks or {})}))


@contextmanager
def noted_drawing(app: Flask) -> Iterator[list[Any]]:
    """Note what is drawn anew meanwhile."""
    mine, drawn = app.extensions["painter"], []
    draw = mine._render

    def note(*call: Any) -> Any:
        drawn.append(call)
        return draw(*call)

    mine._render = note
    yield drawn
    mine._render = draw


@pytest.mark.spec("2.1")
@pytest.mark.parametrize("path", ["/", "/landers/video", "/landers/gallery", "/pricing"])
def test_a_visitor_reads_the_page_before_its_scripts(door: Client, painter: Callable[[str], None], path: str) -> None:
    painter(TINY)
    assert f"<h1>en {path}</h1>" in shown(door, path)
    assert f"<h1>de {path}</h1>" in shown(door, f"{path}?lang=de")


def test_the_pictures_of_a_painted_page_go_before_its_code(
    app: Flask, door: Client, painter: Callable[[str], None]
) -> None:
    folder: Path = app.extensions["painter"]._spa.folder
    built(folder, {"src/app/routes/pricing.tsx": {"file": "assets/pricing.js", "css": ["assets/pricing.css"]}})
    template = folder / "index.html"
    template.write_text(
        template.read_text().replace("</head>", '<script type="module" crossorigin src="/assets/a.js"></script></head>')
    )
    ahead = '<link rel="modulepreload" href="/assets/pricing.js">'
    assert ahead in door.get("/pricing").text
    assert 'rel="preload" as="style"' in door.get("/pricing").text
    painter(TINY)
    painted = door.get("/pricing").text
    # Nothing of the code is asked for before somebody sees the page.
    head, later, rest = re.split(r'<template id="later">(.*?)</template>', painted)
    assert ahead in later
    assert '<script type="module" crossorigin src="/assets/a.js">' in later
    assert '<script type="module" src="/assets/after-paint.js">' in rest
    assert not re.search("modulepreload|/assets/(a|pricing).js", head + rest)
    # It is shown when all of it has come.
    assert '<link rel="expect" href="#root" blocking="render">' in head
    # It wears its styles already.
    assert 'rel="preload" as="style"' not in painted
    assert '<link rel="stylesheet" crossorigin="" href="/assets/pricing.css">' in painted


@pytest.mark.spec("2.1")
def test_nothing_of_a_member_is_painted(
    door: Client, painter: Callable[[str], None], make_member: MakeMember, login: LogIn
) -> None:
    painter(TINY)
    hers = login(make_member())
    assert shown(hers, "/") == shown(hers, "/members") == shown(hers, "/pricing") == ""


@pytest.mark.spec("2.1")
def test_a_page_is_painted_once(app: Flask, door: Client, painter: Callable[[str], None]) -> None:
    painter(TINY)
    shown(door, "/")
    with noted_drawing(app) as drawn:
        assert shown(door, "/") == shown(door, "/?ref=leaf") != ""
        assert drawn == []
        shown(door, "/?lang=nl")
        assert len(drawn) == 1


@pytest.mark.spec("6.7")
def test_a_painting_is_forgotten_before_long_for_members_may_stand_in_it(
    app: Flask, door: Client, painter: Callable[[str], None]
) -> None:
    painter(TINY)
    shown(door, "/")
    shown(door, "/?lang=nl")
    kept = app.extensions["painter"]._cache
    old = {key: (made_at - CACHE_SECONDS, painting) for key, (made_at, painting) in kept.items()}
    kept.update(old)
    with noted_drawing(app) as drawn:
        assert "<h1>nl /</h1>" in shown(door, "/")
        assert (len(drawn), len(kept)) == (1, 1), "painted anew, and nothing else is kept"


@pytest.mark.spec("1.12")
def test_a_painting_lets_its_own_style_attributes_through(door: Client, painter: Callable[[str], None]) -> None:
    painter(TINY)
    policy = door.get("/").headers["Content-Security-Policy"]
    (own,) = style_hashes('<i style="left:0%"></i>')
    assert f"style-src 'self'{REACT_ARIA_STYLE} 'unsafe-hashes' {own};" in policy
    assert "unsafe-inline" not in policy


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("code", [NEVER, REFUSES, "this is no script"], ids=["hangs", "refuses", "broken"])
def test_a_page_is_served_without_its_painting(
    door: Client, painter: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr("app.pages.painting.PAINT_SECONDS", 0.3)
    monkeypatch.setattr("app.pages.painting.START_SECONDS", 1)
    if code.startswith("globalThis"):
        painter(code)
    assert shown(door, "/") == shown(door, "/") == ""


def test_nobody_is_served_the_servers_own_script(door: Client, painter: Callable[[str], None]) -> None:
    painter(TINY)
    assert door.get(f"/{SCRIPT}").status_code == 404


def test_a_build_without_a_painter_serves_its_pages(tmp_path: Path) -> None:
    painter = Painter(Spa(tmp_path))
    assert painter.paint("/", {}) is None
