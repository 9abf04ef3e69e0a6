"""A site as an app: what browsers learn of it, in its own name, words and colours."""

import json
import re
from io import BytesIO
from math import hypot
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image

from app.kernel.db.session import transaction
from modules.sites import api
from modules.sites.contracts import Site
from modules.sites.service import app_icons
from tests.conftest import Client
from tests.factories.accounts import make_member, open_session
from tests.factories.sites import make_site, set_site
from tests.sites.test_head import door
from tests.sites.test_pages import ROOT

__all__ = ["door"]

# What is never cut from a maskable icon: a circle of 80 % of its width.
KEPT = 0.4


@pytest.mark.spec("2.48")
def test_the_manifest_speaks_the_language_it_is_asked_in(client: Client, site: Site) -> None:
    answer = client.get("/manifest.webmanifest?lang=de")
    told = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert (told["name"], told["lang"], told["display"]) == (site.name, "de", "standalone")
    assert [told[name] for name in ("id", "start_url", "scope")] == ["/", "/", "/"]
    assert [(one["name"], one["url"]) for one in told["shortcuts"]] == [
        ("Suche", "/members"),
        ("Nachrichten", "/chats"),
        ("Likes", "/likes"),
    ]
    assert client.get("/manifest.webmanifest").get_json(force=True)["lang"] == site.domain_language
    assert client.get("/manifest.webmanifest?lang=xx").get_json(force=True)["lang"] == site.domain_language


@pytest.mark.spec("1.12")
def test_every_site_is_an_app_of_its_own(app: Flask, client: Client, site: Site) -> None:
    with transaction() as session:
        other = make_site(session, niche=6, name="Fjord")
    own, others = (
        door.get("/manifest.webmanifest").get_json(force=True) for door in (client, Client(app, other.hosts[0]))
    )
    assert (own["name"], others["name"]) == (site.name, "Fjord")
    assert (own["theme_color"], others["theme_color"]) == ("#faf8f4", "#f7f9f9")
    assert own["icons"] != others["icons"]
    assert Client(app, "nobody.example").get("/manifest.webmanifest").status_code == 404


@pytest.mark.spec("2.48")
def test_the_manifests_icons_are_there_for_ever(client: Client) -> None:
    told = client.get("/manifest.webmanifest").get_json(force=True)
    assert [(one["sizes"], one["purpose"]) for one in told["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    ]
    for one in told["icons"]:
        answer = client.get(one["src"])
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "x".join(map(str, Image.open(BytesIO(answer.data)).size)) == one["sizes"]
    assert client.get("/icons/icon-192.png?v=old").headers["Cache-Control"] == "public, max-age=3600"
    assert client.get("/icons/nothing.png").status_code == 404


def icon(site: Site, name: str) -> Image.Image:
    return Image.open(BytesIO(api.app_icon(site, name).content)).convert("RGBA")


@pytest.mark.parametrize("name", ["maskable-192", "maskable-512"])
def test_nothing_that_counts_is_cut_from_a_maskable_icon(site: Site, name: str) -> None:
    picture = icon(site, name)
    paper, wide = picture.getpixel((0, 0)), picture.width
    drawn = [(x, y) for x in range(wide) for y in range(wide) if picture.getpixel((x, y)) != paper]
    assert drawn
    assert max(hypot(x - wide / 2, y - wide / 2) for x, y in drawn) <= KEPT * wide
    assert picture.getextrema()[3] == (255, 255), "it fills its square"


def test_the_mark_of_a_notice_is_white_alone(site: Site) -> None:
    colours = {pixel[:3] for _, pixel in icon(site, "badge-96").getcolors(96 * 96) if pixel[3]}
    assert colours == {(255, 255, 255)}


def test_apples_icon_has_no_clear_corner(site: Site) -> None:
    assert icon(site, "apple-180").getextrema()[3] == (255, 255)


@pytest.mark.spec("1.10", "1.11")
def test_the_head_names_the_app_and_its_colours(door: Client, site: Site) -> None:
    html = door.get("/pricing?lang=nl").text
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=nl">' in html
    linked = re.findall(r'<link rel="(?:icon|apple-touch-icon)"[^>]* href="([^"]+)"', html)
    assert [door.get(href).mimetype for href in linked] == ["image/png"] * 2
    assert re.findall(r'name="theme-color" content="(#\w+)" media', html) == ["#faf8f4", "#101918"]
    door.http.set_cookie("theme", "dark", domain=door.host)
    assert re.findall(r'name="theme-color" content="(#\w+)">', door.get("/").text) == ["#101918"]


def test_papers_are_those_of_the_pages() -> None:
    tokens = (ROOT / "member-web/src/styles/tokens.css").read_text()
    light = dict(re.findall(r":root\[data-niche='(\d)'\] \{[^}]*?--c-paper: (#\w+);", tokens))
    assert {int(niche): colour for niche, colour in light.items()} == app_icons.PAPERS
    assert f":root {{\n  color-scheme: light;\n  --c-paper: {app_icons.PAPER};" in tokens
    assert f"color-scheme: dark;\n  --c-paper: {app_icons.DARK_PAPER};" in tokens


def test_the_offline_page_speaks_the_sites_language_and_wears_its_theme(
    door: Client, site: Site, tmp_path: Path
) -> None:
    built = {"index.html": {"file": "assets/entry.js", "css": ["assets/shell.css"], "isEntry": True}}
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(built))
    answer = door.get("/offline.html")
    assert (answer.headers["Content-Language"], answer.headers["Cache-Control"]) == ("en", "no-cache")
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "<h1>You’re offline</h1>" in answer.text
    assert '<link rel="stylesheet" href="/assets/shell.css">' in answer.text
    assert "<script" not in answer.text
    door.http.set_cookie("theme", "dark", domain=door.host)
    german = door.get("/offline.html?lang=de")
    assert german.headers["Content-Language"] == "de"
    assert f'<html lang="de" data-niche="{site.niche}" data-theme="dark">' in german.text
    assert "Du bist offline" in german.text


def test_the_offline_page_knows_nothing_of_who_is_logged_in(door: Client, site: Site) -> None:
    visitors = door.get("/offline.html").text
    with transaction() as session:
        token = open_session(session, member_id=make_member(session, site=site, name="Wilhelmina").id)
    door.http.set_cookie("hearth_session", token, domain=door.host)
    assert door.get("/offline.html").text == visitors


def test_hostile_words_of_a_site_stay_words_offline(door: Client, site: Site) -> None:
    set_site(site, name="<script>alert(1)</script>")
    assert "<script" not in door.get("/offline.html").text
