"""Tables for translators: CSV with one text a row, written and read back."""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.kernel.i18n import FALLBACK
from cli.dev.words.catalogue import GLOSSARY, VALUE, Words, expected_keys, files, read
from cli.dev.words.places import picture_of, place_of
from cli.dev.words.rules import LONGER, RULES, Fault, faults, limit_of
from cli.paths import ROOT

COLUMNS = ("key", "place", "picture", "limit", "terms", "english", "text")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|", re.MULTILINE)


def write_sheet(language: str, file: Path, root: Path = ROOT) -> int:
    """Write all texts of a language as CSV, with a mark that spreadsheets know UTF-8 by; return the number of rows."""
    words = read(language, root)
    glossary = _glossary(root / GLOSSARY / f"{language}.md")
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        table = csv.DictWriter(out, COLUMNS)
        table.writeheader()
        keys = expected_keys(words)
        for key in keys:
            english = words.english_of(key)
            table.writerow(
                {
                    "key": key,
                    "place": place_of(key),
                    "picture": picture_of(key),
                    "limit": int((limit_of(key) or max(len(VALUE.sub("", english)), 12)) * LONGER),
                    "terms": "; ".join(f"{term} = {own}" for term, own in glossary.items() if _has(english, term)),
                    "english": english,
                    "text": words.texts.get(key, ""),
                }
            )
    return len(keys)


def _glossary(file: Path) -> dict[str, str]:
    """The rows of a glossary: English terms, and what the language calls them."""
    if not file.exists():
        return {}
    return {term.strip(): own.strip() for term, own in ROW.findall(file.read_text(encoding="utf-8"))[2:]}


def _has(english: str, terms: str) -> bool:
    names = [re.sub(r"\(.*?\)", "", term).strip() for term in re.split(r"[,;]", terms)]
    return any(name and re.search(rf"\b{re.escape(name)}", english, re.IGNORECASE) for name in names)


def take_sheet(language: str, file: Path, root: Path = ROOT) -> tuple[list[str], list[Fault]]:
    """Store the changed texts of a sheet; return their keys, and the faults of those that break a rule.

    A text that breaks a rule is not stored. Raises KeyError with the first key that English does not have.
    """
    words = read(language, root)
    expected = set(expected_keys(words))
    with file.open(encoding="utf-8-sig", newline="") as table:
        rows = {row["key"]: row["text"].strip() for row in csv.DictReader(table)}
    unknown = [key for key in rows if key not in expected]
    if unknown:
        raise KeyError(unknown[0])
    changed = {key: text for key, text in rows.items() if text and text != words.texts.get(key)}
    # Each rule sees the new texts together: two new translations of one sentence are compared, too.
    together = Words(language, {**words.texts, **changed}, words.english, words.pages, words.rules)
    broken = [fault for rule in RULES for fault in faults(together, rule) if fault.key in changed]
    refused = {fault.key for fault in broken}
    taken = [key for key in changed if key not in refused]
    store(language, {key: changed[key] for key in taken}, root)
    return taken, broken


def store(language: str, texts: Mapping[str, str], root: Path = ROOT) -> None:
    """Write texts into the files of a language, in the order of English; those that exist stay."""
    english, own = files(FALLBACK, root), files(language, root)
    for name in {key.split(": ", 1)[0] for key in texts}:
        tree = json.loads(own[name].read_text(encoding="utf-8")) if own[name].exists() else {}
        for key, text in texts.items():
            if key.startswith(f"{name}: "):
                _put(tree, key.split(": ", 1)[1].split("."), text)
        ordered = _in_order(tree, json.loads(english[name].read_text(encoding="utf-8")))
        own[name].parent.mkdir(parents=True, exist_ok=True)
        own[name].write_text(json.dumps(ordered, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _put(tree: dict[str, Any], parts: list[str], text: str) -> None:
    for part in parts[:-1]:
        tree = tree.setdefault(part, {})
    tree[parts[-1]] = text


def _in_order(tree: dict[str, Any], english: Mapping[str, Any]) -> dict[str, Any]:
    places = {key: nth for nth, key in enumerate(english)}

    def place(key: str) -> tuple[int, str]:
        stem, _, form = key.rpartition("_")
        nth = places.get(key, places.get(f"{stem}_one", places.get(f"{stem}_other", len(places))))
        forms = ("zero", "one", "two", "few", "many", "other")
        return nth, str(forms.index(form)) if form in forms else ""

    return {
        key: _in_order(tree[key], english[key]) if isinstance(tree[key], dict) and key in english else tree[key]
        for key in sorted(tree, key=place)
    }
