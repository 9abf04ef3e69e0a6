"""What search engines and previews of links learn of a site, and what they never learn."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from defusedxml import ElementTree
from flask import Flask
from PIL import Image

from app.kernel.db.session import transaction
from app.kernel.http.spa import Spa
from app.kernel.i18n import text
from app.pages.head import FONTS_BY_LANGUAGE
from app.pages.routes import ROUTES
from modules.sites import api
from modules.sites.contracts import BUILT_IN_PAGES, TAKEN_WORDS, Site
from modules.sites.service.share_picture import COLOURS
from tests.conftest import Client
from tests.factories.accounts import make_member, open_session
from tests.factories.sites import make_site, set_site
from tests.sites.test_pages import ROOT, write

PAGE = '<html lang="en"><head><!--hearth:head--></head><div id="root"></div><script><!--hearth:boot--></script>'
MANIFEST = '{"src/i18n/locales/de/common.json": {"file": "assets/common-de-1.js"}}'
NOINDEX = '<meta name="robots" content="noindex">'
# First words of what is public, or no page of the front end.
PUBLIC = {route.address: route.head for route in ROUTES if route.head}
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture
def door(app: Flask, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A visitor's browser before a small build of the front end."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / ".vite" / "manifest.json").write_text(MANIFEST)
    for cell in app.view_functions["page"].__closure__:
        if isinstance(cell.cell_contents, Spa):
            monkeypatch.setattr(cell.cell_contents, "folder", tmp_path)
    return client


def head(answer: Any) -> dict[str, str]:
    """Return the facts of a head by their names."""
    html = answer.get_data(as_text=True)
    facts = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', html))
    facts |= {f"alternate {code}": href for code, href in re.findall(r'hreflang="([^"]+)" href="([^"]*)"', html)}
    found = re.search(r'rel="canonical" href="([^"]*)"', html)
    title = re.search(r"<title>(.*?)</title>", html)
    return {name: unescape(value) for name, value in facts.items()} | {
        "canonical": unescape(found[1]) if found else "",
        "title": unescape(title[1]) if title else "",
    }


def url(site: Site, path: str) -> str:
    return api.site_url(site, path)


@pytest.mark.spec("2.30")
def test_a_static_page_is_there_for_who_reads_without_scripts(door: Client, site: Site) -> None:
    answer = door.get("/pages/terms")
    html = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "<h1>Terms of use</h1>" in html
    assert '<a href="/pages/privacy">privacy statement</a>' in html
    assert '"token": "terms"' in html
    facts = head(answer)
    assert facts["title"] == f"Terms of use · {site.index_title}"
    assert facts["canonical"] == facts["og:url"] == url(site, "/pages/terms")
    assert facts["og:type"] == "article"
    assert "noindex" not in html
    assert "X-Robots-Tag" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/pricing", "/signup", "/pages/faq"])
def test_a_public_page_has_an_address_in_every_language_of_the_site(door: Client, site: Site, path: str) -> None:
    plain, german = door.get(path), door.get(f"{path}?lang=de")
    alternates = {
        "alternate en": url(site, path),
        "alternate nl": url(site, f"{path}?lang=nl"),
        "alternate de": url(site, f"{path}?lang=de"),
        "alternate x-default": url(site, path),
    }
    for answer, canonical, language in ((plain, path, "en_GB"), (german, f"{path}?lang=de", "de_DE")):
        facts = head(answer)
        assert facts["canonical"] == url(site, canonical)
        assert alternates.items() <= facts.items()
        assert facts["og:locale"] == language
        assert 50 < len(facts["description"]) < 220
        assert facts["og:description"] == facts["description"]
    assert head(plain)["description"] != head(german)["description"]
    assert '<html lang="de"' in german.get_data(as_text=True)
    assert '<link rel="modulepreload" href="/assets/common-de-1.js">' in german.get_data(as_text=True)


def test_the_domains_own_language_has_one_address_only(door: Client, site: Site) -> None:
    assert head(door.get("/pricing?lang=en"))["canonical"] == url(site, "/pricing")
    assert head(door.get("/pricing?ref=spring&lang=fi"))["canonical"] == url(site, "/pricing")


@pytest.mark.spec("1.7", "1.8")
def test_who_comes_by_an_address_in_a_language_stays_in_it(app: Flask, door: Client, site: Site) -> None:
    first = door.get("/pricing?lang=de")
    assert "language=de" in first.headers["Set-Cookie"]
    assert "Max-Age=31536000" in first.headers["Set-Cookie"]
    assert '<html lang="de"' in door.get("/pricing").get_data(as_text=True)
    again = door.get("/pricing?lang=nl")
    assert '<html lang="nl"' in again.get_data(as_text=True)
    assert "Set-Cookie" not in again.headers, "who chose before keeps their choice"
    stranger = Client(app, site.hosts[0]).get("/pricing?lang=fi")
    assert '<html lang="en"' in stranger.get_data(as_text=True)
    assert "Set-Cookie" not in stranger.headers


@pytest.mark.spec("6.4")
@pytest.mark.parametrize(
    "word",
    sorted(set(TAKEN_WORDS) - {"pricing", "signup", "pages", "ops", "api", "assets", "media", "healthz", "readyz"}),
)
def test_nothing_of_members_is_indexable(door: Client, word: str) -> None:
    for path in (f"/{word}", f"/{word}/0f3c", f"/{word}/0f3c/chat?lang=de"):
        answer = door.get(path)
        html = answer.get_data(as_text=True)
        assert NOINDEX in html, path
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert "canonical" not in html
        assert "og:url" not in html


@pytest.mark.parametrize("path", ["/api/v1/settings", "/api/v1/pages/terms", "/media/nothing", "/ops/", "/healthz"])
def test_data_and_the_console_are_in_no_index(client: Client, path: str) -> None:
    assert client.get(path).headers["X-Robots-Tag"] == "noindex"


def test_a_members_own_pages_are_in_no_index(door: Client, site: Site) -> None:
    with transaction() as session:
        token = open_session(session, member_id=make_member(session, site=site).id)
    door.http.set_cookie("hearth_session", token, domain=door.host)
    for path in ("/", "/pricing", "/pages/terms"):
        assert NOINDEX in door.get(path).get_data(as_text=True)


@pytest.mark.spec("2.30", "2.44")
@pytest.mark.parametrize("path", ["/nobody-wrote-this", "/pages/nothing", "/pages/members"])
def test_a_page_that_nobody_wrote_is_not_found(door: Client, path: str) -> None:
    answer = door.get(path)
    assert answer.status_code == 404
    assert NOINDEX in answer.get_data(as_text=True)
    assert '<div id="root"></div>' in answer.get_data(as_text=True)


@pytest.mark.spec("2.30")
def test_every_page_has_one_address(door: Client, site: Site) -> None:
    write(site)
    assert head(door.get("/about"))["canonical"] == url(site, "/about")
    for path, to in (("/terms?ref=a", "/pages/terms?ref=a"), ("/pages/about", "/about")):
        answer = door.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (301, to)


@pytest.mark.spec("2.29")
def test_a_slug_of_a_lander_and_no_other_part_of_an_address_is_left_out_of_its_one_address(
    door: Client, site: Site
) -> None:
    assert head(door.get("/landers/video/spring"))["canonical"] == url(site, "/landers/video")
    for path in ("/signup/photo", "/signup/None", "/pricing/", "/landers/video/spring/"):
        answer = door.get(path)
        assert answer.status_code == 200
        assert NOINDEX in answer.get_data(as_text=True), path


def test_hostile_words_of_an_operator_stay_words(door: Client, site: Site) -> None:
    write(site, title="<img src=x>", description='"><script>', body="</script><b> {{ site_name }}")
    html = door.get("/about").get_data(as_text=True)
    assert "<img" not in html
    assert html.count("<script") == 1
    assert html.count("</script>") == 1
    assert "<b>" not in html


def test_search_engines_learn_where_the_public_pages_are(client: Client, site: Site) -> None:
    robots = client.get("/robots.txt")
    assert f"Sitemap: {url(site, '/sitemap.xml')}" in robots.text
    assert "Disallow: /ops" in robots.text
    write(site, language="nl")
    answer = client.get("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    listed = [node.text for node in ElementTree.fromstring(answer.data).iter(f"{SITEMAP}loc")]
    wanted = [*PUBLIC, *(f"/pages/{token}" for token in BUILT_IN_PAGES)]
    assert set(listed) == {
        *(url(site, path + query) for path in wanted for query in ("", "?lang=nl", "?lang=de")),
        url(site, "/about?lang=nl"),
    }
    assert len(listed) == len(set(listed))
    with transaction() as session:
        member = make_member(session, site=site)
    assert str(member.id) not in client.get("/sitemap.xml").text
    assert "/members" not in answer.text


def test_the_host_of_no_site_has_no_map(app: Flask) -> None:
    stranger = Client(app, "nobody.example")
    for path in ("/robots.txt", "/sitemap.xml", "/share-picture.png"):
        assert stranger.get(path).status_code == 404


@pytest.mark.spec("1.10")
def test_each_site_has_a_picture_of_its_own(door: Client, site: Site) -> None:
    picture = door.get("/share-picture.png")
    assert (picture.mimetype, picture.headers["Cross-Origin-Resource-Policy"]) == ("image/png", "cross-origin")
    assert Image.open(BytesIO(picture.data)).size == (1200, 630)
    shown = head(door.get("/"))["og:image"]
    assert shown.startswith(url(site, "/share-picture.png?v="))
    set_site(site, niche=3, name="Wieczorne światło w oknie")
    assert head(door.get("/"))["og:image"] != shown


def test_a_name_that_runs_from_right_to_left_turns_nothing_in_a_head(door: Client, site: Site) -> None:
    set_site(site, name="אור בחלון")
    assert "\u2068אור בחלון\u2069" in head(door.get("/pricing"))["description"]


@pytest.mark.spec("1.10")
def test_the_picture_wears_the_colours_of_the_pages() -> None:
    tokens = (ROOT / "member-web/src/styles/tokens.css").read_text()
    blocks = {int(n): body for n, body in re.findall(r":root\[data-niche='(\d)'\] \{(.*?)\}", tokens, re.DOTALL)}
    base = re.search(r":root \{(.*?)\n\}", tokens, re.DOTALL)
    assert base
    for niche, (ground, wall) in COLOURS.items():
        own = base[1] + blocks.get(niche, "")
        for name, colour in (("secondary", ground), ("primary", wall)):
            assert re.findall(rf"--c-{name}: (#\w+);", own)[-1] == colour, (niche, name)


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_every_public_page_has_words_for_its_head(language: str) -> None:
    for key in PUBLIC.values():
        assert text(language, f"pages.head.{key.split('.')[0]}.description", name="x")
        assert key == "home" or text(language, f"pages.head.{key}.title", name="x")


def test_a_page_comes_with_all_it_needs_at_once(door: Client, tmp_path: Path) -> None:
    built = {
        "index.html": {"file": "assets/entry.js", "isEntry": True, "imports": ["_shell.js"]},
        "_shell.js": {"file": "assets/shell.js", "css": ["assets/shell.css"]},
        "_cards.js": {"file": "assets/cards.js", "css": ["assets/cards.css"], "imports": ["_shell.js", "_deep.js"]},
        "_deep.js": {"file": "assets/deep.js", "imports": ["_cards.js"]},
        "src/app/routes/members.tsx": {"file": "assets/members.js", "imports": ["_cards.js"], "isDynamicEntry": True},
        "src/i18n/locales/en/members.json": {"file": "assets/words.js"},
    }
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(built))
    page = door.get("/members").text
    ahead = re.findall(r'<link rel="(modulepreload|preload)"[^>]* href="/assets/([^"]+)"', page)
    wanted = {("modulepreload", f"{name}.js") for name in ("members", "cards", "deep", "words")}
    # What the shell brings is in the page itself.
    assert sorted(ahead) == sorted({*wanted, ("preload", "cards.css")})


def test_polish_comes_with_the_letters_that_other_languages_do_without(
    app: Flask, door: Client, tmp_path: Path
) -> None:
    """A font that comes after the first paint is not used, so that no text moves: it has to be asked for at once."""
    fonts = [name for names in FONTS_BY_LANGUAGE.values() for name in names]
    assert all((ROOT / "member-web" / name).is_file() for name in fonts)
    built = {name: {"file": f"assets/{name.rpartition('/')[2]}"} for name in fonts}
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(built))
    with transaction() as session:
        polish = make_site(session, domain_language="pl", languages=["pl", "de"])
    browser = Client(app, polish.domain)
    ahead = re.compile(r'<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/([^"]+)">')
    assert ahead.findall(browser.get("/pricing").text) == [name.rpartition("/")[2] for name in fonts]
    assert ahead.findall(browser.get("/pricing?lang=de").text) == []


def test_no_font_moves_what_was_painted_without_it() -> None:
    """The style sheet uses no font that comes late, so both applications ask for the fonts of every page at once."""
    styles = ROOT / "member-web/src/styles"
    faces = [face for face in (styles / "fonts.css").read_text().split("@font-face")[1:] if "url(" in face]
    assert [face for face in faces if "font-display: optional" not in face] == []
    fonts = {(styles / name).resolve() for name in re.findall(r"url\('(.+-latin\.woff2)'\)", "".join(faces))}
    for application in ("member-web", "ops-console"):
        page = (ROOT / application / "index.html").read_text()
        asked = re.findall(r'rel="preload"\s+href="/?([^"]+)"\s+as="font"', page)
        assert {(ROOT / application / name).resolve() for name in asked} == fonts
