"""What the body of a page may hold: values, conditions, loops and Markdown, and nothing that a page has no need of."""

import json
import tracemalloc
from itertools import count

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel.db.session import transaction
from cli.page import page
from modules.sites import api
from modules.sites.contracts import Site
from modules.sites.errors import PageMalformed
from modules.sites.service import pages
from modules.sites.service.markdown import read_markdown, text_of
from tests.conftest import Client
from tests.sites.test_pages import write


def test_a_value_is_words_whatever_characters_are_in_it() -> None:
    name = "A_b *c* [d](https://e.example) <script> # 1. `x` | {{ n }}"
    _, _, (block,) = pages.render(("About us", "", "By {{ name }}."), {"name": name})
    assert text_of(block.content) == f"By {name}."
    assert {span.kind for span in block.content} == {"text"}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("![a](/b.png)", "image"),
        ("# Title", "#"),
        ("[a](ftp://elsewhere.example)", "ftp://elsewhere.example"),
        ("[a]()", "[]()"),
        ("[a](//elsewhere.example)", "//elsewhere.example"),
        ("[a](http://elsewhere.example)", "http://elsewhere.example"),
        ("```\ncode\n```", "fence"),
        ("{{ shoe_size }}", "'shoe_size' is undefined"),
        ("{% if fictional %}", "Unexpected end of template"),
        ("{{ site_name.__class__.__mro__ }}", "access to attribute '__class__' of 'str' object is unsafe."),
        ("", "body: 1-200000"),
    ],
)
def test_what_no_page_may_hold_is_refused(site: Site, body: str, problem: str) -> None:
    with pytest.raises(PageMalformed) as refused:
        write(site, body=body)
    assert problem in refused.value.extra["problem"]
    with transaction(read_only=True) as session:
        assert api.list_pages(session, site.id) == []


@pytest.mark.parametrize(
    "body",
    [
        "{% include 'x' %}",
        "{% extends 'x' %}",
        "{% import 'x' as y %}",
        "{{ 1/0 }}",
        "{{ n(1) }}",
        "{{ 'a'+1 }}",
        "{{ 'a' * 100000000 }}",
        "{{ 10 ** 100000000 }}",
        "{{ '%099999999d' % 1 }}",
        "{{ '{:>99999999}'.format(1) }}",
        "{{ ('a' * 9999).join(range(9999)) }}",
        "{{ 'a'|center(100000000) }}",
        "{{ 'a'|indent(100000000) }}",
        "{{ 'a b'|wordwrap(1, wrapstring='a' * 100000000) }}",
        "{{ lipsum(99999) }}",
        "{{ site_name < 1 }}",
        "{{ site_name() }}",
        "{{ site_name[99999] }}",
        "{{ " + "9" * 5_000 + " }}",
        "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "{{ " + "not " * 5_000 + "1 }}",
        "{% set a = 'aa' %}" + "{% set a = a ~ a %}" * 40 + "{{ a }}",
        "{% set a %}aa{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40 + "{{ a }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for one in range(99999999) %}{% endfor %}",
        "{% for one in 'ab' recursive %}{{ loop('ab') }}{% endfor %}",
        "{% for one in site_name %}" * 20 + "{% endfor %}" * 20,
        "{% for one in min_age %}{% endfor %}",
        "{% for one in site_name %}" + "a" * 150_000 + "{% endfor %}",
        "{% if 1 %}" * 500 + "{% endif %}" * 500,
        "{{ n() }}" * 6_000,
    ],
    ids=lambda body: body[:50],
)
@pytest.mark.usefixtures("app")
def test_what_cannot_be_shown_is_refused_at_once(site: Site, body: str) -> None:
    with pytest.raises(PageMalformed):
        pages.render(("About us", "", body), pages.values_of(site, "en"))
    with pytest.raises(PageMalformed):
        pages.render((body, "", "Who we are."), pages.values_of(site, "en"))


