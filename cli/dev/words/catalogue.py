"""All texts of a language, by file and key: `accounts: errors.banned`, `member-web chats: empty.title`."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel.core import Locale

from app.kernel.i18n import FALLBACK
from cli.paths import ROOT

PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
MEMBER_WEB = Path("member-web/src/i18n/locales")
PAGES = Path("modules/sites/pages")
GLOSSARY = Path("docs/glossary")
CONSOLE = Path("ops-console/src/i18n/locales")
# What `hearth ops generate` writes from the declarations.
DECLARED = Path("ops-console/src/generated/records.gen.json")
# "{{name}}" in member-web, "{name}" on the server, "%{name}" in the console, "{% if %}" in pages.
VALUE = re.compile(r"%?\{\{?\s*[^{}]*?\s*\}?\}|\{%.*?%\}")
# Between the plural forms of a text of the console.
FORMS = " |||| "


@dataclass(frozen=True)
class Words:
    """The texts of one language, those of English, and the rules of its glossary.

    `texts` and `english` are by file and key, `pages` by file name. `rules` is the content of
    `docs/glossary/<language>.toml`.
    """

    language: str
    texts: Mapping[str, str]
    english: Mapping[str, str]
    pages: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_english(self) -> bool:
        """Return whether this is the language that the others are translated from."""
        return self.language == FALLBACK

    def english_of(self, key: str) -> str:
        """Return the English text of a key, that of `_other` for a plural form that English lacks; "" without one."""
        return self.english.get(key) or self.english.get(f"{stem_of(key)}_other", "")


def files(language: str, root: Path = ROOT) -> dict[str, Path]:
    """Return the files of a language by their names, whether or not they exist; English has all."""
    modules = sorted(root.glob(f"modules/*/locales/{FALLBACK}.json"))
    pages = sorted((root / MEMBER_WEB / FALLBACK).glob("*.json"))
    return (
        {"kernel": root / f"app/kernel/locales/{language}.json"}
        | {file.parent.parent.name: file.with_name(f"{language}.json") for file in modules}
        | {f"member-web {file.stem}": root / MEMBER_WEB / language / file.name for file in pages}
        | {
            "console desks": root / CONSOLE / language / "desks.json",
            "console records": root / (DECLARED if language == FALLBACK else CONSOLE / language / "records.json"),
        }
    )


def read(language: str, root: Path = ROOT) -> Words:
    """Return everything of one language; what does not exist is empty."""
    rules = root / GLOSSARY / f"{language}.toml"
    return Words(
        language,
        _texts(language, root),
        _texts(FALLBACK, root),
        {file.name: file.read_text(encoding="utf-8") for file in sorted((root / PAGES / language).glob("*.md"))},
        tomllib.loads(rules.read_text(encoding="utf-8")) if rules.exists() else {},
    )


def _texts(language: str, root: Path) -> dict[str, str]:
    return {
        f"{name}: {key}": text
        for name, file in files(language, root).items()
        if file.exists()
        for key, text in flatten(json.loads(file.read_text(encoding="utf-8")))
    }


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a tree of JSON with their keys, parts joined by dots."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def stem_of(key: str) -> str:
    """Return a key without its plural form; the console has all forms in one text."""
    return key if key.startswith("console ") else PLURAL.sub("", key)


def plural_forms(language: str) -> list[str]:
    """Return the plural forms of a language (CLDR) in the order one, few, many, other."""
    tags = {*Locale.parse("nb" if language == "no" else language).plural_form.tags, "other"}
    return [form for form in ("zero", "one", "two", "few", "many", "other") if form in tags]


def expected_keys(words: Words) -> list[str]:
    """Return the keys of English in its order, each counted text in all plural forms of the language."""
    keys: dict[str, None] = {}
    for key in words.english:
        stem = stem_of(key)
        keys |= dict.fromkeys([key] if stem == key else [f"{stem}_{form}" for form in plural_forms(words.language)])
    return list(keys)
