"""`hearth words`: what breaks a rule is found, and a translator's table comes back without loss."""

import csv
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from cli.dev.words import rules
from cli.dev.words.catalogue import GLOSSARY, MEMBER_WEB, PAGES, Words, files, read
from cli.dev.words.rules import Fault, Rule, faults
from cli.dev.words.sample import draw
from cli.dev.words.sheet import take_sheet, write_sheet
from cli.dev.words.starting import start_language
from cli.paths import ROOT

ENGLISH = {
    "accounts: greeting": "Hello {name}",
    "accounts: read": "Read",
    "chats: read": "Read",
    "chats: save": "Save",
    "chats: day_one": "{{count}} day",
    "chats: day_other": "{{count}} days",
    "chats: until": "Ends {{date}}",
    "notifications: mail.like.subject": "Someone likes you",
}
GERMAN = {
    "accounts: greeting": "Hallo {name}",
    "accounts: read": "Gelesen",
    "chats: read": "Gelesen",
    "chats: save": "Sichern",
    "chats: day_one": "{{count}} Tag",
    "chats: day_other": "{{count}} Tage",
    "chats: until": "Endet am {{date}}",
    "notifications: mail.like.subject": "Jemand mag dich",
}
OF_GERMAN = {
    "marks": ["„", "“"],
    "never": [r"\bgratis\b", r"\bSie\b"],
    "terms": {r"\bhello\b": "hallo"},
    "before_dates": ["am"],
}

pytestmark = pytest.mark.spec("1.5")


LIKE = "notifications: mail.like.subject"


def german(key: str = "chats: save", text: str = "Sichern") -> Words:
    return Words("de", {**GERMAN, key: text}, ENGLISH, {"terms.md": "Ganz in Ordnung."}, OF_GERMAN)


def french(text: str) -> Words:
    return Words("fr", {"chats: save": text}, {"chats: save": "Save"}, rules={"marks": ["«", "»"]})


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_good_texts_break_no_rule(rule: Rule) -> None:
    assert faults(german(), rule) == []


@pytest.mark.parametrize(
    ("rule", "words", "what"),
    [
        (rules.complete, german(text=" "), "is empty"),
        (rules.complete, german("chats: more", "Mehr"), "is unknown in English"),
        (rules.values, german("accounts: greeting", "Hallo {nome}"), "not as in English"),
        (rules.values, german("chats: day_other", "{{count}} {{count}} Tage"), "has the number twice"),
        (rules.quotation_marks, german(text="Wie geht's"), "straight"),
        (rules.quotation_marks, german(text="Sag ”ja”"), "has ”"),
        (rules.quotation_marks, german(text="Sag „ja"), "without its other half"),
        (rules.spaces, german(text="Bis 50 MB"), "can break before its unit"),
        (rules.spaces, german(text="Sichern !"), "space before a punctuation mark"),
        (rules.spaces, french("Voulez-vous ?"), "U+202F"),
        (rules.spaces, french("Prix : 5"), "before a colon"),
        (rules.spaces, french("« Lire »"), "inside « »"),
        (rules.written_values, german(text="Für 5\u00a0€"), "should be a value"),
        (rules.written_values, german(text="Um 14:05 Uhr"), "should be a value"),
        (rules.labels, german(text="Wähle „Speichern“"), "is no label"),
        (rules.one_translation, german("chats: read", "Lesen"), "has 2 translations"),
        (rules.never_words, german(text="Gratis"), "“Gratis” is forbidden"),
        (rules.never_words, german(text="Fragen Sie"), "“Sie” is forbidden"),
        (rules.terms, german("accounts: greeting", "Servus {name}"), "the word for"),
        (rules.dates, german("chats: until", "Endet vor {{date}}"), "“vor” before a date"),
        (rules.own_words, german(text="Save"), "is English"),
        (rules.lengths, german(LIKE, "Jemand mag dich " * 5), "the limit is 45"),
    ],
)
def test_a_text_that_breaks_a_rule_is_found(rule: Rule, words: Words, what: str) -> None:
    found = faults(words, rule)
    assert len(found) == 1
    assert what in found[0].what


def test_a_missing_text_is_found() -> None:
    without = {key: text for key, text in GERMAN.items() if key != "chats: day_other"}
    assert faults(Words("de", without, ENGLISH), rules.complete) == [Fault("chats: day_other", "is missing")]


def test_a_page_is_checked_by_line() -> None:
    words = replace(german(), pages={"terms.md": "Titel\nAlles gratis."})
    assert [fault.key for fault in faults(words, rules.never_words)] == ["terms.md:2"]


