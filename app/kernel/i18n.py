"""Texts of the server: errors and mails in 11 languages (spec 1.5).

Modules have their texts in `modules/<module>/locales/<language>.json`, the kernel in `app/kernel/locales/`. A text is
looked up in the person's language, then in English.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.plural import PluralRule

from app.kernel.text.words import isolated

LOCALES = ("da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pl", "sv")
DEFAULT_LOCALE = "nl"  # spec 1.6
FALLBACK = "en"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_folders: list[Path] = [Path(__file__).parent / "locales"]


def register_catalogues(folders: Iterable[Path]) -> None:
    """Add the folders with the texts of modules."""
    _folders.extend(f for f in folders if f.is_dir() and f not in _folders)
    _catalogue.cache_clear()


@cache
def _catalogue(locale: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for folder in _folders:
        file = folder / f"{locale}.json"
        if file.exists():
            texts.update(_flatten(json.loads(file.read_text(encoding="utf-8"))))
    return texts


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def find_text(locale: str, key: str, /, **values: Any) -> str | None:
    """Return a text with its placeholders filled, or None; `count` chooses its plural form (CLDR).

    A value in a right-to-left script does not change the direction of the text around it.
    """
    for language in (locale, FALLBACK):
        template = _template(language, key, values.get("count"))
        if template is not None:
            return _PLACEHOLDER.sub(lambda found: isolated(str(values.get(found[1], found[0]))), template)
    return None


def text(locale: str, key: str, /, **values: Any) -> str:
    """Return a text as `find_text` does; raises KeyError if no language has it."""
    found = find_text(locale, key, **values)
    if found is None:
        raise KeyError(f"no text {key!r}")
    return found


def speaks(locale: str, key: str) -> bool:
    """Return whether a language has its own version of a text."""
    return key in _catalogue(locale)


def _template(locale: str, key: str, count: object) -> str | None:
    texts = _catalogue(locale)
    if isinstance(count, int):
        form = texts.get(f"{key}_{_plural_rule(locale)(count)}") or texts.get(f"{key}_other")
        if form is not None:
            return form
    return texts.get(key)


@cache
def _plural_rule(locale: str) -> PluralRule:
    return Locale.parse("nb" if locale == "no" else locale).plural_form


def choose_locale(*preferred: str | None) -> str:
    """Return the first available language among the preferred ones, by two letters (spec 1.7), else the default."""
    for language in preferred:
        short = (language or "")[:2].lower()
        short = "no" if short in ("nb", "nn") else short
        if short in LOCALES:
            return short
    return DEFAULT_LOCALE
