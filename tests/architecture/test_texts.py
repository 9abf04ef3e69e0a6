"""Texts in 11 languages (spec 1.5): every language says everything, by the rules of docs/words.md.

`hearth words check` lists the same faults with the places where the texts are seen.
"""

import re
from collections import Counter
from functools import cache

import pytest

from app.kernel.i18n import FALLBACK, LOCALES
from cli.dev.words.catalogue import MEMBER_WEB, PAGES, VALUE, read
from cli.dev.words.rules import RULES, Rule, faults
from cli.paths import ROOT
from modules.billing.payments.providers.mollie import LOCALES as MOLLIE_LOCALES
from modules.billing.payments.providers.stripe_methods import CARD_NAMES

LINK = re.compile(r"\]\(([^)]*)\)")

pytestmark = pytest.mark.spec("1.5")
words = cache(read)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("language", LOCALES)
def test_texts_keep_the_rule(language: str, rule: Rule) -> None:
    assert faults(words(language), rule) == []


@pytest.mark.parametrize("language", [language for language in LOCALES if language != FALLBACK])
@pytest.mark.parametrize("page", sorted(file.stem for file in (ROOT / PAGES / FALLBACK).glob("*.md")))
@pytest.mark.spec("2.28", "9.6")
def test_a_page_has_the_build_values_and_links_of_the_english_one(language: str, page: str) -> None:
    english, own = ((ROOT / PAGES / lng / f"{page}.md").read_text(encoding="utf-8") for lng in (FALLBACK, language))
    assert build(own) == build(english)
    assert Counter(VALUE.findall(own)) == Counter(VALUE.findall(english))
    assert Counter(LINK.findall(own)) == Counter(LINK.findall(english))


def build(page: str) -> list[str]:
    """The kinds of a page's lines, in their order: headings, list items, table rows, paragraphs."""
    kinds = (re.match(r"title:|description:|#+ |- |\d+\. |\||> |$", line) for line in page.splitlines())
    return [re.sub(r"\d+\. ", "1. ", kind[0]) if kind else "text" for kind in kinds]


def test_every_list_of_languages_has_all() -> None:
    menu = re.findall(r"^  (\w\w): \{ name: ", (ROOT / MEMBER_WEB.parent / "locales.ts").read_text(), re.MULTILINE)
    console = re.findall(r"^  (\w\w): '", (ROOT / "ops-console/src/i18n/language.ts").read_text(), re.MULTILINE)
    assert menu == console == list(LOCALES)
    assert MOLLIE_LOCALES.keys() == CARD_NAMES.keys() == set(LOCALES)
