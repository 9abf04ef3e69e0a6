"""Texts in 11 languages (spec 1.5): every language says everything, with the same values, and in its own words.

Each language has a glossary (`docs/glossary/<language>.md`): the words of the product, the tone, and which words the
language shares with English.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.core import Locale

from app.kernel.i18n import FALLBACK, LOCALES
from modules.billing.payments.providers.mollie import LOCALES as MOLLIE_LOCALES
from modules.billing.payments.providers.stripe_methods import CARD_NAMES

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "member-web/src/i18n/locales"
PAGES = ROOT / "modules/sites/pages"
GLOSSARY = ROOT / "docs/glossary"
PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
VALUE = re.compile(r"\{\{?\s*[^{}]*?\s*\}?\}|\{%.*?%\}")
WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
SHARED = re.compile(r"^Shared with English: (.*)$", re.MULTILINE)
# Nobody translates these.
NAMES = {"apple", "bancontact", "blik", "eps", "iban", "ideal", "klarna", "kvk", "mastercard", "pay", "paypal"}
NAMES |= {"przelewy", "visa"}
LINK = re.compile(r"\]\(([^)]*)\)")
STRAIGHT_QUOTE = re.compile(r"['\"]")

pytestmark = pytest.mark.spec("1.5")
others = pytest.mark.parametrize("language", [language for language in LOCALES if language != FALLBACK])


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of the server and of the members' application by its file and key."""
    files = {f"{file.parent.parent.name}": file for file in ROOT.glob(f"modules/*/locales/{language}.json")}
    files["kernel"] = ROOT / f"app/kernel/locales/{language}.json"
    files |= {f"member-web {file.stem}": file for file in (TEXTS / language).glob("*.json")}
    return {
        f"{name}: {key}": text
        for name, file in files.items()
        for key, text in flat(json.loads(file.read_text(encoding="utf-8")), "")
    }


def flat(tree: dict[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def plural_forms(language: str) -> set[str]:
    return {*Locale.parse("nb" if language == "no" else language).plural_form.tags, "other"}


def expected_keys(language: str) -> set[str]:
    """The keys of English, each counted text in all the plural forms of the language (CLDR)."""
    stems = {(PLURAL.sub("", key), bool(PLURAL.search(key))) for key in texts(FALLBACK)}
    forms = plural_forms(language)
    return {name for stem, counted in stems for name in ([f"{stem}_{form}" for form in forms] if counted else [stem])}


def english_of(key: str) -> str:
    english = texts(FALLBACK)
    return english.get(key) or english[PLURAL.sub("", key) + "_other"]


def values(text: str) -> Counter[str]:
    return Counter(re.sub(r"\s", "", value) for value in VALUE.findall(text))


def own_words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(VALUE.sub(" ", text))}


@others
def test_a_language_says_everything_and_nothing_more(language: str) -> None:
    assert set(texts(language)) == expected_keys(language)


@others
def test_a_text_names_the_same_values_as_in_english(language: str) -> None:
    # A form for one may leave the count out: "a day" is one day.
    different = {
        key: text
        for key, text in texts(language).items()
        if text.strip() == ""
        or (set(values(text)) ^ set(values(english_of(key)))) - ({"{count}", "{{count}}"} if "_" in key else set())
    }
    assert different == {}


@pytest.mark.parametrize("language", LOCALES)
def test_a_number_stands_once_in_a_text(language: str) -> None:
    # Where plural forms are put in by a script, a second one lands in the middle of a word.
    twice = {key: text for key, text in texts(language).items() if text.replace(" ", "").count("{count}") > 1}
    assert twice == {}


@pytest.mark.parametrize("language", LOCALES)
def test_apostrophes_and_quotation_marks_are_typographic(language: str) -> None:
    pages = {file.name: file.read_text(encoding="utf-8") for file in (PAGES / language).glob("*.md")}
    assert {
        key: text for key, text in (texts(language) | pages).items() if STRAIGHT_QUOTE.search(VALUE.sub("", text))
    } == {}


@others
def test_no_text_is_english_by_accident(language: str) -> None:
    shared = own_words(SHARED.findall((GLOSSARY / f"{language}.md").read_text(encoding="utf-8"))[0])
    same = {key: text for key, text in texts(language).items() if text == english_of(key)}
    assert {key: text for key, text in same.items() if own_words(text) - shared - NAMES} == {}


@others
@pytest.mark.parametrize("page", sorted(file.stem for file in (PAGES / FALLBACK).glob("*.md")))
@pytest.mark.spec("2.28", "9.6")
def test_a_page_has_the_build_values_and_links_of_the_english_one(language: str, page: str) -> None:
    english, own = ((PAGES / lng / f"{page}.md").read_text(encoding="utf-8") for lng in (FALLBACK, language))
    assert build(own) == build(english)
    assert values(own) == values(english)
    assert Counter(LINK.findall(own)) == Counter(LINK.findall(english))


def build(page: str) -> list[str]:
    """The kinds of a page's lines, in their order: headings, list items, table rows, paragraphs."""
    kinds = (re.match(r"title:|description:|#+ |- |\d+\. |\||> |$", line) for line in page.splitlines())
    return [re.sub(r"\d+\. ", "1. ", kind[0]) if kind else "text" for kind in kinds]


def test_every_list_of_languages_has_all() -> None:
    menu = re.findall(r"^  (\w\w): \{ name: ", (TEXTS.parent / "locales.ts").read_text(), re.MULTILINE)
    desk = re.search(r"LANGUAGES = \[(.*)\]", (ROOT / "ops-console/src/pages/complaints/api.ts").read_text())
    assert menu == re.findall(r"'(\w\w)'", desk[1] if desk else "") == list(LOCALES)
    assert MOLLIE_LOCALES.keys() == CARD_NAMES.keys() == set(LOCALES)