def test_the_glossary_names_exceptions() -> None:
    excepted = replace(
        german(text="Gratis"), rules={**OF_GERMAN, "except": {"never_words": {"chats: save": "a quote"}}}
    )
    assert faults(excepted, rules.never_words) == []


def test_two_translations_may_be_apart() -> None:
    words = german("chats: read", "Lesen")
    assert (
        faults(replace(words, rules={**OF_GERMAN, "apart": {"Read": "a state, a button"}}), rules.one_translation) == []
    )


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A copy of the texts of English and German."""
    for language in ("en", "de"):
        for file in files(language).values():
            copy = tmp_path / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
        copytree(ROOT / PAGES / language, tmp_path / PAGES / language)
    copytree(ROOT / GLOSSARY, tmp_path / GLOSSARY)
    copy = tmp_path / MEMBER_WEB / "en/files.ts"
    copy.write_bytes((ROOT / MEMBER_WEB / "en/files.ts").read_bytes())
    (tmp_path / "docs/words.md").write_bytes((ROOT / "docs/words.md").read_bytes())
    return tmp_path


def rows(sheet: Path) -> dict[str, dict[str, str]]:
    with sheet.open(encoding="utf-8-sig", newline="") as table:
        return {row["key"]: row for row in csv.DictReader(table)}


def keys_of(file: Path) -> list[str]:
    return list(json.loads(file.read_text(encoding="utf-8")))


def fill(sheet: Path, changes: Mapping[str, str]) -> None:
    filled = rows(sheet)
    for key, text in changes.items():
        filled[key]["text"] = text
    with sheet.open("w", encoding="utf-8", newline="") as table:
        out = csv.DictWriter(table, next(iter(filled.values())))
        out.writeheader()
        out.writerows(filled.values())


def test_a_sheet_says_where_a_text_is_seen(texts: Path) -> None:
    write_sheet("de", texts / "german.csv", texts)
    row = rows(texts / "german.csv")["member-web likes: play"]
    assert (row["place"], row["picture"]) == ("/likes/:type?", "likes")
    assert row["english"] == read("en", texts).texts["member-web likes: play"]
    assert "Swipe-Spiel" in row["terms"]


def test_a_sheet_that_nobody_changed_changes_nothing(texts: Path) -> None:
    before = {file: file.read_bytes() for file in files("de", texts).values()}
    write_sheet("de", texts / "german.csv", texts)
    assert take_sheet("de", texts / "german.csv", texts) == ([], [])
    assert {file: file.read_bytes() for file in before} == before


def test_a_translation_is_stored_unless_it_breaks_a_rule(texts: Path) -> None:
    sheet = texts / "german.csv"
    write_sheet("de", sheet, texts)
    fill(sheet, {"member-web swipe: title": "Das Swipe-Spiel", "member-web likes: title": "{{nome}} gratis"})
    before = read("de", texts).texts
    taken, broken = take_sheet("de", sheet, texts)
    assert taken == ["member-web swipe: title"]
    assert {fault.key for fault in broken} == {"member-web likes: title"}
    after = read("de", texts).texts
    assert after == {**before, "member-web swipe: title": "Das Swipe-Spiel"}
    # Keys stay in their order, so that a change is one line.
    assert list(after) == list(before)


def test_a_sheet_with_an_unknown_text_is_refused(texts: Path) -> None:
    (texts / "german.csv").write_text("key,text\naccounts: nothing,Nichts\n", encoding="utf-8")
    with pytest.raises(KeyError, match="accounts: nothing"):
        take_sheet("de", texts / "german.csv", texts)


def test_a_new_language_has_every_file_and_lacks_every_text(texts: Path) -> None:
    made = start_language("pt", texts)
    assert all((texts / file).exists() for file in made)
    words = read("pt", texts)
    assert {fault.what for fault in faults(words, rules.complete)} == {"is empty"}
    assert len(faults(words, rules.complete)) == len(words.texts) > 2_000
    # Spanish has the same plural forms.
    own, spanish = (texts / MEMBER_WEB / "pt/chats.json", ROOT / MEMBER_WEB / "es/chats.json")
    assert keys_of(own) == keys_of(spanish)


@pytest.mark.parametrize(("language", "why"), [("de", "exists"), ("port", "two letters"), ("qq", "does not know")])
def test_what_is_no_new_language_is_refused(texts: Path, language: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        start_language(language, texts)


def test_a_sample_is_the_same_for_a_seed_and_differs_between_seeds() -> None:
    words = read("de")
    first, again, other = draw(words, "1"), draw(words, "1"), draw(words, "2")
    assert first == again != other
    assert len({key for key, _ in first}) == 390