def test_a_template_that_would_fill_the_memory_is_refused_before_it_is_run() -> None:
    tracemalloc.start()
    for body in ("{{ 'a' * 100000000 }}", "{{ 2 ** 99999999 }}", "{{ 'a'|center(100000000) }}"):
        with pytest.raises(PageMalformed):
            pages.render(("About us", "", body), {})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


def test_a_condition_a_list_and_a_filter_are_for_pages() -> None:
    body = (
        "{# To do #}{% if min_age > 20 and town is defined and not late %}{{ site_name|upper }}{% elif late %}x"
        "{% else %}{{ min_age }}{% endif %}{% for one in numbers['a.b'] %} {{ n() }}.{{ one }}{% else %}-{% endfor %}"
        ", {{ 'late' if late else 'early' }}"
    )
    values = {"min_age": 21, "town": "", "late": False, "site_name": "Moss", "numbers": {"a.b": ("x", "y")}}
    _, _, (block,) = pages.render(("About us", "", body), {**values, "n": count(1).__next__})
    assert text_of(block.content) == "MOSS 1.x 2.y, early"


def test_a_stored_page_that_cannot_be_shown_is_passed_over(client: Client, site: Site) -> None:
    write(site)
    write(site, "terms", "nl", title="Onze afspraken")
    broken = text(
        "INSERT INTO sites.page (site_id, token, language, version, title, description, body)"
        " VALUES (:site, :token, :language, 2, 'T', '', '{{ 1 / 0 }}')"
    )
    with transaction() as session:
        session.execute(broken, {"site": site.id, "token": "about", "language": "en"})
        session.execute(broken, {"site": site.id, "token": "terms", "language": "nl"})
    refused = client.get("/api/v1/pages/about")
    assert (refused.status_code, refused.json["code"]) == (404, "sites.page-unknown")
    assert client.get("/api/v1/pages/terms?language=nl").json["title"] == "Gebruiksvoorwaarden"
    assert client.http.get("/about", base_url=f"http://{client.host}").status_code == 404


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("{{ 1 / 0 }}", "'Div' in line 1 is not allowed in a page."),
        ("{{ site_name|center(80) }}", "No filter named 'center'."),
        ("![/b](/b.png)", "image"),
    ],
)
def test_a_stored_page_that_cannot_be_shown_is_named_in_the_list(site: Site, body: str, problem: str) -> None:
    write(site)
    write(site, "terms", "nl", title="Onze [/b] afspraken")
    stored = text(
        "INSERT INTO sites.page (site_id, token, language, version, title, description, body)"
        " VALUES (:site, 'about', 'en', 2, 'About us', '', :body)"
    )
    with transaction() as session:
        session.execute(stored, {"site": site.id, "body": body})
    listed = CliRunner().invoke(page, ["list", site.key, "--json"])
    assert [(one["token"], one["problem"]) for one in json.loads(listed.stdout)] == [("about", problem), ("terms", "")]
    for_people = CliRunner().invoke(page, ["list", site.key])
    assert for_people.exit_code == 0
    assert problem in for_people.stdout
    assert "Onze [/b] afspraken" in for_people.stdout


def test_words_that_stand_in_one_another_too_deep_are_refused() -> None:
    assert read_markdown("*a **b " * 10 + "** c*" * 10)
    with pytest.raises(PageMalformed):
        read_markdown("*a **b " * 11 + "** c*" * 11)


def test_many_headings_of_the_same_words_are_counted_once_each() -> None:
    blocks = read_markdown("## Part\n\n" * 5_000)
    assert [blocks[0].id, blocks[-1].id] == ["part", "part-5000"]


def test_html_stays_text() -> None:
    source = "<script>alert(1)</script> <b>bold</b> [a](javascript:alert(1))"
    (block,) = read_markdown(source)
    assert text_of(block.content) == source
    assert {span.kind for span in block.content} == {"text"}


def test_the_same_words_twice_have_two_anchors() -> None:
    assert [block.id for block in read_markdown("## Für dich\n\n## Für dich\n\n### ?")] == [
        "fur-dich",
        "fur-dich-2",
        "part",
    ]
